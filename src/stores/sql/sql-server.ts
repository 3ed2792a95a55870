/** Drivers of SQL servers, the part that PostgreSQL and MySQL share: connections of a pool, and transactions that begin again. */
import { PostingStore } from '../postings/posting-store.js'
import { isOfNetwork } from '../retry.js'
import type { StoreDriver } from '../store.js'
import { parseStoreUrl, type StoreAddress } from '../store-url.js'
import { SqlBackend } from './sql-backend.js'
import type { Query, SqlDatabase } from './sql-database.js'
import { dropTables } from './sql-tables.js'

/** Connections that one client of the index uses: one that writes, and some that read beside it. */
export const CONNECTIONS = 4

/** Times that a transaction begins again. Each time another has got its way, so that only a fault of ours takes as many. */
const MOST_ATTEMPTS = 20

export const sqlState = (error: unknown): string => (error as { code?: string }).code ?? ''

export abstract class SqlServer implements SqlDatabase {
  readonly address: StoreAddress
  abstract readonly types: SqlDatabase['types']
  abstract readonly tableOptions: string
  /** Codes of errors that others were in the way: a deadlock, and the like. */
  protected abstract readonly conflicts: readonly string[]

  constructor(address: StoreAddress) {
    this.address = address
  }

  abstract read<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  abstract create<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  abstract prepare(query: Query): Promise<void>
  abstract numbers(query: Query, count: number): Promise<number[]>
  abstract unprepare(query: Query): Promise<void>
  abstract size(query: Query): Promise<number | undefined>
  abstract isMissing(error: unknown): boolean
  abstract close(): Promise<void>
  /** Begins a transaction and waits for its locks, in the order in which they are given. */
  protected abstract begin(query: Query, locks: readonly number[]): Promise<void>
  /** Whether the server, or the driver in its own words, says that the connection is gone. */
  protected abstract isLost(code: string, message: string): boolean

  async transact<Result>(locks: readonly number[], work: (query: Query) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.read(async (query) => {
          await this.begin(query, locks)
          const result = await work(query)
          await query('COMMIT')
          return result
        })
      } catch (error) {
        if (attempt > MOST_ATTEMPTS || !this.conflicts.includes(sqlState(error))) throw error
      }
    }
  }

  isAway(error: unknown): boolean {
    return this.isLost(sqlState(error), (error as { message?: string }).message ?? '') || isOfNetwork(error)
  }
}

/** @param passwordVariables  variables of the environment with a password, after LEITONG_PASSWORD */
export function sqlServerDriver(connect: (address: StoreAddress) => SqlDatabase, passwordVariables: readonly string[]): StoreDriver {
  const database = (url: string) => connect(parseStoreUrl(url, passwordVariables))
  return {
    open: async (url, create) => new PostingStore(await SqlBackend.open(database(url), create)),
    drop: async (url) => dropTables(database(url)),
  }
}

/** An index in an SQLite file, by libsql: `sqlite:FILE#NAME`. One writes at a time, also among processes. */
import { existsSync, realpathSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import { loadSqlite, pathOf, type SqliteDriver } from '../../sources/databases/sqlite-driver.js'
import { PostingStore } from '../postings/posting-store.js'
import { type Lease, SharedResources } from '../shared-resources.js'
import type { StoreDriver } from '../store.js'
import { storeError } from '../store-errors.js'
import { redactedUrl, splitIndexName } from '../store-url.js'
import { Turns } from '../turns.js'
import { SqlBackend } from './sql-backend.js'
import { asBuffer, type Query, type SqlDatabase } from './sql-database.js'
import { dropTables } from './sql-tables.js'

/** By file: in this process writers take turns, because SQLite's own waiting would stop the one that is waited for. */
const turns = new SharedResources<Turns>()

/** Milliseconds that a writer waits for those of other processes: longer than any batch takes. */
const BUSY_TIMEOUT = 60_000
/** Milliseconds that giving room back waits: it may as well be done another time. */
const SHRINK_TIMEOUT = 1000

class SqliteDatabase implements SqlDatabase {
  readonly address: SqlDatabase['address']
  readonly types = { key: 'BLOB', bytes: 'BLOB', text: 'TEXT' }
  readonly tableOptions = ''
  /** One writes at a time anyway, and each transaction is a sync of the disk. */
  readonly locks = 4096
  readonly #db: SqliteDriver
  readonly #turns: Lease<Turns>
  readonly #index: string

  /** @param path  of a file that is there, or may be made */
  constructor(Driver: Awaited<ReturnType<typeof loadSqlite>>, path: string, index: string) {
    this.address = { name: `sqlite:${path}#${index}`, index, redact: (message) => message }
    this.#index = index
    this.#db = new Driver(path, {})
    try {
      this.#setBusyTimeout(BUSY_TIMEOUT)
      this.#db.exec('PRAGMA journal_mode = WAL')
      // A transaction that is acknowledged is on disk.
      this.#db.exec('PRAGMA synchronous = FULL')
    } catch (error) {
      this.#db.close()
      throw error
    }
    // One file may have several names. It is there by now, unless it is none, as with `:memory:`.
    const file = existsSync(path) ? realpathSync(path) : path
    this.#turns = turns.lease(file, () => new Turns())
  }

  #setBusyTimeout(milliseconds: number): void {
    this.#db.exec(`PRAGMA busy_timeout = ${milliseconds}`)
  }

  readonly #query: Query = async (sql, values = []) => {
    const statement = this.#db.prepare(sql)
    // As one list: libsql takes a buffer that stands alone for names of values, and ends the process.
    const list = values.map(asBuffer)
    if (statement.reader) return statement.raw(true).all(list) as unknown[][]
    statement.run(list)
    return []
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.resource.take(work)
  }

  /** In turn too: a read of this handle must not see what its own transaction has not finished. */
  async read<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return await this.#inTurn(() => work(this.#query))
  }

  async transact<Result>(_locks: readonly number[], work: (query: Query) => Promise<Result>): Promise<Result> {
    return await this.#inTurn(async () => {
      this.#db.exec('BEGIN IMMEDIATE')
      try {
        const result = await work(this.#query)
        this.#db.exec('COMMIT')
        return result
      } catch (error) {
        this.#rollback()
        throw error
      }
    })
  }

  #rollback(): void {
    try {
      this.#db.exec('ROLLBACK')
    } catch {
      // SQLite has done so by itself, as when the disk is full; the first error tells the cause.
    }
  }

  async create<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return await this.transact([], work)
  }

  async prepare(query: Query): Promise<void> {
    await query(`CREATE TABLE IF NOT EXISTS ${this.#index}_numbers (one INTEGER PRIMARY KEY, n INTEGER NOT NULL)`)
    await query(`INSERT OR IGNORE INTO ${this.#index}_numbers VALUES (1, 0)`)
  }

  async numbers(query: Query, count: number): Promise<number[]> {
    await query(`UPDATE ${this.#index}_numbers SET n = n + ?`, [count])
    const last = Number((await query(`SELECT n FROM ${this.#index}_numbers`))[0]?.[0])
    return Array.from({ length: count }, (_, i) => last - count + 1 + i)
  }

  async unprepare(query: Query): Promise<void> {
    await query(`DROP TABLE IF EXISTS ${this.#index}_numbers`)
  }

  async size(query: Query): Promise<number> {
    const [pages, bytes] = [await query('PRAGMA page_count'), await query('PRAGMA page_size')]
    return Number(pages[0]?.[0]) * Number(bytes[0]?.[0])
  }

  async shrink(): Promise<void> {
    await this.#inTurn(async () => {
      try {
        this.#setBusyTimeout(SHRINK_TIMEOUT)
        this.#db.exec('VACUUM')
        await this.#query('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // Another process writes, or there is no room for the copy that this makes: what was free stays so, and is filled again.
        if (!/busy|locked|full/i.test((error as Error).message)) throw error
      } finally {
        this.#setBusyTimeout(BUSY_TIMEOUT)
      }
    })
  }

  isMissing(error: unknown): boolean {
    return /no such table/.test((error as Error).message)
  }

  isAway(): boolean {
    return false
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => this.#db.close())
    this.#turns.release()
  }
}

/** An empty file would be made of a misspelt name. */
const fileOf = (url: string) => pathOf(splitIndexName(url)[0])
const exists = (url: string) => existsSync(fileOf(url))

async function openDatabase(url: string): Promise<SqlDatabase> {
  try {
    const [file, index] = splitIndexName(url)
    // The driver would make a private database that vanishes with the connection.
    if (['', ':memory:'].includes(pathOf(file))) throw new LeitongError('STORE_URL', redactedUrl(url), 'sqlite:FILE')
    return new SqliteDatabase(await loadSqlite(), pathOf(file), index)
  } catch (error) {
    throw storeError(error, { name: redactedUrl(url), redact: (message) => message })
  }
}

export const driver: StoreDriver = {
  filesOf: (url) => ['', '-wal', '-shm'].map((ending) => fileOf(url) + ending),
  async open(url, create) {
    if (!create && !exists(url)) throw new LeitongError('INDEX_MISSING', redactedUrl(url))
    return new PostingStore(await SqlBackend.open(await openDatabase(url), create))
  },
  async drop(url) {
    if (exists(url)) await dropTables(await openDatabase(url))
  },
}

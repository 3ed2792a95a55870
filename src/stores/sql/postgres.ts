/** An index in PostgreSQL, by pg: `postgres://USER@HOST/DATABASE#NAME`. Locks are advisory ones, which go with the transaction. */
import type { Pool, PoolClient } from 'pg'
import { loadPackage } from '../../packages.js'
import type { Key } from '../../searching/index-keys.js'
import { CONNECT_TIMEOUT } from '../../sources/databases/database.js'
import type { StoreDriver } from '../store.js'
import type { StoreAddress } from '../store-url.js'
import { bigints, byteas, readNumbers, readPacked } from './postgres-arrays.js'
import { PostingPages } from './posting-pages.js'
import { asBuffer, type Cell, type Packed, type Query } from './sql-database.js'
import { CONNECTIONS, SqlServer, sqlServerDriver, sqlState } from './sql-server.js'

const { Pool: Connections } = loadPackage<typeof import('pg')>('pg', 'keep an index in postgres')

/** Stopped, crashed, starting; and what the driver says of a connection that has ended. */
const AWAY = /^(?:57P0[123]|08...)$/
const LOST = /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/
const UNDEFINED_TABLE = '42P01'
/** The lock of those who make tables: no key has it. */
const CREATING = -1

class PostgresDatabase extends SqlServer {
  readonly types = { key: 'bytea', bytes: 'bytea', text: 'text' }
  /** Those of some 250 documents: locks of a server have a place in a table of 6400, unless it is told otherwise. */
  readonly locks = 1536
  readonly tableOptions = ''
  readonly postings: PostingPages = new PostingPages(this)
  /** Deadlock, serialisation failure. */
  protected readonly conflicts = ['40P01', '40001']
  readonly #pool: Pool
  /** One number for the locks of one index, apart from those of others. */
  readonly #lockSpace: number

  constructor(address: StoreAddress) {
    super(address)
    // PostgreSQL takes names of tables for small letters.
    this.#lockSpace = [...address.index.toLowerCase()].reduce((hash, c) => (Math.imul(hash, 31) + c.charCodeAt(0)) | 0, 7)
    this.#pool = new Connections({
      connectionString: address.url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      keepAlive: true,
      application_name: 'leitong',
      onConnect: async (client) => {
        // Of a table without statistics it expects so much of a thousand lookups that it would compile each statement, for longer than they take.
        await client.query(`SELECT set_config(name, 'off', false) FROM pg_settings WHERE name = 'jit'`)
        // Who waits for a lock has to see what was written meanwhile, whatever the database is set to.
        await client.query(`SET default_transaction_isolation = 'read committed'`)
      },
    })
    this.#pool.on('error', () => {})
    // Between two queries of a transaction nobody else listens, and the end of a connection would be that of the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async read<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect()
    let failure: Error | undefined
    try {
      return await work(queryBy(client))
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      client.release(failure)
    }
  }

  /**
   * A lookup for each value: of a table that grows faster than statistics are gathered the planner thinks that many keys are most of it, and
   * would read it from end to end. OFFSET 0 keeps it from joining the two again.
   */
  byValues(columns: string, table: string, column: string, values: readonly (Key | number)[]) {
    const [type, list] = listOf(values)
    const sql = `SELECT r.* FROM unnest(?::${type}[]) AS v (v), LATERAL (SELECT ${columns} FROM ${table} WHERE ${column} = v.v OFFSET 0) AS r`
    return { sql, values: [list] }
  }

  async packed(query: Query, ids: readonly Key[], keys: readonly Key[]): Promise<Packed> {
    return await readPacked(query, this.address.index, ids, keys)
  }

  /** A list for each column: a statement with a place for each value takes longer to be read than its rows to be written. */
  insertOf(table: string, rows: readonly (readonly Cell[])[]) {
    const [first = []] = rows
    const lists = first.map((_, column) => listOf(rows.map((row) => row[column] as Cell)))
    const places = lists.map(([type]) => `?::${type}[]`)
    return { sql: `INSERT INTO ${table} SELECT * FROM unnest(${places.join(',')})`, values: lists.map(([, list]) => list) }
  }

  protected async begin(query: Query, locks: readonly number[]): Promise<void> {
    // Counted, so that one row comes back.
    await query(`BEGIN; SELECT count(pg_advisory_xact_lock(${this.#lockSpace}, n)) FROM unnest(ARRAY[${locks.join(',')}]) AS l (n)`)
  }

  /** Two that create at once would collide in the catalogue. */
  async create<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return await this.read(async (query) => {
      await this.begin(query, [CREATING])
      const result = await work(query)
      await query('COMMIT')
      return result
    })
  }

  async prepare(query: Query): Promise<void> {
    await query(`CREATE SEQUENCE IF NOT EXISTS ${this.address.index}_numbers`)
  }

  async numbers(query: Query, count: number): Promise<number[]> {
    return await readNumbers(query, `${this.address.index}_numbers`, count)
  }

  async unprepare(query: Query): Promise<void> {
    await query(`DROP SEQUENCE IF EXISTS ${this.address.index}_numbers`)
  }

  async size(query: Query): Promise<number> {
    const tables = ['records', this.postings.part, 'splits'].map((table) => `pg_total_relation_size('${this.address.index}_${table}')`)
    return Number((await query(`SELECT ${tables.join(' + ')}`))[0]?.[0])
  }

  isMissing(error: unknown): boolean {
    return sqlState(error) === UNDEFINED_TABLE
  }

  protected isLost(code: string, message: string): boolean {
    return AWAY.test(code) || LOST.test(message)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

/** Cells of a column as one value, and the type of each. */
function listOf(cells: readonly Cell[]): readonly ['bigint' | 'bytea', Buffer] {
  return typeof cells[0] === 'number'
    ? ['bigint', bigints(cells as readonly number[])]
    : ['bytea', byteas(cells as readonly (Key | Uint8Array)[])]
}

/** Placeholders of PostgreSQL have numbers. */
function queryBy(client: PoolClient): Query {
  return async (sql, values = []) => {
    let n = 0
    const text = sql.replace(/\?/g, () => `$${++n}`)
    const answer = await client.query({ text, values: values.map(asBuffer), rowMode: 'array' })
    return (answer as unknown as { rows: unknown[][] }).rows ?? []
  }
}

export const driver: StoreDriver = sqlServerDriver((address) => new PostgresDatabase(address), ['PGPASSWORD'])

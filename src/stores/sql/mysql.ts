/** An index in MySQL or MariaDB, by mysql2: `mysql://USER@HOST/DATABASE#NAME`. Locks are rows of a table, held by the transaction. */
import type { Pool, PoolConnection, RowDataPacket } from 'mysql2/promise'
import { loadPackage } from '../../packages.js'
import type { Key } from '../../searching/index-keys.js'
import { CONNECT_TIMEOUT } from '../../sources/databases/database.js'
import { LOCK_COUNT } from '../postings/lock-numbers.js'
import type { StoreDriver } from '../store.js'
import type { StoreAddress } from '../store-url.js'
import { asBuffer, type Cell, type Query } from './sql-database.js'
import { CONNECTIONS, SqlServer, sqlServerDriver, sqlState } from './sql-server.js'

const { createPool } = loadPackage<typeof import('mysql2/promise')>('mysql2/promise', 'keep an index in mysql')

/** Numbers that one step of the counter stands for: a batch takes one step instead of one for each record. */
const BLOCK = 64
/** Lost, stopping; or lost before, which this driver tells by words alone. */
const AWAY = ['PROTOCOL_CONNECTION_LOST', 'ER_SERVER_SHUTDOWN', 'ER_CONNECTION_KILLED']
const LOST = /connection is in closed state|Connection lost/i

class MysqlDatabase extends SqlServer {
  readonly locks = 1536
  readonly types = { key: 'VARBINARY(64)', bytes: 'LONGBLOB', text: 'LONGTEXT' }
  readonly tableOptions = 'ENGINE = InnoDB CHARACTER SET utf8mb4'
  protected readonly conflicts = ['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']
  readonly #pool: Pool
  readonly #index: string

  constructor(address: StoreAddress) {
    super(address)
    this.#index = address.index
    this.#pool = createPool({
      uri: address.url.replace(/^mariadb:/i, 'mysql:'),
      charset: 'utf8mb4',
      connectionLimit: CONNECTIONS,
      connectTimeout: CONNECT_TIMEOUT,
      rowsAsArray: true,
      supportBigNumbers: true,
    })
    // Rows that are read after the locks must be as of then.
    this.#pool.on('connection', (client) => void client.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'))
  }

  async read<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.getConnection()
    let failed = true
    try {
      const result = await work(queryBy(client))
      failed = false
      return result
    } finally {
      // A transaction that has begun ends with its connection.
      if (failed) client.destroy()
      else client.release()
    }
  }

  /** Written out here: the driver looks for each of some thousand places one by one. */
  insertOf(table: string, rows: readonly (readonly Cell[])[]) {
    return { sql: `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map(literal).join(',')})`).join(',')}`, values: [] }
  }

  byValues(columns: string, table: string, column: string, values: readonly (Key | number)[]) {
    return { sql: `SELECT ${columns} FROM ${table} WHERE ${column} IN (${values.map(literal).join(',')})`, values: [] }
  }

  protected async begin(query: Query, locks: readonly number[]): Promise<void> {
    await query('START TRANSACTION')
    await query(`SELECT n FROM ${this.#index}_locks WHERE n IN (${locks.join(',')}) ORDER BY n FOR UPDATE`)
  }

  /** Tables take no part in transactions. */
  async create<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return await this.read(work)
  }

  async prepare(query: Query): Promise<void> {
    await query(`CREATE TABLE IF NOT EXISTS ${this.#index}_numbers (n BIGINT PRIMARY KEY AUTO_INCREMENT) ENGINE = InnoDB`)
    await query(`CREATE TABLE IF NOT EXISTS ${this.#index}_locks (n INTEGER PRIMARY KEY) ENGINE = InnoDB`)
    const numbers = Array.from({ length: LOCK_COUNT }, (_, n) => `(${n})`)
    await query(`INSERT IGNORE INTO ${this.#index}_locks VALUES ${numbers.join(',')}`)
  }

  async numbers(query: Query, count: number): Promise<number[]> {
    const numbers: number[] = []
    while (numbers.length < count) {
      const block = Number((await query(`INSERT INTO ${this.#index}_numbers VALUES ()`))[0]?.[0])
      // The counter goes on from there all the same.
      await query(`DELETE FROM ${this.#index}_numbers WHERE n = ?`, [block])
      for (let i = 0; i < BLOCK; i++) numbers.push(block * BLOCK + i)
    }
    return numbers
  }

  async unprepare(query: Query): Promise<void> {
    await query(`DROP TABLE IF EXISTS ${this.#index}_numbers, ${this.#index}_locks`)
  }

  async size(query: Query): Promise<number> {
    const [row] = await query(
      `SELECT SUM(data_length + index_length) FROM information_schema.tables
        WHERE table_schema = DATABASE() AND table_name IN ('${this.#index}_records', '${this.#index}_postings', '${this.#index}_splits')`,
    )
    return Number(row?.[0])
  }

  isMissing(error: unknown): boolean {
    return sqlState(error) === 'ER_NO_SUCH_TABLE'
  }

  protected isLost(code: string, message: string): boolean {
    return AWAY.includes(code) || LOST.test(message)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

/** A cell as SQL writes it. */
function literal(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell !== 'string') return `X'${Buffer.from(cell.buffer, cell.byteOffset, cell.length).toString('hex')}'`
  let hex = "X'"
  for (let i = 0; i < cell.length; i++) hex += HEX[cell.charCodeAt(i)]
  return `${hex}'`
}
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** An INSERT answers with the number that its row was given. */
function queryBy(client: PoolConnection): Query {
  return async (sql, values = []) => {
    const [rows] = await client.query<RowDataPacket[]>(sql, values.map(asBuffer))
    return Array.isArray(rows) ? (rows as unknown as unknown[][]) : [[(rows as { insertId?: number }).insertId]]
  }
}

export const driver: StoreDriver = sqlServerDriver((address) => new MysqlDatabase(address), ['MYSQL_PWD'])

/** MySQL and MariaDB as a source of rows, by mysql2 (an optional package). */
import type { Readable } from 'node:stream'
import type { Connection as Client, FieldPacket, RowDataPacket } from 'mysql2'
import { loadPackage } from '../../packages.js'
import type { Column } from '../rows/infer.js'
import { CONNECT_TIMEOUT, type Connection, type Database, type Row, type Selection, type TableShape } from './database.js'
import { codeOf, type Fault, networkFault } from './faults.js'
import { type ResultRow, resultBatches, resultValues, unfinishedName } from './results.js'
import { quoteTable, selectSql, shapeSql } from './select-sql.js'

const load = () => loadPackage<typeof import('mysql2')>('mysql2', 'read MySQL')

const QUOTE = '`'
/** Seconds that the server waits for rows to be taken, an hour: another step may hold reading up for long. */
const WRITE_TIMEOUT = 3600

/** Numbers of the protocol: a character set, a flag of a field, and types. */
const BINARY = 63
const PRIMARY_KEY = 2
const TINYINT = 1
const TEXTS_OR_BLOBS = [15, 249, 250, 251, 252, 253, 254]
const BIT = 16
const TIME = 11
const NUMBERS = [0, TINYINT, 2, 3, 4, 5, 8, 9, 13, 246]
const DATES = [7, 10, 12, 14]

type FieldInfo = FieldPacket & { readonly characterSet?: number; readonly columnLength?: number; readonly columnType?: number }

/** The type of a column by its number in the protocol. */
function typeOf({ columnType = -1, columnLength = 0, characterSet }: FieldInfo): Column['type'] {
  // TINYINT(1) and BIT(1) are how booleans are declared.
  if ((columnType === TINYINT || columnType === BIT) && columnLength === 1) return 'boolean'
  if (NUMBERS.includes(columnType)) return 'number'
  if (DATES.includes(columnType)) return 'date'
  if (columnType === TIME) return 'text'
  if (TEXTS_OR_BLOBS.includes(columnType)) return characterSet === BINARY ? 'bytes' : 'text'
  return columnType === BIT ? 'bytes' : 'other'
}

class MysqlConnection implements Connection {
  readonly #client: Client
  #stream: Readable | undefined

  private constructor(client: Client) {
    this.#client = client
    // A lost connection is told to queries, but not to a stream of rows.
    client.on('error', (error) => this.#stream?.destroy(error))
  }

  static async open(url: string): Promise<MysqlConnection> {
    const driver = load()
    const client = driver.createConnection({
      uri: url.replace(/^mariadb:/i, 'mysql:'),
      charset: 'utf8mb4',
      connectTimeout: CONNECT_TIMEOUT,
      multipleStatements: false,
      dateStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: true,
      rowsAsArray: true,
    })
    const connection = new MysqlConnection(client)
    try {
      await new Promise<void>((resolve, reject) => {
        client.connect((error) => (error ? reject(error) : resolve()))
      })
      await connection.#query(`SET SESSION time_zone = '+00:00', net_write_timeout = ${WRITE_TIMEOUT}`)
      return connection
    } catch (error) {
      client.destroy()
      throw error
    }
  }

  #query(sql: string, values: unknown[] = []): Promise<{ rows: unknown[][]; fields: FieldInfo[] }> {
    return new Promise((resolve, reject) => {
      this.#client.query({ sql, values }, (error: Error | null, rows: RowDataPacket[], fields: FieldPacket[]) => {
        if (error) reject(error)
        else resolve({ rows: rows as unknown as unknown[][], fields })
      })
    })
  }

  async beginReading(): Promise<void> {
    await this.#query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await this.#query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  }

  async tables(): Promise<string[][]> {
    const { rows } = await this.#query(
      'SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
    )
    return rows.map(([name]) => [String(name)])
  }

  async shape(from: Selection): Promise<TableShape> {
    const { fields } = await this.#query(shapeSql(from, QUOTE))
    const columns = fields.map((field) => ({ name: field.name, type: typeOf(field) }))
    const hasKey = fields.some(({ flags }) => Number(flags) & PRIMARY_KEY)
    return { columns, primaryKey: from.table && hasKey ? await this.#primaryKey(from.table) : [] }
  }

  async #primaryKey(table: readonly string[]): Promise<string[]> {
    const { rows, fields } = await this.#query(`SHOW INDEX FROM ${quoteTable(table, QUOTE)}`)
    const at = (name: string) => fields.findIndex((field) => field.name === name)
    const [keyName, columnName] = [at('Key_name'), at('Column_name')]
    return rows.filter((row) => row[keyName] === 'PRIMARY').map((row) => String(row[columnName]))
  }

  async *rows(from: Selection, columns: readonly string[], order: readonly string[]): AsyncGenerator<Row> {
    const { sql, values } = selectSql(from, columns, order, { quote: QUOTE, placeholder: () => '?' })
    // Without values a question mark is one of the user's own. The server waits while rows are not taken: few are held here.
    this.#stream = this.#client.query({ sql, ...(values.length ? { values } : {}) }).stream({ highWaterMark: 16 })
    for await (const row of this.#stream) yield row as Row
  }

  async storeResults(table: readonly string[], rows: Iterable<ResultRow>, replace: boolean): Promise<boolean> {
    if ((await this.#kindOf(table)) !== (replace ? 'BASE TABLE' : undefined)) return false
    const [name, beside] = [quoteTable(table, QUOTE), unfinishedName()]
    const [unfinished, old] = [beside, `${beside}_old`].map((bare) => quoteTable([...table.slice(0, -1), bare], QUOTE))
    await this.#query(
      `CREATE TABLE ${unfinished} (group_number BIGINT NOT NULL, row_key TEXT NOT NULL, kept BOOLEAN NOT NULL,
         similarity DOUBLE, distance INT) CHARACTER SET utf8mb4`,
    )
    try {
      for (const batch of resultBatches(rows)) await this.#query(`INSERT INTO ${unfinished} VALUES ?`, [batch.map(resultValues)])
      // Both names change at once.
      await this.#query(`RENAME TABLE ${replace ? `${name} TO ${old}, ` : ''}${unfinished} TO ${name}`)
    } catch (error) {
      await this.#query(`DROP TABLE IF EXISTS ${unfinished}`).catch(() => {})
      throw error
    }
    if (replace) await this.#query(`DROP TABLE ${old}`)
    return true
  }

  /** Of a table or a view; undefined where there is nothing of that name. */
  async #kindOf(table: readonly string[]): Promise<string | undefined> {
    const [schema, name] = table.length > 1 ? [table[0], table.at(-1)] : [null, table[0]]
    const { rows } = await this.#query(
      'SELECT table_type FROM information_schema.tables WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?',
      [schema, name],
    )
    return rows[0] && String(rows[0][0])
  }

  async close(): Promise<void> {
    this.#client.destroy()
  }
}

const FAULTS: Readonly<Record<string, Fault>> = {
  ER_ACCESS_DENIED_ERROR: 'login',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'login',
  ER_DBACCESS_DENIED_ERROR: 'rights',
  ER_TABLEACCESS_DENIED_ERROR: 'rights',
  ER_COLUMNACCESS_DENIED_ERROR: 'rights',
  ER_SPECIFIC_ACCESS_DENIED_ERROR: 'rights',
  ER_NO_SUCH_TABLE: 'table',
  ER_BAD_FIELD_ERROR: 'column',
  ER_BAD_DB_ERROR: 'connect',
  ER_HOST_NOT_PRIVILEGED: 'connect',
  ER_CON_COUNT_ERROR: 'connect',
  PROTOCOL_CONNECTION_LOST: 'dropped',
  ER_SERVER_SHUTDOWN: 'dropped',
  ER_CONNECTION_KILLED: 'dropped',
  ER_QUERY_INTERRUPTED: 'dropped',
}

function faultOf(error: unknown): Fault | undefined {
  const code = String(codeOf(error))
  const known = networkFault(error) ?? FAULTS[code]
  if (known) return known
  if (/connection is in closed state|closed/i.test((error as Error).message)) return 'dropped'
  return /^ER_/.test(code) ? 'query' : undefined
}

export const mysql: Database = {
  schemes: ['mysql', 'mariadb'],
  isTyped: true,
  hasFilters: false,
  passwordVariables: ['MYSQL_PWD'],
  connect: (url) => MysqlConnection.open(url),
  faultOf,
}

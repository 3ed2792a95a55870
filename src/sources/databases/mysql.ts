/** MySQL and MariaDB, by mysql2 (an optional package). */
import type { Readable } from 'node:stream'
import type { FieldPacket, RowDataPacket } from 'mysql2'
import { LeitongError } from '../../errors.js'
import type { Column } from '../rows/infer.js'
import {
  batches,
  CONNECT_TIMEOUT,
  type Connection,
  codeOf,
  type Database,
  type Fault,
  networkFault,
  quoteName,
  type Row,
  selectSql,
} from './database.js'

async function load() {
  try {
    return (await import('mysql2')).default
  } catch {
    throw new LeitongError('PACKAGE_MISSING', 'mysql2', 'read MySQL')
  }
}

const BINARY = 63
const PRIMARY_KEY = 2
const NUMBERS = [0, 1, 2, 3, 4, 5, 8, 9, 13, 246]
const DATES = [7, 10, 12, 14]
const TEXTS = [11, 15, 249, 250, 251, 252, 253, 254]

/** The type of a column by its number in the protocol. */
function typeOf({ columnType = -1, columnLength = 0, characterSet }: FieldInfo): Column['type'] {
  // TINYINT(1) and BIT(1) are how booleans are declared.
  if ((columnType === 1 || columnType === 16) && columnLength === 1) return 'boolean'
  if (NUMBERS.includes(columnType)) return 'number'
  if (DATES.includes(columnType)) return 'date'
  if (TEXTS.includes(columnType)) return characterSet === BINARY && columnType !== 11 ? 'bytes' : 'text'
  return columnType === 16 ? 'bytes' : 'other'
}

type FieldInfo = FieldPacket & { readonly characterSet?: number; readonly columnLength?: number; readonly columnType?: number }

export const mysql: Database = {
  schemes: ['mysql', 'mariadb'],
  isServer: true,
  isTyped: true,
  passwordVariables: ['MYSQL_PWD'],

  async connect(url): Promise<Connection> {
    const driver = await load()
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
    // A lost connection is told to questions, but not to a stream of rows.
    let stream: Readable | undefined
    client.on('error', (error) => stream?.destroy(error))
    await new Promise<void>((resolve, reject) => {
      client.connect((error) => (error ? reject(error) : resolve()))
    })
    const ask = (sql: string, values: unknown[] = []) =>
      new Promise<{ rows: unknown[][]; fields: FieldInfo[] }>((resolve, reject) => {
        client.query({ sql, values }, (error: Error | null, rows: RowDataPacket[], fields: FieldPacket[]) => {
          if (error) reject(error)
          else resolve({ rows: rows as unknown as unknown[][], fields })
        })
      })
    await ask(`SET SESSION time_zone = '+00:00', net_write_timeout = 3600`)
    return {
      async beginReading() {
        await ask('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
        await ask('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
      },

      async tables() {
        const { rows } = await ask('SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name')
        return rows.map(([name]) => [String(name)])
      },

      async shape(from) {
        const { fields } = await ask(`${selectSql(from, undefined, [], '`')} LIMIT 0`)
        const columns = fields.map((field) => ({ name: field.name, type: typeOf(field) }))
        if (!from.table) return { columns, primaryKey: [] }
        const isKey = fields.some(({ flags }) => Number(flags) & PRIMARY_KEY)
        if (!isKey) return { columns, primaryKey: [] }
        const { rows, fields: info } = await ask(`SHOW INDEX FROM ${from.table.map((part) => quoteName(part, '`')).join('.')}`)
        const at = (name: string) => info.findIndex((field) => field.name === name)
        const [keyName, columnName] = [at('Key_name'), at('Column_name')]
        return { columns, primaryKey: rows.filter((row) => row[keyName] === 'PRIMARY').map((row) => String(row[columnName])) }
      },

      async *rows(from, columns, order) {
        // The server waits while rows are not taken: few are held here.
        const values: string[] = []
        const sql = selectSql(from, columns, order, '`', (value) => {
          values.push(value)
          return '?'
        })
        // Without values a question mark is one of the user's own.
        stream = client.query({ sql, ...(values.length ? { values } : {}) }).stream({ highWaterMark: 16 })
        for await (const row of stream) yield row as Row
      },

      async storeResults(table, rows) {
        const path = (name: string) => [...table.slice(0, -1), name].map((part) => quoteName(part, '`')).join('.')
        const name = table.at(-1) as string
        const { rows: there } = await ask(
          'SELECT 1 FROM information_schema.tables WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?',
          [table.length > 1 ? table[0] : null, name],
        )
        if (there.length) return false
        // Tables do not take part in transactions: it gets its name when it is complete.
        const unfinished = path(`leitong_unfinished_${process.pid}_${Date.now()}`)
        await ask(
          `CREATE TABLE ${unfinished} (group_number BIGINT NOT NULL, row_key TEXT NOT NULL, kept BOOLEAN NOT NULL,
             similarity DOUBLE, distance INT) CHARACTER SET utf8mb4`,
        )
        try {
          for (const batch of batches(rows, 1000)) {
            const values = batch.map(({ group, key, kept, similarity, distance }) => [group, key, kept, similarity, distance])
            await ask(`INSERT INTO ${unfinished} VALUES ?`, [values])
          }
          await ask(`RENAME TABLE ${unfinished} TO ${path(name)}`)
        } catch (error) {
          await ask(`DROP TABLE IF EXISTS ${unfinished}`).catch(() => {})
          throw error
        }
        return true
      },

      async close() {
        client.destroy()
      },
    }
  },

  faultOf(error): Fault | undefined {
    const network = networkFault(error)
    if (network) return network
    const faults: Record<string, Fault> = {
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
    const code = String(codeOf(error))
    return (
      faults[code] ??
      (/connection is in closed state|closed/i.test((error as Error).message) ? 'dropped' : /^ER_/.test(code) ? 'query' : undefined)
    )
  },
}

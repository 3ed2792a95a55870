/** PostgreSQL as a source of rows, by pg and pg-cursor (optional packages). */
import type { Client } from 'pg'
import type Cursor from 'pg-cursor'
import { loadPackage } from '../../packages.js'
import type { Column } from '../rows/infer.js'
import { CONNECT_TIMEOUT, type Connection, type Database, type Row, type Selection, type TableShape } from './database.js'
import { codeOf, type Fault, networkFault } from './faults.js'
import { type ResultRow, resultBatches, resultValues } from './results.js'
import { quoteTable, selectSql, shapeSql } from './select-sql.js'

function load() {
  const one = <Package>(name: string) => loadPackage<Package>(name, 'read PostgreSQL', 'pg (and pg-cursor)')
  return { Client: one<typeof import('pg')>('pg').Client, Cursor: one<typeof Cursor>('pg-cursor') }
}

const QUOTE = '"'
const BOOLEAN = 16
const BYTES = 17
const JSON_TYPES = [114, 3802]

/** Types by their number in the catalogue; all others are read as they are written. */
const TYPES = new Map<number, Column['type']>([
  ...[20, 21, 23, 26, 700, 701, 1700].map((oid) => [oid, 'number'] as const),
  ...[1082, 1114, 1184].map((oid) => [oid, 'date'] as const),
  ...[18, 19, 25, 1042, 1043, 2950].map((oid) => [oid, 'text'] as const),
  [BOOLEAN, 'boolean'],
  [BYTES, 'bytes'],
])

/** Values as the server writes them, except those that JSON has a form for. */
const parsers = {
  getTypeParser: (oid: number) => {
    if (oid === BOOLEAN) return (text: string) => text === 't'
    if (oid === BYTES) return (text: string) => text.slice(2)
    if (JSON_TYPES.includes(oid)) return (text: string) => JSON.parse(text) as unknown
    return (text: string) => text
  },
}

/**
 * Rows that are fetched at once: the first time, when nothing is known of them, and at most; and their bytes, about. More would take memory,
 * fewer would wait for the network more often.
 */
const FIRST_ROWS = 16
const BATCH_ROWS = 2000
const BATCH_BYTES = 4 << 20

interface Answer {
  readonly rows: unknown[][]
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

class PostgresConnection implements Connection {
  readonly #client: Client
  readonly #Cursor: typeof Cursor
  #lost: Error | undefined

  private constructor(client: Client, cursor: typeof Cursor) {
    this.#client = client
    this.#Cursor = cursor
    // A connection that is lost between two queries shows at the next.
    client.on('error', (error) => {
      this.#lost = error
    })
  }

  static async open(url: string): Promise<PostgresConnection> {
    const { Client, Cursor } = load()
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT, application_name: 'leitong' })
    const connection = new PostgresConnection(client, Cursor)
    try {
      await client.connect()
      await connection.#query(`SET datestyle = 'ISO, YMD'`)
      await connection.#query(`SET timezone = 'UTC'`)
      await connection.#query(`SET extra_float_digits = 1`)
      return connection
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  async #query(text: string, values: unknown[] = []): Promise<Answer> {
    if (this.#lost) throw this.#lost
    return (await this.#client.query({
      text,
      values,
      types: parsers,
      rowMode: 'array',
      queryMode: 'extended',
    } as never)) as unknown as Answer
  }

  async beginReading(): Promise<void> {
    await this.#query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  }

  async tables(): Promise<string[][]> {
    const { rows } = await this.#query(
      `SELECT table_schema, table_name FROM information_schema.tables
        WHERE table_schema <> 'information_schema' AND table_schema NOT LIKE 'pg\\_%' ORDER BY table_schema <> 'public', 1, 2`,
    )
    return (rows as [string, string][]).map(([schema, table]) => (schema === 'public' ? [table] : [schema, table]))
  }

  async shape(from: Selection): Promise<TableShape> {
    const { fields } = await this.#query(shapeSql(from, QUOTE))
    const columns = fields.map(({ name, dataTypeID }) => ({ name, type: TYPES.get(dataTypeID) ?? ('other' as const) }))
    return { columns, primaryKey: from.table ? await this.#primaryKey(from.table) : [] }
  }

  async #primaryKey(table: readonly string[]): Promise<string[]> {
    const { rows } = await this.#query(
      `SELECT a.attname FROM pg_catalog.pg_index i
         CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
         JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
        WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY k.place`,
      [quoteTable(table, QUOTE)],
    )
    return rows.map(([name]) => String(name))
  }

  async *rows(from: Selection, columns: readonly string[], order: readonly string[]): AsyncGenerator<Row> {
    const { sql, values } = selectSql(from, columns, order, { quote: QUOTE, placeholder: (n) => `$${n}` })
    const cursor = this.#client.query(new this.#Cursor(sql, values, { types: parsers as never, rowMode: 'array' }))
    for (let size = FIRST_ROWS; ; ) {
      if (this.#lost) throw this.#lost
      const batch = (await cursor.read(size)) as unknown[][]
      if (!batch.length) return
      yield* batch
      const bytes = batch.reduce((sum, row) => sum + row.reduce<number>((all, value) => all + lengthOf(value), 16), 0)
      size = Math.max(1, Math.min(BATCH_ROWS, size * 4, Math.floor((BATCH_BYTES * batch.length) / bytes)))
    }
  }

  async storeResults(table: readonly string[], rows: Iterable<ResultRow>, replace: boolean): Promise<boolean> {
    const name = quoteTable(table, QUOTE)
    await this.#query('BEGIN')
    if (!(await (replace ? this.#emptyResults(name) : this.#createResults(name)))) {
      await this.#query('ROLLBACK')
      return false
    }
    for (const batch of resultBatches(rows)) {
      const places = batch.map((_, i) => `($${5 * i + 1},$${5 * i + 2},$${5 * i + 3},$${5 * i + 4},$${5 * i + 5})`)
      await this.#query(`INSERT INTO ${name} VALUES ${places.join(',')}`, batch.flatMap(resultValues))
    }
    await this.#query('COMMIT')
    return true
  }

  /** @returns false when there is something of that name */
  async #createResults(name: string): Promise<boolean> {
    try {
      await this.#query(
        `CREATE TABLE ${name} (group_number bigint NOT NULL, row_key text NOT NULL, kept boolean NOT NULL,
           similarity double precision, distance integer)`,
      )
      return true
    } catch (error) {
      if (codeOf(error) !== DUPLICATE_TABLE) throw error
      return false
    }
  }

  /** Takes the rows out, so that rights and indexes stay and readers see the old ones meanwhile; @returns false for a view */
  async #emptyResults(name: string): Promise<boolean> {
    const { rows } = await this.#query(`SELECT 1 FROM pg_class WHERE oid = to_regclass($1) AND relkind IN ('r', 'p')`, [name])
    if (!rows.length) return false
    // Of two that replace at once, the second waits.
    await this.#query(`LOCK TABLE ${name} IN EXCLUSIVE MODE`)
    await this.#query(`DELETE FROM ${name}`)
    return true
  }

  async close(): Promise<void> {
    // In the middle of a cursor the server waits to be read: the socket just goes.
    ;(this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
}

/** Bytes of a value, about. */
const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 16)

const DUPLICATE_TABLE = '42P07'
const FAULTS: Readonly<Record<string, Fault>> = {
  '28P01': 'login',
  '28000': 'login',
  '42501': 'rights',
  '42P01': 'table',
  '3F000': 'table',
  '42703': 'column',
  '3D000': 'connect',
  '53300': 'connect',
}

function faultOf(error: unknown): Fault | undefined {
  const network = networkFault(error)
  if (network) return network
  const code = codeOf(error)
  if (typeof code === 'string') {
    const known = FAULTS[code]
    if (known) return known
    // Classes of codes: the server is stopped, the connection is gone.
    if (code.startsWith('57') || code.startsWith('08')) return 'dropped'
    if (/^[0-9A-Z]{5}$/.test(code)) return 'query'
  }
  const message = error instanceof Error ? error.message : ''
  if (/password/i.test(message) && /SASL|client password/i.test(message)) return 'login'
  if (/timeout expired|timeout/i.test(message)) return 'connect'
  return /connection (terminated|ended)|not queryable|closed/i.test(message) ? 'dropped' : undefined
}

export const postgres: Database = {
  schemes: ['postgres', 'postgresql'],
  isTyped: true,
  hasFilters: false,
  passwordVariables: ['PGPASSWORD'],
  connect: (url) => PostgresConnection.open(url),
  faultOf,
}

/** SQLite files as a source of rows, by libsql (an optional package). */
import { existsSync } from 'node:fs'
import { decodeBytes, type Encoding } from '../formats/encoding.js'
import type { Column } from '../rows/infer.js'
import { UnsoundText } from '../rows/json-line.js'
import type { Connection, Database, Row, Selection, TableShape } from './database.js'
import { codeOf, type Fault } from './faults.js'
import type { ResultRow } from './results.js'
import { quoteTable, selectSql, shapeSql } from './select-sql.js'
import { loadSqlite, pathOf, type SqliteDriver } from './sqlite-driver.js'

const QUOTE = '"'
/** Milliseconds that a statement waits for others who write. */
const BUSY_TIMEOUT = 10_000

/** The type of a column by how it was declared; SQLite itself takes any value anywhere. */
function typeOf(declared: string | null): Column['type'] {
  const type = (declared ?? '').toLowerCase()
  if (/bool/.test(type)) return 'boolean'
  if (/date|time/.test(type)) return 'date'
  if (/int|real|floa|doub|num|dec/.test(type)) return 'number'
  return type === 'blob' ? 'bytes' : 'text'
}

/**
 * The SQL that reads a column: texts as bytes, bytes as hexadecimal digits, so that the two are told apart. A driver that reads
 * texts itself may end them at a NUL, and libsql ends the process at one that is not sound.
 */
const asBytes = (column: string) =>
  `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) WHEN 'blob' THEN hex(${column}) ELSE ${column} END`

function readValue(read: unknown, encoding: Encoding): unknown {
  if (typeof read === 'string') return Buffer.from(read, 'hex')
  return read instanceof Uint8Array ? (decodeBytes(read, encoding) ?? new UnsoundText(read)) : read
}

class SqliteConnection implements Connection {
  readonly #db: SqliteDriver
  /** Of the texts in this file. */
  readonly #encoding: Encoding

  private constructor(db: SqliteDriver) {
    this.#db = db
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
    this.#allowWriting(false)
    const [[encoding]] = db.prepare('PRAGMA encoding').raw(true).all() as [[string]]
    this.#encoding = encoding.toLowerCase()
  }

  static async open(url: string): Promise<SqliteConnection> {
    const path = pathOf(url)
    // Otherwise an empty database would be made of a misspelt name.
    if (!existsSync(path)) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
    const Driver = await loadSqlite()
    return new SqliteConnection(new Driver(path, { fileMustExist: true }))
  }

  #allowWriting(allowed: boolean): void {
    this.#db.exec(`PRAGMA query_only = ${allowed ? 'OFF' : 'ON'}`)
  }

  async beginReading(): Promise<void> {
    this.#db.exec('BEGIN')
  }

  async tables(): Promise<string[][]> {
    const sql = `SELECT CAST(name AS BLOB) FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`
    const names = this.#db.prepare(sql).raw(true).all() as [Uint8Array][]
    return names.map(([name]) => [String(readValue(name, this.#encoding))])
  }

  async shape(from: Selection): Promise<TableShape> {
    const declared = this.#db.prepare(shapeSql(from, QUOTE)).columns()
    const columns = declared.map(({ name, type }) => ({ name, type: typeOf(type) }))
    return { columns, primaryKey: from.table ? this.#primaryKey(from.table) : [] }
  }

  #primaryKey(name: readonly string[]): string[] {
    const [schema, table] = name.length > 1 ? name : ['main', name[0]]
    const statement = this.#db.prepare('SELECT name, pk FROM pragma_table_info(?, ?) WHERE pk > 0 ORDER BY pk')
    return (statement.all(table, schema) as { name: string }[]).map((column) => column.name)
  }

  async *rows(from: Selection, columns: readonly string[], order: readonly string[]): AsyncGenerator<Row> {
    const { sql, values } = selectSql(from, columns, order, { quote: QUOTE, placeholder: () => '?', value: asBytes })
    const statement = this.#db.prepare(sql).raw(true).safeIntegers(true)
    let isWhole = false
    try {
      for (const row of statement.iterate(...values)) yield row.map((read) => readValue(read, this.#encoding))
      isWhole = true
    } finally {
      // libsql keeps the cursor of rows that were left early, and with it the lock, until memory is cleaned; a new start ends it.
      if (!isWhole) statement.get(...values)
    }
  }

  async storeResults(table: readonly string[], rows: Iterable<ResultRow>, replace: boolean): Promise<boolean> {
    const name = quoteTable(table, QUOTE)
    this.#allowWriting(true)
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      if (replace ? !this.#emptyResults(table, name) : !this.#createResults(name)) {
        this.#db.exec('ROLLBACK')
        return false
      }
      const insert = this.#db.prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?)`)
      for (const { group, key, kept, similarity, distance } of rows) insert.run(group, key, kept ? 1 : 0, similarity, distance)
      this.#db.exec('COMMIT')
      return true
    } finally {
      this.#allowWriting(false)
    }
  }

  /** Takes the rows out, so that what belongs to the table stays; @returns false for a view */
  #emptyResults(table: readonly string[], name: string): boolean {
    const [schema, bare] = table.length > 1 ? table : ['main', table[0]]
    const master = quoteTable([schema as string, 'sqlite_master'], QUOTE)
    const kind = this.#db.prepare(`SELECT 1 FROM ${master} WHERE type = 'table' AND name = ? COLLATE NOCASE`).all(bare)
    if (kind.length) this.#db.exec(`DELETE FROM ${name}`)
    return kind.length > 0
  }

  /** @returns false when there is something of that name */
  #createResults(name: string): boolean {
    try {
      this.#db.exec(
        `CREATE TABLE ${name} (group_number INTEGER NOT NULL, row_key TEXT NOT NULL, kept BOOLEAN NOT NULL, similarity REAL, distance INTEGER)`,
      )
      return true
    } catch (error) {
      if (!/already exists/.test((error as Error).message)) throw error
      return false
    }
  }

  async close(): Promise<void> {
    // libsql closes the file when memory is cleaned, and the lock of a transaction would stay until then.
    try {
      this.#db.exec('ROLLBACK')
    } catch {
      // Nothing was begun.
    }
    this.#db.close()
  }
}

function faultOf(error: unknown): Fault | undefined {
  const message = error instanceof Error ? error.message : ''
  const code = String(codeOf(error))
  if (/no such table|unknown database/i.test(message)) return 'table'
  if (/no such column/i.test(message)) return 'column'
  if (/readonly/i.test(message)) return 'rights'
  if (code === 'ENOENT' || /NOTADB|CANTOPEN/.test(code) || /unable to open|not a database/i.test(message)) return 'connect'
  return /^SQLITE/.test(code) ? 'query' : undefined
}

export const sqlite: Database = {
  schemes: ['sqlite'],
  fileOf: pathOf,
  isTyped: true,
  hasFilters: false,
  passwordVariables: [],
  connect: (url) => SqliteConnection.open(url),
  faultOf,
}

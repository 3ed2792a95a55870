/** SQLite files, by better-sqlite3 or libsql (optional packages). */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LeitongError } from '../../errors.js'
import { decodeBytes, type Encoding } from '../formats/encoding.js'
import type { Column } from '../rows/infer.js'
import { UnsoundText } from '../rows/json-line.js'
import { type Connection, codeOf, type Database, type Fault, quoteName, selectSql } from './database.js'

interface Statement {
  /** It gives rows. */
  readonly reader: boolean
  run(...values: unknown[]): unknown
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown[]
  raw(on: boolean): Statement
  safeIntegers(on: boolean): Statement
  iterate(...values: unknown[]): IterableIterator<unknown[]>
  columns(): { readonly name: string; readonly type: string | null }[]
}

export interface SqliteDriver {
  prepare(sql: string): Statement
  exec(sql: string): unknown
  close(): void
}

/** The package that is there. */
export async function loadSqlite(): Promise<new (path: string, options: Readonly<Record<string, unknown>>) => SqliteDriver> {
  for (const name of ['better-sqlite3', 'libsql']) {
    try {
      return (await import(name)).default
    } catch {
      // The next one then.
    }
  }
  throw new LeitongError('PACKAGE_MISSING', 'libsql (or better-sqlite3)', 'use SQLite')
}

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

/** `sqlite:PATH`, `sqlite://PATH` and `sqlite:///ABSOLUTE/PATH`. */
export function pathOf(url: string): string {
  const path = url.replace(/^sqlite:/i, '').replace(/\?.*$/, '')
  const bare = /^\/\/\/?[^/]/.test(path) ? path.replace(/^\/\//, '') : path
  const encoded = bare.replace(/%(?![0-9a-f]{2})/gi, '%25')
  try {
    return bare.startsWith('/') ? fileURLToPath(`file://${encoded}`) : decodeURIComponent(encoded)
  } catch {
    // Percent signs that encode nothing are part of the name.
    return bare
  }
}

export const sqlite: Database = {
  schemes: ['sqlite'],
  isServer: false,
  isTyped: true,
  passwordVariables: [],

  async connect(url): Promise<Connection> {
    const path = pathOf(url)
    // Otherwise an empty database would be made of a misspelt name.
    if (!existsSync(path)) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
    const Driver = await loadSqlite()
    const db = new Driver(path, { fileMustExist: true })
    db.exec('PRAGMA busy_timeout = 10000')
    const reading = () => db.exec('PRAGMA query_only = ON')
    reading()
    const [[stored]] = db.prepare('PRAGMA encoding').raw(true).all() as [[string]]
    const encoding = stored.toLowerCase()
    return {
      async beginReading() {
        db.exec('BEGIN')
      },

      async tables() {
        const sql = `SELECT CAST(name AS BLOB) FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`
        const names = db.prepare(sql).raw(true).all() as [Uint8Array][]
        return names.map(([name]) => [String(readValue(name, encoding))])
      },

      async shape(from) {
        const columns = db
          .prepare(`${selectSql(from, undefined, [], '"')} LIMIT 0`)
          .columns()
          .map(({ name, type }) => ({ name, type: typeOf(type) }))
        if (!from.table) return { columns, primaryKey: [] }
        const [schema, table] = from.table.length > 1 ? from.table : ['main', from.table[0]]
        const rows = db.prepare('SELECT name, pk FROM pragma_table_info(?, ?) WHERE pk > 0 ORDER BY pk').all(table, schema) as {
          name: string
        }[]
        return { columns, primaryKey: rows.map(({ name }) => name) }
      },

      async *rows(from, columns, order) {
        const values: string[] = []
        const bind = (value: string) => {
          values.push(value)
          return '?'
        }
        const sql = selectSql(from, columns, order, '"', bind, asBytes)
        const statement = db.prepare(sql).raw(true).safeIntegers(true)
        let isWhole = false
        try {
          for (const row of statement.iterate(...values)) yield row.map((read) => readValue(read, encoding))
          isWhole = true
        } finally {
          // libsql keeps the cursor of rows that were left early, and with it the lock, until memory is cleaned; a new start ends it.
          if (!isWhole) statement.get(...values)
        }
      },

      async storeResults(table, rows) {
        db.exec('PRAGMA query_only = OFF')
        const name = table.map((part) => quoteName(part, '"')).join('.')
        db.exec('BEGIN IMMEDIATE')
        try {
          try {
            db.exec(
              `CREATE TABLE ${name} (group_number INTEGER NOT NULL, row_key TEXT NOT NULL, kept BOOLEAN NOT NULL, similarity REAL, distance INTEGER)`,
            )
          } catch (error) {
            if (!/already exists/.test((error as Error).message)) throw error
            db.exec('ROLLBACK')
            return false
          }
          const insert = db.prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?)`)
          for (const { group, key, kept, similarity, distance } of rows) insert.run(group, key, kept ? 1 : 0, similarity, distance)
          db.exec('COMMIT')
          return true
        } finally {
          reading()
        }
      },

      async close() {
        // libsql closes the file when memory is cleaned, and the lock of a transaction would stay until then.
        try {
          db.exec('ROLLBACK')
        } catch {
          // Nothing was begun.
        }
        db.close()
      },
    }
  },

  faultOf(error): Fault | undefined {
    const message = error instanceof Error ? error.message : ''
    const code = String(codeOf(error))
    if (/no such table|unknown database/i.test(message)) return 'table'
    if (/no such column/i.test(message)) return 'column'
    if (/readonly/i.test(message)) return 'rights'
    if (code === 'ENOENT' || /NOTADB|CANTOPEN/.test(code) || /unable to open|not a database/i.test(message)) return 'connect'
    return /^SQLITE/.test(code) ? 'query' : undefined
  },
}

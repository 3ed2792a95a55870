/** The driver of SQLite, the package `libsql`: the methods of it that are used. */
import { fileURLToPath } from 'node:url'
import { loadPackage } from '../../packages.js'

export interface SqliteStatement {
  /** It gives rows. */
  readonly reader: boolean
  run(...values: unknown[]): unknown
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown[]
  raw(on: boolean): SqliteStatement
  safeIntegers(on: boolean): SqliteStatement
  iterate(...values: unknown[]): IterableIterator<unknown[]>
  columns(): { readonly name: string; readonly type: string | null }[]
}

export interface SqliteDriver {
  prepare(sql: string): SqliteStatement
  exec(sql: string): unknown
  close(): void
}

/** @throws {LeitongError} `PACKAGE_MISSING` */
export function loadSqlite(): new (path: string, options: Readonly<Record<string, unknown>>) => SqliteDriver {
  // Its types promise less than it does.
  return loadPackage<typeof import('libsql')>('libsql', 'use SQLite') as never
}

/** The path in `sqlite:PATH`, `sqlite://PATH` and `sqlite:///ABSOLUTE/PATH`. */
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

/** How rows are read from databases: one file a database on this shelf. */
import type { Column } from '../rows/infer.js'

/** Which rows: those of a table or a query, fewer with a condition. */
export interface Selection {
  /** The parts of its name: a schema may come first. */
  readonly table?: readonly string[]
  /** In the language of the database. */
  readonly query?: string
  readonly where?: string | Readonly<Record<string, unknown>>
  /** MongoDB: read one state of the data. @default true */
  readonly snapshot?: boolean
  readonly tail?: Tail
}

/** A value of a column that rows are ordered by: the digits of a number, a text as the database wrote it, or a time (MongoDB). */
export type PositionValue = { readonly number: string } | { readonly text: string } | { readonly date: string }

/** Rows from a position on, in the order of some columns; rows that have none of it are left out. */
export interface Tail {
  readonly columns: readonly string[]
  /** The position itself is included: rows may have been added beside it. Undefined: from the first on. */
  readonly from?: readonly PositionValue[]
}

export interface TableShape {
  readonly columns: readonly Column[]
  /** Columns of the primary key, in its order; none for a query. */
  readonly primaryKey: readonly string[]
}

/** Values of the columns asked for, in their order, as the driver gives them. */
export type Row = readonly unknown[]

/** What went wrong, in terms that are the same for every database. */
export type Fault = 'connect' | 'login' | 'rights' | 'table' | 'column' | 'query' | 'dropped'

/** A group member as it is stored. */
export interface ResultRow {
  readonly group: number
  /** The key as JSON. */
  readonly key: string
  readonly kept: boolean
  readonly similarity: number | null
  readonly distance: number | null
}

export interface Connection {
  /** Everything from here on is read from one state of the data, where the database can do that, and nothing is changed. */
  beginReading(): Promise<void>
  /** The parts of the names of tables and views that there are to read. */
  tables(): Promise<string[][]>
  /** @param names  columns that must be found if any row has them, where columns show only in rows */
  shape(from: Selection, names?: readonly string[]): Promise<TableShape>
  /** Reads with a cursor: few rows are held at a time, and it can be left early. */
  rows(from: Selection, columns: readonly string[], order: readonly string[]): AsyncGenerator<Row>
  /**
   * Stores results in a table of our own, which appears when it is complete.
   *
   * @returns false when there is something of that name, which is then left as it is
   */
  storeResults(table: readonly string[], rows: Iterable<ResultRow>): Promise<boolean>
  /** Also in the middle of reading. */
  close(): Promise<void>
}

export interface Database {
  /** Of its URLs, the one to show first. */
  readonly schemes: readonly string[]
  /** Whether there is a host, and somebody to log in. */
  readonly isServer: boolean
  /** Whether columns have types of their own; otherwise every row brings its own. */
  readonly isTyped: boolean
  /** Variables of the environment with a password, after LEITONG_PASSWORD. */
  readonly passwordVariables: readonly string[]
  /** @param url  with its password */
  connect(url: string): Promise<Connection>
  /** Undefined for an error that is not the database's. */
  faultOf(error: unknown): Fault | undefined
}

/** Milliseconds in which a server has to answer. */
export const CONNECT_TIMEOUT = 10_000

/** The code of an error of a driver or of the system. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code

/** Errors of the network, which all drivers pass on. */
export function networkFault(error: unknown): Fault | undefined {
  const code = codeOf(error)
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EACCES', 'ENOENT'].includes(code as string))
    return 'connect'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'dropped' : undefined
}

/** Quotes an identifier of SQL: nothing in it can end it. */
export function quoteName(name: string, quote: string): string {
  return quote + name.replaceAll(quote, quote + quote) + quote
}

/**
 * The SQL that reads a selection. `where` and `query` are SQL of the user's own.
 *
 * @param bind   takes a value of a position, and returns what stands for it
 * @param value  the SQL that reads a quoted column
 */
export function selectSql(
  from: Selection,
  columns: readonly string[] | undefined,
  order: readonly string[],
  quote: string,
  bind: (value: string) => string = () => 'NULL',
  value: (column: string) => string = (column) => column,
): string {
  const name = (part: string) => quoteName(part, quote)
  const source = from.table ? from.table.map(name).join('.') : `(${from.query}\n) AS ${name('leitong_rows')}`
  const conditions = [
    ...(typeof from.where === 'string' ? [`(${from.where}\n)`] : []),
    ...(from.tail?.columns.map((column) => `${name(column)} IS NOT NULL`) ?? []),
    ...(from.tail?.from ? [tailSql(from.tail.columns.map(name), from.tail.from, bind)] : []),
  ]
  const where = conditions.length ? ` WHERE ${conditions.join(' AND ')}` : ''
  const sorted = order.length ? ` ORDER BY ${order.map(name).join(', ')}` : ''
  return `SELECT ${columns ? columns.map((column) => value(name(column))).join(', ') : '*'} FROM ${source}${where}${sorted}`
}

/** First column first, as a dictionary orders: (a > x OR (a = x AND b >= y)). */
function tailSql(
  [column, ...columns]: readonly string[],
  [value, ...values]: readonly PositionValue[],
  bind: (value: string) => string,
): string {
  // Digits stand for themselves: bound as texts they would be compared as texts, or as doubles.
  const sql = () => (value && 'number' in value && /^-?[\d.]+(e[+-]?\d+)?$/i.test(value.number) ? value.number : bind(textOf(value)))
  if (!columns.length) return `${column} >= ${sql()}`
  return `(${column} > ${sql()} OR (${column} = ${sql()} AND ${tailSql(columns, values, bind)}))`
}

const textOf = (value: PositionValue | undefined) => Object.values(value ?? { text: '' })[0] as string

/**
 * A value as a position; undefined when it is none (null, bytes, objects).
 *
 * @param type  of its column
 */
export function positionOf(value: unknown, type: Column['type'] | undefined): PositionValue | undefined {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return { number: String(value) }
  if (value instanceof Date) return { date: value.toISOString() }
  if (typeof value !== 'string') return undefined
  return type === 'number' && /^-?\d+(\.\d+)?$/.test(value) ? { number: value } : { text: value }
}

/** Stretches of up to `size`. */
export function* batches<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let batch: Item[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

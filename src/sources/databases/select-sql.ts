/** The SQL that reads rows, the same for all databases but for their quotes. */
import type { Selection } from './database.js'
import type { PositionValue } from './position.js'

/** Quotes an identifier: nothing in it can end it. */
export const quoteName = (name: string, quote: string): string => quote + name.replaceAll(quote, quote + quote) + quote

/** Quotes the parts of a table's name. */
export const quoteTable = (parts: readonly string[], quote: string): string => parts.map((part) => quoteName(part, quote)).join('.')

/** SQL with values beside it, in the order in which they are used. */
export interface BoundSql {
  readonly sql: string
  readonly values: string[]
}

export interface Dialect {
  /** The character around identifiers. */
  readonly quote: string
  /** The placeholder of a value. @param n  its number, from 1 */
  readonly placeholder: (n: number) => string
  /** The SQL that reads a quoted column. @default the column itself */
  readonly value?: (column: string) => string
}

/** The SQL that gives the columns of a selection and no row. `where` and `query` are SQL of the user's own. */
export const shapeSql = (from: Selection, quote: string): string =>
  `SELECT * FROM ${sourceSql(from, quote)}${whereSql(from, quote)} LIMIT 0`

/** The SQL that reads a selection, its rows in the order of some columns. */
export function selectSql(from: Selection, columns: readonly string[], order: readonly string[], dialect: Dialect): BoundSql {
  const { quote, placeholder, value = (column: string) => column } = dialect
  const values: string[] = []
  const where = whereSql(from, quote, (text) => placeholder(values.push(text)))
  const name = (part: string) => quoteName(part, quote)
  const sorted = order.length ? ` ORDER BY ${order.map(name).join(', ')}` : ''
  const sql = `SELECT ${columns.map((column) => value(name(column))).join(', ')} FROM ${sourceSql(from, quote)}${where}${sorted}`
  return { sql, values }
}

// Line breaks, because the user's SQL may end with a comment.
const sourceSql = ({ table, query }: Selection, quote: string) =>
  table ? quoteTable(table, quote) : `(${query}\n) AS ${quoteName('leitong_rows', quote)}`

function whereSql({ where, tail }: Selection, quote: string, bind: (value: string) => string = () => 'NULL'): string {
  const name = (part: string) => quoteName(part, quote)
  const conditions = [
    ...(typeof where === 'string' ? [`(${where}\n)`] : []),
    ...(tail?.unplaced
      ? [`(${tail.columns.map((column) => `${name(column)} IS NULL`).join(' OR ')})`]
      : (tail?.columns.map((column) => `${name(column)} IS NOT NULL`) ?? [])),
    ...(tail?.from ? [tailSql(tail.columns.map(name), tail.from, bind)] : []),
  ]
  return conditions.length ? ` WHERE ${conditions.join(' AND ')}` : ''
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

/** Results as CSV (RFC 4180), with a byte order mark: spreadsheets take it for UTF-8 then. */
import { csvLine } from '../../sources/formats/csv.js'
import { blocks } from '../json-lines.js'
import { cellText, type ResultTable } from './table.js'

/** What a spreadsheet takes for a formula, full-width forms too. A number with a sign is one of its values. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r](?!$)/
const NUMBER = /^[+-]\d+([.,]\d+)*(e[+-]?\d+)?$/i

/**
 * A text that no spreadsheet works out: an apostrophe stands before what would be a formula.
 *
 * @example inert('=1+1') // "'=1+1"
 */
export const inert = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)

/** The text of a cell that {@link inert} has written. */
export const ofInert = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

/** The table, its header first, in blocks of bytes. */
export const csvBytes = (table: ResultTable, delimiter = ','): Generator<Uint8Array> => blocks(csvLines(table, delimiter))

function* csvLines({ columns, rows }: ResultTable, delimiter: string): Generator<string> {
  const header = columns.map(({ name }) => inert(name))
  yield `\uFEFF${csvLine(header, delimiter)}`
  for (const row of rows) {
    const cells = columns.map((column, i) => inert(cellText(row[i], column)))
    yield csvLine(cells, delimiter)
  }
}

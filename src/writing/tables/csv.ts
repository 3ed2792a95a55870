/** Results as CSV (RFC 4180), with a byte order mark: spreadsheets take it for UTF-8 then. */
import { csvLine } from '../../sources/formats/csv.js'
import { blocks } from '../json-lines.js'
import { cellText, type ResultTable } from './table.js'

/** The table, its header first, in blocks of bytes. */
export const csvBytes = (table: ResultTable, delimiter = ','): Generator<Uint8Array> => blocks(csvLines(table, delimiter))

function* csvLines({ columns, rows }: ResultTable, delimiter: string): Generator<string> {
  const header = columns.map(({ name }) => name)
  yield `\uFEFF${csvLine(header, delimiter)}`
  for (const row of rows) {
    const cells = columns.map((column, i) => cellText(row[i], column))
    yield csvLine(cells, delimiter)
  }
}

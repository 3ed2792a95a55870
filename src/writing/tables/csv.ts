/** Results as CSV (RFC 4180), with a byte order mark: spreadsheets take it for UTF-8 then. */
import { csvLine } from '../../sources/formats/csv.js'
import { cellText, type ResultTable } from './table.js'

/** Rows in one block of bytes: more make few calls fewer. */
const BLOCK = 1024

/** The table, its header first, in blocks of bytes. */
export function* csvBytes({ columns, rows }: ResultTable, delimiter = ','): Generator<Uint8Array> {
  let block = `\uFEFF${csvLine(
    columns.map(({ name }) => name),
    delimiter,
  )}`
  let held = 0
  for (const row of rows) {
    block += csvLine(
      columns.map((column, i) => cellText(row[i], column)),
      delimiter,
    )
    if (++held < BLOCK) continue
    yield Buffer.from(block)
    block = ''
    held = 0
  }
  yield Buffer.from(block)
}

/** Results as a sheet of Excel. */
import { type Cell, writeSheet } from '../../sources/formats/sheets.js'
import { type Column, cellText, type ResultTable } from './table.js'

/** Numbers stay numbers, ids too where a double holds them; all else is text. */
function cellOf(value: unknown, column: Column): Cell {
  if (column.kind === 'number') return typeof value === 'number' ? value : null
  if (column.kind === 'id' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  return cellText(value, column) || null
}

/** @throws {LeitongError} `PACKAGE_MISSING`, `OUTPUT_WRITE` */
export function writeXlsx({ columns, rows }: ResultTable, path: string): Promise<void> {
  return writeSheet(
    path,
    (function* () {
      yield columns.map(({ name }) => name)
      for (const row of rows) yield columns.map((column, i) => cellOf(row[i], column))
    })(),
  )
}

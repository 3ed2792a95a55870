/** Results as a sheet of Excel. */
import { sheetOfTable, type Value, type WrittenSheet } from '../../sources/formats/office/written-sheets.js'
import { type HeadingLanguage, headingOf } from './headings.js'
import { type Column, cellText, type ResultTable } from './table.js'

/** Numbers stay numbers, ids too where a double holds them; all else is text. */
function cellOf(value: unknown, column: Column): Value {
  if (column.kind === 'number' || column.kind === 'count') return typeof value === 'number' ? value : null
  if (column.kind === 'id' && typeof value === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(value)) return Number(value)
  return cellText(value, column) || null
}

export function resultSheet({ columns, rows }: ResultTable, language: HeadingLanguage): WrittenSheet {
  return sheetOfTable(
    'leitong',
    columns.map(({ name }) => headingOf(name, language)),
    (function* () {
      for (const row of rows) yield columns.map((column, i) => cellOf(row[i], column))
    })(),
  )
}

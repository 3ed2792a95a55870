/** Results as a sheet of Excel. */
import { type Value, writeTable } from '../../sources/formats/office/write.js'
import { type HeadingLanguage, headingOf } from './headings.js'
import { type Column, cellText, type ResultTable } from './table.js'

/** Numbers stay numbers, ids too where a double holds them; all else is text. */
function cellOf(value: unknown, column: Column): Value {
  if (column.kind === 'number' || column.kind === 'count') return typeof value === 'number' ? value : null
  if (column.kind === 'id' && typeof value === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(value)) return Number(value)
  return cellText(value, column) || null
}

/** @throws {LeitongError} `PACKAGE_MISSING`, `OUTPUT_WRITE` */
export function writeXlsx({ columns, rows }: ResultTable, path: string, language: HeadingLanguage): Promise<void> {
  return writeTable(
    path,
    'leitong',
    columns.map(({ name }) => headingOf(name, language)),
    (function* () {
      for (const row of rows) yield columns.map((column, i) => cellOf(row[i], column))
    })(),
  )
}

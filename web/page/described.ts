/** What a page says of a file that was opened: its columns, its first records, and whether it holds texts. */
import { isNumberingName } from '../../src/matching/infer.js'
import type { Source } from '../../src/page/source.js'
import type { OpenedFile } from './messages.js'
import { isProse } from './prose.js'

/** Records that are shown, and looked at for long texts. */
const SAMPLE = 5
const LOOKED_AT = 200

export function described(from: Source): Omit<OpenedFile, 'digest' | 'passedOver'> {
  const { name, format, hasFields, encoding, count, columns, sheets, opening } = from
  const rows = Array.from({ length: Math.min(LOOKED_AT, count) }, (_, i) => from.row(i) ?? {})
  const shownIn = (row: Readonly<Record<string, unknown>>, column: string) => {
    const value = row[column]
    return value === undefined || value === null ? '' : typeof value === 'string' ? value : String(JSON.stringify(value))
  }
  const sizeOf = (column: string) => rows.reduce((sum, row) => sum + shownIn(row, column).length, 0)
  const longest = (some: readonly string[]) => some.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
  const isId = (column: string) => {
    const values = rows.map((row) => shownIn(row, column).trim())
    return isNumberingName(column) && new Set(values).size === values.length && !values.includes('')
  }
  return {
    name,
    format,
    hasFields,
    sheets,
    headerRow: opening.columns ? opening.lines : undefined,
    encoding,
    records: count,
    columns,
    sample: rows.slice(0, SAMPLE).map((row) => columns.map((column) => shownIn(row, column).slice(0, 200))),
    id: columns.includes('id') ? 'id' : columns.find(isId),
    text: longest(hasFields ? columns.filter((column) => isProse(rows.map((row) => shownIn(row, column)))) : columns),
  }
}

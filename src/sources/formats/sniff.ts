/** What bytes are, by their beginning: for input without a name to tell it by, and for names that tell nothing. */
import { parseRow, sniffDelimiter } from './csv.js'
import type { FormatName } from './format-names.js'
import { HEADER_ROWS } from './office/header.js'

/** Of a file of many records, by its text. */
export type TextFormat = Extract<FormatName, 'jsonl' | 'json' | 'csv' | 'tsv'>

/** The compression that the first bytes show. */
export function compressionOfBytes([a, b, c, d]: Uint8Array): 'gzip' | 'zstd' | undefined {
  if (a === 0x1f && b === 0x8b) return 'gzip'
  return a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd ? 'zstd' : undefined
}

/** Lines that are looked at for a JSON object: the first one may be broken. */
const LINES = 20

/**
 * The format of records by the beginning of their text: an array or a value that goes on over lines is JSON, a line that is an object JSON
 * lines, and a first row of several columns, or a row with the column of texts among the first, a table.
 *
 * @param isWhole  nothing follows; otherwise the last line may be cut off
 */
export function textFormat(head: string, isWhole: boolean, textFields: readonly string[]): TextFormat {
  const text = head.trimStart()
  if (text.startsWith('[')) return 'json'
  const lines = text.split('\n')
  const [first = ''] = lines
  if (text.startsWith('{') && (lines.length > 1 || isWhole) && !isJson(first) && !lines.slice(1, LINES).some(isJson)) return 'json'
  if (lines.slice(0, LINES).some((line) => line.startsWith('{'))) return 'jsonl'
  const rows = lines.slice(0, HEADER_ROWS).map((line) => {
    const delimiter = sniffDelimiter(line)
    return { delimiter, columns: parseRow(line.trimEnd(), delimiter) ?? [] }
  })
  const header = rows.find(({ columns }, i) => (i === 0 && columns.length > 1) || columns.some((column) => textFields.includes(column)))
  if (!header) return 'jsonl'
  return header.delimiter === '\t' ? 'tsv' : 'csv'
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}

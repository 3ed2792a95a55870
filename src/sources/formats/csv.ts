/**
 * Tables as text (RFC 4180): a field that starts with a quote ends with one, `""` within it is one quote, and it may hold
 * delimiters and line breaks. The first row names the columns. A record is one row, its line end included.
 */
import { LeitongError } from '../../errors.js'
import { type ContainerFormat, type Cutter, type Decoded, type Fields, lastByNext, type Opening } from './format.js'
import { elements } from './json-record.js'
import { countLines } from './lines.js'
import { decodeRowObject } from './row-record.js'

const QUOTE = 34
const LINE_FEED = 10
const isSpace = (byte: number) => byte === 32 || byte === LINE_FEED || byte === 13 || byte === 9

/** Where a byte stands: at the start of a field, within a bare one, within quotes, or behind a quote within quotes. */
type State = 'start' | 'bare' | 'quoted' | 'quote'

class RowScanner implements Cutter {
  #state: State = 'start'
  readonly #delimiter: number

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0)
  }

  next(bytes: Uint8Array, from: number): number {
    let state = this.#state
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (state === 'quoted') {
        if (byte === QUOTE) state = 'quote'
      } else if (state === 'quote' && byte === QUOTE) state = 'quoted'
      else if (byte === LINE_FEED) {
        this.#state = 'start'
        return i + 1
      } else if (byte === this.#delimiter) state = 'start'
      else state = state === 'start' && byte === QUOTE ? 'quoted' : 'bare'
    }
    this.#state = state
    return -1
  }

  last(bytes: Uint8Array, from: number): number {
    return lastByNext(this, bytes, from)
  }
}

/** The fields of one row, without its line end; undefined when a quote is left open. */
export function parseRow(row: string, delimiter: string): string[] | undefined {
  const fields: string[] = []
  const end = row.length - (row.endsWith('\r\n') ? 2 : row.endsWith('\n') ? 1 : 0)
  let at = 0
  while (true) {
    let value = ''
    if (row[at] === '"' && at < end) {
      at++
      while (true) {
        const quote = row.indexOf('"', at)
        if (quote < 0 || quote >= end) return undefined
        value += row.slice(at, quote)
        at = quote + 1
        if (row[at] !== '"' || at >= end) break
        value += '"'
        at++
      }
    }
    // Characters behind a closing quote belong to the field too.
    const stop = row.indexOf(delimiter, at)
    const last = stop < 0 || stop >= end
    fields.push(value + row.slice(at, last ? end : stop))
    if (last) return fields
    at = stop + 1
  }
}

/** A row as text (RFC 4180), its line end included. */
export function csvLine(cells: readonly string[], delimiter = ','): string {
  const quoted = (cell: string) => (/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return `${cells.map(quoted).join(delimiter)}\r\n`
}

/** Of the usual delimiters the one that the header has most of. */
export function sniffDelimiter(header: string): string {
  const bare = header.replace(/"(?:[^"]|"")*"/g, '')
  const counted = [',', ';', '\t', '|'].map((delimiter) => [bare.split(delimiter).length, delimiter] as const)
  return counted.reduce((a, b) => (b[0] > a[0] ? b : a))[1]
}

/** A title above the header, as a workbook that was saved as text has it. A column of numbers without a name, beside a named one, is no title. */
const isTitle = (columns: readonly string[]) => columns.length > 2 && columns.filter((column) => column.trim()).length < 2

function table(name: 'csv' | 'tsv'): ContainerFormat {
  return {
    name,
    kind: 'container',
    hasFields: true,
    extensions: [name],
    open(bytes, whole, decode, path) {
      // Nothing at all is a table without rows, whatever its columns would have been.
      if (bytes.every(isSpace)) return whole ? { start: bytes.length, lines: countLines(bytes) } : undefined
      // The delimiter shows in the first line, also where a quoted column name goes on in the next.
      const firstLine = bytes.indexOf(LINE_FEED)
      if (firstLine < 0 && !whole) return undefined
      const delimiter = name === 'tsv' ? '\t' : sniffDelimiter(decode(firstLine < 0 ? bytes : bytes.subarray(0, firstLine)))
      const end = new RowScanner(delimiter).next(bytes, 0)
      if (end < 0 && !whole) return undefined
      const start = end < 0 ? bytes.length : end
      const columns = parseRow(decode(bytes.subarray(0, start)), delimiter)
      if (!columns) throw new LeitongError('SOURCE_READ', path, 'a quoted column name in the first row is not closed')
      if (isTitle(columns))
        throw new LeitongError(
          'SOURCE_READ',
          path,
          `the first row names one of ${columns.length} columns: it is a title above the header. Remove the rows above the header, or hand over the workbook that the table was made from`,
        )
      return { start, lines: 1, delimiter, columns }
    },
    createCutter: ({ delimiter = ',' }) => new RowScanner(delimiter),
    split(bytes, { delimiter = ',' }, _doubleByte, visit) {
      const scanner = new RowScanner(delimiter)
      // Counted as a spreadsheet counts: a row is one, however many line breaks it holds.
      let row = 0
      for (let start = 0; start < bytes.length; row++) {
        const end = scanner.next(bytes, start)
        const stop = end < 0 ? bytes.length : end
        visit(start, stop, row)
        start = stop
      }
      return row
    },
    decode: (record, opening, fields) => decodeRow(record, opening, fields),
    row(record, { columns = [], delimiter = ',' }) {
      const values = parseRow(record, delimiter)
      return values?.length === columns.length ? Object.fromEntries(columns.map((column, i) => [column, values[i]])) : undefined
    },
  }
}

function decodeRow(record: string, { columns = [], delimiter = ',' }: Opening, fields: Fields): Decoded | undefined {
  if (!record.trim()) return undefined
  const row = parseRow(record, delimiter)
  if (!row) return { reason: 'a quoted field is not closed' }
  const value = (field: string) => {
    const column = columns.indexOf(field)
    return column < 0 ? undefined : row[column]
  }
  if (fields.row && row.length === columns.length) {
    // An empty field of a table of text is null.
    const object = Object.fromEntries(columns.map((column, i) => [column, row[i] === '' ? null : row[i]]))
    return decodeRowObject(object, fields.row, fields, () => undefined)
  }
  const id = value(fields.id)
  const named = id ? { id: JSON.stringify(id) } : {}
  if (row.length !== columns.length) return { reason: `${row.length} fields in a table of ${columns.length} columns`, ...named }
  const parts = fields.text.map(value).filter((part) => part !== undefined)
  if (!parts.length) return { reason: `no column "${fields.text.join('", "')}"; there are ${columns.join(', ')}`, ...named }
  const text = parts.join('\n')
  if (!text.trim()) return { reason: 'the text is empty', ...named }
  const title = value(fields.title)
  return {
    text,
    ...named,
    ...(title ? { title } : {}),
    ...(fields.rank === undefined ? {} : { rank: value(fields.rank) }),
    ...(fields.info?.length ? { info: fields.info.flatMap((field) => elements(value(field))) } : {}),
  }
}

export const csv = table('csv')
export const tsv = table('tsv')

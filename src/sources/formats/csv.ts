/**
 * Tables as text (RFC 4180): a field that starts with a quote ends with one, `""` within it is one quote, and it may hold
 * delimiters and line breaks. The header names the columns, and is looked for as in a sheet. A record is one row, its line end included.
 */
import { LeitongError } from '../../errors.js'
import { HEAD_BYTES } from './encoding.js'
import { type ContainerFormat, type Cutter, type Decoded, type Fields, type HeaderReading, lastByNext, type Opening } from './format.js'
import { elements } from './json-record.js'
import { countLines } from './lines.js'
import type { SheetRow } from './office/cells.js'
import { HEADER_ROWS, headerAmong } from './office/header.js'
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

const FIRST_ROW: HeaderReading = { headerRow: 1, names: [] }

/** Bytes among which the header is looked for: whoever reads has as many at once. */
const LOOKED_AT = HEAD_BYTES / 4

interface TextRow extends SheetRow {
  readonly start: number
  readonly end: number
  /** Undefined where a quote is left open. */
  readonly fields: readonly string[] | undefined
}

/** @param most  rows are wanted; fewer come where the bytes end before */
function firstRows(bytes: Uint8Array, whole: boolean, delimiter: string, decode: (bytes: Uint8Array) => string, most: number): TextRow[] {
  const scanner = new RowScanner(delimiter)
  const rows: TextRow[] = []
  for (let start = 0; start < bytes.length && rows.length < most; ) {
    const next = scanner.next(bytes, start)
    if (next < 0 && !whole) break
    const end = next < 0 ? bytes.length : next
    const fields = parseRow(decode(bytes.subarray(start, end)), delimiter)
    const filled = (fields ?? []).flatMap((value, place) => {
      // A column of row numbers without a name, beside the only other one, is no title.
      const isNumbering = place === 0 && fields?.length === 2 && fields[1]?.trim()
      return value.trim() || isNumbering ? [[place, { value }] as const] : []
    })
    rows.push({ number: rows.length + 1, cells: new Map(filled), start, end, fields })
    start = end
  }
  return rows
}

/** The delimiters that the first lines show, each with where such a line begins: a title above the header may have another one or none. */
function delimitersOf(bytes: Uint8Array, decode: (bytes: Uint8Array) => string, most: number): { delimiter: string; line: number }[] {
  const found: { delimiter: string; line: number }[] = []
  for (let start = 0, lines = 0; start < bytes.length && lines < most; lines++) {
    const next = bytes.indexOf(LINE_FEED, start)
    const line = decode(bytes.subarray(start, next < 0 ? bytes.length : next))
    const delimiter = sniffDelimiter(line)
    if (start === 0 || line.includes(delimiter)) found.push({ delimiter, line: start })
    if (next < 0) break
    start = next + 1
  }
  return found
}

function table(name: 'csv' | 'tsv'): ContainerFormat {
  return {
    name,
    kind: 'container',
    hasFields: true,
    extensions: [name],
    open(bytes, whole, decode, path, { headerRow, names } = FIRST_ROW) {
      // Nothing at all is a table without rows, whatever its columns would have been.
      if (bytes.every(isSpace)) return whole ? { start: bytes.length, lines: countLines(bytes) } : undefined
      // The delimiter shows in one line, also where a quoted column name goes on in the next.
      const firstLine = bytes.indexOf(LINE_FEED)
      if (firstLine < 0 && !whole) return undefined
      const seen = headerRow === undefined ? bytes.subarray(0, Math.max(LOOKED_AT, firstLine + 1)) : bytes
      const headerBy = (delimiter: string): TextRow | undefined => {
        if (headerRow !== undefined) return firstRows(bytes, whole, delimiter, decode, headerRow)[headerRow - 1]
        const rows = firstRows(seen, whole && seen.length === bytes.length, delimiter, decode, HEADER_ROWS)
        const filled = rows.filter(({ cells }) => cells.size)
        return headerAmong(filled, names) ?? rows[0] ?? firstRows(bytes, whole, delimiter, decode, 1)[0]
      }
      const shown = name === 'tsv' ? [{ delimiter: '\t', line: 0 }] : delimitersOf(seen, decode, Math.max(HEADER_ROWS, headerRow ?? 0))
      const tried = shown.map(({ delimiter, line }) => ({ delimiter, line, header: headerBy(delimiter) }))
      // A delimiter is right where the line that shows it is the header that it leads to.
      const right = tried.filter(({ line, header }) => header?.start === line)
      const namedIn = ({ header }: (typeof tried)[number]) => names.filter((column) => header?.fields?.includes(column)).length
      const { delimiter, header } = (right.toSorted((a, b) => namedIn(b) - namedIn(a))[0] ?? tried[0]) as (typeof tried)[number]
      if (!header && !whole) return undefined
      if (headerRow !== undefined && !header?.cells.size)
        throw new LeitongError('OPTION_VALUE', 'header-row', String(headerRow), `a row of ${path} with the names of its columns`)
      if (!header?.fields) throw new LeitongError('SOURCE_READ', path, 'a quoted column name in the first row is not closed')
      return { start: header.end, lines: header.number, delimiter, columns: header.fields }
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

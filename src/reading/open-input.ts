/** Inputs, opened: where their records lie, how they are read, and their bytes. Every way of reading begins here, with one set of refusals. */
import { open } from 'node:fs/promises'
import { personFields } from '../comparing/persons.js'
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { readBytes } from '../sources/formats/compression.js'
import { encodingOf, HEAD_BYTES, isWide, markLength } from '../sources/formats/encoding.js'
import {
  type Fields,
  type Format,
  isContainer,
  isDocument,
  isTable,
  type TableFormat,
  type TableReading,
} from '../sources/formats/format.js'
import { jsonl } from '../sources/formats/jsonl.js'
import { extractText } from './extract.js'
import { readHead } from './head.js'
import type { Input } from './input.js'
import { namedFields } from './named-fields.js'
import { cutContainer, PIECE, type Piece } from './pieces.js'
import type { FileReading } from './records.js'

/** An input as it was read. */
export interface ReadFile extends FileReading {
  /** The name that the caller gave. */
  readonly name: string
  /** The file that was named, where `path` has the text of it. */
  readonly original?: string
  /** A table in a form of its own, of which `path` has the rows. */
  readonly isTable?: boolean
  /** Bytes before the first record: byte order mark, header row, opening bracket. */
  readonly prelude: number
}

/** Passes bytes on and keeps them in a file, so that records can be read again. */
export type Spool = (bytes: AsyncIterable<Uint8Array>) => { readonly path: string; readonly bytes: AsyncIterable<Uint8Array> }

/**
 * A file that is one document.
 *
 * @throws {LeitongError} `SOURCE_READ` when it is a stream, or of a compression that is unpacked in pieces only
 */
export function openDocument(input: Input, { encoding }: Options): ReadFile {
  if (input.kind !== 'file' || input.compression === 'zstd')
    throw new LeitongError('SOURCE_READ', input.name, 'a single document can be plain or gzip, and a file')
  const { name, path, format, compression } = input
  return { name, path, format: format.name, encoding, opening: { start: 0 }, prelude: 0, compressed: compression === 'gzip' }
}

/**
 * A file that is one document, and perhaps no text in itself.
 *
 * @param spool  keeps a text, and says where
 * @throws {LeitongError} `SOURCE_READ`, `PACKAGE_MISSING`
 */
export async function openAnyDocument(input: Input, options: Options, spool: (text: string) => string): Promise<ReadFile> {
  const file = openDocument(input, options)
  const { format } = input
  if (input.kind !== 'file' || !isDocument(format) || !format.extract) return file
  const found = await extractText(input, format.extract, options)
  if ('reason' in found) return { ...file, unreadable: found.reason }
  return { ...file, path: spool(found.text), original: file.path, encoding: 'utf-8', compressed: false }
}

/**
 * A plain file of lines, of which workers read a range each.
 *
 * @returns the file and its size in bytes; undefined where lines do not end with one byte, or something else has to be read
 * @throws {LeitongError} `SOURCE_READ`
 */
export function openLines(input: Input, options: Options): { readonly file: ReadFile; readonly size: number } | undefined {
  const { name, format, row, own } = input
  if (input.kind !== 'file' || input.compression || !isOfLines(format)) return undefined
  const head = readHead(input.path, HEAD_BYTES)
  const encoding = encodingOf(head, input.encoding ?? options.encoding)
  if (isWide(encoding)) return undefined
  const { path, size } = input
  const file = { name, path, format: format.name, encoding, opening: { start: 0 }, prelude: markLength(head), compressed: false }
  return { file: { ...file, ...(row ? { row } : {}), ...(own ? { own } : {}) }, size }
}

const isOfLines = ({ name }: Format) => name === 'jsonl' || name === 'lines'

/**
 * An input of many records, in pieces.
 *
 * @param spool  keeps what cannot be read twice where it lies; without it such records can be decoded as they pass only
 * @throws {LeitongError} `SOURCE_READ`
 */
export async function openPieces(
  input: Input,
  options: Options,
  fields: Fields,
  spool?: Spool,
): Promise<{ readonly file: ReadFile; readonly pieces: AsyncGenerator<Piece> }> {
  const { name, row, own } = input
  const isRead = isTable(input.format)
  // Rows of a table come as JSON lines.
  const format = isContainer(input.format) ? input.format : jsonl
  const table = isTable(input.format) ? await input.format.open(tablePath(input, input.format), tableReading(input, options)) : undefined
  const bytes = () => table?.lines(wantedColumns(input, { ...fields, ...own }, table.columns)) ?? bytesOf(input, options)
  const kept = spool && !canBeReadAgain(input) ? spool(bytes()) : undefined
  const { encoding, opening, prelude, pieces } = await cutContainer(
    (kept?.bytes ?? bytes())[Symbol.asyncIterator](),
    format,
    name,
    isMadeHere(input) ? 'utf-8' : options.encoding,
    options.maxRecord,
    tableReading(input, options),
  )
  if (opening.columns && options.headerRow === undefined && (opening.lines ?? 1) > 1) input.noteHeader?.(opening.lines as number)
  const path = kept?.path ?? (input.kind === 'file' ? input.path : '')
  const file = {
    name,
    path,
    format: format.name,
    encoding,
    opening: table ? { ...opening, columns: table.columns, lines: table.headerRows } : opening,
    prelude,
    compressed: false,
  }
  return { file: { ...file, ...(isRead ? { isTable: true } : {}), ...(row ? { row } : {}), ...(own ? { own } : {}) }, pieces }
}

/** Whether the bytes of records lie in a file as they are. */
export const canBeReadAgain = (input: Input) => input.kind === 'file' && !input.compression && isContainer(input.format)

/** Lines that are made here, of rows and documents, are in UTF-8 whatever the encoding of files. */
function isMadeHere(input: Input): boolean {
  if (isTable(input.format) || input.kind === 'table') return true
  return input.kind === 'file' ? input.encoding !== undefined : typeof input.source !== 'string'
}

function bytesOf(input: Input, { maxRatio }: Options): AsyncIterable<Uint8Array> {
  if (input.kind === 'table') return input.table.lines()
  if (input.kind === 'file') return input.compression ? readBytes(input.path, input.compression, maxRatio) : readPlain(input.path)
  return typeof input.source === 'string' ? readBytes(input.source, input.compression, maxRatio) : input.source
}

function tablePath(input: Input, { name }: TableFormat): string {
  if (input.kind !== 'file' || input.compression) throw new LeitongError('SOURCE_READ', input.name, `${name} is read from a plain file`)
  return input.path
}

/** The reader of a table in a form of its own. */
export function tableReading(input: Input, options: Options): TableReading {
  const { sheet, headerRow, maxRatio } = options
  const found = input.kind === 'file' ? input.sheet : undefined
  return {
    name: input.name,
    sheet: found?.name ?? sheet,
    headerRow: found?.headerRow ?? headerRow,
    names: namedFields(options, input.row, input.own),
    maxRatio,
  }
}

/** The columns of a table that are read. */
function wantedColumns(input: Input, { id, text, title, rank, info = [], beside = [] }: Fields, columns: readonly string[]): string[] {
  const { row, everyColumn } = input
  // Results for people have the other columns of a workbook beside.
  if (everyColumn || row?.all || (input.kind === 'file' && input.sheet)) return [...columns]
  const compared = row ? [...row.fields.map(({ name }) => name), ...row.key] : text
  // Pages show the person of a record.
  const wanted = new Set([id, ...compared, title, ...info, ...beside, ...personFields(columns), ...(rank === undefined ? [] : [rank])])
  return columns.filter((column) => wanted.has(column))
}

async function* readPlain(path: string): AsyncGenerator<Uint8Array> {
  try {
    const file = await open(path)
    try {
      while (true) {
        const buffer = Buffer.allocUnsafeSlow(PIECE)
        const { bytesRead } = await file.read(buffer, 0, PIECE)
        if (!bytesRead) return
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof LeitongError) throw error
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
}

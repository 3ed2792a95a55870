/** Inputs as documents one after the other, texts and all: for what takes one at a time. */
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { fieldsOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import { readBytes } from '../sources/formats/compression.js'
import { checkColumns } from '../sources/formats/csv.js'
import { detectEncoding } from '../sources/formats/encoding.js'
import { type ContainerFormat, type Decoded, type Fields, isContainer, isDocument } from '../sources/formats/format.js'
import { FORMATS } from '../sources/formats/formats.js'
import type { RowFeatures } from '../sources/rows/row-features.js'
import type { InputFile } from './input.js'
import { cutContainer, tooLong } from './pieces.js'
import { decodeRecord, readDocument, splitPiece } from './records.js'
import { parseJson } from './whole-numbers-json.js'

export type ReadItem =
  | { readonly id: unknown; readonly text: string; readonly row?: RowFeatures | undefined }
  /** What cannot be judged. */
  | { readonly source: string; readonly line: number; readonly reason: string }

/**
 * Every document of the inputs, in their order, under the ids that `dedupe` gives them.
 *
 * @param lasting  ids outlive the run: a record of standard input without one goes by its content, since its line says nothing later
 */
export async function* readDocuments(inputs: readonly InputFile[], options: Options, lasting = false): AsyncGenerator<ReadItem> {
  const fields = fieldsOf(options)
  const itemOf: ToItem = (decoded, source, line) => toItem(decoded, source, line, lasting)
  for (const input of inputs) {
    const { format } = input
    if (isDocument(format)) yield readWhole(input, options, fields, itemOf)
    else if (isContainer(format))
      yield* readContainer(
        input,
        format,
        input.stream ?? readBytes(input.path, input.compression, options.maxRatio),
        // What is made here is UTF-8, whatever files are.
        input.stream ? { ...options, encoding: 'utf-8' } : options,
        fields,
        itemOf,
      )
    else if (input.compression || input.size === undefined)
      throw new LeitongError('SOURCE_READ', input.name, `${format.name} is read from a plain file`)
    else {
      const rows = format.rows(input.path, fields)
      yield* readContainer(input, FORMATS.jsonl as ContainerFormat, rows, { ...options, encoding: 'utf-8' }, fields, itemOf)
    }
  }
}

type ToItem = (decoded: Decoded, source: string, line: number) => ReadItem

function toItem(decoded: Decoded, source: string, line: number, lasting: boolean): ReadItem {
  if ('reason' in decoded) return { source, line, reason: decoded.reason }
  const { id, text, row } = decoded
  if (id !== undefined) return { id: parseJson(id), text, row }
  if (lasting && source === '-') return { id: `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`, text, row }
  return { id: line ? `${source}:${line}` : source, text, row }
}

function readWhole(input: InputFile, options: Options, fields: Fields, itemOf: ToItem): ReadItem {
  const { name, path, format, compression, size } = input
  if (compression === 'zstd' || size === undefined)
    throw new LeitongError('SOURCE_READ', name, 'a single document can be plain or gzip, and a file')
  const bytes = statSync(path).size
  if (bytes > options.maxRecord) return { source: name, line: 0, reason: tooLong(bytes, options.maxRecord) }
  const reading = { path, format: format.name, encoding: options.encoding, opening: { start: 0 }, compressed: compression === 'gzip' }
  try {
    const content = readDocument(reading, options.maxRecord)
    const encoding = options.encoding === 'auto' ? detectEncoding(content.subarray(0, 65536)) : options.encoding
    const decoded = decodeRecord(content, { ...reading, encoding }, fields) ?? { reason: 'the text is empty' }
    return itemOf(decoded, name, 0)
  } catch (error) {
    if (!(error instanceof LeitongError)) throw error
    return { source: name, line: 0, reason: error.message }
  }
}

async function* readContainer(
  { name, path, row }: InputFile,
  format: ContainerFormat,
  chunks: AsyncIterable<Uint8Array>,
  options: Options,
  fields: Fields,
  itemOf: ToItem,
): AsyncGenerator<ReadItem> {
  const { encoding, opening, pieces } = await cutContainer(
    chunks[Symbol.asyncIterator](),
    format,
    name,
    options.encoding,
    options.maxRecord,
  )
  checkColumns(name, opening, row ? { ...fields, row } : fields)
  const reading = { path, format: format.name, encoding, opening, compressed: false, ...(row ? { row } : {}) }
  let line = 1 + (opening.lines ?? 0)
  for await (const { bytes, tooLong: size } of pieces) {
    if (size !== undefined) {
      yield { source: name, line: line++, reason: tooLong(size, options.maxRecord) }
      continue
    }
    const items: ReadItem[] = []
    const first = line
    line += splitPiece(bytes, reading, (start, end, at) => {
      const isTooLong = end - start > options.maxRecord
      const decoded = isTooLong
        ? { reason: tooLong(end - start, options.maxRecord) }
        : decodeRecord(bytes.subarray(start, end), reading, fields)
      if (decoded) items.push(itemOf(decoded, name, first + at))
    })
    yield* items
  }
}

/** Documents of inputs one after the other, texts and all: for stages that take one at a time. */
import { createHash } from 'node:crypto'
import { LeitongError } from '../errors.js'
import { readFields } from '../methods/fields.js'
import type { Options } from '../options/options.js'
import { type Decoded, type Fields, hasFields, isDocument } from '../sources/formats/format.js'
import type { RowFeatures, RowValues } from '../sources/rows/row-features.js'
import { extractText } from './extract.js'
import type { Input } from './input.js'
import { FieldSearch, namedFields, placeOf } from './named-fields.js'
import { openDocument, openPieces } from './open-input.js'
import { decodeRecord, readDocument, rowOf, splitPiece } from './records.js'
import { tooLong } from './too-long.js'
import { parseJson } from './whole-numbers-json.js'

export type ReadItem =
  | {
      readonly id: unknown
      readonly text: string
      /** The number of its input. */
      readonly input: number
      readonly title?: string | undefined
      readonly row?: RowFeatures | undefined
      readonly values?: RowValues | undefined
      /** Elements of other information, where fields of it are named. */
      readonly info?: readonly string[] | undefined
      /** A signature that was made elsewhere and is no text. */
      readonly given?: unknown
    }
  /** A record that cannot be judged; its line counts from 1, and is 0 for a whole file. */
  | { readonly source: string; readonly line: number; readonly reason: string }

/**
 * Every document of the inputs, in their order, under the ids that `dedupe` gives them. None comes before one of them can be judged and
 * every field that was named was seen: until then they are held, and at the end the lack of it is an error.
 *
 * @param lasting  ids outlive the run: a record of standard input without one goes by its content, since its line says nothing later
 * @throws {LeitongError} `SOURCE_READ`, `FIELD_MISSING`, `NOTHING_JUDGED`, `STRICT` for the first that cannot be judged where that is asked for
 */
export async function* readDocuments(inputs: readonly Input[], options: Options, lasting = false): AsyncGenerator<ReadItem> {
  const search = new FieldSearch()
  const place = placeOf(inputs)
  let held: ReadItem[] | undefined = []
  let isAnyJudged = false
  for await (const item of readItems(inputs, options, search, lasting)) {
    if ('reason' in item && options.strict) throw new LeitongError('STRICT', 1, whereOf(item))
    isAnyJudged ||= 'text' in item
    if (!held) {
      yield item
      continue
    }
    held.push(item)
    if (!isAnyJudged || !search.isDone) continue
    yield* held
    held = undefined
  }
  if (!held?.length) return
  search.finish(place)
  const [first] = held
  if (first && 'reason' in first && !isAnyJudged) throw new LeitongError('NOTHING_JUDGED', place, held.length, whereOf(first))
  yield* held
}

/** A record that cannot be judged, as people are told: where it is, and why. */
export const whereOf = ({ source, line, reason }: Extract<ReadItem, { readonly reason: string }>) =>
  `${source}${line ? `:${line}` : ''}: ${reason}`

async function* readItems(inputs: readonly Input[], options: Options, search: FieldSearch, lasting: boolean): AsyncGenerator<ReadItem> {
  const fields = readFields(options)
  for (const [number, input] of inputs.entries()) {
    const { format } = input
    if (!isDocument(format)) yield* readRecords(number, input, options, fields, search, lasting)
    else if (format.extract && input.kind === 'file') {
      const found = await extractText(input, format.extract, options)
      yield toItem('text' in found ? format.decode(found.text) : found, input.name, 0, lasting, number)
    } else yield toItem(readDocument(openDocument(input, options), fields, options.maxRecord).decoded, input.name, 0, lasting, number)
  }
}

function toItem(decoded: Decoded, source: string, line: number, lasting: boolean, input: number): ReadItem {
  if ('reason' in decoded) return { source, line, reason: decoded.reason }
  const { id, text, title, row, values, info, given } = decoded
  const content = { text, input, title, row, values, info, given }
  if (id !== undefined) return { id: parseJson(id), ...content }
  if (lasting && source === '-') return { id: `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`, ...content }
  return { id: line ? `${source}:${line}` : source, ...content }
}

async function* readRecords(
  number: number,
  input: Input,
  options: Options,
  fields: Fields,
  search: FieldSearch,
  lasting: boolean,
): AsyncGenerator<ReadItem> {
  const { maxRecord } = options
  const { file, pieces } = await openPieces(input, options, fields)
  // A database has looked for its columns itself.
  if (hasFields(input.format) && input.kind !== 'table') search.want(namedFields(options, file.row, file.own))
  search.addColumns(file.opening.columns ?? [])
  let line = 1 + (file.opening.lines ?? 0)
  for await (const { bytes, tooLong: size } of pieces) {
    if (size !== undefined) {
      yield { source: input.name, line: line++, reason: tooLong(size, maxRecord) }
      continue
    }
    const items: ReadItem[] = []
    const first = line
    line += splitPiece(bytes, file, (start, end, at) => {
      const isTooLong = end - start > maxRecord
      const decoded = isTooLong ? { reason: tooLong(end - start, maxRecord) } : decodeRecord(bytes.subarray(start, end), file, fields)
      if (decoded && !search.isDone && !isTooLong) search.addRecord(rowOf(bytes.subarray(start, end), file))
      if (decoded) items.push(toItem(decoded, input.name, first + at, lasting, number))
    })
    yield* items
  }
}

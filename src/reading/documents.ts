/** Documents of inputs one after the other, texts and all: for stages that take one at a time. */
import { createHash } from 'node:crypto'
import { fieldsOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import { type Decoded, type Fields, isDocument } from '../sources/formats/format.js'
import type { RowFeatures } from '../sources/rows/row-features.js'
import type { Input } from './input.js'
import { openDocument, openPieces } from './open-input.js'
import { tooLong } from './pieces.js'
import { decodeRecord, readDocument, splitPiece } from './records.js'
import { parseJson } from './whole-numbers-json.js'

export type ReadItem =
  | { readonly id: unknown; readonly text: string; readonly row?: RowFeatures | undefined }
  /** A record that cannot be judged; its line counts from 1, and is 0 for a whole file. */
  | { readonly source: string; readonly line: number; readonly reason: string }

/**
 * Every document of the inputs, in their order, under the ids that `dedupe` gives them.
 *
 * @param lasting  ids outlive the run: a record of standard input without one goes by its content, since its line says nothing later
 * @throws {LeitongError} `SOURCE_READ`, `FIELD_MISSING`
 */
export async function* readDocuments(inputs: readonly Input[], options: Options, lasting = false): AsyncGenerator<ReadItem> {
  const fields = fieldsOf(options)
  for (const input of inputs) {
    if (!isDocument(input.format)) yield* readRecords(input, options, fields, lasting)
    else yield toItem(readDocument(openDocument(input, options), fields, options.maxRecord).decoded, input.name, 0, lasting)
  }
}

function toItem(decoded: Decoded, source: string, line: number, lasting: boolean): ReadItem {
  if ('reason' in decoded) return { source, line, reason: decoded.reason }
  const { id, text, row } = decoded
  if (id !== undefined) return { id: parseJson(id), text, row }
  if (lasting && source === '-') return { id: `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`, text, row }
  return { id: line ? `${source}:${line}` : source, text, row }
}

async function* readRecords(input: Input, options: Options, fields: Fields, lasting: boolean): AsyncGenerator<ReadItem> {
  const { maxRecord } = options
  const { file, pieces } = await openPieces(input, options, fields)
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
      if (decoded) items.push(toItem(decoded, input.name, first + at, lasting))
    })
    yield* items
  }
}

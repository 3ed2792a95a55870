/** The inputs again, without some stretches of their texts and byte for byte otherwise. */
import { LeitongError } from '../../errors.js'
import { fieldsOf } from '../../methods/fields.js'
import type { Options } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import { openDocument, openPieces } from '../../reading/open-input.js'
import { decodeRecord, readDocument, splitPiece } from '../../reading/records.js'
import { readBytes } from '../../sources/formats/compression.js'
import { isDocument } from '../../sources/formats/format.js'
import { textSpans, withoutStretches } from '../../sources/formats/json-spans.js'

/** Formats whose texts can be cut where they stand. */
const CUT = ['jsonl', 'lines', 'txt', 'md']

/**
 * Sees that texts can be cut out of the inputs, before the work.
 *
 * @throws {LeitongError} `CUT_FORMAT`
 */
export function requireCuttable(inputs: readonly Input[], output: string): void {
  for (const { name, format, kind } of inputs)
    if (kind === 'table' || !CUT.includes(format.name))
      throw new LeitongError('CUT_FORMAT', name, kind === 'table' ? 'a table' : format.name)
  const documents = inputs.filter(({ format }) => isDocument(format))
  if (documents.length && inputs.length > 1)
    throw new LeitongError(
      'CUT_FORMAT',
      output,
      `one file for ${inputs.length} inputs, of which ${documents[0]?.name} is a document in itself`,
    )
}

/** What is left out of a text: start and end of each stretch, in UTF-16 units, ascending. */
type GapsOf = (text: number) => ArrayLike<number>

/**
 * The bytes of all inputs without stretches of their texts.
 *
 * @param lengthOf  UTF-16 units of a text when it was read first
 * @throws {LeitongError} `SOURCE_CHANGED` when a text is not what it was; `CUT_FORMAT`
 */
export async function* cutTexts(
  inputs: readonly Input[],
  options: Options,
  gapsOf: GapsOf,
  lengthOf: (text: number) => number | undefined,
): AsyncGenerator<Uint8Array> {
  const fields = fieldsOf(options)
  let text = 0
  let endsLine = true
  for (const input of inputs) {
    if (isDocument(input.format)) {
      const { decoded } = readDocument(openDocument(input, options), fields, options.maxRecord)
      const bytes = await wholeBytes(input, options)
      if ('reason' in decoded) yield bytes
      else yield cut(bytes, input, decoded.text, text++, (whole, gaps) => cutPlain(whole, whole.indexOf(decoded.text), gaps))
      continue
    }
    const { file, pieces } = await openPieces(input, options, fields)
    let isFirst = true
    const prelude = file.prelude && endsLine && text === 0 ? (await head(input, options)).subarray(0, file.prelude) : undefined
    for await (const { bytes, tooLong } of pieces) {
      if (tooLong !== undefined)
        throw new LeitongError('CUT_FORMAT', input.name, `a file with a record of ${tooLong} bytes, more than --max-record`)
      const out: Uint8Array[] = []
      if (isFirst && !endsLine) out.push(Buffer.from('\n'))
      if (isFirst && prelude) out.push(prelude)
      isFirst = false
      splitPiece(bytes, file, (start, end) => {
        const record = bytes.subarray(start, end)
        const decoded = end - start > options.maxRecord ? undefined : decodeRecord(record, file, fields)
        if (!decoded || 'reason' in decoded) out.push(record)
        else if (file.encoding !== 'utf-8' && gapsOf(text).length) throw new LeitongError('CUT_FORMAT', input.name, `in ${file.encoding}`)
        else
          out.push(
            cut(record, input, decoded.text, text++, (whole, gaps) =>
              file.format === 'lines' ? cutPlain(whole, 0, gaps) : cutJson(whole, options.textField, gaps),
            ),
          )
      })
      const last = out.at(-1)
      if (last?.length) endsLine = last[last.length - 1] === 10
      yield Buffer.concat(out)
    }
  }

  function cut(
    bytes: Uint8Array,
    input: Input,
    said: string,
    number: number,
    work: (whole: string, gaps: ArrayLike<number>) => string,
  ): Uint8Array {
    if (lengthOf(number) !== said.length) throw new LeitongError('SOURCE_CHANGED', input.name)
    const gaps = gapsOf(number)
    if (!gaps.length) return bytes
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
    // Bytes that are no sound UTF-8 would not come back as they were.
    if (!Buffer.from(whole).equals(bytes)) throw new LeitongError('CUT_FORMAT', input.name, 'not UTF-8')
    return Buffer.from(work(whole, gaps))
  }
}

async function wholeBytes(input: Input, options: Options): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  if (input.kind === 'file') for await (const chunk of readBytes(input.path, input.compression, options.maxRatio)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The first bytes: more than any byte order mark. */
async function head(input: Input, options: Options): Promise<Uint8Array> {
  if (input.kind === 'file') for await (const chunk of readBytes(input.path, input.compression, options.maxRatio)) return chunk
  return new Uint8Array()
}

function cutPlain(whole: string, base: number, gaps: ArrayLike<number>): string {
  let kept = ''
  let at = 0
  for (let i = 0; i < gaps.length; i += 2) {
    kept += whole.slice(at, base + (gaps[i] as number))
    at = base + (gaps[i + 1] as number)
  }
  return kept + whole.slice(at)
}

/** The text of a record is that of its fields, with a line break between two. */
function cutJson(record: string, fields: readonly string[], gaps: ArrayLike<number>): string {
  let base = 0
  const edits: { readonly start: number; readonly end: number; readonly literal: string }[] = []
  for (const field of fields)
    for (const [start, end] of textSpans(record, field)) {
      const literal = record.slice(start, end)
      const { length } = JSON.parse(literal) as string
      const own: number[] = []
      for (let i = 0; i < gaps.length; i += 2) {
        const [from, to] = [Math.max(0, (gaps[i] as number) - base), Math.min(length, (gaps[i + 1] as number) - base)]
        if (from < to) own.push(from, to)
      }
      if (own.length) edits.push({ start, end, literal: withoutStretches(literal, own) })
      base += length + 1
    }
  let kept = ''
  let at = 0
  for (const { start, end, literal } of edits.sort((a, b) => a.start - b.start)) {
    kept += record.slice(at, start) + literal
    at = end
  }
  return kept + record.slice(at)
}

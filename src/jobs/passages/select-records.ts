/** Whole records of the inputs, byte for byte: those whose texts are wanted. */
import { LeitongError } from '../../errors.js'
import { fieldsOf } from '../../methods/fields.js'
import type { Options } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import { openPieces } from '../../reading/open-input.js'
import { decodeRecord, splitPiece } from '../../reading/records.js'
import { isDocument } from '../../sources/formats/format.js'

/**
 * @param wanted    by the number of the text; undefined: a record without one
 * @param lengthOf  UTF-16 units of a text when it was read first
 * @throws {LeitongError} `SOURCE_CHANGED` when a text is not what it was; `CUT_FORMAT` for files that are one document
 */
export async function* selectRecords(
  inputs: readonly Input[],
  options: Options,
  wanted: (text: number | undefined) => boolean,
  lengthOf: (text: number) => number | undefined,
): AsyncGenerator<Uint8Array> {
  const fields = fieldsOf(options)
  let text = 0
  let endsLine = true
  for (const input of inputs) {
    if (isDocument(input.format)) throw new LeitongError('CUT_FORMAT', input.name, 'a document in itself')
    const { file, pieces } = await openPieces(input, options, fields)
    for await (const { bytes, tooLong } of pieces) {
      if (tooLong !== undefined)
        throw new LeitongError('CUT_FORMAT', input.name, `a file with a record of ${tooLong} bytes, more than --max-record`)
      const out: Uint8Array[] = []
      splitPiece(bytes, file, (start, end) => {
        const record = bytes.subarray(start, end)
        const decoded = end - start > options.maxRecord ? undefined : decodeRecord(record, file, fields)
        const number = decoded && !('reason' in decoded) ? text++ : undefined
        if (number !== undefined && decoded && 'text' in decoded && lengthOf(number) !== decoded.text.length)
          throw new LeitongError('SOURCE_CHANGED', input.name)
        if (!wanted(number)) return
        if (!endsLine) out.push(Buffer.from('\n'))
        out.push(record)
        endsLine = record[record.length - 1] === 10
      })
      yield Buffer.concat(out)
    }
  }
}

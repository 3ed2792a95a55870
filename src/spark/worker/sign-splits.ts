/**
 * number of a file, its name (base64), bytes; first byte of a split, and the one behind its last -> what {@link sign} says of its lines,
 * with the place of each record.
 */
import { isUtf8 } from 'node:buffer'
import { LeitongError } from '../../errors.js'
import { loadModel } from '../../methods/corpus-model.js'
import { fieldsOf } from '../../methods/fields.js'
import type { Options } from '../../options/options.js'
import { RangeReader } from '../../reading/line-ranges.js'
import { PIECE } from '../../reading/pieces.js'
import { tooLong } from '../../reading/too-long.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { rows } from './pipe.js'
import { PlacedFile } from './placed-file.js'
import { ScriptTally, sayReject, saySigned, signable, signLines } from './sign.js'

export function signSplits(given: Options, plan: RowPlan | undefined): void {
  const { options, bytes: model } = loadModel(signable(given))
  const signed = signLines(options, plan, fieldsOf(options), model)
  const reader = new RangeReader()
  const scripts = new ScriptTally()
  for (const [number = '', name = '', bytes = '', first = '', last = ''] of rows()) {
    const file = new PlacedFile(name, bytes)
    const split = (BigInt(number) << 40n) + BigInt(first)
    let lines = 0
    const documentOf = (line: number) => String(split + BigInt(lines + line))
    // A line belongs to the split in which the byte before it lies, the first one to the first split: so Spark numbers them.
    const begin = first === '0' ? file.mark : Number(first) + 1
    const end = Math.min(Number(last) + 1, file.bytes)
    for (let from = begin; from < end; from += PIECE) {
      const range = { first: file.mark, from, to: Math.min(from + PIECE, end) }
      const { bytes, start, tooLong: length } = reader.readOpen(file.path, file.descriptor, range, options.maxRecord)
      if (!isUtf8(bytes)) throw new LeitongError('CLUSTER', file.path, 'a record is not UTF-8; a cluster reads no other encoding')
      const columns = signed({ documents: [documentOf(0)], lines: bytes as Buffer })
      scripts.add(columns)
      saySigned(columns, documentOf, options, start)
      for (const { line, reason } of columns.rejects) sayReject(documentOf(line), JSON.stringify(reason))
      lines += columns.lines
      if (length) sayReject(documentOf(0), JSON.stringify(tooLong(length, options.maxRecord)))
      if (length) lines++
    }
    file.requireUnchanged()
    file.close()
  }
  scripts.say()
}

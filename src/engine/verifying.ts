/** The worker's second task: pairs of documents, measured exactly. */

import { type Measure, measure } from '../comparing/measures.js'
import { LeitongError } from '../errors.js'
import { type KernelExports, writeText } from '../kernel/wasm.js'
import { detectEncoding } from '../sources/encoding.js'
import { FORMATS } from '../sources/formats.js'
import { isSignatureMeasure } from './options.js'
import { decodeRecord, RecordReader, readDocument } from './records.js'
import type { Signer } from './signer.js'
import type { FileReading, VerifyTask } from './tasks.js'
import type { Signable } from './weighing.js'

/** A feature set as bytes: hashes, then counts. */
interface StoredSet {
  readonly size: number
  readonly bytes: Uint8Array
  readonly total: number
  readonly square: number
}

const reader = new RecordReader()

/** Reads the text of one document again. */
export function textAt(
  task: Pick<VerifyTask, 'files' | 'places' | 'fields' | 'options'>,
  document: number,
): Signable & { readonly text: string } {
  const { places, files, fields, options } = task
  const file = files[places.file[document] as number] as FileReading
  const isContainer = FORMATS[file.format].kind !== 'document'
  const bytes = isContainer
    ? reader.read(file.path, places.start[document] as number, places.length[document] as number)
    : readDocument(file, options.maxRecord)
  const encoding = file.encoding === 'auto' ? detectEncoding(bytes.subarray(0, 65536)) : file.encoding
  const decoded = decodeRecord(bytes, { ...file, encoding }, fields)
  if (!decoded || 'reason' in decoded) throw new LeitongError('SOURCE_READ', file.path, 'it has changed since it was read')
  return decoded
}

/** The similarity of each pair. */
export function verifyTask(task: VerifyTask, signer: Signer): Float64Array<ArrayBuffer> {
  const { kernel } = signer
  const by = task.options.measure
  if (isSignatureMeasure(by)) throw new Error(`${by} is of signatures`)
  const sets = new Map<number, StoredSet>()
  // A set is let go after its last pair: only so many are held as pairs reach across.
  const last = new Map<number, number>()
  task.pairs.forEach((document, i) => {
    last.set(document, i >> 1)
  })
  const counted = by === 'multiset' || by === 'cosine' || by === 'weighted'
  const setOf = (document: number) => {
    const known = sets.get(document)
    if (known) return known
    const made = featureSet(signer, textAt(task, document), by)
    sets.set(document, made)
    return made
  }
  const similarities = new Float64Array(task.pairs.length / 2)
  for (let pair = 0; pair < similarities.length; pair++) {
    const [a, b] = [task.pairs[2 * pair] as number, task.pairs[2 * pair + 1] as number]
    similarities[pair] = similarity(kernel, setOf(a), setOf(b), by, counted)
    for (const document of [a, b]) if (last.get(document) === pair) sets.delete(document)
  }
  return similarities
}

function featureSet({ kernel, weigher }: Signer, record: Signable, by: Measure): StoredSet {
  const counted = by !== 'jaccard' && by !== 'containment'
  const weighted = by === 'weighted' ? weigher : undefined
  const features = weighted ? weighted.prepare(record) : kernel.prepare(writeText(kernel, record.text))
  const mark = kernel.mark()
  const size = features < 0 ? -1 : weighted ? weighted.weightedSet(features) : kernel.featureSet(features)
  if (size < 0) throw new LeitongError('TEXT_TOO_LARGE', record.text.length)
  const memory = kernel.memory.buffer
  const bytes = new Uint8Array(size * (counted ? 12 : 8))
  bytes.set(new Uint8Array(memory, kernel.setMembers() >>> 0, size * 8))
  let total = size
  let square = size
  if (counted) {
    const counts = new Uint32Array(memory, kernel.setCounts() >>> 0, size)
    bytes.set(new Uint8Array(memory, kernel.setCounts() >>> 0, size * 4), size * 8)
    total = counts.reduce((sum, n) => sum + n, 0)
    square = counts.reduce((sum, n) => sum + n * n, 0)
  }
  kernel.release(mark)
  return { size, bytes, total, square }
}

function similarity(kernel: KernelExports, a: StoredSet, b: StoredSet, by: Measure, counted: boolean): number {
  const mark = kernel.mark()
  const [left, right, result] = [kernel.alloc(a.bytes.length) >>> 0, kernel.alloc(b.bytes.length) >>> 0, kernel.alloc(16) >>> 0]
  if (!left || !right || !result) throw new LeitongError('MEMORY', a.bytes.length + b.bytes.length, 'compare two texts')
  const memory = new Uint8Array(kernel.memory.buffer)
  memory.set(a.bytes, left)
  memory.set(b.bytes, right)
  const shared = kernel.intersection(left, a.size, right, b.size)
  let sharedTotal = shared
  let dot = shared
  if (counted) {
    kernel.overlap(left, left + a.size * 8, a.size, right, right + b.size * 8, b.size, result)
    const answers = new BigUint64Array(kernel.memory.buffer, result, 2)
    sharedTotal = Number(answers[0])
    dot = Number(answers[1])
  }
  kernel.release(mark)
  return measure(
    {
      left: a.size,
      right: b.size,
      shared,
      leftTotal: a.total,
      rightTotal: b.total,
      sharedTotal,
      leftSquare: a.square,
      rightSquare: b.square,
      dot,
    },
    by,
  )
}

/** Closes the files that verification has open. */
export function closeRecords(): void {
  reader.close()
}

/** The features of a text as the kernel compares them, as bytes that can be kept. */
import { type Measure, measure } from '../comparing/measures.js'
import { LeitongError } from '../errors.js'
import type { KernelExports } from '../kernel/exports.js'
import { writeText } from '../kernel/wasm.js'
import type { Fingerprinter } from './fingerprinter.js'
import type { WeighableText } from './weigher.js'

/** A feature set as bytes: hashes, then counts. */
export interface StoredSet {
  readonly size: number
  readonly bytes: Uint8Array
  readonly total: number
  readonly square: number
}

/** Whether a measure asks how often features occur. */
export const isCounted = (by: Measure) => by === 'multiset' || by === 'cosine' || by === 'weighted'

/** The feature set of a text, under `weighted` with weights in place of counts. */
export function featureSet({ kernel, weigher }: Pick<Fingerprinter, 'kernel' | 'weigher'>, record: WeighableText, by: Measure): StoredSet {
  const counted = isCounted(by)
  const weighted = by === 'weighted' ? weigher : undefined
  const features = weighted ? weighted.prepare(record) : kernel.prepare(writeText(kernel, record.text))
  const mark = kernel.mark()
  const size = features < 0 ? -1 : weighted ? weighted.weightedSet(features) : kernel.featureSet(features)
  if (size < 0) throw new LeitongError('TEXT_TOO_LARGE', record.text.length)
  const memory = kernel.memory.buffer
  const bytes = new Uint8Array(size * (counted ? 12 : 8))
  bytes.set(new Uint8Array(memory, kernel.setMembers() >>> 0, size * 8))
  if (counted) bytes.set(new Uint8Array(memory, kernel.setCounts() >>> 0, size * 4), size * 8)
  kernel.release(mark)
  return readSet(bytes, counted)
}

/** A feature set from its bytes. */
export function readSet(bytes: Uint8Array, counted: boolean): StoredSet {
  const size = bytes.length / (counted ? 12 : 8)
  if (!counted) return { size, bytes, total: size, square: size }
  const counts = new Uint32Array(bytes.slice(size * 8).buffer)
  const total = counts.reduce((sum, n) => sum + n, 0)
  const square = counts.reduce((sum, n) => sum + n * n, 0)
  return { size, bytes, total, square }
}

/** One measure of two feature sets, exact. */
export function similarity(kernel: KernelExports, a: StoredSet, b: StoredSet, by: Measure, counted: boolean): number {
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

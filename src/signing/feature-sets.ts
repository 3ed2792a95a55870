/** Feature sets as bytes that can be kept: exact measures compare them, in the kernel. */
import { type Measure, measure } from '../comparing/measures.js'
import { LeitongError } from '../errors.js'
import type { KernelExports } from '../kernel/exports.js'
import { featureBytes, sharedFeatures, takeSet } from '../kernel/feature-set.js'
import { byteLengthOf, prepareText } from '../kernel/text.js'
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

/**
 * The feature set of a text; under `weighted` with weights in place of counts, which only a weigher knows.
 *
 * @throws {LeitongError} `TEXT_TOO_LARGE`
 */
export function featureSet(
  { kernel, weigher, ignored }: Pick<Fingerprinter, 'kernel' | 'weigher' | 'ignored'>,
  whole: WeighableText,
  by: Measure,
): StoredSet {
  const record = ignored ? { ...whole, text: ignored.cut(whole.text).text } : whole
  const counted = isCounted(by)
  const bytes = by === 'weighted' && weigher ? weigher.weightedSet(record) : countedSet(kernel, record.text, counted)
  if (!bytes) throw new LeitongError('TEXT_TOO_LARGE', byteLengthOf(record.text))
  return readSet(bytes, counted)
}

function countedSet(kernel: KernelExports, text: string | Uint8Array, counted: boolean): Uint8Array | undefined {
  const features = prepareText(kernel, text)
  return features < 0 ? undefined : takeSet(kernel, features, counted)
}

/** A feature set from its bytes. */
export function readSet(bytes: Uint8Array, counted: boolean): StoredSet {
  const size = bytes.length / featureBytes(counted)
  if (!counted) return { size, bytes, total: size, square: size }
  const counts = new Uint32Array(bytes.slice(size * 8).buffer)
  const total = counts.reduce((sum, n) => sum + n, 0)
  const square = counts.reduce((sum, n) => sum + n * n, 0)
  return { size, bytes, total, square }
}

/**
 * One measure of two feature sets, exact.
 *
 * @throws {LeitongError} `MEMORY`
 */
export function similarity(kernel: KernelExports, a: StoredSet, b: StoredSet, by: Measure, counted: boolean): number {
  const { shared, sharedTotal, dot } = sharedFeatures(kernel, a, b, counted)
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

/** Exact measures of how alike two texts are, on their features. */
import type { FeatureSet } from '../kernel/kernel.js'

/**
 * - `jaccard`: shared distinct features / all distinct features
 * - `multiset`: the same with repeats: sum of the lesser counts / sum of the greater counts
 * - `containment`: shared distinct features / those of the smaller text, 1 when it is contained in the other
 * - `cosine`: of the vectors of counts
 * - `weighted`: `multiset` with weights in place of counts
 */
export type Measure = 'jaccard' | 'multiset' | 'containment' | 'cosine' | 'weighted'

/** The measures that need nothing but the two texts. */
export const PLAIN_MEASURES = ['jaccard', 'multiset', 'containment', 'cosine'] as const satisfies readonly Measure[]
export const MEASURES: readonly Measure[] = [...PLAIN_MEASURES, 'weighted']

/**
 * Similarities of signatures, as published; they decide without verification.
 *
 * - `bits`: share of equal bits of two fingerprints
 * - `combined`: distance of fingerprints and estimated similarity of other information, see combined.ts
 */
export type SignatureMeasure = 'bits' | 'combined'

export const SIGNATURE_MEASURES: readonly SignatureMeasure[] = ['bits', 'combined']

/**
 * Similarities of rows, field by field.
 *
 * - `fields`: mean similarity of the fields that both rows have, by weight
 * - `match`: how likely two rows are about the same, by a model
 */
export type RowMeasure = 'fields' | 'match'

export const ROW_MEASURES: readonly RowMeasure[] = ['fields', 'match']

/** Two feature sets, counted: all that the measures need. */
export interface Overlap {
  /** Distinct features of each and shared. */
  readonly left: number
  readonly right: number
  readonly shared: number
  /** Occurrences of each, and the sum of the lesser counts of the shared ones. */
  readonly leftTotal: number
  readonly rightTotal: number
  readonly sharedTotal: number
  /** Squared lengths of the count vectors and their dot product. */
  readonly leftSquare: number
  readonly rightSquare: number
  readonly dot: number
}

export function overlapOf(left: FeatureSet, right: FeatureSet): Overlap {
  let shared = 0
  let sharedTotal = 0
  let dot = 0
  for (let i = 0, j = 0; i < left.hashes.length && j < right.hashes.length; ) {
    const [a, b] = [left.hashes[i] as bigint, right.hashes[j] as bigint]
    if (a === b) {
      const m = left.counts[i] as number
      const n = right.counts[j] as number
      shared++
      sharedTotal += Math.min(m, n)
      dot += m * n
    }
    if (a <= b) i++
    if (b <= a) j++
  }
  const sum = (counts: Uint32Array) => counts.reduce((total, n) => total + n, 0)
  const square = (counts: Uint32Array) => counts.reduce((total, n) => total + n * n, 0)
  return {
    left: left.hashes.length,
    right: right.hashes.length,
    shared,
    leftTotal: sum(left.counts),
    rightTotal: sum(right.counts),
    sharedTotal,
    leftSquare: square(left.counts),
    rightSquare: square(right.counts),
    dot,
  }
}

/** The measure `jaccard` of two sets of these sizes. */
export const jaccard = (left: number, right: number, shared: number): number =>
  left && right ? shared / (left + right - shared) : left === right ? 1 : 0

/** The measure `containment` of two sets of these sizes. */
export const containment = (left: number, right: number, shared: number): number =>
  left && right ? shared / Math.min(left, right) : left === right ? 1 : 0

/**
 * One measure of an overlap.
 *
 * @returns 0 to 1; 1 for two empty texts, 0 for one empty text
 * @example measure({ left: 3, right: 2, shared: 1, … }, 'jaccard') // 0.25
 */
export function measure(o: Overlap, by: Measure): number {
  if (!o.left || !o.right) return o.left === o.right ? 1 : 0
  switch (by) {
    case 'jaccard':
      return jaccard(o.left, o.right, o.shared)
    case 'multiset':
    case 'weighted':
      return o.sharedTotal / (o.leftTotal + o.rightTotal - o.sharedTotal)
    case 'containment':
      return containment(o.left, o.right, o.shared)
    case 'cosine':
      return o.dot / Math.sqrt(o.leftSquare * o.rightSquare)
  }
}

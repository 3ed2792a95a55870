/**
 * Precision, recall and F1 of a method, in the two ways that the literature has.
 *
 * Pairwise: every pair of documents is one decision; intervals are Wilson's, which take pairs for independent. In large
 * groups they are not (one wrong document makes many wrong pairs), so there the true uncertainty is larger.
 *
 * B-cubed: every document is one decision, by the share of its group that belongs there and the share of its true group
 * that is there; intervals are bootstrapped over documents.
 */
import { type Estimate, percentiles, resample, wilson } from './intervals.js'

/** Pairs that were found, that are true, and that are both. */
export interface PairCounts {
  readonly found: number
  readonly truth: number
  readonly right: number
}

export interface Score {
  readonly precision: Estimate
  readonly recall: Estimate
  readonly f1: Estimate
}

/** Counts of two sets of pairs, by keys. */
export function countPairs(found: ReadonlySet<number>, truth: ReadonlySet<number>): PairCounts {
  let right = 0
  for (const pair of found) if (truth.has(pair)) right++
  return { found: found.size, truth: truth.size, right }
}

/**
 * The same counts from two groupings, without spelling the pairs out.
 *
 * @param found  the group of every document, as any numbers
 * @param truth  likewise, of one length
 */
export function countGroupPairs(found: ArrayLike<number>, truth: ArrayLike<number>): PairCounts {
  const pairs = (n: number) => (n * (n - 1)) / 2
  const total = (sizes: Iterable<number>) => {
    let sum = 0
    for (const size of sizes) sum += pairs(size)
    return sum
  }
  const { both, sizes } = contingency(found, truth)
  return { found: total(sizes[0].values()), truth: total(sizes[1].values()), right: total(both.values()) }
}

/** Harmonic mean; 0 when both are 0. */
export const harmonic = (precision: number, recall: number) => (precision + recall ? (2 * precision * recall) / (precision + recall) : 0)

/**
 * Pairwise precision, recall and F1. Precision of nothing found is 1, recall of nothing to find is 1. F1 is 2 j / (1 + j) of
 * j = right / (found or true), a proportion, and so is its interval.
 *
 * @example pairwise({ found: 10, truth: 8, right: 6 }).precision.value // 0.6
 */
export function pairwise({ found, truth, right }: PairCounts): Score {
  const either = wilson(right, found + truth - right)
  const f1 = (j: number) => (2 * j) / (1 + j)
  return {
    precision: wilson(right, found),
    recall: wilson(right, truth),
    f1: { value: f1(either.value), low: f1(either.low), high: f1(either.high) },
  }
}

/** Sizes of groups and of their intersections. */
function contingency(found: ArrayLike<number>, truth: ArrayLike<number>) {
  const sizes = [new Map<number, number>(), new Map<number, number>()] as const
  const both = new Map<string, number>()
  const add = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1)
  for (let i = 0; i < truth.length; i++) {
    add(sizes[0], found[i] as number)
    add(sizes[1], truth[i] as number)
    add(both, `${found[i]} ${truth[i]}`)
  }
  return { both, sizes }
}

/**
 * B-cubed precision, recall and F1 of one grouping against another.
 *
 * @param found      the group of every document, as any numbers; a document alone has a number of its own
 * @param truth      likewise, of one length
 * @param resamples  how often the bootstrap draws as many documents as there are
 * @see A. Bagga, B. Baldwin, "Entity-based cross-document coreferencing using the vector space model", ACL 1998
 * @example bCubed([0, 0, 2], [0, 0, 0]).recall.value // (2/3 + 2/3 + 1/3) / 3
 */
export function bCubed(
  found: ArrayLike<number>,
  truth: ArrayLike<number>,
  { resamples = 1000, seed = 1 }: { readonly resamples?: number; readonly seed?: number } = {},
): Score {
  const count = truth.length
  if (!count) return { precision: wilson(0, 0), recall: wilson(0, 0), f1: wilson(0, 0) }
  const { both, sizes } = contingency(found, truth)
  const precisions = new Float64Array(count)
  const recalls = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const shared = both.get(`${found[i]} ${truth[i]}`) as number
    precisions[i] = shared / (sizes[0].get(found[i] as number) as number)
    recalls[i] = shared / (sizes[1].get(truth[i] as number) as number)
  }
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / count
  const samples: { precision: number[]; recall: number[]; f1: number[] } = { precision: [], recall: [], f1: [] }
  resample(count, resamples, seed, (draw) => {
    let precision = 0
    let recall = 0
    for (let drawn = 0; drawn < count; drawn++) {
      const i = draw()
      precision += precisions[i] as number
      recall += recalls[i] as number
    }
    samples.precision.push(precision / count)
    samples.recall.push(recall / count)
    samples.f1.push(harmonic(precision / count, recall / count))
  })
  const [precision, recall] = [mean(precisions), mean(recalls)]
  return {
    precision: percentiles(precision, samples.precision),
    recall: percentiles(recall, samples.recall),
    f1: percentiles(harmonic(precision, recall), samples.f1),
  }
}

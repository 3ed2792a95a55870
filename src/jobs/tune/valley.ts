/** What tuning computes from similarities: where duplicates end, how right a threshold is, and how sure that is. */
import { UnionFind } from '../../grouping/union-find.js'

/** Scores are counted in so many bins of equal width from 0 to 1. */
export const BINS = 50

/** A valley must be so much lower than the hills beside it, as a factor. */
const DEPTH = 2
/** Bins that a count is spread over to each side. */
const SMOOTH = 2

export interface Valley {
  /** The similarity that divides best. */
  readonly at: number
  /** How many times lower it is than the lower of the two hills. */
  readonly depth: number
}

/**
 * The deepest valley of a histogram, on a logarithmic scale: unrelated pairs outnumber duplicates by millions. Of a wide floor the middle.
 *
 * @param counts  one for each bin
 * @param from    similarities below this are no answer
 * @returns       undefined when there is none, as when scores fall off evenly
 * @example findValley([900, 400, 10, 2, 1, 8, 30]) // between the fourth and the fifth bin
 */
export function findValley(counts: readonly number[], from = 0): Valley | undefined {
  const bins = counts.length
  const height = counts.map((_, i) => {
    let sum = 0
    let weights = 0
    for (let j = Math.max(0, i - SMOOTH); j <= Math.min(bins - 1, i + SMOOTH); j++) {
      const weight = SMOOTH + 1 - Math.abs(i - j)
      sum += weight * Math.log1p(counts[j] as number)
      weights += weight
    }
    return sum / weights
  })
  const right = height.slice()
  for (let i = bins - 2; i >= 0; i--) right[i] = Math.max(right[i] as number, right[i + 1] as number)
  let left = 0
  let best = Math.log(DEPTH)
  let floor: number[] = []
  for (let i = 0; i < bins; i++) {
    left = Math.max(left, height[i] as number)
    const depth = Math.min(left, right[i] as number) - (height[i] as number)
    if (i / bins < from || depth < best) continue
    if (depth > best) floor = []
    best = depth
    floor.push(i)
  }
  if (!floor.length) return undefined
  const middle = (floor[0] as number) + (floor.at(-1) as number) + 1
  return { at: Math.round((middle / 2 / bins) * 100) / 100, depth: Math.exp(best) }
}

/** A pair with what is known of it: whether it is one in truth, and its similarity (0 when the search did not find it). */
export interface Scored {
  readonly a: number
  readonly b: number
  readonly same: boolean
  readonly similarity: number
}

export interface Quality {
  readonly threshold: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Precision, recall and F1 at each threshold; without anything found precision is 1. */
export function qualityAt(pairs: readonly Scored[], thresholds: readonly number[]): Quality[] {
  const truth = pairs.filter(({ same }) => same).length
  return thresholds.map((threshold) => {
    let found = 0
    let right = 0
    for (const { same, similarity } of pairs) {
      if (similarity < threshold) continue
      found++
      if (same) right++
    }
    return {
      threshold,
      precision: found ? right / found : 1,
      recall: truth ? right / truth : 1,
      f1: found + truth ? (2 * right) / (found + truth) : 1,
    }
  })
}

const ROUNDS = 1000

/**
 * The interval that holds the F1 of a threshold with 95 %, by the bootstrap. Pairs of documents that hang together are drawn together:
 * they are not independent.
 *
 * @param documents  numbers in pairs are below this
 */
export function confidence(pairs: readonly Scored[], threshold: number, documents: number): readonly [low: number, high: number] {
  const sets = new UnionFind(documents)
  for (const { a, b } of pairs) sets.union(a, b)
  // For each cluster: found, true, and both.
  const clusters = new Map<number, [found: number, truth: number, right: number]>()
  for (const { a, same, similarity } of pairs) {
    const root = sets.find(a)
    const sums = clusters.get(root) ?? [0, 0, 0]
    clusters.set(root, sums)
    const found = similarity >= threshold
    if (found) sums[0]++
    if (same) sums[1]++
    if (found && same) sums[2]++
  }
  const list = [...clusters.values()]
  if (!list.length) return [0, 1]
  const random = createGenerator(list.length)
  const scores = new Float64Array(ROUNDS)
  for (let round = 0; round < ROUNDS; round++) {
    let both = 0
    let right = 0
    for (let i = 0; i < list.length; i++) {
      const [found, truth, hits] = list[Math.floor(random() * list.length)] as [number, number, number]
      both += found + truth
      right += hits
    }
    scores[round] = both ? (2 * right) / both : 1
  }
  scores.sort()
  return [scores[Math.floor(ROUNDS * 0.025)] as number, scores[Math.floor(ROUNDS * 0.975)] as number]
}

/** Numbers from 0 to 1, the same for the same seed. */
export function createGenerator(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    return mix32(state) / 2 ** 32
  }
}

/** Spreads a number of 32 bits over all of them. */
export function mix32(value: number): number {
  let x = value
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

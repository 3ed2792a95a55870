/** How sure the F1 of a threshold is, from the labels that there are. */
import type { Judged } from '../../evaluating/curves.js'
import { middle95, resample } from '../../evaluating/intervals.js'
import { UnionFind } from '../../grouping/union-find.js'

/** A judged pair of two documents. */
export interface JudgedPair extends Judged {
  readonly a: number
  readonly b: number
}

/** Samples of the bootstrap: enough for two digits of the interval's ends, in milliseconds. */
const ROUNDS = 1000

/** Pairs of documents that hang together: those found at the threshold, those that are one in truth, and those that are both. */
interface Cluster {
  found: number
  truth: number
  right: number
}

/**
 * The interval that holds the F1 of a threshold with 95 %, by the bootstrap. Pairs of documents that hang together are drawn together:
 * they are not independent.
 *
 * @param documents  numbers in pairs are below this
 * @returns          0 to 1 without pairs
 */
export function confidence(pairs: readonly JudgedPair[], threshold: number, documents: number): readonly [low: number, high: number] {
  const clusters = clustersOf(pairs, threshold, documents)
  if (!clusters.length) return [0, 1]
  const scores = new Float64Array(ROUNDS)
  // The number of clusters is the seed as well: any does, and the same labels give the same interval.
  resample(clusters.length, ROUNDS, clusters.length, (draw, round) => {
    let both = 0
    let right = 0
    for (let i = 0; i < clusters.length; i++) {
      const cluster = clusters[draw()] as Cluster
      both += cluster.found + cluster.truth
      right += cluster.right
    }
    scores[round] = both ? (2 * right) / both : 1
  })
  const { low, high } = middle95(scores, ROUNDS)
  return [low as number, high as number]
}

function clustersOf(pairs: readonly JudgedPair[], threshold: number, documents: number): Cluster[] {
  const sets = new UnionFind(documents)
  for (const { a, b } of pairs) sets.union(a, b)
  const clusters = new Map<number, Cluster>()
  for (const { a, same, score } of pairs) {
    const root = sets.find(a)
    const cluster = clusters.get(root) ?? { found: 0, truth: 0, right: 0 }
    clusters.set(root, cluster)
    const isFound = score >= threshold
    if (isFound) cluster.found++
    if (same) cluster.truth++
    if (isFound && same) cluster.right++
  }
  return [...clusters.values()]
}

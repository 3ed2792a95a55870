/**
 * A weighted sample of all pairs of rows.
 *
 * Pairs that match are rare among all pairs and common among those that share a key. Pairs are drawn from every key and from all pairs; each
 * counts as many pairs as it stands for: one over the times it was expected to be drawn by all of them together (Horvitz and Thompson, 1952).
 * What is estimated with these weights is true of all pairs, not of those that some key happens to find.
 */
import { Draws } from '../sampling.js'
import { allPairs, type PairSource, type Scope } from './key-index.js'

export interface Sample {
  /** a, b, a, b, …, a < b. */
  readonly pairs: Uint32Array
  /** How many of all pairs each stands for. */
  readonly weights: Float64Array
  /** For each key in order, then each pair: 1 where the key finds the pair. */
  readonly found: readonly Uint8Array[]
  /** For each field, then each pair: 1 where both rows have a value; all have unless given. */
  readonly filled?: readonly Uint8Array[]
}

/**
 * @param drawn   pairs drawn from each key; fewer where a key has fewer
 * @param random  pairs drawn from all
 */
export function samplePairs(indexes: readonly PairSource[], scope: Scope, drawn: number, random: number, seed: number): Sample {
  const counts = indexes.map((index) => Math.min(drawn, Math.ceil(index.drawable)))
  const total = counts.reduce((sum, count) => sum + count, random)
  const pairs = new Uint32Array(2 * total)
  let at = 0
  indexes.forEach((index, key) => {
    const draws = new Draws(seed + key)
    index.draw(draws, pairs, at, counts[key] as number)
    at += 2 * (counts[key] as number)
  })
  const draws = new Draws(seed - 1)
  for (; at < pairs.length; at += 2) drawAny(scope, draws, pairs, at)
  const chances = new Float64Array(total).fill(random / allPairs(scope))
  const found = indexes.map((index, key) => {
    const holds = new Uint8Array(total)
    const chance = index.pairs ? (counts[key] as number) / index.pairs : 0
    index.shared(pairs).forEach((shared, pair) => {
      if (shared === 0) return
      holds[pair] = 1
      // A pair that shares several keys is drawn as often.
      chances[pair] = (chances[pair] as number) + chance * shared
    })
    return holds
  })
  return { pairs, weights: chances.map((chance) => 1 / chance), found }
}

/** For each pair: 1 where the key finds it. */
export const foundBy = (index: PairSource, pairs: Uint32Array): Uint8Array => Uint8Array.from(index.shared(pairs), Math.sign)

function drawAny({ rows, split }: Scope, draws: Draws, into: Uint32Array, at: number): void {
  let a: number
  let b: number
  if (split === undefined) {
    a = draws.below(rows)
    b = draws.below(rows - 1)
    if (b >= a) b++
  } else {
    a = draws.below(split)
    b = split + draws.below(rows - split)
  }
  into[at] = Math.min(a, b)
  into[at + 1] = Math.max(a, b)
}

/**
 * The generators to which the inputs of the benches are pinned. New ones take src/hashing/random.ts; these two stay, because other numbers
 * would make other documents, and recorded figures (bench/record, docs/benchmarks.md) could no longer be compared with new ones.
 */

/** Whole numbers below 2^32, the same for the same seed (mulberry32): the documents of the live index and of the stores. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return (x ^ (x >>> 14)) >>> 0
  }
}

/** Fractions from 0 to below 1, the same for the same seed (xorshift32): the words of texts. */
export function createTextRandom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

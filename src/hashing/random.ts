/** Random numbers for samples and for the bootstrap: repeatable, so that the same input gives the same answer. */
import { mix32 } from './bits.js'

/**
 * Numbers by chance that are the same on every host: a Weyl sequence through the finaliser of MurmurHash3. Its period is 2^32, enough
 * for draws within a sample. The generator of corpora (generating/random.ts) has a state of 128 bits instead, because the streams of
 * millions of documents must not run into each other.
 *
 * @param seed  32 bits; equal seeds give equal numbers
 * @returns     a function whose every call gives the next number, 0 to 2^32 - 1
 */
export function createRandomWords(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    return mix32(state)
  }
}

/**
 * The same numbers as fractions.
 *
 * @returns a function whose every call gives the next number, from 0 to below 1 in steps of 2^-32
 * @example Math.floor(createRandom(7)() * 6) // a die from 0 to 5
 */
export function createRandom(seed: number): () => number {
  const next = createRandomWords(seed)
  return () => next() / 2 ** 32
}

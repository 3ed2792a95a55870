/**
 * DSC-SS (super-shingles): shingles of shingles, so that a document is a handful of numbers.
 *
 * Source   A. Broder, S. Glassman, M. Manasse, G. Zweig 1997; in the form of D. Fetterly, M. Manasse, M. Najork, "On the evolution of
 *          clusters of near-duplicate Web pages", LA-WEB 2003.
 * Formula  the least values of `minima` hash functions over the shingles, cut into `groups` runs; the hash of a run is a super-shingle.
 *          Two documents are similar when at least `shared` super-shingles agree.
 * Settings `w` 5 tokens a shingle; `minima` 84; `groups` 6 (of 14); `shared` 2. The score is the share of super-shingles that agree.
 * Reading  a super-shingle counts only against the one of the same run, as there.
 */

import type { ScoredPair } from '../../evaluating/pairs.js'
import { mix32 } from '../../hashing/bits.js'
import { defineRival } from './rival.js'
import { remix, runHash, shingleHashes, sumOverShared } from './terms.js'

export const superShingle = defineRival(
  'super-shingle',
  'Broder 1997, Fetterly 2003',
  { w: 5, minima: 84, groups: 6, shared: 2 },
  (documents, { w, minima, groups, shared }) => {
    const size = Math.floor(minima / groups)
    const vectors = shingleHashes(documents, w).map((hashes) => {
      const vector = new Map<number, number>()
      if (!hashes.size) return vector
      const least = leastValues(hashes, size * groups)
      for (let group = 0; group < groups; group++) vector.set(runHash(least, group * size, (group + 1) * size, 1) * groups + group, 1)
      return vector
    })
    const pairs: ScoredPair[] = []
    sumOverShared(vectors, (a, b, agreeing) => {
      if (agreeing >= shared) pairs.push({ a, b, score: agreeing / groups })
    })
    return pairs
  },
)

/** The least value over a set by each of a number of hash functions: MinHash as its sources have it, one hash a function and element. */
export function leastValues(hashes: Iterable<number>, functions: number): Uint32Array<ArrayBuffer> {
  const least = new Uint32Array(functions).fill(0xffffffff)
  for (const hash of hashes) {
    const base = remix(hash, 0)
    for (let i = 0; i < functions; i++) {
      const value = mix32((base + Math.imul(i + 1, 0x9e3779b9)) | 0)
      if (value < (least[i] as number)) least[i] = value
    }
  }
  return least
}

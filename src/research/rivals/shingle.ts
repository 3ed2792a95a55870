/**
 * Shingle, also DSC (digital syntactic clustering).
 *
 * Source   A. Broder, "On the resemblance and containment of documents", 1997; A. Broder, S. Glassman, M. Manasse, G. Zweig, "Syntactic
 *          clustering of the Web", WWW 1997.
 * Formula  resemblance = shared / all of the kept shingles of two documents.
 * Settings `w` 10 tokens a shingle; `mod` 25: a shingle is kept when its hash is 0 mod 25; `min` s above 0 instead keeps the s least
 *          hashes of each document, and of two documents counts those among the s least of both together; `threshold` 0.5.
 * Reading  hashes of 52 bits (the paper: 40). With `mod`, a document of which no shingle is kept is never found: that is the
 *          method's own weakness with short texts. `mod` 1 keeps all: the resemblance itself.
 */
import type { ScoredPair } from '../../evaluating/pairs.js'
import { defineRival } from './rival.js'
import { remix, shingleHashes, sumOverShared } from './terms.js'

export const shingle = defineRival(
  'shingle',
  'Broder 1997',
  { w: 10, mod: 25, min: 0, threshold: 0.5 },
  (documents, { w, mod, min, threshold }) => {
    const kept = shingleHashes(documents, w).map((hashes) => {
      // Another hash decides which are kept than the one that tells shingles apart.
      const order = (hash: number) => remix(hash, 1)
      if (!min) return [...hashes].filter((hash) => order(hash) % mod === 0)
      return [...hashes].sort((x, y) => order(x) - order(y) || x - y).slice(0, min)
    })
    const pairs: ScoredPair[] = []
    sumOverShared(
      kept.map((hashes) => new Map(hashes.map((hash) => [hash, 1]))),
      (a, b, shared) => {
        const [left, right] = [kept[a] as number[], kept[b] as number[]]
        const score = min ? sketchResemblance(left, right, min) : shared / (left.length + right.length - shared)
        if (score >= threshold) pairs.push({ a, b, score })
      },
    )
    return pairs
  },
)

/** The share of the s least hashes of both sketches together that both have. Sketches are in ascending order of their hash. */
function sketchResemblance(left: readonly number[], right: readonly number[], s: number): number {
  const both = new Set(left)
  const shared = new Set(right.filter((hash) => both.has(hash)))
  const union = [...new Set([...left, ...right])].sort((x, y) => remix(x, 1) - remix(y, 1) || x - y).slice(0, s)
  return union.filter((hash) => shared.has(hash)).length / union.length
}

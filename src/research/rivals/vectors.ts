/**
 * Vectors of terms under other distances than the cosine: Euclidean over counts, Hamming over which terms there are.
 *
 * Source   the comparison that the introduction of simhash starts from: a document is a vector of its terms, and vectors are compared by
 *          Euclidean distance, Hamming distance or cosine (the cosine is `vsm`).
 * Formula  euclidean: 1 - |x - y| / (|x| + |y|) of the counts; hamming: 1 - (terms of one of them alone) / (terms of x + terms of y).
 * Settings `threshold` 0.8 of either score.
 * Reading  distances are taken relative to the lengths, so that one threshold serves long and short texts. Documents without a common term
 *          are not looked at: they score 0 by hamming, and 0.3 at most by euclidean.
 */
import type { ScoredPair } from '../../evaluating/pairs.js'
import { defineRival } from './rival.js'
import { countTerms, sumOverShared } from './terms.js'

const TOLERANCE = 1e-12

export const euclidean = defineRival('euclidean', 'vectors of terms', { threshold: 0.8 }, (documents, { threshold }) => {
  const { counts } = countTerms(documents)
  const squares = counts.map((own) => [...own.values()].reduce((sum, count) => sum + count * count, 0))
  const pairs: ScoredPair[] = []
  sumOverShared(counts, (a, b, product) => {
    const [x, y] = [squares[a] as number, squares[b] as number]
    const score = 1 - Math.sqrt(Math.max(0, x + y - 2 * product)) / (Math.sqrt(x) + Math.sqrt(y))
    if (score >= threshold - TOLERANCE) pairs.push({ a, b, score })
  })
  return pairs
})

export const hamming = defineRival('hamming', 'vectors of terms', { threshold: 0.8 }, (documents, { threshold }) => {
  const { counts } = countTerms(documents)
  const pairs: ScoredPair[] = []
  sumOverShared(
    counts.map((own) => new Map([...own.keys()].map((term) => [term, 1]))),
    (a, b, shared) => {
      const both = (counts[a]?.size ?? 0) + (counts[b]?.size ?? 0)
      const score = 1 - (both - 2 * shared) / both
      if (score >= threshold - TOLERANCE) pairs.push({ a, b, score })
    },
  )
  return pairs
})

/**
 * SCAM: the relative frequency model, which also finds a document that is contained in another.
 *
 * Source   N. Shivakumar, H. García-Molina, "SCAM: a copy detection mechanism for digital documents", DL 1995.
 * Formula  a term is in the closeness set of two documents when ε − (F1/F2 + F2/F1) > 0, so when its counts are near each other;
 *          subset(D1, D2) = Σ over the closeness set F1 · F2 / Σ over all terms F1²; score = the greater of both subsets, at most 1.
 * Settings `epsilon` 2.5 (above 2: at 2 not even equal counts are near); `threshold` 0.8.
 * Reading  the terms' weights α are all 1.
 */
import type { ScoredPair } from '../../evaluating/pairs.js'
import { defineRival } from './rival.js'
import { countTerms, sumOverShared } from './terms.js'

export const scam = defineRival('scam', 'Shivakumar 1995', { epsilon: 2.5, threshold: 0.8 }, (documents, { epsilon, threshold }) => {
  const { counts } = countTerms(documents)
  const squares = counts.map((own) => [...own.values()].reduce((sum, count) => sum + count * count, 0))
  const pairs: ScoredPair[] = []
  sumOverShared(
    counts,
    (a, b, close) => {
      const score = Math.min(1, close / Math.min(squares[a] as number, squares[b] as number))
      if (score >= threshold) pairs.push({ a, b, score })
    },
    epsilon,
  )
  return pairs
})

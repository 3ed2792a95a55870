/**
 * Vector space model: the cosine of tf-idf vectors.
 *
 * Source   G. Salton, A. Wong, C. S. Yang, "A vector space model for automatic indexing", CACM 1975.
 * Formula  weight = tf · log(N / df); score = dot product / product of lengths.
 * Settings `threshold` 0.8.
 * Reading  tf is the count. A term of every document weighs nothing; a document of only such terms is never found.
 */
import type { ScoredPair } from '../../evaluating/pairs.js'
import { defineRival } from './rival.js'
import { countTerms, sumOverShared } from './terms.js'

export const vsm = defineRival('vsm', 'Salton 1975', { threshold: 0.8 }, (documents, { threshold }) => {
  const { counts, documentFrequency } = countTerms(documents)
  const vectors = counts.map((own) => {
    const weights = [...own].map(
      ([term, count]) => [term, count * Math.log(documents.length / (documentFrequency[term] as number))] as const,
    )
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0))
    return new Map(weights.filter(([, weight]) => weight > 0).map(([term, weight]) => [term, weight / length]))
  })
  const pairs: ScoredPair[] = []
  sumOverShared(vectors, (a, b, cosine) => {
    // Rounding may take equal vectors a little beyond 1.
    if (cosine >= threshold - 1e-12) pairs.push({ a, b, score: Math.min(1, cosine) })
  })
  return pairs
})

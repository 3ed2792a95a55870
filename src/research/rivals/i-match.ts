/**
 * I-Match: one digest of the terms that carry meaning.
 *
 * Source   A. Chowdhury, O. Frieder, D. Grossman, M. C. McCabe, "Collection statistics for fast duplicate document detection", ACM TOIS 2002.
 * Formula  idf = log(N / df), brought to 0 … 1 over the collection; terms with low ≤ idf ≤ high are retained; the signature is the SHA-1 of
 *          the distinct retained terms in order. Equal signatures are duplicates.
 * Settings `low` 0.2, `high` 0.8.
 * Reading  the lexicon is that of the collection itself. Terms are ordered by UTF-16 code unit and joined by line breaks. A document of
 *          which no term is retained has no signature, and is never found.
 */

import { groupByKey, pairsWithin } from '../../evaluating/pairs.js'
import { sha1 } from '../../hashing/sha1.js'
import { defineRival } from './rival.js'
import { countTerms } from './terms.js'

export const iMatch = defineRival('i-match', 'Chowdhury 2002', { low: 0.2, high: 0.8 }, (documents, { low, high }) => {
  const { counts, documentFrequency, terms } = countTerms(documents)
  const idf = documentFrequency.map((df) => Math.log(documents.length / df))
  const least = idf.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = idf.reduce((a, b) => Math.max(a, b), 0)
  const scaled = idf.map((value) => (most > least ? (value - least) / (most - least) : 1))
  const isRetained = (term: number) => (scaled[term] as number) >= low && (scaled[term] as number) <= high
  const encoder = new TextEncoder()
  const signatures = counts.map((own) => {
    const retained = [...own.keys()].filter(isRetained).map((term) => terms[term] as string)
    return retained.length ? sha1(encoder.encode(retained.sort().join('\n'))) : undefined
  })
  return pairsWithin(groupByKey(signatures))
})

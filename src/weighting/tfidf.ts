/** Tf-idf, the weight on which those of the papers build. */
import type { Weight } from './weight.js'

/**
 * Term frequency times inverse document frequency: n / sum of n, times idf.
 *
 * @see G. Salton, A. Wong, C. S. Yang, "A vector space model for automatic indexing", CACM 1975
 */
export const tfidf: Weight = {
  name: 'tfidf',
  help: 'term frequency times inverse document frequency',
  needsModel: true,
  needsRecord: false,
  weigh({ size, counts, documents }, into, corpus) {
    let total = 0
    for (let i = 0; i < size; i++) total += counts[i] as number
    for (let i = 0; i < size; i++) into[i] = ((counts[i] as number) / total) * (corpus?.idf(documents[i] as number) ?? 1)
  },
}

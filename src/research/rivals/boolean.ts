/**
 * Boolean model: a document is a set of terms and a query is an expression of terms that holds or does not.
 *
 * Source   the classical model of retrieval, as in G. Salton, M. McGill, "Introduction to Modern Information Retrieval", 1983.
 * Formula  the query of a document is the conjunction of its `terms` most frequent terms; two documents are similar when each one
 *          satisfies the query of the other. There is no degree: the score is 1.
 * Settings `terms` 20.
 * Reading  the sources name the model without saying which terms a document asks for; the most frequent ones are the simplest choice.
 *          Of equally frequent terms the one that comes first in UTF-16 order is taken, so that equal documents ask alike.
 */
import { addTo, type ScoredPair } from '../../evaluating/pairs.js'
import { defineRival } from './rival.js'
import { countTerms, mostFrequent } from './terms.js'

export const boolean = defineRival('boolean', 'Salton and McGill 1983', { terms: 20 }, (documents, { terms: most }) => {
  const { counts, terms } = countTerms(documents)
  const queries = counts.map((own) => mostFrequent(own, most, (term) => terms[term] as string))
  const lists = new Map<number, number[]>()
  counts.forEach((own, document) => {
    for (const term of own.keys()) addTo(lists, term, document)
  })
  // Which terms a document has, a bit each: most questions are asked of documents that lack a term.
  const width = Math.ceil(terms.length / 32)
  const bits = new Uint32Array(counts.length * width)
  counts.forEach((own, document) => {
    for (const term of own.keys()) {
      const at = document * width + (term >> 5)
      bits[at] = (bits[at] as number) | (1 << (term & 31))
    }
  })
  const holds = (query: readonly number[], document: number) => {
    for (const term of query) if (!((bits[document * width + (term >> 5)] as number) & (1 << (term & 31)))) return false
    return true
  }
  const pairs: ScoredPair[] = []
  queries.forEach((query, a) => {
    // The shortest list is enough to look through.
    const [shortest = []] = query.map((term) => lists.get(term) as number[]).sort((x, y) => x.length - y.length)
    for (const b of shortest) if (b > a && holds(query, b) && holds(queries[b] as number[], a)) pairs.push({ a, b, score: 1 })
  })
  return pairs
})

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
import { defineRival } from './rival.js'
import { countTerms } from './terms.js'

export const boolean = defineRival('boolean', 'Salton and McGill 1983', { terms: 20 }, (documents, { terms: most }) => {
  const { counts, terms } = countTerms(documents)
  const queries = counts.map((own) =>
    [...own]
      .sort(([x, n], [y, m]) => m - n || ((terms[x] as string) < (terms[y] as string) ? -1 : 1))
      .slice(0, most)
      .map(([term]) => term),
  )
  const lists = new Map<number, number[]>()
  counts.forEach((own, document) => {
    for (const term of own.keys()) {
      const list = lists.get(term)
      if (list) list.push(document)
      else lists.set(term, [document])
    }
  })
  return queries.flatMap((query, a) => {
    // The shortest list is enough to look through.
    const [shortest = []] = query.map((term) => lists.get(term) as number[]).sort((x, y) => x.length - y.length)
    return shortest.flatMap((b) => {
      if (b <= a) return []
      const [left, right] = [counts[a], counts[b]]
      const holds = query.every((term) => right?.has(term)) && queries[b]?.every((term) => left?.has(term))
      return holds ? [{ a, b, score: 1 }] : []
    })
  })
})

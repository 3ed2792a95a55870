/** The weight of wang2019: tf-idf times how typical the length of a word is of a term. */
import { tfidf } from './tfidf.js'
import type { Weight } from './weight.js'

/** Characters of a Chinese term on average, and their standard deviation, as the source gives them. */
const MEAN = 4.51
const DEVIATION = 2.207

/**
 * The weight of a term of this many characters for its topic: the normal density fitted to the lengths of Chinese terms, scaled
 * so that its peak is 1.
 *
 * @see Wang & Wang, "Improved large-scale document deduplication based on Simhash", 2019
 * @example topicLength(4) // 0.9736…
 */
export function topicLength(length: number): number {
  return Math.exp(-((length - MEAN) ** 2) / (2 * DEVIATION ** 2))
}

/** The values of the lengths that nearly all words have, computed once. */
const KNOWN = Float64Array.from({ length: 64 }, (_, length) => topicLength(length))

/** tf · idf · (1 + len). */
export const topicLengthWeight: Weight = {
  name: 'topic-length',
  help: 'tfidf, times 1 + how typical the length of the word is of a term (wang2019)',
  needsModel: true,
  needsRecord: false,
  weigh(table, into, corpus) {
    tfidf.weigh(table, into, corpus)
    for (let i = 0; i < table.size; i++) {
      const length = table.lengths[i] as number
      into[i] = (into[i] as number) * (1 + (KNOWN[length] ?? topicLength(length)))
    }
  },
}

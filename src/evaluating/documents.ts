/**
 * The measure of the sources: documents, not pairs. A document is found when it is in any pair that was reported, however many partners it
 * was found with, and similar when it is in any true pair. Precision is the share of similar ones among those found, recall the share found
 * of those that are similar.
 *
 * Lenient in large groups, where one partner of a thousand is enough. Intervals are Wilson's, which take documents for independent; those
 * of one group are not.
 */
import { type PairCounts, pairwise, type Score } from './metrics.js'

/** Documents that were found, that are similar, and that are both. */
export type DocumentCounts = PairCounts

export interface DocumentScore extends Score, DocumentCounts {}

/** The counts of one topic. */
export interface TopicScore extends DocumentScore {
  readonly topic: string
}

/** Precision, recall and F1 of documents, from their counts. */
export const scoreOfCounts = (counts: DocumentCounts): DocumentScore => ({ ...counts, ...pairwise(counts) })

/**
 * Documents of all topics together, and of each topic by itself.
 *
 * @param found    keys of pairs among `count` documents, see pairs.ts
 * @param truth    likewise
 * @param topicOf  the topic of a document by its ordinal; undefined where it has none
 * @returns        topics in order of their names; one without a similar document is left out, and what was found of it counts in all
 * @example scoreDocuments([pairKey(0, 1, 3)], [pairKey(0, 2, 3)], 3).all.recall.value // 0.5: of 0 and 2, 0 was found
 */
export function scoreDocuments(
  found: Iterable<number>,
  truth: Iterable<number>,
  count: number,
  topicOf: (document: number) => string | undefined = () => undefined,
): { readonly all: DocumentScore; readonly topics: readonly TopicScore[] } {
  const [foundOnes, similarOnes] = [membersOf(found, count), membersOf(truth, count)]
  const all = { found: 0, truth: 0, right: 0 }
  const byTopic = new Map<string, { found: number; truth: number; right: number }>()
  for (let document = 0; document < count; document++) {
    const [isFound, isSimilar] = [foundOnes[document] as number, similarOnes[document] as number]
    if (!isFound && !isSimilar) continue
    const topic = topicOf(document)
    const own = topic === undefined ? undefined : (byTopic.get(topic) ?? { found: 0, truth: 0, right: 0 })
    if (topic !== undefined && own) byTopic.set(topic, own)
    for (const counts of own ? [all, own] : [all]) {
      counts.found += isFound
      counts.truth += isSimilar
      counts.right += isFound & isSimilar
    }
  }
  const topics = [...byTopic].filter(([, { truth: similar }]) => similar).sort(([x], [y]) => (x < y ? -1 : 1))
  return { all: scoreOfCounts(all), topics: topics.map(([topic, counts]) => ({ topic, ...scoreOfCounts(counts) })) }
}

/** The sum of the counts of several sets: what the topics of a source come to together. */
export function addCounts(parts: Iterable<DocumentCounts>): DocumentCounts {
  const sum = { found: 0, truth: 0, right: 0 }
  for (const { found, truth, right } of parts) {
    sum.found += found
    sum.truth += truth
    sum.right += right
  }
  return sum
}

/** 1 for every document that is in a pair. */
function membersOf(pairs: Iterable<number>, count: number): Uint8Array {
  const members = new Uint8Array(count)
  for (const pair of pairs) {
    members[Math.floor(pair / count)] = 1
    members[pair % count] = 1
  }
  return members
}

/** Pairs of documents by ordinal, sets of them, and the groups that they make. */

/** Two documents by their ordinals, a < b, and how alike a method holds them to be. */
export interface ScoredPair {
  readonly a: number
  readonly b: number
  /** Higher is more alike; comparable only among the pairs of one method. */
  readonly score: number
}

/** One number for a pair among `count` documents (below 2^26, so that it stays exact). */
export const pairKey = (a: number, b: number, count: number) => (a < b ? a * count + b : b * count + a)

/** A set of pairs; a pair of a document with itself is left out. */
export function pairSet(pairs: Iterable<{ readonly a: number; readonly b: number }>, count: number): Set<number> {
  const keys = new Set<number>()
  for (const { a, b } of pairs) if (a !== b) keys.add(pairKey(a, b, count))
  return keys
}

/** Every pair within a group, for groups as lists of ordinals. */
export function* pairsWithin(groups: Iterable<readonly number[]>, score = 1): Generator<ScoredPair> {
  for (const members of groups) {
    const sorted = [...members].sort((a, b) => a - b)
    for (let i = 0; i < sorted.length; i++)
      for (let j = i + 1; j < sorted.length; j++) yield { a: sorted[i] as number, b: sorted[j] as number, score }
  }
}

/** Adds a value to the list of its key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Documents that share a key, as lists of ordinals; `undefined` shares nothing. */
export function groupByKey<Key>(keys: Iterable<Key | undefined>): number[][] {
  const groups = new Map<Key, number[]>()
  let ordinal = 0
  for (const key of keys) {
    if (key !== undefined) addTo(groups, key, ordinal)
    ordinal++
  }
  return [...groups.values()]
}

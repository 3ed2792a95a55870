/** Of entries that share band keys those that share the most. */
import type { SearchSpec } from './key-types.js'

/**
 * Rows that are scored against one, at most: those that share the most bands with it. Bands so short that rows of which a fifth is alike share
 * one bring most of an index together by chance, and without a bound the cost of a row would grow with the index. Scores by weight have more
 * room: at a low threshold they count rows as alike that hardly share more than others do. Answers say how many were left out.
 */
const CLOSEST: ReadonlyMap<unknown, number> = new Map([
  ['match', 64],
  ['fields', 1024],
])

/** A search with the bound that its measure has, unless it has one: indexes made before there was one are read so too. */
export function withClosest(search: SearchSpec, measure: unknown): SearchSpec {
  const most = CLOSEST.get(measure)
  return search.kind === 'minhash' && search.closest === undefined && most !== undefined ? { ...search, closest: most } : search
}

/**
 * At most `most` of the items, ascending: those that share the most, of equally many the lower ones, which are the older.
 *
 * @param items    distinct, in any order
 * @param shared   how many keys an item shares; at least 1
 * @param matchOf  what is found of an item; where some are left out, each that is found says how many
 */
export function closest<M extends object>(
  items: number[],
  shared: (item: number) => number,
  most: number,
  matchOf: (item: number) => M,
): (M & { readonly beyond?: number })[] {
  const beyond = items.length - most
  const chosen = sharingMost(items, shared, most)
  return chosen.map((item) => (beyond > 0 ? { ...matchOf(item), beyond } : matchOf(item)))
}

function sharingMost(items: number[], shared: (item: number) => number, most: number): number[] {
  items.sort((a, b) => a - b)
  const sharing: number[] = []
  for (const item of items) sharing[shared(item)] = (sharing[shared(item)] ?? 0) + 1
  let [least, room] = [sharing.length, most]
  while (room > 0 && least > 0) room -= sharing[--least] ?? 0
  // Of those that share the least so many are too many.
  let ofLeast = (sharing[least] ?? 0) + Math.min(0, room)
  return items.filter((item) => shared(item) > least || (shared(item) === least && ofLeast-- > 0))
}

/** The order of the list of groups. */
import type { ReportGroup } from './data.js'

export type Sort = 'bySize' | 'byScore' | 'byOrder'

/** Of a list that is shown for the first time. */
export const FIRST_SORT: Sort = 'bySize'

const BUCKETS = 4096

const known = new WeakMap<readonly ReportGroup[], Map<Sort, Uint32Array>>()

/** The numbers of all groups in order, see {@link orderOf}; made once for each list, so that it can be made before it is shown. */
export function knownOrder(groups: readonly ReportGroup[], sort: Sort): Uint32Array {
  const own = known.get(groups) ?? new Map<Sort, Uint32Array>()
  known.set(groups, own)
  const order = own.get(sort) ?? orderOf(groups, sort)
  own.set(sort, order)
  return order
}

/**
 * The numbers of all groups in order; equal ones in that of the input.
 *
 * By buckets: to compare 100 000 with each other in one sort holds the page up for as long as a person feels.
 */
export function orderOf(groups: readonly ReportGroup[], sort: Sort): Uint32Array {
  const order = new Uint32Array(groups.length)
  if (sort === 'byOrder') return order.map((_, i) => i)
  // By places: what goes through an iterator takes several times as long when it runs for the first time.
  const keys = new Float64Array(groups.length)
  let [least, most] = [0, 0]
  for (let i = 0; i < keys.length; i++) {
    const { size, low } = groups[i] as ReportGroup
    const key = sort === 'bySize' ? -size : (low ?? 1)
    keys[i] = key
    if (key < least) least = key
    if (key > most) most = key
  }
  const scale = (BUCKETS - 1) / (most - least || 1)
  const bucketOf = (i: number) => Math.floor(((keys[i] as number) - least) * scale)
  const next = new Uint32Array(BUCKETS + 1)
  for (let i = 0; i < keys.length; i++) next[bucketOf(i) + 1] = (next[bucketOf(i) + 1] as number) + 1
  for (let bucket = 1; bucket <= BUCKETS; bucket++) next[bucket] = (next[bucket] as number) + (next[bucket - 1] as number)
  for (let i = 0; i < keys.length; i++) {
    const bucket = bucketOf(i)
    const place = next[bucket] as number
    order[place] = i
    next[bucket] = place + 1
  }
  // Now each bucket has its end where its start was.
  for (let bucket = 0, start = 0; bucket < BUCKETS; bucket++) {
    const end = next[bucket] as number
    // Equal keys stand in the order of the input as they came; of most lists that is nearly all.
    let sorted = start + 1
    while (sorted < end && (keys[order[sorted - 1] as number] as number) <= (keys[order[sorted] as number] as number)) sorted++
    if (sorted < end) order.subarray(start, end).sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b)
    start = end
  }
  return order
}

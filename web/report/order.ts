/** The order of the list of groups. */
import type { ReportGroup } from './data.js'

export type Sort = 'bySize' | 'byScore' | 'byOrder'

const BUCKETS = 4096

/**
 * The numbers of all groups in order; equal ones in that of the input.
 *
 * By buckets: to compare 100 000 with each other in one sort holds the page up for as long as a person feels.
 */
export function orderOf(groups: readonly ReportGroup[], sort: Sort): Uint32Array {
  if (sort === 'byOrder') return Uint32Array.from(groups, (_, i) => i)
  const keys = Float64Array.from(groups, ({ size, low }) => (sort === 'bySize' ? -size : (low ?? 1)))
  let [least, most] = [0, 0]
  for (const key of keys) {
    least = Math.min(least, key)
    most = Math.max(most, key)
  }
  const scale = (BUCKETS - 1) / (most - least || 1)
  const bucketOf = (i: number) => Math.floor(((keys[i] as number) - least) * scale)
  const next = new Uint32Array(BUCKETS + 1)
  for (let i = 0; i < keys.length; i++) next[bucketOf(i) + 1] = (next[bucketOf(i) + 1] as number) + 1
  for (let bucket = 1; bucket <= BUCKETS; bucket++) next[bucket] = (next[bucket] as number) + (next[bucket - 1] as number)
  const order = new Uint32Array(keys.length)
  for (let i = 0; i < keys.length; i++) {
    const bucket = bucketOf(i)
    const place = next[bucket] as number
    order[place] = i
    next[bucket] = place + 1
  }
  // Now each bucket has its end where its start was.
  for (let bucket = 0, start = 0; bucket < BUCKETS; bucket++) {
    const end = next[bucket] as number
    if (end - start > 1) order.subarray(start, end).sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b)
    start = end
  }
  return order
}

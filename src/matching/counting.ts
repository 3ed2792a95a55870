/** Counting sorts: how many entries each bucket has becomes where the bucket begins. */

/**
 * Turns counts into starts, in place.
 *
 * @example toStarts(Uint32Array.of(2, 0, 3)) // 0, 2, 2
 */
export function toStarts(counts: Uint32Array): Uint32Array {
  let sum = 0
  for (let bucket = 0; bucket < counts.length; bucket++) {
    const count = counts[bucket] as number
    counts[bucket] = sum
    sum += count
  }
  return counts
}

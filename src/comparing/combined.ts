/**
 * The combined similarity of content and other information (keywords, tags, references).
 *
 *     mu / (distance + 1) + (1 - mu) * info
 *
 * @param distance  Hamming distance of the content fingerprints
 * @param info      estimated Jaccard similarity of the other information; undefined when neither has any: the content then
 *                  counts fully
 * @see Wang & Wang, "Improved large-scale document deduplication based on Simhash", 2019
 * @example combinedSimilarity(3, 0.25, 0.9) // 0.25
 */
export function combinedSimilarity(distance: number, info: number | undefined, mu: number): number {
  if (info === undefined) return 1 / (distance + 1)
  return mu / (distance + 1) + (1 - mu) * info
}

/**
 * The greatest distance at which two documents can still reach the threshold: what the search must return.
 *
 * @throws nothing; `threshold` must be above 1 - `mu`
 * @example combinedRadius(0.25, 0.9) // 5
 */
export function combinedRadius(threshold: number, mu: number): number {
  // A hair more, because 0.9 / (0.25 - 0.1) is 5.999999999999999 in floating point.
  const radius = mu / (threshold - (1 - mu)) - 1 + 1e-9
  return Math.max(0, Math.floor(Number.isFinite(radius) ? radius : 128))
}

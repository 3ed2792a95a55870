/** The decision whether a similarity reaches the threshold: one for batches, live indexes and two texts alone. */

/** Sums of products of decimals end a little beside what they mean: 0.9 / 4 + 0.1 * 0.25 must reach 0.25. Real differences are larger. */
const ROUNDING = 1e-12

/** @param similarity  and `threshold`: 0 to 1 */
export const isSimilar = (similarity: number, threshold: number): boolean => similarity + ROUNDING >= threshold

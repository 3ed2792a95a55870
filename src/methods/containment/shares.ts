/** How much of each of two texts the other one holds, where containment is measured. */

/** Of a pair. */
export interface Shares {
  /** The share of the features of the first that the second has, 0 to 1. */
  readonly aInB: number
  readonly bInA: number
}

/** Tells the shares of two documents by their similarity. */
export type SharesOf = (a: number, b: number, similarity: number | undefined) => Shares | undefined

/** @param sizeOf  distinct features of a document */
export const sharesBy =
  (sizeOf: (document: number) => number): SharesOf =>
  (a, b, similarity) =>
    similarity === undefined ? undefined : sharesFrom(sizeOf(a), sizeOf(b), similarity)

/**
 * Containment is the share of the smaller one: what both have is known from it to the last feature.
 *
 * @param left  distinct features
 * @example sharesFrom(4, 10, 0.5) // { aInB: 0.5, bInA: 0.2 }
 */
export function sharesFrom(left: number, right: number, similarity: number): Shares {
  const shared = Math.round(similarity * Math.min(left, right))
  return { aInB: left ? shared / left : similarity, bInA: right ? shared / right : similarity }
}

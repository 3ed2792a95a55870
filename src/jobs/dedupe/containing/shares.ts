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
  (a, b, similarity) => {
    if (similarity === undefined) return undefined
    const [left, right] = [sizeOf(a), sizeOf(b)]
    // Containment is the share of the smaller one: what both have is known from it to the last feature.
    const shared = Math.round(similarity * Math.min(left, right))
    return { aInB: left ? shared / left : similarity, bInA: right ? shared / right : similarity }
  }

/** A similar pair as it is stored, by its first document. */
export interface StoredPair {
  readonly document: number
  /** The first document with the other text. */
  readonly other: number
  /** NaN where signatures decided. */
  readonly similarity: number
}

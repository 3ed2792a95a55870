/** Where the arrays of keys lie between their uses: in memory, or where somebody has more room. */

/** Arrays of keys. */
export type Shelved = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

export interface Shelf {
  /**
   * Bytes that may be in memory at once. What comes out is the same for any number of them.
   */
  readonly room: number
  /** @returns  gives the array; it may be another copy each time, so nobody writes into it */
  keep<Kind extends Shelved>(numbers: Kind): () => Kind
}

/** All of them stay where they are. */
export const IN_MEMORY: Shelf = { room: Number.POSITIVE_INFINITY, keep: (numbers) => () => numbers }

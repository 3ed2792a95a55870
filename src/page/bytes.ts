/** Bytes of what was dropped on the page, wherever they lie. */

/** A part of an output: bytes, or a slice of a file that is read when it is saved. */
export type Part = Uint8Array | Blob

export interface Bytes {
  readonly size: number
  /** The bytes from `start` to before `end`; only as long as nothing else is read. */
  read(start: number, end: number): Uint8Array
  /** The same, to be written. */
  part(start: number, end: number): Part
}

/** Bytes in memory. */
export const heldBytes = (held: Uint8Array): Bytes => ({
  size: held.length,
  read: (start, end) => held.subarray(start, end),
  part: (start, end) => held.subarray(start, end),
})

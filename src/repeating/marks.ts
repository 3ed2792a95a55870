/** A table that tells which anchors come again: 64 bits of hash an anchor, half of them by its place in the table. */

/** Share of the slots that may be taken: the fuller, the longer the search. */
const FULL = 0.75
/** Bytes a slot. */
export const SLOT_BYTES = 5

/** Bits of what is known of an anchor. */
const TAKEN = 4

export class AnchorTable {
  readonly #mask: number
  readonly #others: Uint32Array
  /** Bits 1 and 2 by the sides that have it, or bit 1 for once and both for more; {@link TAKEN}. */
  readonly #states: Uint8Array
  readonly #most: number
  #count = 0
  /** Of no use but this: what is kept here is read for sure. */
  touched = 0

  /** @param anchors  that it holds at most */
  constructor(anchors: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, anchors / FULL)))
    this.#mask = size - 1
    this.#others = new Uint32Array(size)
    this.#states = new Uint8Array(size)
    this.#most = Math.floor(size * FULL)
  }

  /**
   * Marks an anchor.
   *
   * @param side  1 or 2; 0 where sides do not matter and it is the second time that counts
   * @returns     false where the table is full
   */
  add(low: number, high: number, side: number): boolean {
    const slot = this.#slot(low, high)
    const state = this.#states[slot] as number
    if (!state) {
      if (this.#count >= this.#most) return false
      this.#count++
      this.#others[slot] = high
      this.#states[slot] = TAKEN | (side || 1)
    } else this.#states[slot] = state | (side || 2)
    return true
  }

  /**
   * Asks the memory for the slots of some anchors, all at once: where a table is large, they are there when they are used.
   *
   * @param words  two words of hash an anchor, `step` words apart
   */
  touch(words: Uint32Array, from: number, to: number, step: number): void {
    let seen = 0
    for (let i = from; i < to; i += step) {
      const slot = this.#first(words[i] as number, words[i + 1] as number)
      seen |= (this.#states[slot] as number) | (this.#others[slot] as number)
    }
    this.touched = seen
  }

  /** Whether an anchor is there twice, or on both sides. */
  isRepeated(low: number, high: number): boolean {
    return ((this.#states[this.#slot(low, high)] as number) & 3) === 3
  }

  #first(low: number, high: number): number {
    return (low ^ (Math.imul(high, 0x9e3779b1) >>> 11)) & this.#mask
  }

  #slot(low: number, high: number): number {
    let slot = this.#first(low, high)
    while (this.#states[slot] && this.#others[slot] !== high) slot = (slot + 1) & this.#mask
    return slot
  }
}

/** Anchors that a table of some bytes holds. */
export const anchorsWithin = (bytes: number): number => Math.floor(2 ** Math.floor(Math.log2(Math.max(16, bytes / SLOT_BYTES))) * FULL)

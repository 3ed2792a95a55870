/**
 * Windows of a number of items: which of them repeat, and which always have the same item before or behind them.
 *
 * Between two windows that always stand together there is no place where a repeat could begin or end. So the windows of a text fall into
 * pieces, and a repeat consists of whole pieces. Windows are told apart by 64 bits of hash. Two unlike ones of one hash only make more
 * pieces than there need be, because what is said of one window then holds for both.
 *
 * @see P. Compeau, P. Pevzner, G. Tesler, "How to apply de Bruijn graphs to genome assembly" (2011): the pieces are its paths without branches
 */

/** Share of the slots that may be taken: the fuller, the longer the search. */
const FULL = 0.75
/** Numbers of a slot: half of the hash; the item before and the sides; the item behind. */
const WORDS = 3
/** Bytes a slot. */
const SLOT_BYTES = 4 * WORDS
/** Slots at most: places in a table stay numbers of 31 bits. */
const MOST_SLOTS = 2 ** 28
/** Windows that are hashed at once. */
const BATCH = 256
/** Several items, or none. */
const MANY = 0x3fffffff
const A = 0x9e3779b1
const B = 0x85ebca6b

/** Windows that a table of some bytes holds. */
export const windowsWithin = (bytes: number): number =>
  Math.floor(Math.min(MOST_SLOTS, 2 ** Math.floor(Math.log2(Math.max(16, bytes / SLOT_BYTES)))) * FULL)

/** A bit for each item of all runs, and one more. */
export interface WindowMarks {
  /** The window that begins here repeats. */
  readonly repeated: Uint8Array
  /** A piece begins here. */
  readonly cuts: Uint8Array
}

/** One of several tables that together hold all windows: each has the hashes of its part. */
export interface Part {
  readonly number: number
  readonly of: number
}

export class WindowTable {
  readonly #least: number
  readonly #part: Part
  readonly #mask: number
  readonly #slots: Int32Array
  readonly #most: number
  readonly #leadingA: number
  readonly #leadingB: number
  #count = 0
  // The run that is being read: the hash up to the next window, and the windows that were taken.
  #a = 0
  #b = 0
  #next = 0
  readonly #ats = new Int32Array(BATCH)
  readonly #first = new Int32Array(BATCH)
  readonly #tags = new Int32Array(BATCH)
  /** Of no use but this: what is kept here is read for sure. */
  touched = 0

  /**
   * @param least    items of a window, from 1
   * @param windows  that it holds at most
   */
  constructor(least: number, windows: number, part: Part) {
    this.#least = least
    this.#part = part
    const size = Math.min(MOST_SLOTS, 2 ** Math.ceil(Math.log2(Math.max(16, windows / FULL))))
    this.#mask = size - 1
    this.#slots = new Int32Array(size * WORDS)
    this.#most = Math.floor(size * FULL)
    let [a, b] = [1, 1]
    for (let i = 0; i < least; i++) {
      a = Math.imul(a, A)
      b = Math.imul(b, B)
    }
    this.#leadingA = a
    this.#leadingB = b
  }

  /**
   * Takes the windows of a run.
   *
   * @param items  from 0 to 2^30 - 2
   * @param side   1 or 2; 0 where sides do not matter and it is the second time that counts
   * @returns      false where the table is full
   */
  add(items: Int32Array, side: number): boolean {
    const [slots, least] = [this.#slots, this.#least]
    const [first, again] = [(side || 1) << 30, (side || 2) << 30]
    this.#begin(items)
    for (let taken = this.#take(items); taken >= 0; taken = this.#take(items)) {
      for (let i = 0; i < taken; i++) {
        const at = this.#ats[i] as number
        const slot = this.#find(i)
        const before = at ? (items[at - 1] as number) : MANY
        const behind = at + least < items.length ? (items[at + least] as number) : MANY
        const state = slots[slot + 1] as number
        if (!state) {
          if (this.#count >= this.#most) return false
          this.#count++
          slots[slot] = this.#tags[i] as number
          slots[slot + 1] = before | first
          slots[slot + 2] = behind
        } else {
          slots[slot + 1] = ((state & MANY) === before ? state : state | MANY) | again
          if (slots[slot + 2] !== behind) slots[slot + 2] = MANY
        }
      }
    }
    return true
  }

  /**
   * Marks the windows of a run, when all runs were added.
   *
   * @param base  the number of its first item among the items of all runs
   */
  mark(items: Int32Array, base: number, { repeated, cuts }: WindowMarks): void {
    const slots = this.#slots
    this.#begin(items)
    for (let taken = this.#take(items); taken >= 0; taken = this.#take(items)) {
      for (let i = 0; i < taken; i++) {
        const at = base + (this.#ats[i] as number)
        const slot = this.#find(i)
        const state = slots[slot + 1] as number
        if (state >>> 30 !== 3) continue
        setBit(repeated, at)
        if ((state & MANY) === MANY) setBit(cuts, at)
        if (slots[slot + 2] === MANY) setBit(cuts, at + 1)
      }
    }
  }

  #begin(items: Int32Array): void {
    let [a, b] = [0, 0]
    const end = Math.min(this.#least - 1, items.length)
    for (let i = 0; i < end; i++) {
      const item = (items[i] as number) + 1
      a = (Math.imul(a, A) + item) | 0
      b = (Math.imul(b, B) + item) | 0
    }
    this.#a = a
    this.#b = b
    this.#next = 0
  }

  /** Hashes some more windows of a run: those of this part; -1 where there are none left. */
  #take(items: Int32Array): number {
    const [least, mask, slots, ats, first, tags] = [this.#least, this.#mask, this.#slots, this.#ats, this.#first, this.#tags]
    const [leadingA, leadingB] = [this.#leadingA, this.#leadingB]
    const { number, of } = this.#part
    const from = this.#next
    const to = Math.min(from + BATCH, items.length - least + 1)
    if (from >= to) return -1
    let [a, b, taken] = [this.#a, this.#b, 0]
    for (let at = from; at < to; at++) {
      const item = (items[at + least - 1] as number) + 1
      a = (Math.imul(a, A) + item) | 0
      b = (Math.imul(b, B) + item) | 0
      if (at > 0) {
        const gone = (items[at - 1] as number) + 1
        a = (a - Math.imul(gone, leadingA)) | 0
        b = (b - Math.imul(gone, leadingB)) | 0
      }
      if (of > 1 && (Math.imul(b ^ (b >>> 16), 0x85ebca6b) >>> 0) % of !== number) continue
      let mixed = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d)
      mixed ^= mixed >>> 13
      ats[taken] = at
      first[taken] = (mixed & mask) * WORDS
      tags[taken++] = b
    }
    this.#a = a
    this.#b = b
    this.#next = to
    // Memory is slow where a table is large: many places are asked for at once, and used when they are there.
    let touched = 0
    for (let i = 0; i < taken; i++) touched |= slots[(first[i] as number) + 1] as number
    this.touched = touched
    return taken
  }

  /** The slot of a window that was taken: its own, or the one that it may have. */
  #find(i: number): number {
    const slots = this.#slots
    const tag = this.#tags[i] as number
    let slot = this.#first[i] as number
    while (slots[slot + 1] && slots[slot] !== tag) {
      slot += WORDS
      if (slot === slots.length) slot = 0
    }
    return slot
  }
}

/** Places may go beyond 2^31, where `>>` would not do. */
export const hasBit = (bits: Uint8Array, place: number): boolean => (((bits[Math.floor(place / 8)] as number) >> (place & 7)) & 1) === 1

function setBit(bits: Uint8Array, place: number): void {
  const at = Math.floor(place / 8)
  bits[at] = (bits[at] as number) | (1 << (place & 7))
}

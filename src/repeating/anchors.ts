/**
 * Anchors: of every `window` runs of `length` items that begin behind each other, the one of the least hash. What stands in a window
 * decides, so two equal stretches of `window + length - 1` items have the anchor of that window in common.
 *
 * @see S. Schleimer, D. S. Wilkerson, A. Aiken, "Winnowing: Local Algorithms for Document Fingerprinting" (2003)
 */
import type { Uint32List } from '../hashing/typed-list.js'

/** Runs that a window has at most: more make fewer anchors, and shorter ones, which more texts share by chance. */
const WIDEST = 24
const A = 0x9e3779b1
const B = 0x85ebca6b

/** The anchors of a text, a column each. */
export interface Anchors {
  /** Two words of hash an anchor, behind each other. */
  readonly hashes: Uint32List
  /** The first window of each. Windows are counted by the item with which they begin. */
  readonly firsts: Uint32List
}

export class AnchorFinder {
  readonly #length: number
  readonly #window: number
  readonly #leadingA: number
  readonly #leadingB: number
  // The last runs, as a ring: those that may yet be the least of a window, the least first.
  readonly #ringAt: Int32Array
  readonly #ringA: Uint32Array
  readonly #ringB: Uint32Array

  /** @param least  items of a stretch that is to be found, from 1 */
  constructor(least: number) {
    this.#window = Math.max(1, Math.min(WIDEST, Math.floor(least / 2)))
    this.#length = least - this.#window + 1
    let [a, b] = [1, 1]
    for (let i = 0; i < this.#length; i++) {
      a = Math.imul(a, A)
      b = Math.imul(b, B)
    }
    this.#leadingA = a
    this.#leadingB = b
    const size = 2 ** Math.ceil(Math.log2(this.#window + 1))
    this.#ringAt = new Int32Array(size)
    this.#ringA = new Uint32Array(size)
    this.#ringB = new Uint32Array(size)
  }

  /**
   * Adds the anchors of one text to the columns.
   *
   * @param items  of the text
   * @returns      how many there are; 0 where the text is shorter than `least`
   */
  find(items: ArrayLike<number>, count: number, { hashes, firsts }: Anchors): number {
    const [length, window, leadingA, leadingB] = [this.#length, this.#window, this.#leadingA, this.#leadingB]
    const [ringAt, ringA, ringB] = [this.#ringAt, this.#ringA, this.#ringB]
    const mask = ringAt.length - 1
    let [a, b] = [0, 0]
    let [head, tail] = [0, 0]
    let found = 0
    let chosen = -1
    for (let i = 0; i < count; i++) {
      const item = (items[i] as number) + 1
      a = (Math.imul(a, A) + item) | 0
      b = (Math.imul(b, B) + item) | 0
      const at = i - length + 1
      if (at < 0) continue
      if (at > 0) {
        const gone = (items[at - 1] as number) + 1
        a = (a - Math.imul(gone, leadingA)) | 0
        b = (b - Math.imul(gone, leadingB)) | 0
      }
      // The last bits of a rolling hash are of the last items alone: they are mixed before they are compared.
      let mixed = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d)
      mixed = (mixed ^ (mixed >>> 13)) >>> 0
      while (tail > head && (ringA[(tail - 1) & mask] as number) >= mixed) tail--
      const slot = tail++ & mask
      ringAt[slot] = at
      ringA[slot] = mixed
      ringB[slot] = b
      const first = at - window + 1
      if (first < 0) continue
      if ((ringAt[head & mask] as number) < first) head++
      const least = head & mask
      if (ringAt[least] === chosen) continue
      chosen = ringAt[least] as number
      firsts.push(first)
      hashes.push(ringA[least] as number)
      hashes.push(ringB[least] as number)
      found++
    }
    return found
  }
}

/** What of two sequences stands in the other: one suffix array of both answers for either. */
import { cutAtEnds, FIRST_ITEM, SEPARATOR } from './repeats.js'
import { sharedWithBefore, suffixArray } from './suffix-array.js'

/** Neighbours in the order that are looked at on either side for where a stretch stands: a stretch may stand at any number of places. */
const LOOK = 128

export class Across {
  /** By place in the one sequence, the length of the longest stretch that begins there and stands in the other. */
  readonly left: Int32Array
  readonly right: Int32Array
  readonly #begin: number
  /** Places of the right sequence in the order of their suffixes, and how much each shares with the one before it. */
  readonly #others: Int32Array
  readonly #between: Int32Array
  /** By place in the left one, a suffix of the right one that shares as much as any. */
  readonly #near: Int32Array

  /**
   * @param left   items from {@link FIRST_ITEM} on
   * @param kinds  one more than the largest item
   */
  constructor(left: Int32Array, right: Int32Array, kinds: number) {
    const n = left.length + right.length + 3
    const items = new Int32Array(n)
    items.set(left)
    items[left.length] = SEPARATOR
    items.set(right, left.length + 1)
    items[n - 2] = SEPARATOR
    const order = suffixArray(items, kinds)
    const shared = sharedWithBefore(items, order)
    cutAtEnds(items, shared)
    const longest = new Int32Array(n)
    const near = new Int32Array(left.length)
    const others = new Int32Array(right.length)
    const between = new Int32Array(right.length)
    // What is shared with the nearest suffix of either side before, then with the nearest behind.
    let [ofLeft, ofRight, count] = [0, 0, 0]
    for (let r = 0; r < n; r++) {
      const at = order[r] as number
      const length = shared[at] as number
      if (length < ofLeft) ofLeft = length
      if (length < ofRight) ofRight = length
      if ((items[at] as number) < FIRST_ITEM) continue
      if (at < left.length) {
        longest[at] = ofRight
        near[at] = count - 1
        ofLeft = n
      } else {
        longest[at] = ofLeft
        between[count] = ofRight
        others[count++] = at
        ofRight = n
      }
    }
    ofLeft = ofRight = 0
    for (let r = n - 1; r >= 0; r--) {
      const at = order[r] as number
      if ((items[at] as number) >= FIRST_ITEM) {
        const isLeft = at < left.length
        const length = isLeft ? ofRight : ofLeft
        if (length > (longest[at] as number)) {
          longest[at] = length
          if (isLeft) near[at] = count
        }
        if (isLeft) ofLeft = n
        else {
          ofRight = n
          count--
        }
      }
      const length = shared[at] as number
      if (length < ofLeft) ofLeft = length
      if (length < ofRight) ofRight = length
    }
    this.left = longest.subarray(0, left.length)
    this.right = longest.subarray(left.length + 1, n - 2)
    this.#begin = left.length + 1
    this.#others = others
    this.#between = between
    this.#near = near
  }

  /**
   * Where the longest stretch that begins at a place of the left sequence stands in the right one.
   *
   * @param most  places at most; of more than {@link LOOK} others, any
   * @returns     ascending
   */
  placesOf(place: number, most: number): Int32Array {
    const length = this.left[place] as number
    const near = this.#near[place] as number
    let [from, to] = [near, near + 1]
    while (from > 0 && near - from < LOOK && (this.#between[from] as number) >= length) from--
    while (to < this.#others.length && to - near < LOOK && (this.#between[to] as number) >= length) to++
    const begin = this.#begin
    return this.#others
      .slice(from, to)
      .sort()
      .subarray(0, most)
      .map((at) => at - begin)
  }
}

/** Whether the stretch that begins at a place is no part of the one that begins before it. */
export const isOutermost = (longest: Int32Array, place: number): boolean =>
  place === 0 || (longest[place - 1] as number) <= (longest[place] as number)

/**
 * Repeats in a sequence of stretches. A place is an interval of a stretch that occurs elsewhere too and lies in no longer one that does;
 * a passage is what stands there.
 */
import { Uint32List } from '../hashing/typed-list.js'
import { sharedWithBefore, suffixArray } from './suffix-array.js'

/** Between stretches; items are from 2 on, and 0 ends the sequence. */
export const SEPARATOR = 1
export const FIRST_ITEM = 2

/** Stretches behind each other, each with a {@link SEPARATOR} behind it, and a 0 at the end of all. */
export interface Stretches {
  readonly items: Int32Array
  /** One more than the largest item. */
  readonly kinds: number
  /** Where each begins in `items`. */
  readonly starts: Uint32Array
  /** Bits of the sides on which a stretch stands. */
  readonly sides: Uint8Array
  /** 1 where a stretch stands more than once on its side. */
  readonly again: Uint8Array
}

/** Passages in no particular order; the places of passage `p` are those from `ends[p - 1]` to `ends[p]`. */
export interface Found {
  readonly lengths: Uint32Array
  readonly ends: Uint32Array
  /** Where each place begins in the items. */
  readonly places: Uint32Array
}

/** Which repeats are wanted: those anywhere, or those of the first side (bit 1) on the second (bit 2). */
export type Among = 'all' | 'across'

/**
 * Finds all passages of at least `least` items.
 *
 * Every repeated interval of at least `least` items lies in a place of a passage, wherever it stands.
 *
 * @param among  `across`: passages are what of the first side stands on the second, as long as it goes
 * @returns      all places of a passage, also those within a longer one
 */
export function findRepeats({ items, kinds, starts, sides, again }: Stretches, least: number, among: Among): Found {
  const order = suffixArray(items, kinds)
  const shared = sharedWithBefore(items, order)
  cutAtEnds(items, shared)
  const n = items.length
  const longest = among === 'all' ? longestRepeats(order, shared, starts, again) : longestAcross(order, shared, starts, sides)
  const rank = invert(order)
  const lengths = new Uint32List()
  const ends = new Uint32List()
  const places = new Uint32List()
  // Places whose passage is found: places of one passage begin alike and have one length.
  const done = new Uint8Array(n)
  for (let i = 0; i < n; i++) {
    const length = longest[i] as number
    // Part of the place that begins one item before.
    if (done[i] || length < least || (i && (longest[i - 1] as number) > length)) continue
    let from = rank[i] as number
    while (from > 0 && (shared[order[from] as number] as number) >= length) from--
    for (let to = from; to < n; to++) {
      const at = order[to] as number
      if (to > from && (shared[at] as number) < length) break
      places.push(at)
      if (longest[at] === length) done[at] = 1
    }
    lengths.push(length)
    ends.push(places.length)
  }
  return { lengths: lengths.taken(), ends: ends.taken(), places: places.taken() }
}

/** What is shared ends where a stretch does. */
export function cutAtEnds(items: Int32Array, shared: Int32Array): void {
  let end = items.length - 1
  for (let i = items.length - 1; i >= 0; i--) {
    if ((items[i] as number) < FIRST_ITEM) end = i
    if ((shared[i] as number) > end - i) shared[i] = end - i
  }
}

/** By beginning, the length of the longest repeat. */
function longestRepeats(order: Int32Array, shared: Int32Array, starts: Uint32Array, again: Uint8Array): Int32Array {
  const longest = shared.slice()
  for (let r = 0; r + 1 < order.length; r++) {
    const at = order[r] as number
    const behind = shared[order[r + 1] as number] as number
    if (behind > (longest[at] as number)) longest[at] = behind
  }
  for (let stretch = 0; stretch < starts.length; stretch++) {
    if (!again[stretch]) continue
    const end = (starts[stretch + 1] ?? longest.length - 1) - 1
    for (let i = starts[stretch] as number; i < end; i++) longest[i] = end - i
  }
  return longest
}

/** By beginning on the first side, the length of the longest match on the second; 0 elsewhere. */
function longestAcross(order: Int32Array, shared: Int32Array, starts: Uint32Array, sides: Uint8Array): Int32Array {
  const n = order.length
  const sideAt = new Uint8Array(n)
  for (let stretch = 0; stretch < starts.length; stretch++)
    sideAt.fill(sides[stretch] as number, starts[stretch], (starts[stretch + 1] ?? n - 1) - 1)
  const longest = new Int32Array(n)
  // What is shared with the nearest suffix of the second side before, then with the nearest behind.
  for (let r = 0, length = 0; r < n; r++) {
    const at = order[r] as number
    length = Math.min(length, shared[at] as number)
    const side = sideAt[at] as number
    if (side & 1) longest[at] = length
    if (side & 2) length = n
  }
  for (let r = n - 1, length = 0; r >= 0; r--) {
    const at = order[r] as number
    const side = sideAt[at] as number
    if (side & 1 && length > (longest[at] as number)) longest[at] = length
    if (side & 2) length = n
    length = Math.min(length, shared[at] as number)
  }
  for (let stretch = 0; stretch < starts.length; stretch++) {
    if (sides[stretch] !== 3) continue
    const end = (starts[stretch + 1] ?? n - 1) - 1
    for (let i = starts[stretch] as number; i < end; i++) longest[i] = end - i
  }
  return longest
}

function invert(order: Int32Array): Int32Array {
  const rank = new Int32Array(order.length)
  for (let r = 0; r < order.length; r++) rank[order[r] as number] = r
  return rank
}

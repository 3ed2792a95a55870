/** Anchors: stretches that occur once in each of two sequences, and in the same order. Between them the sequences are aligned piece by piece. */
import { slotHash } from '../hashing/bits.js'
import type { Range, Runs } from './edit-script.js'

/** Below this share of the common stretches in one order, they are no alignment but chance: of unrelated texts the order is random. */
const IN_ORDER = 1 / 3
const MULTIPLIER = 0x9e3779b1

/**
 * Finds the longest row of common stretches in one order, each made as long as it goes.
 *
 * @param length  items of a stretch; what occurs twice in one of the sequences is passed over
 * @returns       empty where there are none, or where their order is chance
 * @see B. Cohen's "patience diff", which does so with lines
 */
export function findAnchors(left: Int32Array, right: Int32Array, range: Range, length: number): Runs {
  const { a, aEnd, b, bEnd } = range
  if (aEnd - a < length || bEnd - b < length) return []
  const places = new Places(aEnd - a)
  eachStretch(left, a, aEnd, length, (hash, at) => places.addLeft(hash, at))
  eachStretch(right, b, bEnd, length, (hash, at) => places.addRight(hash, at))
  const froms: number[] = []
  const tos: number[] = []
  eachStretch(left, a, aEnd, length, (hash, at) => {
    const to = places.partnerOf(hash, at)
    if (to === undefined) return
    froms.push(at)
    tos.push(to)
  })
  const rising = longestRising(tos)
  if (rising.length < tos.length * IN_ORDER) return []
  return extended(
    left,
    right,
    range,
    rising.map((i) => [froms[i] as number, tos[i] as number] as const),
    length,
  )
}

/** Calls with the hash of every stretch: rolling, so that its cost does not grow with the length. */
function eachStretch(items: Int32Array, from: number, to: number, length: number, visit: (hash: number, at: number) => void): void {
  let leading = 1
  for (let i = 1; i < length; i++) leading = Math.imul(leading, MULTIPLIER)
  let hash = 0
  for (let i = from; i < to; i++) {
    if (i - length >= from) hash = (hash - Math.imul((items[i - length] as number) + 1, leading)) | 0
    hash = (Math.imul(hash, MULTIPLIER) + (items[i] as number) + 1) | 0
    if (i - length + 1 >= from) visit(hash, i - length + 1)
  }
}

const ABSENT = 0
const REPEATED = -1

/** Where the stretches of two sequences are, by their hashes: open addressing, places one higher. */
class Places {
  readonly #mask: number
  readonly #hashes: Int32Array
  readonly #left: Int32Array
  readonly #right: Int32Array

  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * most + 1))
    this.#mask = size - 1
    this.#hashes = new Int32Array(size)
    this.#left = new Int32Array(size)
    this.#right = new Int32Array(size)
  }

  /** The slot of a hash, or the empty one where it would stand. */
  #slot(hash: number): number {
    let slot = (slotHash(hash, 0) >>> 8) & this.#mask
    while (this.#left[slot] !== ABSENT && this.#hashes[slot] !== hash) slot = (slot + 1) & this.#mask
    return slot
  }

  addLeft(hash: number, at: number): void {
    const slot = this.#slot(hash)
    this.#hashes[slot] = hash
    this.#left[slot] = this.#left[slot] === ABSENT ? at + 1 : REPEATED
  }

  addRight(hash: number, at: number): void {
    const slot = this.#slot(hash)
    if (this.#left[slot] === ABSENT) return
    this.#right[slot] = this.#right[slot] === ABSENT ? at + 1 : REPEATED
  }

  partnerOf(hash: number, at: number): number | undefined {
    const slot = this.#slot(hash)
    const to = this.#right[slot] as number
    return this.#left[slot] === at + 1 && to > 0 ? to - 1 : undefined
  }
}

/** The longest strictly rising row, as places in the list: by patience, in n log n. */
function longestRising(values: readonly number[]): number[] {
  const tops: number[] = []
  const before = new Int32Array(values.length)
  for (let i = 0; i < values.length; i++) {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tops[middle] as number] as number) < (values[i] as number)) low = middle + 1
      else high = middle
    }
    before[i] = low ? (tops[low - 1] as number) : -1
    tops[low] = i
  }
  const found: number[] = []
  for (let i = tops.at(-1) ?? -1; i >= 0; i = before[i] as number) found.push(i)
  return found.reverse()
}

/** Anchors made longer to both sides, as far as the sequences agree; those that lie in one before them are part of it. */
function extended(
  left: Int32Array,
  right: Int32Array,
  { a, aEnd, b, bEnd }: Range,
  anchors: readonly (readonly [from: number, to: number])[],
  length: number,
): Runs {
  const runs: Runs = []
  let [doneA, doneB] = [a, b]
  for (const [from, to] of anchors) {
    if (from < doneA || to < doneB) continue
    // Unlike stretches may share a hash.
    let same = 0
    while (same < length && left[from + same] === right[to + same]) same++
    if (same < length) continue
    let back = 0
    while (from - back > doneA && to - back > doneB && left[from - back - 1] === right[to - back - 1]) back++
    let ahead = length
    while (from + ahead < aEnd && to + ahead < bEnd && left[from + ahead] === right[to + ahead]) ahead++
    runs.push(from - back, to - back, back + ahead)
    doneA = from + ahead
    doneB = to + ahead
  }
  return runs
}

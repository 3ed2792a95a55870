/**
 * Finds the items with equal keys among millions of keys that are mostly unlike.
 *
 * Keys are thrown into parts by their upper bits, so that what is looked up at random stays in a small cache: a table over all keys would
 * miss it at each step. Within a part two bit maps find the keys that may come again, and only those are sorted.
 */
import { Uint32List } from '../hashing/typed-list.js'

/** Items of a part, about: their keys, items and bit maps fit a cache of the second level. */
const PART_BITS = 12
/** Parts that are filled at once: more places to write at are more than a processor follows, and take 8 bytes an item. */
const PARTS = 4096
/** Bits of a map for each key: one key in this many is sorted without need. */
const SLOTS = 16

/** Items in runs of equal keys. */
export interface EqualRuns {
  /** Ascending within a run, of two items at least; runs ascend by their keys. */
  readonly items: Uint32Array<ArrayBuffer>
  /** The end of each run. */
  readonly ends: Uint32Array<ArrayBuffer>
}

/**
 * Groups equal keys, as those of one band.
 *
 * @param keys      one 32-bit key an item; the more evenly spread over all 32 bits, the faster
 * @param partBits  2 to this power items make a part, about
 * @param atOnce    parts that are filled at once; the runs are the same for all
 * @example equalRuns(Uint32Array.of(7, 5, 7)) // { items: [0, 2], ends: [2] }
 */
export function equalRuns(keys: Uint32Array, partBits = PART_BITS, atOnce = PARTS): EqualRuns {
  const bits = Math.max(0, 32 - Math.clz32(keys.length >>> partBits))
  const parts = 2 ** bits
  const found = new Repeated()
  for (let from = 0; from < parts; from += atOnce) {
    const thrown = throwIntoParts(keys, bits, from, Math.min(atOnce, parts - from))
    let start = 0
    for (const end of thrown.ends) {
      found.add(thrown.keys, thrown.items, start, end)
      start = end
    }
  }
  return { items: found.items.taken(), ends: found.ends.taken() }
}

interface Parts {
  /** Parts behind each other; items ascend within each. */
  readonly keys: Uint32Array
  readonly items: Uint32Array
  /** The end of each part. */
  readonly ends: Uint32Array
}

/** The items of `count` parts from a part on, where the upper `bits` bits of a key are the number of its part. */
function throwIntoParts(keys: Uint32Array, bits: number, from: number, count: number): Parts {
  // A shift by 32 would be one by 0.
  if (!bits) return { keys, items: Uint32Array.from(keys.keys()), ends: Uint32Array.of(keys.length) }
  const shift = 32 - bits
  const next = new Uint32Array(count + 1)
  for (let i = 0; i < keys.length; i++) {
    const part = ((keys[i] as number) >>> shift) - from
    if (part >= 0 && part < count) next[part + 1] = (next[part + 1] as number) + 1
  }
  for (let part = 0; part < count; part++) next[part + 1] = (next[part + 1] as number) + (next[part] as number)
  const all = next[count] as number
  const thrown = { keys: new Uint32Array(all), items: new Uint32Array(all) }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as number
    const part = (key >>> shift) - from
    if (part < 0 || part >= count) continue
    const at = next[part] as number
    next[part] = at + 1
    thrown.keys[at] = key
    thrown.items[at] = i
  }
  // Each part has moved its place to where it ends.
  return { ...thrown, ends: next.subarray(0, count) }
}

/** The keys that come again, part by part. */
class Repeated {
  readonly items = new Uint32List()
  readonly ends = new Uint32List()
  #once = new Uint32Array(0)
  #twice = new Uint32Array(0)
  #sorted = new BigUint64Array(0)

  add(keys: Uint32Array, items: Uint32Array, start: number, end: number): void {
    if (end - start < 2) return
    const count = this.#collect(keys, items, start, end)
    const sorted = this.#sorted.subarray(0, count).sort()
    const halves = new Uint32Array(sorted.buffer, 0, 2 * count)
    for (let first = 0; first < count; ) {
      const key = halves[2 * first + 1]
      let behind = first + 1
      while (behind < count && halves[2 * behind + 1] === key) behind++
      if (behind - first > 1) {
        for (let i = first; i < behind; i++) this.items.push(halves[2 * i] as number)
        this.ends.push(this.items.length)
      }
      first = behind
    }
  }

  /** Puts items whose keys may come again, and their keys above them, where they are sorted; returns how many there are. */
  #collect(keys: Uint32Array, items: Uint32Array, start: number, end: number): number {
    const mask = this.#clear(end - start)
    const [once, twice] = [this.#once, this.#twice]
    for (let i = start; i < end; i++) {
      const slot = (keys[i] as number) & mask
      const word = slot >>> 5
      const bit = 1 << (slot & 31)
      const seen = once[word] as number
      twice[word] = (twice[word] as number) | (seen & bit)
      once[word] = seen | bit
    }
    const halves = new Uint32Array(this.#sorted.buffer)
    let count = 0
    for (let i = start; i < end; i++) {
      const key = keys[i] as number
      const slot = key & mask
      // Written in any case, and written over by the next one where it does not come again.
      halves[2 * count] = items[i] as number
      halves[2 * count + 1] = key
      count += ((twice[slot >>> 5] as number) >>> (slot & 31)) & 1
    }
    return count
  }

  /** Makes bit maps for this many keys, all clear; returns the mask of their slots. */
  #clear(count: number): number {
    const slots = 2 ** Math.min(31, Math.max(10, 32 - Math.clz32(count * SLOTS - 1)))
    const words = slots / 32
    if (this.#once.length < words) {
      this.#once = new Uint32Array(words)
      this.#twice = new Uint32Array(words)
    } else {
      this.#once.fill(0, 0, words)
      this.#twice.fill(0, 0, words)
    }
    if (this.#sorted.length <= count) this.#sorted = new BigUint64Array(count + (count >> 1) + 1)
    return slots - 1
  }
}

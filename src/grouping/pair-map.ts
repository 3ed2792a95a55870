/** A hash table for pairs by number, since there are more of them than a Map may hold. */
import { mix32, slotHash } from '../hashing/bits.js'

/** The key of a free slot; keys themselves are 0 and more. */
const FREE = -1
/** Slots at the start: a power of two, as every later size. */
const FIRST = 64

/** Slots up to which the upper 25 bits of the quick hash reach all. */
const QUICK = 2 ** 25

/**
 * The slot at which the search for a key begins.
 *
 * @param mask  slots less one; slots are a power of two, at most 2^32
 */
export function firstSlot(key: number, mask: number): number {
  const low = key % 0x100000000
  const high = (key - low) / 0x100000000
  if (mask < QUICK) return (slotHash(low, high) >>> 7) & mask
  return (mix32(low ^ mix32(high ^ 0x9e3779b9)) & mask) >>> 0
}

/**
 * A map from whole numbers (0 to 2^53) to a number and a state, for many millions of entries: open addressing in typed arrays, 17 bytes
 * an entry and as much spare. A Map takes three times that and ends at 2^24 entries.
 *
 * An entry is found once and then read by its slot, which stays valid until the next {@link PairMap.set}.
 */
export class PairMap {
  #keys = new Float64Array(FIRST).fill(FREE)
  #values = new Float64Array(FIRST)
  #states = new Uint8Array(FIRST)
  #size = 0

  /** The slot of a key, -1 where the map does not have it. */
  find(key: number): number {
    const slot = this.#slot(key)
    return this.#keys[slot] === key ? slot : -1
  }

  valueAt(slot: number): number {
    return this.#values[slot] as number
  }

  stateAt(slot: number): number {
    return this.#states[slot] as number
  }

  /** @param state  0 to 255 */
  set(key: number, value: number, state = 0): void {
    let slot = this.#slot(key)
    if (this.#keys[slot] !== key) {
      if (this.#size * 3 > this.#keys.length * 2) {
        this.#grow()
        slot = this.#slot(key)
      }
      this.#keys[slot] = key
      this.#size++
    }
    this.#values[slot] = value
    this.#states[slot] = state
  }

  *entries(): Generator<[key: number, value: number, state: number]> {
    for (let slot = 0; slot < this.#keys.length; slot++) {
      const key = this.#keys[slot] as number
      if (key !== FREE) yield [key, this.#values[slot] as number, this.#states[slot] as number]
    }
  }

  /** The slot of a key, or the free one where it belongs. */
  #slot(key: number): number {
    const mask = this.#keys.length - 1
    let slot = firstSlot(key, mask)
    while (this.#keys[slot] !== key && this.#keys[slot] !== FREE) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, values, states] = [this.#keys, this.#values, this.#states]
    this.#keys = new Float64Array(keys.length * 2).fill(FREE)
    this.#values = new Float64Array(keys.length * 2)
    this.#states = new Uint8Array(keys.length * 2)
    keys.forEach((key, old) => {
      if (key === FREE) return
      const slot = this.#slot(key)
      this.#keys[slot] = key
      this.#values[slot] = values[old] as number
      this.#states[slot] = states[old] as number
    })
  }
}

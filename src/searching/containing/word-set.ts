/** Looks up the features of one text among those of another. */
import { slotHash } from '../../hashing/bits.js'

/** A set of features for look-up, filled again for each text. */
export class WordSet {
  #slots = new Uint32Array(16)
  #words: Uint32Array = new Uint32Array()
  #shift = 28

  fill(words: Uint32Array): void {
    this.#words = words
    const bits = Math.max(4, 33 - Math.clz32(words.length / 2))
    const size = 2 ** bits
    if (this.#slots.length < size) this.#slots = new Uint32Array(size)
    else this.#slots.fill(0, 0, size)
    this.#shift = 32 - bits
    for (let i = 0; i < words.length; i += 2) {
      let slot = slotHash(words[i] as number, words[i + 1] as number) >>> this.#shift
      while (this.#slots[slot]) slot = (slot + 1) & (size - 1)
      this.#slots[slot] = i / 2 + 1
    }
  }

  /** Whether at most this many of the features are missing. */
  holds(words: Uint32Array, misses: number): boolean {
    return this.missing(words, misses) >= 0
  }

  /** How many of the features are missing; -1 when they are more than `most`. */
  missing(words: Uint32Array, most: number): number {
    const mask = 2 ** (32 - this.#shift) - 1
    let missing = 0
    for (let i = 0; i < words.length; i += 2) {
      const low = words[i] as number
      const high = words[i + 1] as number
      let slot = slotHash(low, high) >>> this.#shift
      let found = this.#slots[slot] as number
      while (found && (this.#words[2 * found - 2] !== low || this.#words[2 * found - 1] !== high)) {
        slot = (slot + 1) & mask
        found = this.#slots[slot] as number
      }
      if (!found && ++missing > most) return -1
    }
    return missing
  }
}

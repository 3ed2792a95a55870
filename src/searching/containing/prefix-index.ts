/** An inverted index of prefixes: from a feature to the texts whose prefix has it. */
import { slotHash } from '../../hashing/bits.js'
import { withRoom } from '../../hashing/typed-list.js'

/** Bytes of an entry: its feature, its text, the next entry of the feature, and its part of a table that is at most half full. */
export const PREFIX_BYTES = 28

export class PrefixIndex {
  #lows = new Uint32Array(1024)
  #highs = new Uint32Array(1024)
  #texts = new Uint32Array(1024)
  #length = 0
  /** The first entry of a feature by slot, plus 1; the next one by entry, plus 1. */
  #slots = new Uint32Array()
  #next = new Uint32Array()
  #shift = 0

  get length(): number {
    return this.#length
  }

  /** @param words  features, two words each */
  add(text: number, words: Uint32Array): void {
    const needed = this.#length + words.length / 2
    this.#lows = withRoom(this.#lows, needed, 1.5)
    this.#highs = withRoom(this.#highs, needed, 1.5)
    this.#texts = withRoom(this.#texts, needed, 1.5)
    for (let i = 0; i < words.length; i += 2) {
      this.#lows[this.#length] = words[i] as number
      this.#highs[this.#length] = words[i + 1] as number
      this.#texts[this.#length++] = text
    }
  }

  /** Makes the table; entries of features that `keeps` refuses are left out of it. */
  build(keeps: (low: number, high: number) => boolean): void {
    const bits = Math.max(4, 33 - Math.clz32(Math.max(1, this.#length)))
    this.#shift = 32 - bits
    this.#slots = new Uint32Array(2 ** bits)
    this.#next = new Uint32Array(this.#length)
    for (let entry = this.#length - 1; entry >= 0; entry--) {
      const low = this.#lows[entry] as number
      const high = this.#highs[entry] as number
      if (!keeps(low, high)) continue
      const slot = this.#slot(low, high)
      this.#next[entry] = this.#slots[slot] as number
      this.#slots[slot] = entry + 1
    }
  }

  /** The slot of a feature, or the free one where it belongs. */
  #slot(low: number, high: number): number {
    const mask = this.#slots.length - 1
    let slot = slotHash(low, high) >>> this.#shift
    for (let head = this.#slots[slot] as number; head; head = this.#slots[slot] as number) {
      if (this.#lows[head - 1] === low && this.#highs[head - 1] === high) break
      slot = (slot + 1) & mask
    }
    return slot
  }

  /** The first entry of a feature, plus 1; 0 without one. */
  first(low: number, high: number): number {
    return this.#slots[this.#slot(low, high)] as number
  }

  /** The entry behind another of the same feature; both plus 1. */
  after(entry: number): number {
    return this.#next[entry - 1] as number
  }

  textOf(entry: number): number {
    return this.#texts[entry - 1] as number
  }

  clear(): void {
    this.#length = 0
  }
}

/** Numbers 0, 1, 2, … for 64-bit hashes, in the order in which they come. */
import { withRoom } from '../../hashing/typed-list.js'

/** Slots at the start, a power of two. */
const FIRST = 1 << 12

export class FeatureNumbers {
  /** Two words of each hash, by its number. */
  #hashes = new Uint32Array(FIRST)
  /** A number plus 1 by slot, 0 for none. */
  #slots = new Uint32Array(FIRST)
  count = 0

  /** The number of a hash, given its two words; a new one where it is new. */
  of(low: number, high: number): number {
    const mask = this.#slots.length - 1
    for (let slot = high & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1
      if (number < 0) return this.#add(slot, low, high)
      if (this.#hashes[2 * number] === low && this.#hashes[2 * number + 1] === high) return number
    }
  }

  #add(slot: number, low: number, high: number): number {
    const number = this.count++
    this.#hashes = withRoom(this.#hashes, 2 * this.count)
    this.#hashes[2 * number] = low
    this.#hashes[2 * number + 1] = high
    this.#slots[slot] = number + 1
    if (2 * this.count > this.#slots.length) this.#grow()
    return number
  }

  #grow(): void {
    const slots = new Uint32Array(2 * this.#slots.length)
    const mask = slots.length - 1
    for (let number = 0; number < this.count; number++) {
      let slot = (this.#hashes[2 * number + 1] as number) & mask
      while (slots[slot]) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

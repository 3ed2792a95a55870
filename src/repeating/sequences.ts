/** Different sequences of numbers, each kept once and numbered as they come. They are compared item by item; hashes only find them. */
import { Uint32List, withRoom } from '../hashing/typed-list.js'

/** Share of the slots that may be taken. */
const FULL = 0.5

export class SequenceSet {
  #items = new Uint32Array(1024)
  #length = 0
  readonly #starts = new Uint32List()
  readonly #ends = new Uint32List()
  readonly #hashes = new Uint32List()
  #slots = new Uint32Array(1024)
  /** Whether the last call of `add` kept something new. */
  #grew = false

  /** Different sequences. */
  get count(): number {
    return this.#starts.length
  }

  /** Numbers that are kept. */
  get length(): number {
    return this.#length
  }

  /** What is in memory. */
  get bytes(): number {
    return 4 * (this.#items.length + this.#slots.length + 3 * this.count)
  }

  /**
   * The number of a sequence, from 0; `count` grows where it is new.
   *
   * @param shared  so many of the first items are the last ones of the sequence that was added before; if that was new too, they are kept once
   * @example set.add([7, 8, 9], 0, 2) // 0, and again 0 for the same numbers
   */
  add(from: ArrayLike<number>, start: number, end: number, shared = 0): number {
    let hash = end - start
    for (let i = start; i < end; i++) {
      hash = Math.imul(hash ^ (from[i] as number), 0x9e3779b1)
      hash ^= hash >>> 15
    }
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (let known = this.#slots[slot] as number; known; slot = (slot + 1) & mask, known = this.#slots[slot] as number) {
      if (!this.#isSame(known - 1, hash, from, start, end)) continue
      this.#grew = false
      return known - 1
    }
    const number = this.count
    const kept = this.#grew ? shared : 0
    const added = end - start - kept
    this.#items = withRoom(this.#items, this.#length + added)
    for (let i = end - added, to = this.#length; i < end; i++) this.#items[to++] = from[i] as number
    this.#starts.push(this.#length - kept)
    this.#length += added
    this.#ends.push(this.#length)
    this.#hashes.push(hash)
    this.#slots[slot] = number + 1
    this.#grew = true
    if (this.count > this.#slots.length * FULL) this.#widen()
    return number
  }

  /** The numbers of a sequence. */
  of(number: number): Uint32Array {
    return this.#items.subarray(this.#starts.at(number), this.#ends.at(number))
  }

  #isSame(number: number, hash: number, from: ArrayLike<number>, start: number, end: number): boolean {
    if (this.#hashes.at(number) !== hash >>> 0) return false
    const begin = this.#starts.at(number)
    if (this.#ends.at(number) - begin !== end - start) return false
    const items = this.#items
    for (let i = start, at = begin; i < end; i++) if (items[at++] !== from[i]) return false
    return true
  }

  #widen(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let number = 0; number < this.count; number++) {
      let slot = this.#hashes.at(number) & mask
      while (slots[slot]) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

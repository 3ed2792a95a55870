/** Entries of an index by their digest, so that the oldest equal one is found without a look at the others. */
import { resized } from '../hashing/typed-list.js'

/** Places at the start; twice as many whenever half are taken. */
const FIRST = 2048

export class EqualDigests {
  readonly #hashOf: (entry: number) => number
  readonly #areEqual: (a: number, b: number) => boolean
  /** One above the newest entry with a digest, by hash of the digest with open addressing; 0 for none. */
  #newest = new Uint32Array(FIRST)
  /** The next newer entry with the same digest, by entry; the newest leads to the oldest, so that a list is a ring. */
  #next = new Uint32Array(FIRST / 2)
  #digests = 0
  #count = 0

  /**
   * @param hashOf    a word of the digest of an entry
   * @param areEqual  whether two entries have equal digests
   */
  constructor(hashOf: (entry: number) => number, areEqual: (a: number, b: number) => boolean) {
    this.#hashOf = hashOf
    this.#areEqual = areEqual
  }

  get bytes(): number {
    return (this.#newest.length + this.#next.length) * 4
  }

  /** Adds an entry, numbered one above the last. */
  add(): void {
    const entry = this.#count++
    if (entry === this.#next.length) this.#next = resized(this.#next, entry * 2)
    const place = this.#placeOf(this.#hashOf(entry), (newest) => this.#areEqual(newest, entry))
    const newest = this.#newest[place] as number
    this.#next[entry] = newest ? (this.#next[newest - 1] as number) : entry
    if (newest) this.#next[newest - 1] = entry
    this.#newest[place] = entry + 1
    if (!newest && ++this.#digests * 2 > this.#newest.length) this.#grow()
  }

  #placeOf(hash: number, isIt: (newest: number) => boolean): number {
    const mask = this.#newest.length - 1
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const newest = this.#newest[place] as number
      if (!newest || isIt(newest - 1)) return place
    }
  }

  #grow(): void {
    const before = this.#newest
    this.#newest = new Uint32Array(before.length * 2)
    for (const newest of before) if (newest) this.#newest[this.#placeOf(this.#hashOf(newest - 1), () => false)] = newest
  }

  /**
   * The oldest entry with a digest.
   *
   * @param isIt    whether an entry has it
   * @param isLive  whether an entry counts
   * @returns undefined if no entry has the digest
   */
  oldest(hash: number, isIt: (entry: number) => boolean, isLive: (entry: number) => boolean): number | undefined {
    const newest = this.#newest[this.#placeOf(hash, isIt)] as number
    if (!newest) return undefined
    for (let entry = this.#next[newest - 1] as number; ; entry = this.#next[entry] as number) {
      if (isLive(entry)) return entry
      if (entry === newest - 1) return undefined
    }
  }
}

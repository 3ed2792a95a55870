/** Counts of documents by feature, for corpus models: in a table of a fixed size, however large the corpus. */

const FREE = 0

/**
 * Feature hashes with a number each; open addressing in three columns. When it is full, features that were seen once are
 * forgotten (lossy counting: a count may be one too low for every time that happened).
 */
export class FeatureCounter {
  #low: Uint32Array
  #high: Uint32Array
  #count: Uint32Array
  #size = 0
  readonly #most: number
  /** How often features seen once were forgotten. */
  pruned = 0

  /** @param most  places at most, a power of two; each takes 12 bytes */
  constructor(most: number) {
    this.#most = most
    const places = Math.min(most, 1 << 16)
    this.#low = new Uint32Array(places)
    this.#high = new Uint32Array(places)
    this.#count = new Uint32Array(places)
  }

  /** @param hashes  two words each, the lower one first; distinct within a document */
  add(hashes: Uint32Array): void {
    for (let i = 0; i < hashes.length; i += 2) this.#addOne(hashes[i] as number, hashes[i + 1] as number, 1)
  }

  #addOne(low: number, high: number, count: number): void {
    const mask = this.#low.length - 1
    let place = (high ^ Math.imul(low, 0x9e3779b1)) & mask
    while (this.#count[place] !== FREE) {
      if (this.#low[place] === low && this.#high[place] === high) {
        this.#count[place] = (this.#count[place] as number) + count
        return
      }
      place = (place + 1) & mask
    }
    this.#low[place] = low
    this.#high[place] = high
    this.#count[place] = count
    if (++this.#size * 4 > this.#low.length * 3) this.#makeRoom()
  }

  #makeRoom(): void {
    const [low, high, count] = [this.#low, this.#high, this.#count]
    const grow = low.length < this.#most
    const places = grow ? low.length * 2 : low.length
    this.#low = new Uint32Array(places)
    this.#high = new Uint32Array(places)
    this.#count = new Uint32Array(places)
    this.#size = 0
    if (!grow) this.pruned++
    for (let i = 0; i < count.length; i++) {
      const n = count[i] as number
      if (n > (grow ? 0 : 1)) this.#addOne(low[i] as number, high[i] as number, n)
    }
  }

  /** The features counted twice and more, ascending. */
  frequent(): { hashes: BigUint64Array; documents: Uint32Array } {
    return this.counted(2)
  }

  /** The features counted so often, ascending. */
  counted(least: number): { hashes: BigUint64Array; documents: Uint32Array } {
    let size = 0
    for (const n of this.#count) if (n >= least) size++
    const hashes = new BigUint64Array(size)
    const words = new Uint32Array(hashes.buffer)
    let filled = 0
    for (let i = 0; i < this.#count.length; i++) {
      if ((this.#count[i] as number) < least) continue
      words[filled++] = this.#low[i] as number
      words[filled++] = this.#high[i] as number
    }
    hashes.sort()
    const documents = new Uint32Array(size)
    for (let i = 0; i < size; i++) documents[i] = this.#countOf(words[2 * i] as number, words[2 * i + 1] as number)
    return { hashes, documents }
  }

  #countOf(low: number, high: number): number {
    const mask = this.#low.length - 1
    let place = (high ^ Math.imul(low, 0x9e3779b1)) & mask
    while (this.#low[place] !== low || this.#high[place] !== high || this.#count[place] === FREE) place = (place + 1) & mask
    return this.#count[place] as number
  }
}

const EMPTY = -1

/**
 * A map from whole numbers (0 to 2^53) to numbers, for many millions of entries: open addressing in typed arrays, 16 bytes
 * an entry and as much spare. A Map takes three times that and ends at 2^24 entries.
 */
export class PairMap {
  #keys = new Float64Array(64).fill(EMPTY)
  #values = new Float64Array(64)
  #size = 0

  get(key: number): number | undefined {
    const slot = this.#slot(key)
    return this.#keys[slot] === key ? this.#values[slot] : undefined
  }

  set(key: number, value: number): void {
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
  }

  *entries(): Generator<[key: number, value: number]> {
    for (let slot = 0; slot < this.#keys.length; slot++) {
      const key = this.#keys[slot] as number
      if (key !== EMPTY) yield [key, this.#values[slot] as number]
    }
  }

  /** Where a key is, or the free slot where it belongs. */
  #slot(key: number): number {
    const mask = this.#keys.length - 1
    const low = key % 0x100000000
    let slot = (Math.imul(low ^ Math.imul((key - low) / 0x100000000, 0x85ebca6b), 0x9e3779b1) >>> 7) & mask
    while (this.#keys[slot] !== key && this.#keys[slot] !== EMPTY) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Float64Array(keys.length * 2).fill(EMPTY)
    this.#values = new Float64Array(keys.length * 2)
    keys.forEach((key, old) => {
      if (key === EMPTY) return
      const slot = this.#slot(key)
      this.#keys[slot] = key
      this.#values[slot] = values[old] as number
    })
  }
}

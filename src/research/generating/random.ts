/**
 * Numbers by chance that are the same on every host: integers of 32 bits only, no floating-point functions.
 *
 * The state has 128 bits, so that the streams of hundreds of millions of documents do not run into each other.
 */
export class Random {
  #a = 0
  #b = 0
  #c = 0
  #count = 0

  /** Starts the stream of one purpose of one document. `seed` and `ordinal` are integers from 0 to 2^53 - 1. */
  start(seed: number, ordinal: number, purpose: number): this {
    let h = mix(seed ^ 0x2545f491)
    h = mix(h ^ Math.floor(seed / 2 ** 32))
    this.#a = h = mix(h ^ ordinal)
    this.#b = h = mix((h + 0x6a09e667) ^ Math.floor(ordinal / 2 ** 32))
    this.#c = mix((h + 0x3c6ef372) ^ purpose) ^ ordinal
    this.#count = 1
    for (let i = 0; i < 8; i++) this.next()
    return this
  }

  /** 32 bits, as an integer from 0 to 2^32 - 1. A chaotic counter generator: the counter keeps its cycle long. */
  next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** An integer from 0 to n - 1, for n up to 2^21 without noticeable bias. */
  below(n: number): number {
    return Math.floor((this.next() * n) / 2 ** 32)
  }

  /** An integer from least to most, both possible. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability * 2 ** 32
  }

  /** One of a list, each as likely as the other. */
  pick<Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)] as Item
  }

  /** The numbers 0 to n - 1 in random order. */
  order(n: number): number[] {
    const all = Array.from({ length: n }, (_, i) => i)
    for (let i = n - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const kept = all[i] as number
      all[i] = all[j] as number
      all[j] = kept
    }
    return all
  }
}

/** Spreads every bit of a number over 32 bits; one to one. Other multipliers than mix32 of hashing/bits.ts: corpora are pinned to these. */
export function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return (h ^ (h >>> 15)) | 0
}

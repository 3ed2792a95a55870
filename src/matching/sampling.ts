/** Draws that are the same on every host and in every run: 32-bit integers only. */
export class Draws {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** 32 bits, as an integer from 0 to 2^32 - 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    return mix32(this.#state) >>> 0
  }

  /** An integer from 0 to n - 1. */
  below(n: number): number {
    return Math.floor((this.next() / 0x100000000) * n)
  }
}

/** Spreads every bit of a number over 32 bits, one to one. */
export function mix32(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return h ^ (h >>> 15)
}

/** The hash of a stretch of code units, never 0. */
export function hashCodes(codes: Uint16Array, from: number, to: number, seed: number): number {
  let h = mix32(seed ^ (to - from))
  for (let i = from; i < to; i++) h = Math.imul(h ^ (codes[i] as number), 0x01000193) ^ (h >>> 15)
  return mix32(h) >>> 0 || 1
}

/** One hash of two, never 0; not symmetric. */
export const combineHashes = (a: number, b: number): number => mix32(Math.imul(a, 0x9e3779b1) ^ mix32(b)) >>> 0 || 1

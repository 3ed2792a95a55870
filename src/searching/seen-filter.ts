/**
 * A filter of bands that were seen: one Bloom filter for each band of MinHash, of 32 bytes a document in all (the construction of LSHBloom, arXiv
 * 2411.04257). It never forgets a band, and takes others for seen at a rate that its bits tell. How many bands of a text were seen says more than
 * whether one was.
 */

/** Bytes a document, of all bands together. */
export const SEEN_BYTES = 32

/** Of texts at the threshold, how many are to be answered `yes`. */
const SURE = 0.9

/** What fixes the bits of a filter: filters of one shape can be brought together. */
export interface SeenShape {
  readonly bands: number
  /** Documents that it is made for: beyond them it is wrong more often. */
  readonly capacity: number
}

/** How often the filter is wrong, 0 to 1, of texts that are like nothing seen. */
export interface SeenError {
  /** For one band. */
  readonly band: number
  /** Answered `maybe` or `yes`, because at least one band is taken for seen. */
  readonly maybe: number
  /** Answered `yes`. */
  readonly yes: number
}

export class SeenFilter {
  readonly shape: SeenShape
  /** The bits, band behind band. */
  readonly bytes: Uint8Array
  readonly #bitsOfBand: number
  readonly #hashes: number
  /** The two hashes of each band of the text that is asked about. */
  readonly #places: Uint32Array

  /**
   * @param bytes  as many as {@link seenBytes} says
   */
  constructor(shape: SeenShape, bytes: Uint8Array = new Uint8Array(seenBytes(shape))) {
    this.shape = shape
    this.bytes = bytes
    this.#bitsOfBand = (bytes.length / shape.bands) * 8
    // The number that is best where it is full: bits a document times ln 2.
    this.#hashes = Math.max(1, Math.round((this.#bitsOfBand / shape.capacity) * Math.LN2))
    this.#places = new Uint32Array(2 * shape.bands)
  }

  /**
   * Takes the rows of one band of a text, to be asked about and added.
   *
   * @param key   of the band, 32 bits
   * @param rows  low bytes of its rows: of many texts, keys alone are equal by chance
   */
  put(band: number, key: number, rows: Uint8Array): void {
    let [one, two] = [key ^ 0x9e3779b9, Math.imul(key, 0x85ebca6b) ^ band]
    for (const byte of rows) {
      one = Math.imul(one ^ byte, 0x01000193)
      two = Math.imul(two, 0x01000193) ^ byte
    }
    this.#places[2 * band] = mixed(one) % this.#bitsOfBand
    // Never 0, which would set one bit alone.
    this.#places[2 * band + 1] = 1 + (mixed(two) % (this.#bitsOfBand - 1))
  }

  /** How many bands of the text were seen, certainly or by a false hit. */
  seen(): number {
    let seen = 0
    for (let band = 0; band < this.shape.bands; band++) if (this.#bandIs(band)) seen++
    return seen
  }

  #bandIs(band: number): boolean {
    const base = band * (this.#bitsOfBand / 8)
    let bit = this.#places[2 * band] as number
    for (let i = 0; i < this.#hashes; i++) {
      if (!((this.bytes[base + Math.floor(bit / 8)] as number) & (1 << (bit & 7)))) return false
      bit = this.#next(band, bit)
    }
    return true
  }

  /** Adds the bands of the text. */
  add(): void {
    for (let band = 0; band < this.shape.bands; band++) {
      const base = band * (this.#bitsOfBand / 8)
      let bit = this.#places[2 * band] as number
      for (let i = 0; i < this.#hashes; i++) {
        const at = base + Math.floor(bit / 8)
        this.bytes[at] = (this.bytes[at] as number) | (1 << (bit & 7))
        bit = this.#next(band, bit)
      }
    }
  }

  #next(band: number, bit: number): number {
    const next = bit + (this.#places[2 * band + 1] as number)
    return next < this.#bitsOfBand ? next : next - this.#bitsOfBand
  }

  /** Adds all that another filter of the same shape has seen. */
  merge({ bytes }: SeenFilter): void {
    for (let i = 0; i < bytes.length; i++) this.bytes[i] = (this.bytes[i] as number) | (bytes[i] as number)
  }

  /**
   * How often it is wrong, by the share of its bits that are set.
   *
   * @param least  bands from which the answer is `yes`
   */
  error(least: number): SeenError {
    const { bands } = this.shape
    const size = this.bytes.length / bands
    let sum = 0
    for (let band = 0; band < bands; band++) sum += shareSet(this.bytes.subarray(band * size, (band + 1) * size)) ** this.#hashes
    const band = sum / bands
    return { band, maybe: atLeast(1, bands, band), yes: atLeast(least, bands, band) }
  }
}

/** Bytes of a filter: whole bytes for each band. */
export const seenBytes = ({ bands, capacity }: SeenShape): number => Math.max(8, Math.floor((capacity * SEEN_BYTES) / bands)) * bands

/**
 * Bands that must be seen for the answer `yes`: as many as nine of ten texts have in common with one of the similarity of the threshold.
 *
 * @example sureBands(0.8, 21, 6) // 3
 */
export function sureBands(threshold: number, bands: number, rows: number): number {
  let least = 1
  while (least < bands && atLeast(least + 1, bands, threshold ** rows) >= SURE) least++
  return least
}

/** The chance that at least so many of `count` happen, each with this chance. @example atLeast(1, 2, 0.5) // 0.75 */
export function atLeast(least: number, count: number, chance: number): number {
  if (chance >= 1) return 1
  // From the side of the small terms, which would be lost beside 1.
  let sum = 0
  for (let k = least; k <= count; k++) sum += binomial(count, k) * chance ** k * (1 - chance) ** (count - k)
  return Math.min(1, sum)
}

function binomial(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return ways
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => [...byte.toString(2)].filter((bit) => bit === '1').length)

function shareSet(bytes: Uint8Array): number {
  let ones = 0
  for (let i = 0; i < bytes.length; i++) ones += ONES[bytes[i] as number] as number
  return ones / (8 * bytes.length)
}

/** The finish of MurmurHash3, from 0 to 2^32 - 1. */
function mixed(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

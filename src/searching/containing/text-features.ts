/** The distinct features of many texts: in memory as far as there is room, elsewhere beyond. */
import { firstWhere } from '../../hashing/binary-search.js'

/** The place of features that memory has no room for. */
export interface Overflow {
  /** Takes words behind those before. */
  append(words: Uint32Array): void
  /** Reads words from a place on, counted from the first that was appended. */
  read(at: number, into: Uint32Array): void
  close(): void
}

/** Features of texts that were added together. */
interface Part {
  readonly first: number
  /** The end of the features of each text, in features of the part. */
  readonly ends: Uint32Array
  /** Two words each, the lower half first; undefined when they are elsewhere or were let go. */
  words: Uint32Array | undefined
  /** Their places elsewhere, in words. */
  readonly at: number
}

export class TextFeatures {
  readonly #room: number
  readonly #overflow: (() => Overflow) | undefined
  readonly #parts: Part[] = []
  #elsewhere: Overflow | undefined
  #last = 0
  #held = 0
  #apart = 0
  /** Texts. */
  count = 0
  /** Features of all texts. */
  length = 0

  /**
   * @param room      bytes of features to hold
   * @param overflow  opened when there is no more room; without it everything is held
   */
  constructor(room: number, overflow?: () => Overflow) {
    this.#room = room
    this.#overflow = overflow
  }

  /** Bytes that are elsewhere. */
  get spilled(): number {
    return this.#apart * 4
  }

  /**
   * Adds texts, numbered on from those before.
   *
   * @param words  distinct features of each text, texts behind each other, two words each, the lower half first; not to be changed
   * @param ends   where those of each text end, in features
   */
  add(words: Uint32Array, ends: Uint32Array): void {
    if (!ends.length) return
    const isHeld = !this.#overflow || this.#held + words.byteLength <= this.#room
    this.#parts.push({ first: this.count, ends, words: isHeld ? words : undefined, at: this.#apart })
    if (isHeld) this.#held += words.byteLength
    else {
      this.#elsewhere ??= this.#overflow?.()
      this.#elsewhere?.append(words)
      this.#apart += words.length
    }
    this.count += ends.length
    this.length += words.length / 2
  }

  #partOf(text: number): Part {
    const recent = this.#parts[this.#last]
    if (recent && text >= recent.first && text < recent.first + recent.ends.length) return recent
    this.#last = firstWhere(0, this.#parts.length, (part) => (this.#parts[part] as Part).first > text) - 1
    return this.#parts[this.#last] as Part
  }

  /** The number of features of a text; known after {@link release} too. */
  sizeOf(text: number): number {
    const { first, ends } = this.#partOf(text)
    const i = text - first
    return (ends[i] as number) - (i ? (ends[i - 1] as number) : 0)
  }

  /** The features of a text, two words each. Not to be changed, and good until the next call. */
  of(text: number): Uint32Array {
    const { first, ends, words, at } = this.#partOf(text)
    const i = text - first
    const from = i ? (ends[i - 1] as number) : 0
    const to = ends[i] as number
    if (words) return words.subarray(2 * from, 2 * to)
    const read = new Uint32Array(2 * (to - from))
    this.#elsewhere?.read(at + 2 * from, read)
    return read
  }

  /** Lets the features go; sizes stay. */
  release(): void {
    for (const part of this.#parts) part.words = undefined
    this.#elsewhere?.close()
    this.#elsewhere = undefined
  }
}

/**
 * Features that a text of this size must share at least with one that holds this much of it. A few less than exactly would be where
 * rounding is in doubt: the exact measure decides later.
 *
 * @param threshold  above 0
 * @returns 1 to `size`
 * @example neededOf(10, 0.8) // 8
 */
export const neededOf = (size: number, threshold: number): number => Math.max(1, Math.ceil(size * threshold - size * 1e-12 - 1e-6))

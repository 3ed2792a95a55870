/**
 * The distinct features of texts that come one at a time, searched both ways: for texts that hold enough of a text, and for texts of which
 * it holds enough. Nothing is missed, and nothing else is found.
 *
 * Every text is listed under all its features, and once more under those of its prefix (prefixes.ts), the rarest when it came: any
 * features would do. A text that holds enough of another is listed under one of the other's rarest features; a text whose prefix shares a feature
 * with another may be held by it. Each text that is met is compared feature by feature.
 */
import { slotHash } from '../../hashing/bits.js'
import { resized, withRoom } from '../../hashing/typed-list.js'
import { neededOf } from './text-features.js'

/** Numbers for features, in the order in which they come. */
class FeatureNumbers {
  #words = new Uint32Array(2048)
  #slots = new Uint32Array(2048)
  #shift = 21
  count = 0

  get bytes(): number {
    return this.#words.byteLength + this.#slots.byteLength
  }

  /** The number of a feature, -1 for one that is not known. */
  find(low: number, high: number): number {
    return (this.#slots[this.#slot(low, high)] as number) - 1
  }

  /** The number of a feature, which gets one where it has none. */
  of(low: number, high: number): number {
    const known = this.find(low, high)
    if (known >= 0) return known
    if (2 * this.count >= this.#slots.length) this.#grow()
    this.#words = withRoom(this.#words, 2 * this.count + 2)
    this.#words[2 * this.count] = low
    this.#words[2 * this.count + 1] = high
    this.#slots[this.#slot(low, high)] = ++this.count
    return this.count - 1
  }

  low = (number: number) => this.#words[2 * number] as number
  high = (number: number) => this.#words[2 * number + 1] as number

  #slot(low: number, high: number): number {
    const mask = this.#slots.length - 1
    let slot = slotHash(low, high) >>> this.#shift
    for (let at = this.#slots[slot] as number; at; at = this.#slots[slot] as number) {
      if (this.#words[2 * at - 2] === low && this.#words[2 * at - 1] === high) break
      slot = (slot + 1) & mask
    }
    return slot
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    this.#shift--
    for (let number = 0; number < this.count; number++) this.#slots[this.#slot(this.low(number), this.high(number))] = number + 1
  }
}

/** Lists of texts by feature, each the newest first. */
class Lists {
  #heads = new Uint32Array(1024)
  #counts = new Uint32Array(1024)
  #texts = new Uint32Array(1024)
  #next = new Uint32Array(1024)
  #length = 0

  get bytes(): number {
    return 4 * (this.#heads.length + this.#counts.length + this.#texts.length + this.#next.length)
  }

  add(feature: number, text: number): void {
    this.#heads = withRoom(this.#heads, feature + 1)
    this.#counts = withRoom(this.#counts, feature + 1)
    this.#texts = withRoom(this.#texts, this.#length + 1)
    this.#next = withRoom(this.#next, this.#length + 1)
    this.#texts[this.#length] = text
    this.#next[this.#length++] = this.#heads[feature] as number
    this.#heads[feature] = this.#length
    this.#counts[feature] = (this.#counts[feature] as number) + 1
  }

  countOf(feature: number): number {
    return this.#counts[feature] ?? 0
  }

  each(feature: number, visit: (text: number) => void): void {
    for (let entry = this.#heads[feature] ?? 0; entry; entry = this.#next[entry - 1] as number) visit(this.#texts[entry - 1] as number)
  }
}

export class FeatureLists {
  readonly #threshold: number
  readonly #numbers = new FeatureNumbers()
  readonly #all = new Lists()
  readonly #prefixes = new Lists()
  /** Features of each text, texts behind each other, and where each ends. */
  #features = new Uint32Array(1024)
  #ends = new Float64Array(256)
  #texts = 0
  /** The query that marked each feature or text last. */
  #asked = new Uint32Array()
  #met = new Uint32Array()
  #query = 0

  /** @param threshold  the least share, above 0 */
  constructor(threshold: number) {
    this.#threshold = threshold
  }

  get bytes(): number {
    return this.#numbers.bytes + this.#all.bytes + this.#prefixes.bytes + this.#features.byteLength + this.#ends.byteLength
  }

  /**
   * Adds a text, numbered on from those before.
   *
   * @param words  its distinct features, two words each, the lower half first
   */
  add(words: Uint32Array): void {
    const text = this.#texts++
    const start = this.#startOf(text)
    const size = words.length / 2
    const numbers = Array.from({ length: size }, (_, i) => this.#numbers.of(words[2 * i] as number, words[2 * i + 1] as number))
    const rarest = [...numbers].sort((a, b) => this.#all.countOf(a) - this.#all.countOf(b))
    for (const feature of rarest.slice(0, size - neededOf(size, this.#threshold) + 1)) this.#prefixes.add(feature, text)
    this.#features = withRoom(this.#features, start + size)
    this.#ends = withRoom(this.#ends, text + 1)
    numbers.forEach((feature, i) => {
      this.#all.add(feature, text)
      this.#features[start + i] = feature
    })
    this.#ends[text] = start + size
  }

  #startOf(text: number): number {
    return text ? (this.#ends[text - 1] as number) : 0
  }

  #sizeOf(text: number): number {
    return (this.#ends[text] as number) - this.#startOf(text)
  }

  /** The features of a text, two words each. */
  wordsOf(text: number): Uint32Array {
    const start = this.#startOf(text)
    const words = new Uint32Array(2 * this.#sizeOf(text))
    for (let i = 0; 2 * i < words.length; i++) {
      const feature = this.#features[start + i] as number
      words[2 * i] = this.#numbers.low(feature)
      words[2 * i + 1] = this.#numbers.high(feature)
    }
    return words
  }

  /**
   * Every text of which one holds enough of the other, each once.
   *
   * @param words  as in {@link add}
   */
  find(words: Uint32Array, visit: (text: number) => void): void {
    this.#prepare()
    const size = words.length / 2
    const known: number[] = []
    for (let i = 0; i < words.length; i += 2) {
      const feature = this.#numbers.find(words[i] as number, words[i + 1] as number)
      if (feature < 0) continue
      known.push(feature)
      this.#asked[feature] = this.#query
    }
    const needed = neededOf(size, this.#threshold)
    // Features that are not known are the rarest: no text has them.
    const asked = size - needed + 1 - (size - known.length)
    const meet = (text: number, isEnough: (shared: number) => boolean) => {
      if (this.#met[text] === this.#query) return
      this.#met[text] = this.#query
      if (isEnough(this.#sharedWith(text))) visit(text)
    }
    if (asked > 0) {
      const rarest = [...known].sort((a, b) => this.#all.countOf(a) - this.#all.countOf(b))
      for (const feature of rarest.slice(0, asked))
        this.#all.each(feature, (text) => {
          if (this.#sizeOf(text) >= size) meet(text, (shared) => shared >= needed)
        })
    }
    for (const feature of known)
      this.#prefixes.each(feature, (text) => {
        const held = this.#sizeOf(text)
        if (held <= size) meet(text, (shared) => shared >= neededOf(held, this.#threshold))
      })
  }

  /** A number for a query, and room for its marks. */
  #prepare(): void {
    if (this.#asked.length < this.#numbers.count) this.#asked = resized(this.#asked, 2 * this.#numbers.count)
    if (this.#met.length < this.#texts) this.#met = resized(this.#met, 2 * this.#texts)
    if (++this.#query < 2 ** 32) return
    this.#asked.fill(0)
    this.#met.fill(0)
    this.#query = 1
  }

  #sharedWith(text: number): number {
    let shared = 0
    const end = this.#ends[text] as number
    for (let at = this.#startOf(text); at < end; at++) if (this.#asked[this.#features[at] as number] === this.#query) shared++
    return shared
  }
}

/**
 * Pairs of texts that share rare features. A frame that all pages of a site have in common says nothing about two of them; a feature
 * that only two texts have in common says that one was made from the other.
 *
 * R(d) are the features of d that occur in at most K texts. S(a, b) = |R(a) ∩ R(b)| / |R(a) ∪ R(b)|. Features that occur in one text
 * alone count in the union. An inverted index finds every pair with S above 0, exactly: a feature brings K (K - 1) / 2 pairs at most.
 */
import { slotHash } from '../hashing/bits.js'
import { resized, withRoom } from '../hashing/typed-list.js'
import type { Overflow } from './containing/text-features.js'
import type { Sketches } from './near-copies.js'

/** Parts of the occurrences, by the leading 8 bits of the feature: the hash table of one part then fits into the cache while it is counted. */
const PARTS = 256
/** Bits of the upper half of a hash that do not choose the part; 32 less the 8 that number PARTS. */
const PART_SHIFT = 24
/** Words of an occurrence: the hash of the feature, lower half first, and the document. */
const WORDS = 3
/** The rarest sample keeps 1 in 2^31 features: a larger power of two is no longer a positive mask of 32 bits. */
const RAREST_SAMPLE = 2 ** 31
/** Growth of a full part. Occurrences are most of the memory of a run, so less is left empty than doubling would leave. */
const SPARE = 1.4
/**
 * Bytes of memory that an occurrence takes: 12 for its words, up to 40 % more for the spare room of its part, and about as much again for
 * its places in the index, where most are not. A lower figure holds more features and may exceed the memory that was allowed.
 */
export const POSTING_BYTES = 32

/** The text of a document that is left out of the index: see {@link indexRare}. */
export const NO_TEXT = 0xffffffff

/** Occurrences of the features with the same leading bits. */
interface Part {
  words: Uint32Array<ArrayBuffer>
  /** Words in use. */
  filled: number
  /** What came before and is elsewhere: pairs of a place there and a length, in words. */
  readonly elsewhere: number[]
}

/**
 * Occurrences of features in documents, within a bound of memory. Beyond it they go elsewhere, to come back part by part.
 *
 * Where there is no place elsewhere, only every second, fourth, … feature (by its hash) is kept, everywhere the same ones. The final sample is
 * the first that fits; it does not depend on how the documents are handed in.
 */
export class Postings {
  readonly #parts = Array.from({ length: PARTS }, (): Part => ({ words: new Uint32Array(16 * WORDS), filled: 0, elsewhere: [] }))
  readonly #capacity: number
  readonly #overflow: (() => Overflow) | undefined
  #elsewhere: Overflow | undefined
  #documents = 0
  /** Occurrences in memory, and words elsewhere. */
  #held = 0
  #apart = 0
  #sample = 1

  /**
   * @param capacity  occurrences to hold, at least 1
   * @param overflow  opened when there is no more room; without it features are sampled
   */
  constructor(capacity: number, overflow?: () => Overflow) {
    this.#capacity = capacity
    this.#overflow = overflow
  }

  /** Features whose hash is a multiple of this power of two are kept. */
  get sample(): number {
    return this.#sample
  }

  get length(): number {
    return this.#held + this.#apart / WORDS
  }

  /** Bytes that are elsewhere. */
  get spilled(): number {
    return this.#apart * 4
  }

  /**
   * Adds documents, numbered on from those added before.
   *
   * @param hashes  distinct features of each document, documents behind each other, two words each, the lower half first
   * @param ends    where those of each document end, in features
   */
  add(hashes: Uint32Array, ends: Uint32Array): void {
    let at = 0
    for (const end of ends) {
      const document = this.#documents++
      const mask = this.#sample - 1
      for (; at < end; at++) {
        const low = hashes[2 * at] as number
        if (low & mask) continue
        const high = hashes[2 * at + 1] as number
        const part = this.#parts[high >>> PART_SHIFT] as Part
        if (part.filled === part.words.length) widen(part)
        part.words[part.filled++] = low
        part.words[part.filled++] = high
        part.words[part.filled++] = document
        this.#held++
      }
      if (this.#held <= this.#capacity) continue
      if (this.#overflow) this.#spill(this.#overflow)
      else while (this.#held > this.#capacity && this.#sample < RAREST_SAMPLE) this.#thin()
    }
  }

  #spill(overflow: () => Overflow): void {
    this.#elsewhere ??= overflow()
    for (const part of this.#parts) {
      if (!part.filled) continue
      this.#elsewhere.append(part.words.subarray(0, part.filled))
      part.elsewhere.push(this.#apart, part.filled)
      this.#apart += part.filled
      part.filled = 0
    }
    this.#held = 0
  }

  /** Drops every second feature. */
  #thin(): void {
    this.#sample *= 2
    this.#held = 0
    for (const part of this.#parts) {
      part.filled = thinned(part.words.subarray(0, part.filled), this.#sample - 1)
      this.#held += part.filled / WORDS
    }
  }

  /**
   * Hands out the occurrences part by part (all of a feature in one part, documents ascending) and lets them go.
   *
   * Of those that came back from elsewhere an index holds what several texts share. Where even that is more than there is room for, by an
   * estimate from the first part, features are sampled as they come back.
   *
   * @param shares  how many occurrences of a part an index would hold
   */
  *take(shares: (words: Uint32Array) => number): Generator<Uint32Array> {
    for (const [number, part] of this.#parts.entries()) {
      let words = this.#wordsOf(part)
      if (!number && this.#elsewhere)
        while ((PARTS * shares(words)) / this.#sample > this.#capacity && this.#sample < RAREST_SAMPLE) this.#sample *= 2
      if (this.#elsewhere && this.#sample > 1) words = words.subarray(0, thinned(words, this.#sample - 1))
      part.words = new Uint32Array(0)
      part.filled = 0
      yield words
    }
    this.#elsewhere?.close()
    this.#elsewhere = undefined
    this.#held = 0
    this.#apart = 0
  }

  #wordsOf({ words, filled, elsewhere }: Part): Uint32Array {
    if (!elsewhere.length) return words.subarray(0, filled)
    let length = filled
    for (let i = 1; i < elsewhere.length; i += 2) length += elsewhere[i] as number
    const all = new Uint32Array(length)
    let at = 0
    for (let i = 0; i < elsewhere.length; i += 2) {
      const end = at + (elsewhere[i + 1] as number)
      this.#elsewhere?.read(elsewhere[i] as number, all.subarray(at, end))
      at = end
    }
    all.set(words.subarray(0, filled), at)
    return all
  }
}

/** Moves the occurrences of a sample to the front. @returns the words of them */
function thinned(words: Uint32Array, mask: number): number {
  let kept = 0
  for (let at = 0; at < words.length; at += WORDS) {
    if ((words[at] as number) & mask) continue
    words.copyWithin(kept, at, at + WORDS)
    kept += WORDS
  }
  return kept
}

/** More room for whole occurrences. Apart from the loop that fills parts, which is faster when it is short. */
function widen(part: Part): void {
  part.words = resized(part.words, Math.ceil((part.words.length * SPARE) / WORDS) * WORDS)
}

/** The inverted index of the rare features, both ways: texts of each feature, features of each text. */
export class RareIndex {
  /** The number of rare features (of the sample) of each text. */
  readonly weights: Uint32Array
  /** Features in two to K texts. */
  readonly shared: number
  /** Texts of each shared feature, ascending: members[ends[f - 1]] … members[ends[f] - 1]. */
  readonly #members: Uint32Array
  readonly #ends: Uint32Array
  /** Shared features of each text, ascending. */
  readonly #starts: Uint32Array
  readonly #features: Uint32Array

  constructor(weights: Uint32Array, members: Uint32Array, ends: Uint32Array) {
    this.weights = weights
    this.shared = ends.length
    this.#members = members
    this.#ends = ends
    const starts = new Uint32Array(weights.length + 1)
    for (let i = 0; i < members.length; i++) {
      const text = (members[i] as number) + 1
      starts[text] = (starts[text] as number) + 1
    }
    for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number)
    const next = starts.slice()
    this.#features = new Uint32Array(members.length)
    let at = 0
    for (let feature = 0; feature < ends.length; feature++) {
      for (; at < (ends[feature] as number); at++) {
        const text = members[at] as number
        const place = next[text] as number
        this.#features[place] = feature
        next[text] = place + 1
      }
    }
    this.#starts = starts
  }

  #similarity(a: number, b: number, common: number): number {
    return common ? common / ((this.weights[a] as number) + (this.weights[b] as number) - common) : 0
  }

  /** S of any two texts, 0 to 1. */
  similarity(a: number, b: number): number {
    let i = this.#starts[a] as number
    let j = this.#starts[b] as number
    const endA = this.#starts[a + 1] as number
    const endB = this.#starts[b + 1] as number
    let common = 0
    while (i < endA && j < endB) {
      const x = this.#features[i] as number
      const y = this.#features[j] as number
      if (x === y) common++
      if (x <= y) i++
      if (y <= x) j++
    }
    return this.#similarity(a, b, common)
  }

  /** Every pair a < b with S of at least the threshold, and above 0; ascending by a. */
  pairs(threshold: number, found: (a: number, b: number) => void): void {
    const common = new Uint32Array(this.weights.length)
    const touched: number[] = []
    for (let a = 0; a < this.weights.length; a++) {
      for (let i = this.#starts[a] as number; i < (this.#starts[a + 1] as number); i++) {
        const feature = this.#features[i] as number
        const first = feature ? (this.#ends[feature - 1] as number) : 0
        for (let m = (this.#ends[feature] as number) - 1; m >= first; m--) {
          const b = this.#members[m] as number
          if (b <= a) break
          const before = common[b] as number
          common[b] = before + 1
          if (!before) touched.push(b)
        }
      }
      for (const b of touched) {
        if (this.#similarity(a, b, common[b] as number) >= threshold) found(a, b)
        common[b] = 0
      }
      touched.length = 0
    }
  }
}

/**
 * Counts the texts of each feature, and indexes the rare features.
 *
 * @param postings  emptied
 * @param textOf    for each document the number of its text, below `texts`; NO_TEXT for copies of an earlier one. Ascending.
 * @param rarest    features in more texts than this are left out
 * @param sketches  take every feature of every text
 */
export function indexRare(postings: Postings, textOf: Uint32Array, texts: number, rarest: number, sketches?: Sketches): RareIndex {
  const weights = new Uint32Array(texts)
  let members = new Uint32Array(1024)
  // Written out instead of a typed list: this loop passes every feature of the corpus, and a call for each costs a fifth of it.
  let ends = new Uint32Array(512)
  let features = 0
  let filled = 0
  let slots = new Uint32Array(0)
  let counts = new Uint32Array(0)
  let next = new Uint32Array(0)
  for (const words of postings.take((part) => sharedIn(part, textOf, rarest))) {
    const count = words.length / WORDS
    const bits = Math.max(4, 33 - Math.clz32(count))
    const size = 2 ** bits
    if (slots.length < size) [slots, counts] = [new Uint32Array(size), new Uint32Array(size)]
    else {
      slots.fill(0, 0, size)
      counts.fill(0, 0, size)
    }
    if (next.length < count) next = new Uint32Array(count)
    // A slot holds the first occurrence of a feature plus one, `next` leads to the following. From the last to the first, so that
    // texts come out ascending.
    for (let i = count - 1; i >= 0; i--) {
      const at = i * WORDS
      const text = textOf[words[at + 2] as number] as number
      if (text === NO_TEXT) continue
      const low = words[at] as number
      const high = words[at + 1] as number
      sketches?.add(text, low, high)
      let slot = slotHash(low, high) >>> (32 - bits)
      for (let other = slots[slot] as number; other; other = slots[slot] as number) {
        const place = (other - 1) * WORDS
        if (words[place] === low && words[place + 1] === high) break
        slot = (slot + 1) & (size - 1)
      }
      next[i] = slots[slot] as number
      slots[slot] = i + 1
      counts[slot] = (counts[slot] as number) + 1
    }
    members = withRoom(members, filled + count, SPARE)
    for (let slot = 0; slot < size; slot++) {
      const times = counts[slot] as number
      if (!times || times > rarest) continue
      for (let i = slots[slot] as number; i; i = next[i - 1] as number) {
        const text = textOf[words[(i - 1) * WORDS + 2] as number] as number
        weights[text] = (weights[text] as number) + 1
        if (times > 1) members[filled++] = text
      }
      if (times < 2) continue
      if (features === ends.length) ends = resized(ends, ends.length * 2)
      ends[features++] = filled
    }
  }
  return new RareIndex(weights, members.slice(0, filled), ends.slice(0, features))
}

/** How many occurrences are of features in 2 to `rarest` texts. Hashes are cut to 53 bits: it is for an estimate. */
function sharedIn(words: Uint32Array, textOf: Uint32Array, rarest: number): number {
  const times = new Map<number, number>()
  for (let at = 0; at < words.length; at += WORDS) {
    if (textOf[words[at + 2] as number] === NO_TEXT) continue
    const feature = ((words[at + 1] as number) & 0x1fffff) * 2 ** 32 + (words[at] as number)
    times.set(feature, (times.get(feature) ?? 0) + 1)
  }
  let shared = 0
  for (const count of times.values()) if (count > 1 && count <= rarest) shared += count
  return shared
}

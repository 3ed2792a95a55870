/** The entries of one index in the memory of one process, for search: entries come and go by number. */
import { firstWhere } from '../hashing/binary-search.js'
import { resized } from '../hashing/typed-list.js'
import { BandTables } from './band-tables.js'
import { BucketTables } from './bucket-tables.js'
import { FeatureLists } from './containing/feature-lists.js'
import type { Match, SearchSpec } from './index-keys.js'

export interface LocalMatch extends Match {
  readonly seq: number
}

/** 32-bit words of the digest at the start of an entry. */
const DIGEST_WORDS = 4
/** Slots at the start. */
const FIRST = 1024
/** Removed entries up to which the structure is not built anew: they take a megabyte or two, and building anew takes longer than a query. */
const FEW = 4096

/** Exact for simhash, features and digests; for minhash every entry that shares a band. */
export class LocalIndex {
  readonly #spec: SearchSpec
  #buckets: BucketTables | undefined
  #bands: BandTables | undefined
  #features: FeatureLists | undefined
  /** By slot, in the order of arrival: the number (ascending), the digest, and whether it is gone. */
  #seqs = new Float64Array(FIRST)
  #digests = new Uint32Array(FIRST * DIGEST_WORDS)
  #gone = new Uint8Array(FIRST)
  #slots = 0
  #removed = 0

  constructor(spec: SearchSpec) {
    this.#spec = spec
    this.#clear()
  }

  #clear(): void {
    const { kind } = this.#spec
    this.#buckets = kind === 'simhash' ? new BucketTables(this.#spec.bits, this.#spec.distance) : undefined
    // Equal digests are found by their first word.
    this.#features = kind === 'features' ? new FeatureLists(this.#spec.threshold) : undefined
    this.#bands = kind === 'simhash' || kind === 'features' ? undefined : new BandTables(kind === 'minhash' ? this.#spec.bands : 1)
  }

  get count(): number {
    return this.#slots - this.#removed
  }

  /** Entries that are gone and still take room: a few, or as many as there are others. */
  get removed(): number {
    return this.#removed
  }

  get bytes(): number {
    return (
      this.#seqs.length * (9 + DIGEST_WORDS * 4) + (this.#buckets?.bytes ?? 0) + (this.#bands?.bytes ?? 0) + (this.#features?.bytes ?? 0)
    )
  }

  /**
   * Adds entries that lie behind each other; their numbers must ascend, and exceed all before.
   *
   * @param entries  whole, at an address that is a multiple of 4; where there are several, each is padded to a multiple of 4 bytes;
   *                 of features one at a time
   */
  add(seqs: ArrayLike<number>, entries: Uint8Array): void {
    const count = seqs.length
    if (!count) return
    if (this.#slots + count > this.#seqs.length) this.#resize(this.#slots + count)
    const words = new Uint32Array(entries.buffer, entries.byteOffset, entries.byteLength >> 2)
    const stride = words.length / count
    for (let i = 0; i < count; i++) {
      const slot = this.#slots + i
      this.#seqs[slot] = seqs[i] as number
      for (let w = 0; w < DIGEST_WORDS; w++) this.#digests[slot * DIGEST_WORDS + w] = words[i * stride + w] as number
    }
    if (this.#buckets) this.#buckets.add(this.#slots, words.subarray(DIGEST_WORDS), stride)
    else if (this.#features) this.#features.add(words.subarray(DIGEST_WORDS))
    else for (let i = 0; i < count; i++) this.#bands?.add(this.#keysOf(words.subarray(i * stride)))
    this.#slots += count
  }

  #keysOf(entry: Uint32Array): Uint32Array {
    return this.#spec.kind === 'minhash' ? entry.subarray(DIGEST_WORDS, DIGEST_WORDS + this.#spec.bands) : entry.subarray(0, 1)
  }

  #resize(atLeast: number): void {
    let size = FIRST
    while (size < atLeast) size *= 2
    this.#seqs = resized(this.#seqs, size)
    this.#digests = resized(this.#digests, size * DIGEST_WORDS)
    this.#gone = resized(this.#gone, size)
  }

  /** A structure of the entries that are left. More were removed since the last time, so the work is paid for. */
  #rebuild(): void {
    const before = { buckets: this.#buckets, bands: this.#bands, features: this.#features }
    const live = Array.from({ length: this.#slots }, (_, slot) => slot).filter((slot) => !this.#gone[slot])
    this.#clear()
    if (before.buckets) this.#buckets?.add(0, before.buckets.members(live))
    else if (before.features) for (const slot of live) this.#features?.add(before.features.wordsOf(slot))
    else for (const slot of live) this.#bands?.add(before.bands?.keysOf(slot) as Uint32Array)
    live.forEach((slot, to) => {
      this.#seqs[to] = this.#seqs[slot] as number
      this.#digests.copyWithin(to * DIGEST_WORDS, slot * DIGEST_WORDS, (slot + 1) * DIGEST_WORDS)
    })
    this.#slots = live.length
    this.#removed = 0
    this.#gone.fill(0)
    this.#resize(live.length)
  }

  /** @returns whether the number was there */
  remove(seq: number): boolean {
    const slot = firstWhere(0, this.#slots, (at) => (this.#seqs[at] as number) >= seq)
    if (slot === this.#slots || this.#seqs[slot] !== seq || this.#gone[slot]) return false
    this.#gone[slot] = 1
    this.#removed++
    if (this.#removed > FEW && this.#removed > this.count) this.#rebuild()
    return true
  }

  /**
   * Every entry that may be alike, ascending by number.
   *
   * @param equalIsEnough  where there is an equal one, the oldest may stand alone
   * @param but            a number that is passed over
   */
  find(entry: Uint8Array, equalIsEnough: boolean, but = 0): LocalMatch[] {
    const aligned = entry.byteOffset % 4 ? entry.slice() : entry
    const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2)
    const slots: number[] = []
    const distances = new Map<number, number>()
    let oldestEqual = -1
    const visit = (slot: number, distance: number | undefined) => {
      if (this.#gone[slot] || this.#seqs[slot] === but) return
      if (this.#isEqual(slot, words)) {
        if (oldestEqual < 0 || slot < oldestEqual) oldestEqual = slot
        if (equalIsEnough) return
      } else if (this.#spec.kind === 'exact' || (equalIsEnough && oldestEqual >= 0)) return
      slots.push(slot)
      if (distance !== undefined) distances.set(slot, distance)
    }
    if (this.#buckets) this.#buckets.find(words.subarray(DIGEST_WORDS), visit)
    else if (this.#features) this.#features.find(words.subarray(DIGEST_WORDS), (slot) => visit(slot, undefined))
    else this.#bands?.find(this.#keysOf(words), (slot) => visit(slot, undefined))
    if (equalIsEnough && oldestEqual >= 0)
      return [{ seq: this.#seqs[oldestEqual] as number, equal: true, distance: this.#buckets ? 0 : undefined }]
    slots.sort((a, b) => a - b)
    return slots.map((slot) => ({
      seq: this.#seqs[slot] as number,
      equal: this.#isEqual(slot, words),
      distance: distances.get(slot),
    }))
  }

  #isEqual(slot: number, entry: Uint32Array): boolean {
    const at = slot * DIGEST_WORDS
    for (let i = 0; i < DIGEST_WORDS; i++) if (this.#digests[at + i] !== entry[i]) return false
    return true
  }
}

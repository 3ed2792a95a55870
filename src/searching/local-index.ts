/** The entries of one index in the memory of one process, for search: entries come and go by number. */
import { firstWhere } from '../hashing/binary-search.js'
import { resized } from '../hashing/typed-list.js'
import { BandTables } from './band-tables.js'
import { BucketTables } from './bucket-tables.js'
import { closest } from './closest.js'
import { FeatureLists } from './containing/feature-lists.js'
import type { Enough, FirstOf } from './enough.js'
import { EqualDigests } from './equal-digests.js'
import type { Match, SearchSpec } from './index-keys.js'
import { rareHead } from './rare-keys.js'
import { type RareAsked, RareTables } from './rare-tables.js'

export interface LocalMatch extends Match {
  readonly seq: number
  /** The similarity in rare features under `rare`, where it is above 0. */
  readonly rare?: number | undefined
  /** As {@link Candidate} of stores has it. */
  readonly beyond?: number
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
  readonly #closest: number | undefined
  #buckets: BucketTables | undefined
  #bands: BandTables | undefined
  #rare: RareTables | undefined
  #features: FeatureLists | undefined
  /** Equal entries, for methods whose tables do not tell them apart. */
  #equals: EqualDigests | undefined
  /** The number (ascending), the digest, and whether it is gone, by slot in the order of arrival. */
  #seqs = new Float64Array(FIRST)
  #digests = new Uint32Array(FIRST * DIGEST_WORDS)
  #gone = new Uint8Array(FIRST)
  #slots = 0
  #removed = 0

  constructor(spec: SearchSpec) {
    this.#spec = spec
    this.#closest = spec.kind === 'minhash' ? spec.closest : undefined
    this.#clear()
  }

  #clear(): void {
    const { kind } = this.#spec
    this.#buckets = kind === 'simhash' ? new BucketTables(this.#spec.bits, this.#spec.distance) : undefined
    // Equal digests are found by their first word, under `rare` beside the bands.
    const bands = kind === 'minhash' ? this.#spec.bands : kind === 'rare' ? this.#spec.bands + 1 : 1
    this.#features = kind === 'features' ? new FeatureLists(this.#spec.threshold) : undefined
    this.#bands = kind === 'simhash' || kind === 'features' ? undefined : new BandTables(bands)
    this.#equals = kind === 'simhash' || kind === 'minhash' ? this.#equalDigests() : undefined
    this.#rare = kind === 'rare' ? new RareTables(this.#spec.rarest, (a, b) => this.#areEqual(a, b)) : undefined
  }

  #equalDigests(): EqualDigests {
    return new EqualDigests(
      (slot) => this.#digests[slot * DIGEST_WORDS] as number,
      (a, b) => this.#areEqual(a, b),
    )
  }

  get count(): number {
    return this.#slots - this.#removed
  }

  /** Entries that are gone and still take room: a few, or as many as there are others. */
  get removed(): number {
    return this.#removed
  }

  get bytes(): number {
    const parts = [this.#buckets, this.#bands, this.#features, this.#equals, this.#rare]
    return parts.reduce((bytes, part) => bytes + (part?.bytes ?? 0), this.#seqs.length * (9 + DIGEST_WORDS * 4))
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
      this.#equals?.add()
    }
    if (this.#buckets) this.#buckets.add(this.#slots, words.subarray(DIGEST_WORDS), stride)
    else if (this.#features) this.#features.add(words.subarray(DIGEST_WORDS))
    else for (let i = 0; i < count; i++) this.#bands?.add(this.#keysOf(words.subarray(i * stride)))
    this.#rare?.add(this.#slots, this.#featuresOf(words))
    this.#slots += count
  }

  #keysOf(entry: Uint32Array): Uint32Array {
    if (this.#spec.kind === 'rare')
      return Uint32Array.of(entry[0] as number, ...entry.subarray(DIGEST_WORDS, DIGEST_WORDS + this.#spec.bands))
    return this.#spec.kind === 'minhash' ? entry.subarray(DIGEST_WORDS, DIGEST_WORDS + this.#spec.bands) : entry.subarray(0, 1)
  }

  #featuresOf(entry: Uint32Array): Uint32Array {
    return this.#spec.kind === 'rare' ? entry.subarray(rareHead(this.#spec) / 4) : new Uint32Array()
  }

  /** The features that an entry makes common under `rare` when it is added, two words each; otherwise none. */
  commonBy(entry: Uint8Array): Uint32Array {
    return this.#rare?.commonBy(this.#askedOf(wordsOf(entry), -1)) ?? new Uint32Array()
  }

  /** Makes features common: those of {@link commonBy} before the entry is added. */
  mark(features: Uint32Array): void {
    this.#rare?.mark(features)
  }

  /** All features that are common. */
  marks(): Uint32Array {
    return this.#rare?.marks() ?? new Uint32Array()
  }

  #askedOf(entry: Uint32Array, but: number): RareAsked {
    return { features: this.#featuresOf(entry), isSame: (slot) => this.#isEqual(slot, entry), but }
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
    const before = { buckets: this.#buckets, bands: this.#bands, features: this.#features, rare: this.#rare }
    const live = Array.from({ length: this.#slots }, (_, slot) => slot).filter((slot) => !this.#gone[slot])
    this.#clear()
    if (before.buckets) this.#buckets?.add(0, before.buckets.members(live))
    else if (before.features) for (const slot of live) this.#features?.add(before.features.wordsOf(slot))
    else for (const slot of live) this.#bands?.add(before.bands?.keysOf(slot) as Uint32Array)
    live.forEach((slot, to) => {
      this.#seqs[to] = this.#seqs[slot] as number
      this.#digests.copyWithin(to * DIGEST_WORDS, slot * DIGEST_WORDS, (slot + 1) * DIGEST_WORDS)
      this.#equals?.add()
    })
    if (before.rare) {
      this.mark(before.rare.marks())
      for (const [to, slot] of live.entries()) this.#rare?.add(to, before.rare.featuresOf(slot))
    }
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
    this.#rare?.remove(slot)
    if (this.#removed > FEW && this.#removed > this.count) this.#rebuild()
    return true
  }

  /**
   * Entries that may be alike, ascending by number: every one, or as many as are enough.
   *
   * @param equalIsEnough  where there is an equal one, the oldest may stand alone
   * @param but            a number that is passed over
   * @param enough         of methods simhash and minhash
   */
  find(entry: Uint8Array, equalIsEnough: boolean, but = 0, enough?: Enough): FirstOf<LocalMatch> {
    const words = wordsOf(entry)
    const isLive = (slot: number) => !this.#gone[slot] && this.#seqs[slot] !== but
    const isEqual = (slot: number) => this.#isEqual(slot, words)
    const all = (first: LocalMatch[]) => ({ first, isAll: true })
    const known = equalIsEnough ? this.#equals?.oldest(words[0] as number, isEqual, isLive) : undefined
    if (known !== undefined) return all([this.#matchOf(known, true, this.#buckets ? 0 : undefined)])
    const slots: number[] = []
    const distances = new Map<number, number>()
    const visit = (slot: number, distance?: number) => {
      slots.push(slot)
      if (distance !== undefined) distances.set(slot, distance)
    }
    if (this.#buckets) this.#buckets.find(words.subarray(DIGEST_WORDS), visit, isLive, enough)
    else if (this.#features) this.#features.find(words.subarray(DIGEST_WORDS), (slot) => isLive(slot) && visit(slot))
    else this.#bands?.find(this.#keysOf(words), visit, isLive, this.#closest ? undefined : this.#equals && enough)
    if (this.#closest && this.#bands) {
      const { shared } = this.#bands
      return all(closest(slots, shared, this.#closest, (slot) => this.#matchOf(slot, isEqual(slot), undefined)))
    }
    if (this.#equals) {
      const isAll = slots.length <= (enough?.upTo ?? Number.POSITIVE_INFINITY)
      const first = isAll ? ascending(slots) : greatest(slots, enough?.newest ?? 0)
      return { first: first.map((slot) => this.#matchOf(slot, isEqual(slot), distances.get(slot))), isAll }
    }
    ascending(slots)
    const equal = equalIsEnough ? slots.find(isEqual) : undefined
    if (equal !== undefined) return all([this.#matchOf(equal, true, undefined)])
    if (this.#spec.kind === 'exact') return all(slots.filter(isEqual).map((slot) => this.#matchOf(slot, true, undefined)))
    if (this.#spec.kind === 'rare') return all(this.#withRare(words, but, slots))
    return all(slots.map((slot) => this.#matchOf(slot, isEqual(slot), distances.get(slot))))
  }

  #matchOf(slot: number, equal: boolean, distance: number | undefined): LocalMatch {
    return { seq: this.#seqs[slot] as number, equal, distance }
  }

  /** Adds the entries that rare features bring together, with their similarity. */
  #withRare(words: Uint32Array, but: number, slots: readonly number[]): LocalMatch[] {
    if (this.#spec.kind !== 'rare') return []
    const similarities = new Map<number, number>()
    const passed = but ? firstWhere(0, this.#slots, (at) => (this.#seqs[at] as number) >= but) : -1
    this.#rare?.find(this.#askedOf(words, passed), this.#spec.threshold, new Set(slots), (slot, similarity) => {
      if (!this.#isEqual(slot, words)) similarities.set(slot, similarity)
    })
    const all = [...new Set([...slots, ...similarities.keys()])].sort((a, b) => a - b)
    return all.map((slot) => {
      const match = this.#matchOf(slot, this.#isEqual(slot, words), undefined)
      return similarities.has(slot) ? { ...match, rare: similarities.get(slot) } : match
    })
  }

  #areEqual(a: number, b: number): boolean {
    const at = a * DIGEST_WORDS
    return this.#isEqual(b, this.#digests.subarray(at, at + DIGEST_WORDS))
  }

  #isEqual(slot: number, entry: Uint32Array): boolean {
    const at = slot * DIGEST_WORDS
    for (let i = 0; i < DIGEST_WORDS; i++) if (this.#digests[at + i] !== entry[i]) return false
    return true
  }
}

const ascending = (slots: number[]): number[] => slots.sort((a, b) => a - b)

/** The greatest few of distinct numbers, ascending; for so few, looking through all for each takes less than to sort. */
function greatest(slots: readonly number[], count: number): number[] {
  const found: number[] = []
  for (let below = Number.POSITIVE_INFINITY; found.length < count; below = found[0] as number) {
    let most = -1
    for (const slot of slots) if (slot > most && slot < below) most = slot
    if (most < 0) break
    found.unshift(most)
  }
  return found
}

/** An entry as words. */
function wordsOf(entry: Uint8Array): Uint32Array {
  const aligned = entry.byteOffset % 4 ? entry.slice() : entry
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2)
}

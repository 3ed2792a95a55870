/**
 * All pairs of sets that are as alike as a threshold: a set-similarity join, exact and complete.
 *
 * Members of all sets have one order, the rarest first. Two sets that must share c members share one of the first n - c + 1 of each, the
 * prefix of a set of n (Chaudhuri et al. 2006, Bayardo et al. 2007). Where they share one at places i and j, no more of them are shared than those
 * before, this one, and the lesser of what is left behind i and j: most pairs are ruled out by that (Xiao et al. 2008). Sets come by their size, so
 * that an indexed one is never larger than the one that looks it up. Then parities tell: each member turns one of 512 bits, so sets differ in at
 * least as many members as bits, and most of what is left differs in too many (Sandes et al. 2020). The rest is compared member by member. No step
 * guesses, so no pair is missed, and none comes out that is less alike.
 *
 * Each member stands in the order by the binary digits of how many sets have it, as counters tell that several may share, and by bits of its
 * hash. Two members that agree in both count as one until sets are compared: such pairs are looked at more often, never less.
 */
import { firstWhere } from '../../hashing/binary-search.js'
import { popcount32, slotHash } from '../../hashing/bits.js'
import { Uint32List, withRoom } from '../../hashing/typed-list.js'
import type { TextFeatures } from '../containing/text-features.js'
import { WordSet } from '../containing/word-set.js'

/** A key is the digits of a count, less one, times this, plus so many bits of the hash. */
const HASHED = 2 ** 33
const DIGITS = 32
/** The share of the room that prefixes may take once they are made: without it they are made again for looking up. */
const KEPT_SHARE = 1 / 4
/** Counters at most, as a power of two, and further ones for members that are in many sets. */
const MOST_COUNTERS = 26
const MORE_COUNTERS = 16
const MORE_SHIFT = 32 - MORE_COUNTERS
/** What a counter of one byte holds. */
const FULL = 255
/** Words of 32 parities that each set has, and the share of the room that those of all sets may take: without it they are not made. */
const PARITIES = 16
const PARITY_SHARE = 1 / 4
/** Places that a key is moved at most, on average: hashes that lie too unevenly are sorted in the usual way. */
const MOST_MOVED = 16
/** Bytes of an entry of the index while it is built, its share of the slots included. */
const ENTRY_BYTES = 44
/** Entries from which on a list is searched for its first one that matters. */
const LONG = 32
/** A set that the set that looks up cannot be as alike to. */
const RULED_OUT = 0xffffffff

/** A measure that bounds by sizes how many members must be shared, as comparing/set-measures.ts has them. */
interface BoundedMeasure {
  similarity(left: number, right: number, shared: number): number
  shared(left: number, right: number, threshold: number): number
  least(size: number, threshold: number): number
}

export interface JoinOptions {
  readonly measure: BoundedMeasure
  /** Above 0, up to 1. */
  readonly threshold: number
  /** Whether a similarity reaches the threshold. */
  readonly isSimilar: (similarity: number, threshold: number) => boolean
  /** Bytes that the index may take: a larger one is made in parts, with the same result. */
  readonly room: number
}

/** Told a pair by places, the lesser first, and its similarity; says whether the join goes on. */
export type FoundPair = (a: number, b: number, similarity: number) => boolean

export interface JoinSummary {
  /** Entries of the index. */
  readonly indexed: number
  /** Parts in which the index was made. */
  readonly parts: number
  /** Pairs that were compared member by member. */
  readonly compared: number
}

/**
 * Tells every pair of sets that reaches the threshold, once, and counts the work.
 *
 * @param texts  sets by their numbers in `features`
 * @param found  told pairs by places in `texts`
 * @param pause  called between looking up sets, to let others have their turn or to throw
 */
export async function joinSimilar(
  features: TextFeatures,
  texts: Uint32Array,
  options: JoinOptions,
  found: FoundPair,
  pause: () => Promise<void> = async () => {},
): Promise<JoinSummary> {
  const join = new Join(features, texts, options)
  return join.run(found, pause)
}

/** Rounding never makes a prefix too short: a little less is asked for than must be shared. */
export const atLeast = (value: number, size: number) => Math.max(1, Math.ceil(value - size * 1e-12 - 1e-6))

/** Sets that are looked up between two pauses. */
const PAUSE = 64

/** In how many sets each member is, at least: members may share a counter. Small counters, as most members are in few sets. */
class SetCounts {
  readonly #few: Uint8Array
  /** What counters of {@link #few} that are full do not hold. */
  readonly #more = new Uint32Array(2 ** MORE_COUNTERS)
  readonly #shift: number

  constructor(features: TextFeatures, texts: Uint32Array) {
    const bits = Math.min(MOST_COUNTERS, Math.max(10, 33 - Math.clz32(Math.min(features.length, 2 ** 30))))
    this.#few = new Uint8Array(2 ** bits)
    this.#shift = 32 - bits
    const [few, more] = [this.#few, this.#more]
    for (const text of texts) {
      const words = features.of(text)
      for (let i = 0; i < words.length; i += 2) {
        const hash = slotHash(words[i] as number, words[i + 1] as number)
        const count = few[hash >>> this.#shift] as number
        if (count < FULL) few[hash >>> this.#shift] = count + 1
        else more[hash >>> MORE_SHIFT] = (more[hash >>> MORE_SHIFT] as number) + 1
      }
    }
  }

  /** The counts of the members of a set. */
  of(words: Uint32Array, counts: Uint32Array): void {
    const [few, more, shift] = [this.#few, this.#more, this.#shift]
    // Counters lie far apart: a loop without a branch lets the processor wait for several at a time.
    for (let i = 0; 2 * i < words.length; i++)
      counts[i] = few[slotHash(words[2 * i] as number, words[2 * i + 1] as number) >>> shift] as number
    for (let i = 0; 2 * i < words.length; i++)
      if (counts[i] === FULL)
        counts[i] = FULL + (more[slotHash(words[2 * i] as number, words[2 * i + 1] as number) >>> MORE_SHIFT] as number)
  }
}

/** Prefixes of sets by the order of all members. */
export class JoinPrefixes {
  readonly #counts: SetCounts
  /** Members of each digit of counts, and where theirs begin. */
  readonly #digits = new Uint32Array(DIGITS)
  readonly #starts = new Uint32Array(DIGITS)
  #keys = new Float64Array(1024)
  #sorted = new Float64Array(1024)
  /** The count of each member; then where the members of each place of the sort end. */
  #ends = new Uint32Array(1024)
  /** Members of the last set that no other set has: they come before all others. */
  alone = 0

  constructor(features: TextFeatures, texts: Uint32Array) {
    this.#counts = new SetCounts(features, texts)
  }

  /** Keys of the first `length` members of a set, ascending, without those that no other set has; good until the next call. */
  of(words: Uint32Array, length: number): Float64Array {
    const size = words.length / 2
    if (this.#keys.length < size) {
      this.#keys = new Float64Array(2 * size)
      this.#sorted = new Float64Array(2 * size)
      this.#ends = new Uint32Array(2 * size)
    }
    const [keys, found] = [this.#keys, this.#ends]
    const digits = this.#digits.fill(0)
    this.#counts.of(words, found)
    let filled = 0
    for (let i = 0; i < size; i++) {
      const count = found[i] as number
      if (count < 2) continue
      const digit = 31 - Math.clz32(count)
      digits[digit] = (digits[digit] as number) + 1
      keys[filled++] = digit * HASHED + (words[2 * i + 1] as number) * 2 + ((words[2 * i] as number) & 1)
    }
    this.alone = size - filled
    return this.#sort(filled, Math.max(0, length - this.alone))
  }

  /**
   * Sorts keys by where they would be if hashes lay at equal distances, which is nearly right, and then by moving each one a little. Comparing
   * all of them would take most of the time of the join.
   */
  #sort(filled: number, length: number): Float64Array {
    const [keys, sorted, digits, starts, ends] = [this.#keys, this.#sorted, this.#digits, this.#starts, this.#ends]
    // Digits that the prefix does not reach are left out.
    let reached = 0
    let last = 0
    for (; last < DIGITS && reached < length; last++) {
      starts[last] = reached
      reached += digits[last] as number
    }
    const limit = last * HASHED
    ends.fill(0, 0, reached)
    let kept = 0
    for (let i = 0; i < filled; i++) {
      const key = keys[i] as number
      if (key >= limit) continue
      keys[kept++] = key
      const at = placeOf(key, starts, digits)
      ends[at] = (ends[at] as number) + 1
    }
    for (let at = 1; at < reached; at++) ends[at] = (ends[at] as number) + (ends[at - 1] as number)
    for (let i = kept - 1; i >= 0; i--) {
      const key = keys[i] as number
      const at = placeOf(key, starts, digits)
      const end = (ends[at] as number) - 1
      ends[at] = end
      sorted[end] = key
    }
    let moves = 0
    for (let i = 1; i < kept && moves < MOST_MOVED * kept; i++) {
      const key = sorted[i] as number
      let at = i
      for (; at && (sorted[at - 1] as number) > key; at--) sorted[at] = sorted[at - 1] as number
      sorted[at] = key
      moves += i - at
    }
    const found = sorted.subarray(0, kept)
    if (moves >= MOST_MOVED * kept) found.sort()
    return found.subarray(0, length)
  }
}

/** Where a key would be if the hashes of those of its digit lay at equal distances. */
function placeOf(key: number, starts: Uint32Array, digits: Uint32Array): number {
  const digit = Math.floor(key / HASHED)
  return (starts[digit] as number) + Math.floor((key / HASHED - digit) * (digits[digit] as number))
}

class Join {
  readonly #features: TextFeatures
  readonly #texts: Uint32Array
  readonly #options: JoinOptions
  readonly #sizes: Uint32Array
  /** Places by size, the smallest first. */
  readonly #order: Uint32Array
  readonly #prefixes: JoinPrefixes
  readonly #set = new WordSet()
  /** Members that each place shares with the prefix at hand. */
  readonly #shared: Uint32Array
  /** Of the places that were met, how many they must share. */
  readonly #needed: Uint32Array
  /** By place, those of indexed sets; empty where there is no room for them. */
  readonly #parities: Uint32Array
  readonly #own = new Uint32Array(PARITIES)
  /** Places that were met by a key of the one that looks up. */
  readonly #met = new Uint32List()
  /** Where the list of each key that is looked up begins and ends. */
  #lists = new Uint32Array(1024)
  #compared = 0

  constructor(features: TextFeatures, texts: Uint32Array, options: JoinOptions) {
    this.#features = features
    this.#texts = texts
    this.#options = options
    this.#sizes = Uint32Array.from(texts, (text) => features.sizeOf(text))
    this.#order = Uint32Array.from(texts.keys()).sort((a, b) => (this.#sizes[a] as number) - (this.#sizes[b] as number) || a - b)
    this.#prefixes = new JoinPrefixes(features, texts)
    this.#shared = new Uint32Array(texts.length)
    this.#needed = new Uint32Array(texts.length)
    const bytes = 4 * PARITIES * texts.length
    this.#parities = new Uint32Array(bytes <= options.room * PARITY_SHARE ? PARITIES * texts.length : 0)
  }

  async run(found: FoundPair, pause: () => Promise<void>): Promise<JoinSummary> {
    const order = this.#order
    let [indexed, parts] = [0, 0]
    let first = 0
    // Sets without members are alike, and have no prefix to meet by.
    for (; first < order.length && !this.#sizes[order[first] as number]; first++)
      for (let other = 0; other < first; other++)
        if (!found(order[other] as number, order[first] as number, 1)) return { indexed, parts, compared: this.#compared }
    const most = Math.max(1, Math.floor((this.#options.room * (1 - KEPT_SHARE) - this.#parities.byteLength) / ENTRY_BYTES))
    let looked = 0
    while (first < order.length) {
      parts++
      let [end, entries] = [first, 0]
      for (; end < order.length; end++) {
        const more = this.#indexedOf(order[end] as number)
        if (end > first && entries + more > most) break
        entries += more
      }
      const kept = new KeptPrefixes(end - first, this.#options.room * KEPT_SHARE)
      const index = await this.#indexOf(first, end, entries, kept, pause)
      const largest = this.#sizes[order[end - 1] as number] as number
      for (let at = first; at < order.length; at++) {
        if (at >= end && this.#leastOf(this.#sizes[order[at] as number] as number) > largest) break
        if (++looked % PAUSE === 0) await pause()
        if (!this.#lookUp(at, index, kept.of(at - first), found))
          return { indexed: indexed + index.length, parts, compared: this.#compared }
      }
      indexed += index.length
      first = end
    }
    return { indexed, parts, compared: this.#compared }
  }

  #sharedBy(left: number, right: number): number {
    return atLeast(this.#options.measure.shared(left, right, this.#options.threshold), left + right)
  }

  #leastOf(size: number): number {
    return atLeast(this.#options.measure.least(size, this.#options.threshold), size)
  }

  /** Members of a set that are indexed: those that look it up are no smaller. */
  #indexedOf(place: number): number {
    const size = this.#sizes[place] as number
    return Math.max(0, size - this.#sharedBy(size, size) + 1)
  }

  /** Members of a set that are looked up: those that are indexed may be as small as the threshold allows. */
  #lookedUpOf(size: number): number {
    return Math.max(0, size - this.#sharedBy(size, this.#leastOf(size)) + 1)
  }

  /** An index of the sets from one place in the order to before another; what they look up is kept. */
  async #indexOf(from: number, end: number, entries: number, kept: KeptPrefixes, pause: () => Promise<void>): Promise<PrefixPlaces> {
    const index = new PrefixPlaces(entries)
    for (let at = from; at < end; at++) {
      const place = this.#order[at] as number
      if (at % PAUSE === 0) await pause()
      const words = this.#features.of(this.#texts[place] as number)
      if (this.#parities.length) parities(words, this.#parities.subarray(PARITIES * place, PARITIES * (place + 1)))
      const keys = this.#prefixes.of(words, this.#lookedUpOf(this.#sizes[place] as number))
      const { alone } = this.#prefixes
      kept.add(keys, alone)
      index.add(at, keys.subarray(0, Math.max(0, this.#indexedOf(place) - alone)), alone)
    }
    index.build()
    return index
  }

  /** Finds the sets of the index that are alike to one and before it in the order; false when the join is to end. */
  #lookUp(at: number, index: PrefixPlaces, kept: Prefix | undefined, found: FoundPair): boolean {
    const place = this.#order[at] as number
    const size = this.#sizes[place] as number
    const least = this.#leastOf(size)
    // Sets that are too small come first in the order.
    const from = firstWhere(0, at, (other) => (this.#sizes[this.#order[other] as number] as number) >= least)
    const words = this.#features.of(this.#texts[place] as number)
    const keys = kept?.keys ?? this.#prefixes.of(words, this.#lookedUpOf(size))
    const { alone } = kept ?? this.#prefixes
    this.#meet(keys, alone, { size, from, to: at }, index)
    return this.#compare(place, words, found)
  }

  /** Counts the sets of a stretch of the order that have keys in their prefix; before the first key there are `alone` members. */
  #meet(
    keys: Float64Array,
    alone: number,
    { size, from, to }: { readonly size: number; readonly from: number; readonly to: number },
    index: PrefixPlaces,
  ): void {
    // Most of the time goes here: columns are read without a call, and lists that lie far apart are found before they are read.
    const [shared, needed, sizes, order] = [this.#shared, this.#needed, this.#sizes, this.#order]
    const { entries } = index
    this.#lists = withRoom(this.#lists, 2 * keys.length)
    const lists = this.#lists
    index.listsOf(keys, lists)
    const met = this.#met
    met.length = 0
    let run = alone
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number
      // Of members that count as one, the first place stands for all.
      if (i && key !== keys[i - 1]) run = alone + i
      const end = lists[2 * i + 1] as number
      let entry = lists[2 * i] as number
      if (entry === end) continue
      const low = key >>> 0
      const high = (key / 2 ** 32) >>> 0
      const left = size - run
      // Long lists are entered where the stretch begins.
      if (end - entry > LONG) entry = firstWhere(entry, end, (at) => (entries[4 * at + TEXT] as number) >= from)
      for (let word = 4 * entry; word < 4 * end; word += 4) {
        const at = entries[word + TEXT] as number
        if (at >= to) break
        if (at < from || entries[word] !== low || entries[word + 1] !== high) continue
        const other = order[at] as number
        const before = shared[other] as number
        if (before === RULED_OUT) continue
        const otherSize = sizes[other] as number
        if (!before) {
          met.push(other)
          needed[other] = this.#sharedBy(size, otherSize)
        }
        const most = before + Math.min(left, otherSize - (entries[word + PLACE] as number))
        shared[other] = most < (needed[other] as number) ? RULED_OUT : before + 1
      }
    }
  }

  #compare(place: number, words: Uint32Array, found: FoundPair): boolean {
    const { measure, threshold, isSimilar } = this.#options
    const size = words.length / 2
    let [isTurned, isFilled, isOpen] = [false, false, true]
    for (let i = 0; i < this.#met.length; i++) {
      const other = this.#met.at(i)
      const isMet = this.#shared[other] !== RULED_OUT
      this.#shared[other] = 0
      if (!isMet || !isOpen) continue
      const otherSize = this.#sizes[other] as number
      if (!isTurned) parities(words, this.#own)
      isTurned = true
      if (this.#differsInMore(other, size + otherSize - 2 * (this.#needed[other] as number))) continue
      if (!isFilled) this.#set.fill(words)
      isFilled = true
      this.#compared++
      const missing = this.#set.missing(this.#features.of(this.#texts[other] as number), otherSize - (this.#needed[other] as number))
      if (missing < 0) continue
      const similarity = measure.similarity(size, otherSize, otherSize - missing)
      if (isSimilar(similarity, threshold)) isOpen = found(Math.min(place, other), Math.max(place, other), similarity)
    }
    return isOpen
  }

  /** Whether a set differs from the one at hand in more members than `most` for certain. */
  #differsInMore(place: number, most: number): boolean {
    const [all, own] = [this.#parities, this.#own]
    if (!all.length) return false
    let bits = 0
    for (let word = 0, at = PARITIES * place; word < PARITIES; word++, at++) bits += popcount32((all[at] as number) ^ (own[word] as number))
    return bits > most
  }
}

/** Whether an even or an odd number of members has each of 512 values of 9 bits of its hash. */
function parities(words: Uint32Array, into: Uint32Array): void {
  into.fill(0)
  for (let i = 0; i < words.length; i += 2) {
    const bit = (words[i] as number) >>> 23
    into[bit >>> 5] = (into[bit >>> 5] as number) ^ (1 << (bit & 31))
  }
}

interface Prefix {
  readonly keys: Float64Array
  readonly alone: number
}

/** Prefixes of the sets of an index, in their order, as far as there is room: the first ones. */
class KeptPrefixes {
  readonly #room: number
  #keys = new Float64Array(1024)
  readonly #ends: Float64Array
  readonly #alone: Uint32Array
  #count = 0
  #length = 0
  #isFull = false

  constructor(sets: number, room: number) {
    this.#room = room - 12 * sets
    this.#isFull = this.#room < 0
    this.#ends = new Float64Array(this.#isFull ? 0 : sets)
    this.#alone = new Uint32Array(this.#ends.length)
  }

  add(keys: Float64Array, alone: number): void {
    const length = this.#length + keys.length
    // While it grows there are two of it.
    if (length > this.#keys.length) this.#isFull ||= 3 * this.#keys.byteLength > this.#room
    if (this.#isFull) return
    this.#keys = withRoom(this.#keys, length)
    this.#keys.set(keys, this.#length)
    this.#ends[this.#count] = length
    this.#alone[this.#count++] = alone
    this.#length = length
  }

  of(set: number): Prefix | undefined {
    if (set >= this.#count) return
    const keys = this.#keys.subarray(set ? (this.#ends[set - 1] as number) : 0, this.#ends[set] as number)
    return { keys, alone: this.#alone[set] as number }
  }
}

/** In the entries of an index, behind both words of its key: the place of its set in the order, and the members of the set that are before it. */
const TEXT = 2
const PLACE = 3

/** An inverted index of prefixes: for each key the sets that have it, in their order, and where. */
class PrefixPlaces {
  /** Four words each; of members that count as one, all have the place of the first. */
  entries: Uint32Array
  /** Where the entries of each slot begin, which keys may share. */
  readonly #starts: Uint32Array
  readonly #shift: number
  length = 0

  constructor(entries: number) {
    this.entries = new Uint32Array(4 * entries)
    const bits = Math.min(28, Math.max(10, 32 - Math.clz32(entries)))
    this.#starts = new Uint32Array(2 ** bits + 1)
    this.#shift = 32 - bits
  }

  /**
   * @param keys   ascending
   * @param alone  members before them
   */
  add(text: number, keys: Float64Array, alone: number): void {
    const entries = this.entries
    let run = alone
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number
      if (i && key !== keys[i - 1]) run = alone + i
      const low = key >>> 0
      const high = (key / 2 ** 32) >>> 0
      const at = 4 * this.length++
      entries[at] = low
      entries[at + 1] = high
      entries[at + TEXT] = text
      entries[at + PLACE] = run
      const slot = slotHash(low, high) >>> this.#shift
      this.#starts[slot + 1] = (this.#starts[slot + 1] as number) + 1
    }
  }

  /** Puts the entries of each slot behind each other; to be called when all are added. */
  build(): void {
    const [starts, entries] = [this.#starts, this.entries]
    for (let slot = 1; slot < starts.length; slot++) starts[slot] = (starts[slot] as number) + (starts[slot - 1] as number)
    const next = starts.slice()
    const sorted = new Uint32Array(4 * this.length)
    for (let from = 0; from < sorted.length; from += 4) {
      const low = entries[from] as number
      const high = entries[from + 1] as number
      const slot = slotHash(low, high) >>> this.#shift
      const at = next[slot] as number
      next[slot] = at + 1
      sorted[4 * at] = low
      sorted[4 * at + 1] = high
      sorted[4 * at + TEXT] = entries[from + TEXT] as number
      sorted[4 * at + PLACE] = entries[from + PLACE] as number
    }
    this.entries = sorted
  }

  /** For each key, where the entries of its slot begin and end. */
  listsOf(keys: Float64Array, lists: Uint32Array): void {
    const [starts, shift] = [this.#starts, this.#shift]
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number
      const slot = slotHash(key >>> 0, (key / 2 ** 32) >>> 0) >>> shift
      lists[2 * i] = starts[slot] as number
      lists[2 * i + 1] = starts[slot + 1] as number
    }
  }
}

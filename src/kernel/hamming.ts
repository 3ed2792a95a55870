/** Fingerprints in a kernel of their own, searched for pairs or asked for neighbours (assembly/hamming.ts, hamming-index.ts). */
import { LeitongError } from '../errors.js'
import type { KernelExports } from './exports.js'
import { type Address, allocate, longsAt, scoped, wordsAt } from './memory.js'
import { instantiateKernel } from './wasm.js'

/** Bits as two words, the lower first. */
type Mask = readonly [low: bigint, high: bigint]

const LOW_WORD = 0xffffffffffffffffn

/** Fingerprints for a search: one word of 64 bits each, or two for 128 bits, the lower first. */
export interface FingerprintWords {
  readonly words: BigUint64Array
  /** Whether a fingerprint has two words. */
  readonly isWide: boolean
  /** The other half of fingerprints of four words, whose first half stands in `words`. */
  readonly beyond?: OtherHalf
}

/** The half of fingerprints that a search does not look at first. */
interface OtherHalf {
  readonly words: BigUint64Array
  /** Differing bits allowed in both halves together. */
  readonly distance: number
  /** Pairs whose other halves differ in at most this many bits are left out; -1 leaves out none. */
  readonly known: number
}

const countOf = ({ words, isWide }: FingerprintWords) => words.length / (isWide ? 2 : 1)
/** Bytes of fingerprints with an ordinal each, as a table sorts them. */
const sortedBytes = (set: FingerprintWords) => set.words.byteLength + countOf(set) * 4

export interface PairLimits {
  /** Differing bits allowed. */
  readonly distance: number
  /** Two sets: only pairs of an ordinal below it and one not below it; 0 for one set. */
  readonly boundary: number
  /** Copies of a value that are compared with each other. */
  readonly maxCopies: number
}

/** One search for pairs. A task is `begin`, guards, one of `brute`, `join` and `table`, then `end`. */
export class PairSearch {
  readonly #kernel: KernelExports
  readonly #set: FingerprintWords
  readonly #limits: PairLimits
  readonly #count: number
  readonly #wide: number
  readonly #at: Address
  readonly #beyond: Address

  /**
   * @param sink  takes pairs as triples (ordinal, higher ordinal, distance) in an array that is reused; true to stop
   * @throws {LeitongError} `MEMORY`
   */
  constructor(set: FingerprintWords, limits: PairLimits, sink: (triples: Uint32Array) => boolean) {
    const kernel: KernelExports = instantiateKernel((at, count) => sink(wordsAt(kernel, at, count * 3)))
    this.#kernel = kernel
    this.#set = set
    this.#limits = limits
    this.#count = countOf(set)
    this.#wide = set.isWide ? 1 : 0
    this.#at = allocate(kernel, set.words.byteLength, 'search fingerprints')
    this.#beyond = set.beyond ? allocate(kernel, set.beyond.words.byteLength, 'search fingerprints') : 0
    if (!this.begin()) throw new LeitongError('MEMORY', set.words.byteLength, 'search fingerprints')
    longsAt(kernel, this.#at, set.words.length).set(set.words)
    if (set.beyond) longsAt(kernel, this.#beyond, set.beyond.words.length).set(set.beyond.words)
  }

  /** Begins a task; false without room. */
  begin(): boolean {
    const { distance, boundary, maxCopies } = this.#limits
    if (!this.#kernel.hammingBegin(distance, boundary, maxCopies)) return false
    const { beyond } = this.#set
    if (beyond) this.#kernel.hammingBeyond(this.#beyond, beyond.distance, beyond.known)
    return true
  }

  /** Leaves out pairs that differ in at most `radius` of these bits: another task has them. */
  guard([low, high]: Mask, radius: number): void {
    this.#kernel.hammingGuard(low, high, radius)
  }

  /** Compares each with each: part `part` of `parts` of that work. */
  brute(part: number, parts: number): void {
    this.#kernel.hammingBrute(this.#at, this.#count, this.#wide, part, parts)
  }

  /** Pairs that differ in at most `radius` of the bits of a block. */
  join(offset: number, width: number, radius: number): void {
    this.#kernel.hammingJoin(this.#at, this.#count, this.#wide, offset, width, radius)
  }

  /** Pairs that agree in the bits of a mask; sorted by up to two fields (offset | width << 8, 0 for none) within it. */
  table(first: number, second: number, [low, high]: Mask): void {
    this.#kernel.hammingTable(this.#at, this.#count, this.#wide, first, second, low, high)
  }

  /**
   * Ends a task.
   *
   * @returns values of which copies were set aside
   * @throws {LeitongError} `MEMORY` when it had no room
   */
  end(): number {
    if (!this.#kernel.hammingEnd()) throw new LeitongError('MEMORY', sortedBytes(this.#set) * 2, 'search fingerprints')
    return this.#kernel.hammingCrowded()
  }
}

/** Bits `offset` to `offset + width`; neighbours differ in at most `radius` of them. */
export interface IndexedBlock {
  readonly offset: number
  readonly width: number
  readonly radius: number
}

/** Answers that fit before a query is asked again with more room. */
const ROOM = 4096

/** Fingerprints indexed by blocks of their bits. */
export class NeighbourIndex {
  readonly #kernel: KernelExports
  readonly #isWide: boolean
  readonly #query: Address
  readonly #answers: Address
  #queryWords = new BigUint64Array()
  #answerWords = new Uint32Array()
  /** Answers of the last query: ordinal and distance of each. */
  #found: Uint32Array = this.#answerWords

  /** @throws {LeitongError} `MEMORY` */
  constructor(set: FingerprintWords, distance: number, blocks: readonly IndexedBlock[]) {
    const kernel = instantiateKernel()
    const purpose = 'index fingerprints'
    this.#kernel = kernel
    this.#isWide = set.isWide
    this.#query = allocate(kernel, 16, purpose)
    this.#answers = allocate(kernel, ROOM * 8, purpose)
    // The set and the spare room lie below the tables and stay: releasing them would release the tables too.
    const at = allocate(kernel, set.words.byteLength, purpose)
    const spare = allocate(kernel, sortedBytes(set), purpose)
    longsAt(kernel, at, set.words.length).set(set.words)
    kernel.indexBegin(distance, set.isWide ? 1 : 0)
    for (const { offset, width, radius } of blocks) {
      if (!kernel.indexBlock(at, countOf(set), offset, width, radius, spare)) throw new LeitongError('MEMORY', sortedBytes(set), purpose)
    }
  }

  /**
   * Finds the members within the distance of a fingerprint, in no order.
   *
   * @returns how many there are; `ordinal` and `distance` tell of each, until the next query
   */
  query(fingerprint: bigint): number {
    const kernel = this.#kernel
    // The memory grows only by a query with many answers.
    if (this.#queryWords.buffer !== kernel.memory.buffer) this.#openViews()
    this.#queryWords[0] = fingerprint & LOW_WORD
    if (this.#isWide) this.#queryWords[1] = fingerprint >> 64n
    const found = kernel.indexQuery(this.#query, this.#answers, ROOM)
    this.#found = found <= ROOM ? this.#answerWords : this.#queryAgain(found)
    return found
  }

  #openViews(): void {
    this.#queryWords = longsAt(this.#kernel, this.#query, 2)
    this.#answerWords = wordsAt(this.#kernel, this.#answers, ROOM * 2)
  }

  /** Asks again with room for all answers, which are given back at once: they stay where they are until the next query. */
  #queryAgain(found: number): Uint32Array {
    return scoped(this.#kernel, () => {
      const larger = allocate(this.#kernel, found * 8, 'answer a query')
      this.#kernel.indexQuery(this.#query, larger, found)
      return wordsAt(this.#kernel, larger, found * 2)
    })
  }

  /** The ordinal of an answer by its number. */
  ordinal(answer: number): number {
    return this.#found[2 * answer] as number
  }

  /** Differing bits of an answer by its number. */
  distance(answer: number): number {
    return this.#found[2 * answer + 1] as number
  }
}

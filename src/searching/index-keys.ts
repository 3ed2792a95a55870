/**
 * The keys under which entries are filed so that alike ones meet: those of an entry, finer ones below an over-full key, and what a posting
 * says of the entry that found it. Pure, so that every store files alike.
 *
 * An entry is 16 bytes of digest, then the signature: a fingerprint (little endian), of minhash its band keys (little endian,
 * 4 bytes each) and low bytes, or all features of the text, ascending (little endian, 8 bytes each).
 */
import { popcount32 } from '../hashing/bits.js'
import { cutBlocks } from './hamming-plan.js'
import { bandKey, digestKey, keyOf, TAG, tagOf } from './key-names.js'
import type { IndexKeys, Key, Match, SearchSpec } from './key-types.js'
import { RareKeys } from './rare-keys.js'

export type { IndexKeys, Key, Match, SearchSpec } from './key-types.js'

/** Bytes of the digest at the start of an entry. */
const DIGEST = 16
/** Bits of the narrowest block: sixteen buckets. Narrower blocks divide an over-full bucket hardly at all, for as many keys. */
const NARROWEST = 4
/** Keys of one entry at most: copies of one fingerprint fill every key they come to, and would be split for ever. */
const MOST_KEYS = 128
/** Blocks that a key names at most. Entries that share three of them are copies and little else, which a further cut would not part. */
const DEEPEST = 3

/** @example createIndexKeys({ kind: 'simhash', bits: 64, distance: 3 }).keys(entry).length // 5 */
export function createIndexKeys(spec: SearchSpec): IndexKeys {
  switch (spec.kind) {
    case 'simhash':
      return new BlockKeys(spec)
    case 'minhash':
      return new BandKeys(spec)
    case 'exact':
      return new DigestKeys(spec)
    case 'rare':
      return new RareKeys(spec)
    case 'features':
      return new DigestKeys(spec, 0)
  }
}

const NOTHING = new Uint8Array()
const EQUAL: Match = { equal: true, distance: undefined }
const UNKNOWN: Match = { equal: false, distance: undefined }

/** Equal texts alone. */
class DigestKeys implements IndexKeys {
  readonly spec: SearchSpec
  readonly entryBytes: number
  readonly postingBytes = 0
  readonly buckets = undefined

  constructor(spec: SearchSpec, entryBytes = DIGEST) {
    this.spec = spec
    this.entryBytes = entryBytes
  }

  accepts(bytes: number): boolean {
    return this.entryBytes ? bytes === this.entryBytes : bytes > DIGEST && (bytes - DIGEST) % 8 === 0
  }

  posting(): Uint8Array {
    return NOTHING
  }

  keys(entry: Uint8Array): Key[] {
    return [digestKey(entry)]
  }

  split(): Key[] {
    return []
  }

  match(): Match {
    return EQUAL
  }
}

/** One key a band, beside the digest. How near two entries are that share a band, their texts must tell. */
class BandKeys implements IndexKeys {
  readonly spec: SearchSpec & { kind: 'minhash' }
  readonly entryBytes: number
  readonly postingBytes = 0
  readonly buckets = undefined

  constructor(spec: SearchSpec & { kind: 'minhash' }) {
    this.spec = spec
    this.entryBytes = DIGEST + spec.bands * 4 + spec.numPerm
  }

  accepts(bytes: number): boolean {
    return bytes === this.entryBytes
  }

  posting(): Uint8Array {
    return NOTHING
  }

  keys(entry: Uint8Array): Key[] {
    const keys = [digestKey(entry)]
    for (let band = 0; band < this.spec.bands; band++) keys.push(bandKey(entry, band))
    return keys
  }

  split(): Key[] {
    return []
  }

  match(_entry: Uint8Array, key: Key): Match {
    return tagOf(key) === TAG.digest ? EQUAL : UNKNOWN
  }
}

/** 32 bits, little endian, from any place. */
const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24)

const headOf = (path: readonly number[]): Key => String.fromCharCode(TAG.block, path.length, ...path)

/** The bits that a path of blocks names, and those it leaves. */
interface Cut {
  /** The beginning of a key: the tag, the number of blocks, and the blocks. */
  readonly head: Key
  readonly mask: Uint8Array
  readonly rest: readonly number[]
}

/**
 * `distance + 1` blocks of the fingerprint, of which two fingerprints within the distance share one whole. Below an over-full
 * block the other bits are cut into `distance + 1` blocks again ("second hashing" of the paper wang2019), and so on.
 *
 * A key is the tag, the number of blocks it names, those blocks, and the fingerprint with every other bit 0.
 */
class BlockKeys implements IndexKeys {
  readonly spec: SearchSpec & { kind: 'simhash' }
  readonly entryBytes: number
  readonly postingBytes: number
  readonly #parts: number
  /** Cuts by the path of blocks, joined by commas; there are few, since paths are short. */
  readonly #cuts = new Map<string, Cut>()
  /** The same, by the path above them. */
  readonly #cutsOf = new Map<string, readonly Cut[]>()
  /** The bytes of the fingerprint of the key that is being made. */
  readonly #named: Uint8Array

  constructor(spec: SearchSpec & { kind: 'simhash' }) {
    this.spec = spec
    this.postingBytes = spec.bits / 8
    this.entryBytes = DIGEST + this.postingBytes
    this.#named = new Uint8Array(this.postingBytes)
    this.#parts = Math.min(spec.distance + 1, spec.bits)
    this.#cuts.set('', {
      head: headOf([]),
      mask: new Uint8Array(this.postingBytes),
      rest: Array.from({ length: spec.bits }, (_, bit) => bit),
    })
  }

  accepts(bytes: number): boolean {
    return bytes === this.entryBytes
  }

  posting(entry: Uint8Array): Uint8Array {
    return entry.slice(DIGEST, DIGEST + this.postingBytes)
  }

  keys(entry: Uint8Array): Key[] {
    return [digestKey(entry), ...(this.#isWhole ? [String.fromCharCode(TAG.block, 0)] : this.#below([], entry))]
  }

  split(key: Key, entry: Uint8Array): Key[] {
    if (tagOf(key) !== TAG.block || this.#isWhole) return []
    const path = Array.from({ length: key.charCodeAt(1) }, (_, i) => key.charCodeAt(2 + i))
    const isUseful = this.#parts ** (path.length + 1) <= MOST_KEYS && this.#cutAt(path).rest.length >= this.#parts * NARROWEST
    return isUseful && path.length < DEEPEST ? this.#below(path, entry) : []
  }

  get buckets(): number {
    return 2 ** Math.floor(this.spec.bits / this.#parts)
  }

  match(entry: Uint8Array, key: Key, postings: Uint8Array, at = 0): Match | undefined {
    let differing = 0
    for (let i = 0; i < this.postingBytes; i += 4) {
      differing += popcount32(wordAt(entry, DIGEST + i) ^ wordAt(postings, at + i))
      if (differing > this.spec.distance) return undefined
    }
    return { equal: tagOf(key) === TAG.digest, distance: differing }
  }

  /** Every bit may differ: no block is shared for certain, and all entries are under one key. */
  get #isWhole(): boolean {
    return this.#parts === this.spec.bits
  }

  #cutAt(path: readonly number[]): Cut {
    const name = path.join()
    const known = this.#cuts.get(name)
    if (known) return known
    const above = this.#cutAt(path.slice(0, -1))
    const { offset, width } = cutBlocks(above.rest.length, this.#parts)[path.at(-1) as number] as { offset: number; width: number }
    const mask = above.mask.slice()
    for (const bit of above.rest.slice(offset, offset + width)) mask[bit >> 3] = (mask[bit >> 3] as number) | (1 << (bit & 7))
    const made = { head: headOf(path), mask, rest: above.rest.filter((_, i) => i < offset || i >= offset + width) }
    this.#cuts.set(name, made)
    return made
  }

  #below(path: readonly number[], entry: Uint8Array): Key[] {
    return this.#cutsBelow(path).map((cut) => this.#keyOf(cut, entry))
  }

  /** The cuts below a path, each made once. */
  #cutsBelow(path: readonly number[]): readonly Cut[] {
    const name = path.join()
    const known = this.#cutsOf.get(name)
    if (known) return known
    const cuts = Array.from({ length: this.#parts }, (_, block) => this.#cutAt([...path, block]))
    this.#cutsOf.set(name, cuts)
    return cuts
  }

  #keyOf({ head, mask }: Cut, entry: Uint8Array): Key {
    const named = this.#named
    for (let i = 0; i < named.length; i++) named[i] = (entry[DIGEST + i] as number) & (mask[i] as number)
    return head + keyOf(named, 0, named.length)
  }
}

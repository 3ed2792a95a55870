/**
 * How rows are filed so that alike ones meet: the keys of a row, finer keys below an over-full one, and what a posting says.
 *
 * Pure, so that every store files alike. A row is 16 bytes of digest, then the signature: a fingerprint (little endian), or
 * of minhash its band keys (little endian, 4 bytes each) and low bytes.
 */
import type { Bits } from '../fingerprinting/simhash.js'
import { popcount32 } from '../hashing/bits.js'
import { cutBlocks } from './hamming-plan.js'

/** What a search depends on, as plain data: it is stored with the index. */
export type SearchSpec =
  | { readonly kind: 'simhash'; readonly bits: Bits; readonly distance: number }
  | { readonly kind: 'minhash'; readonly bands: number; readonly numPerm: number }
  | { readonly kind: 'exact' }

/** What a posting says about the row that found it. */
export interface Match {
  /** The texts are equal after normalisation. */
  readonly equal: boolean
  /** Differing bits; undefined where signatures have none. */
  readonly distance: number | undefined
}

export interface Scheme {
  readonly spec: SearchSpec
  /** Bytes of a row. */
  readonly rowBytes: number
  /** Bytes that each posting holds beside its number: 4, 8 or 16 of simhash, else 0. */
  readonly postingBytes: number
  /** What is filed with each posting of a row. */
  posting(row: Uint8Array): Uint8Array
  /**
   * The keys a row is filed under, distinct, 7 to 36 bytes each. The first is that of the digest: who shares it is equal.
   * Two rows that must find each other share at least one of the others too, unless the method is `exact`.
   */
  keys(row: Uint8Array): Uint8Array[]
  /**
   * The keys below an over-full one, for a row filed under it; two rows within the distance that share `key` share at least
   * one of them. Empty where a key cannot be split: digests, bands, and when too few bits are left.
   */
  split(key: Uint8Array, row: Uint8Array): Uint8Array[]
  /** What a posting found under `key` is to a row; undefined when it is too far away. */
  match(row: Uint8Array, key: Uint8Array, posting: Uint8Array): Match | undefined
}

const DIGEST = 16
/** The first byte of a key. */
const TAG = { digest: 0, block: 1, band: 2 } as const
/** A block narrower than this makes no useful buckets. */
const NARROWEST = 4
/** Splitting ends where a row would be under more keys than this: copies of one fingerprint fill every key they come to. */
const MOST_KEYS = 128
const DEEPEST = 3

/** @example createScheme({ kind: 'simhash', bits: 64, distance: 3 }).keys(row).length // 5 */
export function createScheme(spec: SearchSpec): Scheme {
  switch (spec.kind) {
    case 'simhash':
      return blockScheme(spec)
    case 'minhash':
      return bandScheme(spec)
    case 'exact':
      return {
        spec,
        rowBytes: DIGEST,
        postingBytes: 0,
        posting: () => NOTHING,
        keys: (row) => [digestKey(row)],
        split: () => [],
        match: () => EQUAL,
      }
  }
}

const NOTHING = new Uint8Array()
const EQUAL: Match = { equal: true, distance: undefined }
const UNKNOWN: Match = { equal: false, distance: undefined }

function digestKey(row: Uint8Array): Uint8Array {
  const key = new Uint8Array(1 + DIGEST)
  key.set(row.subarray(0, DIGEST), 1)
  return key
}

function bandScheme(spec: SearchSpec & { kind: 'minhash' }): Scheme {
  return {
    spec,
    rowBytes: DIGEST + spec.bands * 4 + spec.numPerm,
    postingBytes: 0,
    posting: () => NOTHING,
    keys(row) {
      const keys = [digestKey(row)]
      for (let band = 0; band < spec.bands; band++) {
        const key = Uint8Array.of(TAG.band, band & 255, band >> 8, 0, 0, 0, 0)
        key.set(row.subarray(DIGEST + band * 4, DIGEST + band * 4 + 4), 3)
        keys.push(key)
      }
      return keys
    },
    split: () => [],
    match: (_row, key) => (key[0] === TAG.digest ? EQUAL : UNKNOWN),
  }
}

/**
 * `distance + 1` blocks of the fingerprint, of which two fingerprints within the distance share one whole. Below an over-full
 * block the other bits are cut into `distance + 1` blocks again ("second hashing" of the paper wang2019), and so on.
 *
 * A key is the tag, how many blocks it names, their numbers, and the fingerprint with every other bit 0.
 */
function blockScheme(spec: SearchSpec & { kind: 'simhash' }): Scheme {
  const { bits, distance } = spec
  const bytes = bits / 8
  const parts = Math.min(distance + 1, bits)
  const masks = new Map<string, { mask: Uint8Array; rest: number[] }>()
  masks.set('', { mask: new Uint8Array(bytes), rest: Array.from({ length: bits }, (_, bit) => bit) })

  /** The bits that a path of blocks names, and those it leaves. */
  const at = (path: readonly number[]): { mask: Uint8Array; rest: number[] } => {
    const name = path.join()
    const known = masks.get(name)
    if (known) return known
    const above = at(path.slice(0, -1))
    const { offset, width } = cutBlocks(above.rest.length, parts)[path.at(-1) as number] as { offset: number; width: number }
    const mask = above.mask.slice()
    for (const bit of above.rest.slice(offset, offset + width)) mask[bit >> 3] = (mask[bit >> 3] as number) | (1 << (bit & 7))
    const made = { mask, rest: above.rest.filter((_, i) => i < offset || i >= offset + width) }
    masks.set(name, made)
    return made
  }
  const keyOf = (path: readonly number[], row: Uint8Array): Uint8Array => {
    const { mask } = at(path)
    const key = new Uint8Array(2 + path.length + bytes)
    key[0] = TAG.block
    key[1] = path.length
    key.set(path, 2)
    for (let i = 0; i < bytes; i++) key[2 + path.length + i] = (row[DIGEST + i] as number) & (mask[i] as number)
    return key
  }
  const below = (path: readonly number[], row: Uint8Array) => Array.from({ length: parts }, (_, block) => keyOf([...path, block], row))

  return {
    spec,
    rowBytes: DIGEST + bytes,
    postingBytes: bytes,
    posting: (row) => row.slice(DIGEST, DIGEST + bytes),
    keys: (row) => [digestKey(row), ...(parts === bits ? [Uint8Array.of(TAG.block, 0)] : below([], row))],
    split(key, row) {
      if (key[0] !== TAG.block || parts === bits) return []
      const path = [...key.subarray(2, 2 + (key[1] as number))]
      const isUseful = parts ** (path.length + 1) <= MOST_KEYS && at(path).rest.length >= parts * NARROWEST
      return isUseful && path.length < DEEPEST ? below(path, row) : []
    },
    match(row, key, posting) {
      let differing = 0
      for (let i = 0; i < bytes; i++) differing += popcount32((row[DIGEST + i] as number) ^ (posting[i] as number))
      return differing <= distance ? { equal: key[0] === TAG.digest, distance: differing } : undefined
    },
  }
}

/** The interface of keys under which an index files entries: {@link IndexKeys}, which index-keys.ts makes. */
import type { Bits } from '../fingerprinting/simhash.js'

/** The options that a search depends on, as plain data: they are stored with the index. */
export type SearchSpec =
  | { readonly kind: 'simhash'; readonly bits: Bits; readonly distance: number }
  | {
      readonly kind: 'minhash'
      readonly bands: number
      readonly numPerm: number
      /** Entries that are proposed, at most: those that share the most bands. Undefined: all. */
      readonly closest?: number
    }
  | { readonly kind: 'exact' }
  /** All distinct features of a text, for what one holds of another; `threshold` is the least share. In stores that search in memory. */
  | { readonly kind: 'features'; readonly threshold: number }
  | {
      readonly kind: 'rare'
      /** A feature of more texts than this is common. */
      readonly rarest: number
      /** One of this many features is filed; a power of two. */
      readonly every: number
      /** The least similarity in rare features that is reported. */
      readonly threshold: number
      /** Bands of the signature that finds near copies. */
      readonly bands: number
      readonly numPerm: number
    }

/** The bytes of a key as a string, one character for each: it is compared and looked up again and again, which bytes are slow at. */
export type Key = string

/** The nearness of two entries that met under a key. */
export interface Match {
  /** The texts are equal after normalisation. */
  readonly equal: boolean
  /** Differing bits; undefined where signatures have none. */
  readonly distance: number | undefined
}

/** The way in which the entries of one index are filed and found; one class for each kind of signature. */
export interface IndexKeys {
  readonly spec: SearchSpec
  /** Bytes of an entry; under `rare` before its features; 0 where it has as many as its text has features. */
  readonly entryBytes: number
  /** Bytes that each posting holds beside its number: 4, 8 or 16 of simhash, else 0. */
  readonly postingBytes: number
  /** Keys that one block of a simhash can have; undefined for other signatures. */
  readonly buckets: number | undefined
  /** Whether an entry may have this length in bytes. */
  accepts(bytes: number): boolean
  /** The bytes that are filed with each posting of an entry. */
  posting(entry: Uint8Array): Uint8Array
  /**
   * The keys of an entry, distinct, 2 to 21 characters each. The first is that of the digest: entries that share it are equal.
   * Two entries that must find each other share at least one of the others too, unless the method is `exact`.
   */
  keys(entry: Uint8Array): Key[]
  /**
   * The keys below an over-full one, for an entry filed under it; two entries within the distance that share `key` share at least
   * one of them. Empty where a key cannot be split: digests, bands, and when too few bits are left.
   */
  split(key: Key, entry: Uint8Array): Key[]
  /**
   * The nearness of the entry of a posting found under `key`; undefined when it is too far away.
   *
   * @param postings  bytes that the posting is among
   * @param at        where it begins there. @default 0
   */
  match(entry: Uint8Array, key: Key, postings: Uint8Array, at?: number): Match | undefined
}

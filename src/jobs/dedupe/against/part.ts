/**
 * The form of a part of a saved run: a folder with what one batch kept.
 *
 * - `part.json`: what it was made by.
 * - `texts.jsonl`: a line for each document with its `id`, `text`, and `title` where it has one.
 * - `ids`: the ids as JSON, behind each other.
 * - `places`: for each document where its line and its id end, two float64.
 * - `entries`: for each document its digest and its signature.
 * - `keys`: for each column of keys a pair of uint32 for each document, document and key, ascending by key. The first column has the first four
 *   bytes of the digests; those behind it have the band keys of MinHash.
 * - `firsts`: for each column the key of every BLOCKth pair, uint32.
 *
 * Numbers are little endian. Nothing names a place outside of the folder, so that it can be moved.
 */
import { bandBytes, methodOf, signatureBytes, signatureName } from '../../../methods/methods.js'
import type { Options } from '../../../options/options.js'
import { DIGEST_BYTES } from '../../../signing/signature.js'

export const FORMAT = 1

/** Pairs of keys that are read at once. */
export const BLOCK = 512

export const NAMES = {
  about: 'part.json',
  texts: 'texts.jsonl',
  ids: 'ids',
  places: 'places',
  entries: 'entries',
  keys: 'keys',
  firsts: 'firsts',
} as const

/** The fields of `texts.jsonl`. */
export const FIELDS = { id: 'id', text: ['text'], title: 'title' } as const

/** What is equal of all that can be compared. */
export interface Made {
  readonly format: number
  readonly signature: string
  /** Bands and rows of a band; null where nothing is searched by bands. */
  readonly bands: readonly [number, number] | null
  /** Bytes of an entry. */
  readonly entry: number
}

export interface About extends Made {
  /** The version of leitong that wrote it. */
  readonly leitong: string
  readonly documents: number
}

export const madeBy = (options: Options): Made => ({
  format: FORMAT,
  signature: signatureName(options),
  bands: bandBytes(options) ? [options.bands, options.bandRows] : null,
  entry: DIGEST_BYTES + signatureBytes(options, 'search'),
})

/** Columns of keys. */
export const columnsOf = (options: Options): number => 1 + bandBytes(options) / 4

/** Whether keys tell which documents a new one may be like; otherwise all are looked at. */
export const isSearchedByKeys = (options: Options): boolean => methodOf(options).cluster !== 'fingerprints'

/** @example '000001-5f0c2a9be417' */
export const PART = /^(\d{6,})-[0-9a-f]{12}$/

/**
 * How an index files texts under method `rare`, where frequencies are kept: a key for each feature of the sample, beside the digest and
 * the bands that find near copies.
 *
 * An entry is 16 bytes of digest, then the band keys and the low bytes of a MinHash signature, padded to words, then the features of the
 * sample, 8 bytes each, ascending as numbers. Its length depends on the text.
 */
import { bandKey, digestKey, keyOf, TAG, tagOf } from './key-names.js'
import type { IndexKeys, Key, Match, SearchSpec } from './key-types.js'

export type RareSpec = SearchSpec & { readonly kind: 'rare' }

const DIGEST = 16
const FEATURE_TAG = String.fromCharCode(TAG.feature)
/** Bytes of a feature, and of the key that it makes. */
const FEATURE = 8
/** Bytes of the digest that a posting holds, so that copies of one text are counted once. */
const POSTING = 8

/** Bytes of an entry before its features. */
export const rareHead = ({ bands, numPerm }: Pick<RareSpec, 'bands' | 'numPerm'>): number => DIGEST + bands * 4 + ((numPerm + 3) & ~3)

const EQUAL: Match = { equal: true, distance: undefined }
const UNKNOWN: Match = { equal: false, distance: undefined }

export class RareKeys implements IndexKeys {
  readonly spec: RareSpec
  readonly entryBytes: number
  readonly postingBytes = POSTING
  readonly buckets = undefined

  constructor(spec: RareSpec) {
    this.spec = spec
    this.entryBytes = rareHead(spec)
  }

  accepts(bytes: number): boolean {
    return bytes >= this.entryBytes && (bytes - this.entryBytes) % FEATURE === 0
  }

  posting(entry: Uint8Array): Uint8Array {
    return entry.slice(0, POSTING)
  }

  keys(entry: Uint8Array): Key[] {
    const keys = [digestKey(entry)]
    for (let band = 0; band < this.spec.bands; band++) keys.push(bandKey(entry, band))
    for (let at = this.entryBytes; at < entry.length; at += FEATURE) keys.push(FEATURE_TAG + keyOf(entry, at, at + FEATURE))
    return keys
  }

  /** The keys that are counted. */
  featureKeys(entry: Uint8Array): Key[] {
    return this.keys(entry).slice(1 + this.spec.bands)
  }

  /** A common feature has no keys below it: no text is filed under it any more. */
  split(): Key[] {
    return []
  }

  match(_entry: Uint8Array, key: Key): Match {
    return tagOf(key) === TAG.digest ? EQUAL : UNKNOWN
  }
}

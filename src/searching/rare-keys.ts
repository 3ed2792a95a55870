/**
 * How an index files texts under method `rare`, where frequencies are kept: a key for each feature of the sample, beside the digest and
 * the bands that find near copies.
 *
 * An entry is 16 bytes of digest, then the band keys and the low bytes of a MinHash signature, padded to words, then the features of the
 * sample, 8 bytes each, ascending as numbers. Its length depends on the text.
 */
import type { IndexKeys, Match, SearchSpec } from './key-types.js'

export type RareSpec = SearchSpec & { readonly kind: 'rare' }

const DIGEST = 16
const TAG = { digest: 0, band: 2, feature: 3 } as const
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

  keys(entry: Uint8Array): Uint8Array[] {
    const digest = new Uint8Array(1 + DIGEST)
    digest.set(entry.subarray(0, DIGEST), 1)
    const keys = [digest]
    for (let band = 0; band < this.spec.bands; band++) {
      const key = Uint8Array.of(TAG.band, band & 255, band >> 8, 0, 0, 0, 0)
      key.set(entry.subarray(DIGEST + band * 4, DIGEST + band * 4 + 4), 3)
      keys.push(key)
    }
    for (let at = this.entryBytes; at < entry.length; at += FEATURE) {
      const key = new Uint8Array(1 + FEATURE)
      key[0] = TAG.feature
      key.set(entry.subarray(at, at + FEATURE), 1)
      keys.push(key)
    }
    return keys
  }

  /** The keys that are counted. */
  featureKeys(entry: Uint8Array): Uint8Array[] {
    return this.keys(entry).slice(1 + this.spec.bands)
  }

  /** A common feature has no keys below it: nobody is filed under it any more. */
  split(): Uint8Array[] {
    return []
  }

  match(_entry: Uint8Array, key: Uint8Array): Match {
    return key[0] === TAG.digest ? EQUAL : UNKNOWN
  }
}

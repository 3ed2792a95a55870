/** Figures that every batch has, from files and from memory. */

import type { WeakHash } from '../../methods/weak-hash.js'
import type { Options } from '../../options/options.js'
import type { KeptBy } from '../../options/ranks.js'
import type { ReadSheet } from '../../reading/input.js'
import type { IgnoredTotal } from '../../signing/lexicons.js'
import type { ScriptCounts } from '../../tokenizing/chinese/script.js'
import type { SharedId } from './shared-id.js'

export interface Figures extends WeakHash {
  readonly version: string
  readonly documents: number
  /** Bytes of the records that were judged; of documents in memory as lines of JSON. */
  readonly bytes: number
  readonly kept: number
  readonly removed: number
  readonly groups: number
  /** Records that could not be judged; they are kept. */
  readonly rejects: number
  /** Documents whose text occurs before. */
  readonly copies: number
  readonly plan: string
  readonly signature: string
  /** Limits that were met; all 0 when every pair was looked at. */
  readonly limits: {
    /** Texts with more than `maxCopies` copies, of which pairs name the first one only. */
    readonly manyCopies: number
    /** Buckets that held too many kept documents (or fingerprints too many copies) to look at every pair. */
    readonly crowded: number
    /** Candidate pairs that were left out of the pairs because a bucket has more than `maxPairs`; at most so many. */
    readonly unpaired: number
    /** One feature in this many was looked at, because all did not fit the memory (method `rare`). */
    readonly sampled: number
  }
  /** Under `--ignore`: texts that had passages of it, and how many characters were left out of them. */
  readonly ignored?: IgnoredTotal
  /** Where texts in both scripts of Chinese occur: how many in each. Alike across them are only those whose options even `traditional` out. */
  readonly scripts?: ScriptCounts
  /** Sheets of workbooks: which were read, and which of the same file were not. */
  readonly sheets?: readonly ({ readonly file: string } & ReadSheet)[]
  /** Tables as text with rows above their headers: the row of each header, from 1. */
  readonly headers?: readonly { readonly file: string; readonly headerRow: number }[]
  /** An id that several records have, one of them in a group: what names records by their ids does not tell them apart. */
  readonly sharedId?: SharedId
  /** Under a keep rule by a field, where some of its values could not be read, or may be read in two ways. */
  readonly keptBy?: KeptBy
  readonly options: Options
}

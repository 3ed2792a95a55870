/** Texts as an index signs them, and records that are alike to one. */
import type { RecordValues } from '../../matching/record-judge.js'
import type { Answers } from '../../options/copies.js'
import type { StoredSet } from '../../signing/feature-sets.js'
import type { StoredRecord } from '../../stores/store.js'

/** A text, signed. */
export interface SignedText {
  /** Digest and signature, as the store searches them. */
  readonly row: Uint8Array
  /** Bytes that the index keeps of the text to verify against. */
  readonly payload: Uint8Array
  /** Features for the exact measure; undefined where signatures decide. */
  readonly set: StoredSet | undefined
  /** Of a row: its values. */
  readonly record?: RecordValues
  /** The signature of other information, under the measure `combined`. */
  readonly info?: Uint8Array
}

/** A record that was verified similar. */
export interface Match {
  readonly record: StoredRecord
  /** Exact, or by signatures under `combined`; undefined where signatures decide otherwise. */
  readonly similarity: number | undefined
  /** Differing bits of simhash. */
  readonly distance: number | undefined
  /** Under `find: 'all'` the questions that it answers. */
  readonly answers?: Answers
  /** Under containment: the share of the text that the record has, and of the record that the text has. */
  readonly aInB?: number
  readonly bInA?: number
  /** The best of the newest candidates: there were more, and one of those may be better. */
  readonly approximate?: true
}

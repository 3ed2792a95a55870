/** Texts as an index signs them, and records that are alike to one. */
import type { RecordValues } from '../../matching/record-judge.js'
import type { Answers } from '../../options/copies.js'
import type { StoredSet } from '../../signing/feature-sets.js'
import type { RowFeatures } from '../../sources/rows/row-features.js'
import type { Candidate, StoredRecord } from '../../stores/store.js'

/** What a document says, as a method reads it. */
export interface Content {
  readonly text: string
  readonly title?: string | undefined
  /** Elements of other information: keywords, tags, references. */
  readonly info?: readonly string[]
  /** Of a row that is signed by its fields. */
  readonly row?: RowFeatures | undefined
  /** Of a row that is judged by its fields. */
  readonly record?: RecordValues
  /** A signature that comes with the document. */
  readonly given?: unknown
}

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
  /** A vector that came with the document. */
  readonly vector?: Float32Array | undefined
}

/** How alike a document and its match are. */
export interface Scores {
  /** Exact, or by signatures under `combined`; undefined without a match, or where signatures decide otherwise. */
  readonly similarity: number | undefined
  /** Differing bits of simhash. */
  readonly distance: number | undefined
  /** Under containment: the share of the document (a) that its match (b) has, and the other way round. */
  readonly aInB?: number
  readonly bInA?: number
  /** Under `find: 'all'` the question that the match answers: it is a copy, a version, or both. */
  readonly answers?: Answers
  /** People decided that it is a duplicate of its match, whatever the similarity. */
  readonly decided?: true
}

/** A record that was verified similar, or that people decided on. */
export interface Match extends Scores {
  readonly record: StoredRecord
  /** The best of the newest candidates: there were more, and one of those may be better. */
  readonly approximate?: true
}

/** A candidate of the search, with its record. */
export interface CandidateRecord {
  readonly record: StoredRecord
  readonly candidate: Candidate
}

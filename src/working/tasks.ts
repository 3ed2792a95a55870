/** Tasks for workers and their results: plain data and buffers, which travel between threads. */

import type { PairRange } from '../matching/candidates/pairs.js'
import type { CandidateTable } from '../matching/candidates/table.js'
import type { JudgeSpec } from '../matching/judge.js'
import type { ScoredRange } from '../matching/score-candidates.js'
import type { Options } from '../options/options.js'
import type { RankTally } from '../options/ranks.js'
import type { Range } from '../reading/line-ranges.js'
import type { FileReading, Places } from '../reading/records.js'
import type { EqualRuns } from '../searching/equal-runs.js'
import type { IgnoredTotal } from '../signing/lexicons.js'
import type { EntryContent } from '../signing/signature.js'
import type { Fields } from '../sources/formats/format.js'
import type { ScriptCounts } from '../tokenizing/chinese/script.js'
import type { ValueColumn } from './value-columns.js'

/** How records are fingerprinted, wherever they come from. */
export interface Fingerprinting {
  /** `values`: nothing is signed, and the values of rows are handed on. */
  readonly content: EntryContent | 'values'
  readonly options: Options
  readonly fields: Fields
  /** A power of two. Under method `rare`, at least the features whose hash it divides are wanted. */
  readonly sample?: number
}

/** The records of a piece of a container. */
export interface PieceTask extends Fingerprinting {
  readonly kind: 'piece'
  readonly reading: FileReading
  /** The number of the file, and where the piece starts in it. */
  readonly file: number
  readonly start: number
  readonly bytes: Uint8Array
}

/** The lines of a range of a file, which the worker reads. */
export interface RangeTask extends Fingerprinting {
  readonly kind: 'range'
  readonly reading: FileReading
  readonly file: number
  readonly range: Range
}

/** Whole files, a document each, which the worker reads. */
export interface FilesTask extends Fingerprinting {
  readonly kind: 'files'
  readonly files: readonly FileReading[]
}

export type FingerprintTask = PieceTask | RangeTask | FilesTask

/** The documents of a piece, column by column; positions count bytes from the start of the piece. */
export interface PieceColumns {
  readonly count: number
  readonly start: Uint32Array
  readonly end: Uint32Array
  /** Line (from 0) in the piece; of a whole file its number in the task. */
  readonly line: Uint32Array
  /** Code points of the text. */
  readonly length: Uint32Array
  readonly features: Uint32Array
  /** For searching: digests, and signatures column by column (see signature-store.ts). In full: no digests, and whole entries one by one. */
  readonly digests: Uint8Array
  readonly signatures: Uint8Array
  /** Under methods `rare` and `features`, the (sampled) distinct features of the documents behind each other, two words each; and where those of each end. */
  readonly grams: Uint32Array
  readonly gramEnds: Uint32Array
  /** Ids as JSON, behind each other; empty where a record has none. `idEnds` has the end of each. */
  readonly ids: Uint8Array
  readonly idEnds: Uint32Array
  /** For keep rules by a field; empty otherwise. */
  readonly ranks: Float64Array
  /** The same with the month before the day where dates may be read in both ways; empty where there is no such date. */
  readonly turned: Float64Array
  readonly ranked: RankTally
  readonly rejects: readonly Reject[]
  /** The values of rows, where they were asked for. */
  readonly values?: readonly ValueColumn[]
  /** Lines in the piece. */
  readonly lines: number
  /** Where the piece starts, counted from where the task said. */
  readonly base: number
  /** Bytes of texts. */
  readonly bytes: number
  readonly ignored: IgnoredTotal
  readonly scripts: ScriptCounts
}

export interface Reject {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly reason: string
  readonly id?: string
}

/** Pairs of documents to be measured exactly. */
export interface VerifyTask {
  readonly kind: 'verify'
  readonly options: Options
  readonly fields: Fields
  readonly files: readonly FileReading[]
  readonly places: Places
  /** Positions in `places`, two for each pair. */
  readonly pairs: Uint32Array
}

/** Texts whose feature sets are wanted, to be measured many times. */
export interface CollectTask {
  readonly kind: 'collect'
  readonly options: Options
  readonly fields: Fields
  readonly files: readonly FileReading[]
  readonly places: Places
}

/** Feature sets in the order of the task, behind each other. */
export interface CollectedSets {
  /** In memory that threads share, where there is such, each from a multiple of 8 bytes on. */
  readonly bytes: Uint8Array
  /** Where each begins. */
  readonly starts: Float64Array<ArrayBuffer>
  /** Distinct features. */
  readonly sizes: Uint32Array<ArrayBuffer>
  /** Sums of counts and of their squares; empty where the measure does not count. */
  readonly totals: Float64Array<ArrayBuffer>
  readonly squares: Float64Array<ArrayBuffer>
}

/** Feature sets by the shared memory that each lies in. */
export interface SharedSets {
  readonly chunks: readonly Uint8Array[]
  readonly chunkOf: Uint32Array
  readonly starts: Float64Array
  readonly sizes: Uint32Array
  readonly totals: Float64Array
  readonly squares: Float64Array
}

/** Pairs of feature sets to be measured exactly. */
export interface CompareTask {
  readonly kind: 'compare'
  readonly options: Options
  readonly sets: SharedSets
  /** Positions in `sets`, two for each pair. */
  readonly pairs: Uint32Array
  /** Whether unlike pairs are measured to the end; otherwise their similarity may be NaN. */
  readonly exact: boolean
}

/** Pairs as they were measured, in the order of the task. */
export interface MeasuredPairs {
  readonly similarity: Float64Array<ArrayBuffer>
  /** 0 where a pair is similar enough and the rules of its rows refuse it; 1 otherwise. */
  readonly allowed: Uint8Array<ArrayBuffer>
}

/** Keys of which equal ones are wanted, in shared memory where threads take the task. */
export interface RunsTask {
  readonly kind: 'runs'
  readonly keys: Uint32Array
}

/** How the rows of a table are scored; all columns in shared memory, so that a task is small. */
export interface ScoreJob {
  /** Tells jobs apart: a thread makes a judge once for all tasks of one. */
  readonly number: number
  readonly judge: Omit<JudgeSpec, 'model'>
  /** The model as JSON, in shared memory, where scores are chances. */
  readonly model: Uint8Array | undefined
  /** The score from which pairs are held. */
  readonly least: number
}

/** Candidate pairs of rows to be scored. */
export interface ScoreTask {
  readonly kind: 'score'
  readonly job: ScoreJob
  readonly candidates: CandidateTable
  readonly range: PairRange
}

export type TaskResult = PieceColumns | MeasuredPairs | CollectedSets | EqualRuns | ScoredRange

/** `model`: the corpus model, where weights ask for one. */
export type Task = (FingerprintTask | VerifyTask | CollectTask | CompareTask | RunsTask | ScoreTask) & { readonly model?: Uint8Array }

/** What of a result is handed over between threads, and not copied. */
export const buffersOf = (result: TaskResult): ArrayBuffer[] =>
  Object.values(result).flatMap((column) => (ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : []))

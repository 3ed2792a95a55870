/** What workers do, and what travels between them and the main thread: plain data and buffers. */

import type { Options } from '../options/options.js'
import type { Range } from '../reading/line-ranges.js'
import type { FileReading, Places } from '../reading/records.js'
import type { EntryContent } from '../signing/signature.js'
import type { Fields } from '../sources/formats/format.js'

/**
 * Sign the records of a piece of a container, the lines of a range of a file, or whole files. `sample`, a power of two: of method
 * `rare`, at least the features whose hash it divides are wanted.
 */
export type FingerprintTask =
  | {
      readonly kind: 'sign'
      readonly content: EntryContent
      readonly options: Options
      readonly fields: Fields
      readonly sample?: number
      readonly reading: FileReading
      /** The number of the file, and where the piece starts in it. */
      readonly file: number
      readonly start: number
      readonly bytes: Uint8Array
    }
  | {
      readonly kind: 'sign-range'
      readonly content: EntryContent
      readonly options: Options
      readonly fields: Fields
      readonly sample?: number
      readonly reading: FileReading
      readonly file: number
      readonly range: Range
    }
  | {
      readonly kind: 'sign-files'
      readonly content: EntryContent
      readonly options: Options
      readonly fields: Fields
      readonly sample?: number
      readonly files: readonly FileReading[]
    }

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
  /** For searching: digests, and signatures column by column (see rows.ts). In full: no digests, and whole rows one by one. */
  readonly digests: Uint8Array
  readonly signatures: Uint8Array
  /** Of method `rare`: the sampled distinct features of the documents behind each other, two words each, and where each ends. */
  readonly grams: Uint32Array
  readonly gramEnds: Uint32Array
  /** Ids as JSON, behind each other; empty where a record has none. `idEnds` has the end of each. */
  readonly ids: Uint8Array
  readonly idEnds: Uint32Array
  /** For keep rules by a field; empty otherwise. */
  readonly ranks: Float64Array
  readonly rejects: readonly Reject[]
  /** Lines in the piece. */
  readonly lines: number
  /** Where the piece starts, counted from where the task said. */
  readonly base: number
  /** Bytes of texts. */
  readonly bytes: number
}

export interface Reject {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly reason: string
  readonly id?: string
}

/** Measure pairs of documents exactly; `pairs` holds positions in `places`, two for each pair. */
export interface VerifyTask {
  readonly kind: 'verify'
  readonly options: Options
  readonly fields: Fields
  readonly files: readonly FileReading[]
  readonly places: Places
  readonly pairs: Uint32Array
}

/** `model`: the corpus model, where weights ask for one. */
export type Task = (FingerprintTask | VerifyTask) & { readonly model?: Uint8Array }

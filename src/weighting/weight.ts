/** The interface of the shelf: how much each feature of a text counts. A weight is one file here and one line in weights.ts. */
import type { CorpusStatistics } from './idf.js'

/** The factors of a weight, as options give them. */
export interface Factors {
  /** Factors by the first letter of a part of speech; others count as they are. */
  readonly byTag: Readonly<Record<string, number>>
  /** Times the relative length of a feature, on top of 1. */
  readonly length: number
  readonly marked: number
  readonly title: number
  /** The factor of a feature that is marked and in the title. */
  readonly both: number
}

/** The distinct features of one text, column by column. */
export interface FeatureTable {
  readonly size: number
  /** Occurrences in the text. */
  readonly counts: Uint32Array
  /** Code points, white space not counted. */
  readonly lengths: Uint32Array
  /** Documents of the corpus model with the feature; 0 where the model does not know it. */
  readonly documents: Uint32Array
  /** {@link MARKED}, {@link IN_TITLE}, and in the second byte the part of speech, see {@link tagOf}. */
  readonly flags: Uint32Array
  /** The levels of all occurrences added up, of weights that ask for occurrences; undefined where words have no tags. */
  readonly levels?: Float64Array | undefined
  /** Names of parts of speech; the first stands for no tag. */
  readonly tagNames: readonly string[]
}

/** The feature starts in a sentence with a marker word. */
export const MARKED = 1
/** The feature occurs in the title. */
export const IN_TITLE = 2
/** The feature is a stop word that was left in to mark its sentence. */
export const STOPPED = 4
/** The part of speech of a feature, as a place in `tagNames`. */
export const tagOf = (flags: number): number => flags >>> 8

export interface Weight {
  readonly name: string
  /** One line for the help. */
  readonly help: string
  /** Weighs by the number of documents that have a feature: a corpus model is needed. */
  readonly needsModel: boolean
  /** Looks at titles, marker words or parts of speech: the whole record has to be read. */
  readonly needsRecord: boolean
  /** Looks at the tag of every occurrence, not of the first alone. */
  readonly needsOccurrences?: boolean
  /**
   * Writes the weight of every feature, 0 or more, into the first `table.size` places. Only their ratios matter to a
   * fingerprint.
   *
   * @param corpus  statistics of the corpus; undefined unless `needsModel`
   */
  weigh(table: FeatureTable, into: Float64Array, corpus: CorpusStatistics | undefined, factors?: Factors): void
}

/** How much each feature of a text counts. A weight is one file on this shelf and one line in weights.ts. */
import type { CorpusStatistics } from './idf.js'

/** The distinct features of one text, column by column. */
export interface FeatureTable {
  readonly size: number
  /** Occurrences in the text. */
  readonly counts: Uint32Array
  /** Code points, white space not counted. */
  readonly lengths: Uint32Array
  /** Documents of the corpus model with the feature; 0 where the model does not know it. */
  readonly documents: Uint32Array
  /** Part of speech, as a place in `tagNames`; 0 where there is none. */
  readonly tags: Uint8Array
  readonly tagNames: readonly string[]
  /** 1: stands in a sentence with a marker word; 2: occurs in the title. */
  readonly flags: Uint8Array
}

export interface Weight {
  readonly name: string
  /** One line for the help. */
  readonly help: string
  /** Weighs by how many documents have a feature: a corpus model is needed. */
  readonly needsModel: boolean
  /** Looks at titles, marker words or parts of speech: the whole record has to be read. */
  readonly needsRecord: boolean
  /**
   * Writes the weight of every feature, 0 or more, into the first `table.size` places. Only their ratios matter to a
   * fingerprint.
   *
   * @param corpus  statistics of the corpus; undefined unless `needsModel`
   */
  weigh(table: FeatureTable, into: Float64Array, corpus: CorpusStatistics | undefined): void
}

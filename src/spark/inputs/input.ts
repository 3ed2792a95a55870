/** The input of a run: lines that Spark cuts, files that a worker reads whole, or rows of Parquet. */
import type { Options } from '../../options/options.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import type { Session } from '../connect/session.js'
import type { DoneRun } from '../earlier.js'
import type { Steps } from '../steps.js'
import type { ListedFile } from './listing.js'

/** What an input is made from. */
export interface Given {
  readonly session: Session
  /** All of them, those of earlier runs first. */
  readonly files: readonly ListedFile[]
  /** How many of them are of earlier runs. */
  readonly old: number
  readonly earlier: readonly DoneRun[]
  readonly options: Options
  /** What of rows is compared. */
  readonly spec: FieldsSpec | undefined
  readonly steps: Steps
  /** Bytes of a split, as Spark is told. */
  readonly split: number
  /** Whether workers read files themselves where they can. */
  readonly placed: boolean
  /** The command of a worker in a mode. */
  readonly worker: (mode: string) => string
}

/**
 * An input whose records are the view `leitong_docs` (doc, file, value): a number that ascends as on one machine, and a line of JSON.
 * Those that no earlier run has signed are the view `leitong_new`.
 */
export interface ClusterInput {
  /**
   * Writes what is kept of the new records.
   *
   * @param kept  of a query of rows with their `doc`, those that are kept, in their order
   * @throws {LeitongError} `OUTPUT_FORMAT`
   */
  writeKept(kept: (rows: string) => string, uri: string): Promise<void>
}

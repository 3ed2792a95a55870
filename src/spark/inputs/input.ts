/** The input of a run, in one of three ways: lines that Spark cuts, files that a worker reads whole, or rows of Parquet. */
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import type { Session } from '../connect/session.js'
import type { Steps } from '../steps.js'
import { linesInput } from './lines.js'
import type { ListedFile } from './listing.js'
import { parquetInput } from './parquet.js'
import { recordsInput } from './records.js'

/** What an input is made from. */
export interface Given {
  readonly session: Session
  readonly files: readonly ListedFile[]
  readonly options: Options
  /** What of rows is compared. */
  readonly spec: FieldsSpec | undefined
  readonly steps: Steps
  /** The command of a worker in a mode. */
  readonly worker: (mode: string) => string
}

/** An input whose records are the view `leitong_docs` (doc, file, value): a number that ascends as on one machine, and a line of JSON. */
export interface ClusterInput {
  /**
   * Writes what is kept.
   *
   * @param removed  a table with the numbers of what is not, as `doc`
   * @throws {LeitongError} `OUTPUT_FORMAT`
   */
  writeKept(removed: string, uri: string): Promise<void>
}

/** @throws {LeitongError} `OPTION_CONFLICT`, `FIELD_MISSING` */
export async function openInput(given: Given): Promise<ClusterInput> {
  const { files } = given
  const tables = files.filter(({ format }) => format === 'parquet')
  if (tables.length === files.length) return parquetInput(given)
  const [table] = tables
  if (table) throw new LeitongError('OPTION_CONFLICT', `${table.path}: on a cluster Parquet and other files are runs of their own`)
  return files.every(isOfLines) ? linesInput(given) : recordsInput(given)
}

/** Whether Spark itself can cut a file into its records. */
const isOfLines = ({ format, compression }: ListedFile) => format === 'jsonl' && compression !== 'zstd'

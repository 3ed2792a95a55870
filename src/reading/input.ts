/** One input of a run: a file, a stream or a table. */
import type { DatabaseTable } from '../sources/databases/table.js'
import type { Compression } from '../sources/formats/compression.js'
import type { Format } from '../sources/formats/format.js'
import type { RowPlan } from '../sources/rows/plan.js'

export interface InputFile {
  /** As the caller would write it: what ids and messages use. */
  readonly name: string
  readonly path: string
  readonly format: Format
  readonly compression: Compression
  /** Bytes on disk; undefined for standard input. */
  readonly size: number | undefined
  /** Found in a folder or by a pattern. */
  readonly listed: boolean
  /** Instead of a file: the bytes themselves. Records without an id go by their number from 0. */
  readonly stream?: AsyncIterable<Uint8Array>
  /** Its records are rows, compared field by field. */
  readonly row?: RowPlan
  /** Of a database: where the rows come from. */
  readonly table?: DatabaseTable
}

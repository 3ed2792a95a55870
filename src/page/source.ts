/** What was dropped on the page, whatever it is: records that can be read, and left out. */
import type { Rejected } from '../jobs/dedupe/documents.js'
import type { RunContext } from '../jobs/dedupe/run-context.js'
import type { Unit } from '../jobs/dedupe/units.js'
import type { ReadFile } from '../reading/open-input.js'
import type { Opening } from '../sources/formats/format.js'
import type { WrittenSheet } from '../sources/formats/office/written-sheets.js'
import type { Fingerprinting } from '../working/tasks.js'
import type { Part } from './bytes.js'

/** The places of the records of a run. */
export type Places = Pick<RunContext['documents'], 'count' | 'fileOf' | 'startOf' | 'endOf' | 'lineOf'> & {
  readonly rejects: readonly Rejected[]
}

export interface Source {
  /** As it was dropped, without the ending of a compression. */
  readonly name: string
  readonly format: string
  /** Results are a table as well. */
  readonly isTable: boolean
  /** Records have named fields. */
  readonly hasFields: boolean
  readonly encoding: string
  readonly opening: Opening
  /** Records, those of white space alone left out. */
  readonly count: number
  /** The names of columns, or of the fields of the first records. */
  readonly columns: readonly string[]
  /** Of a workbook: those with cells, and the one that is read. */
  readonly sheets?: { readonly names: readonly string[]; readonly read: string } | undefined
  /** All fields of a record, one of the first {@link LOOKED_AT}. */
  row(record: number): Readonly<Record<string, unknown>> | undefined
  /** The files in which its records lie, as tasks name them. */
  readonly files: readonly ReadFile[]
  /** Bytes of all of them. */
  readonly size: number
  /** All records as work for workers, in their order. */
  units(files: readonly ReadFile[], how: Fingerprinting): Iterable<Unit>
  /**
   * The input without these records, as the command writes it.
   *
   * @param removed  ascending
   * @param write    of a workbook: makes one of it, and CSV without this
   */
  kept(places: Places, removed: Uint32Array, write?: WriteWorkbook): Promise<readonly Part[]>
}

/** Makes the bytes of a workbook. */
export type WriteWorkbook = (sheets: WrittenSheet[]) => Promise<Part>

/** Records that are looked at for the names of their fields. */
export const LOOKED_AT = 200

/** A file of what was dropped. */
export interface DroppedFile {
  /** Its name, or its path below a folder. */
  readonly path: string
  readonly size: number
}

/**
 * How documents are found in files. A format is one file on this shelf: it says how bytes are cut into records and what
 * a record holds. Offsets always count bytes of the file as it is, so that records can leave as they came.
 */

import type { RowPlan } from '../rows/plan.js'
import type { RowFeatures, RowValues, RuleContent } from '../rows/row-features.js'
import type { FormatName } from './format-names.js'

/** Fields by other names than all inputs have them by. */
export interface OwnFields {
  readonly id: string
  readonly text: readonly string[]
}

/** Which fields of a record are wanted. */
export interface Fields {
  readonly id: string
  /** Joined by a line break when there are several. */
  readonly text: readonly string[]
  readonly title: string
  /** A further field, for keep rules like newest:FIELD. */
  readonly rank?: string
  /** Fields with other information: keywords, tags, references. */
  readonly info?: readonly string[]
  /** Fields that are read again for the outputs. */
  readonly beside?: readonly string[]
  /** Records are rows of a table with several fields to compare: this instead of `id`, `text` and `title`. */
  readonly row?: RowPlan
  /** The field of the text holds a signature that was made elsewhere: of any kind, and handed on as it is. */
  readonly given?: true
  /** Of rows the values of their fields are wanted, and no features. */
  readonly values?: true
}

/** The content of a record, or the reason why it cannot be judged. */
export type Decoded =
  | {
      readonly text: string
      /** The id as JSON, in the type it came in. */
      readonly id?: string
      readonly title?: string
      readonly rank?: unknown
      /** The elements of all info fields. */
      readonly info?: readonly string[]
      /** Of a row: its features by field. */
      readonly row?: RowFeatures
      /** Of a row: what the rules of its plan look at. */
      readonly rules?: RuleContent
      /** A signature that was made elsewhere, or what it is made of; of a number its digits. Where it is a text, `text` has it. */
      readonly given?: unknown
      /** Of a row, where they are wanted: its values by field. */
      readonly values?: RowValues
    }
  | { readonly reason: string; readonly id?: string }

/** The knowledge of a format from the start of a file, as plain data: it travels to workers. */
export interface Opening {
  /** Bytes before the first record, and the lines among them; of a table its rows. */
  readonly start: number
  readonly lines?: number
  /** The columns of a table. */
  readonly columns?: readonly string[]
  readonly delimiter?: string
  /** JSON: whether the records are the elements of an array. */
  readonly array?: boolean
}

/**
 * Finds where records end in a stream of bytes that arrives in pieces. Text in UTF-16 arrives as one byte a unit, see
 * {@link narrow}.
 */
export interface Cutter {
  /** The end of the first record that ends at or after `from`, or -1; the bytes from `from` on are then used up. */
  next(bytes: Uint8Array, from: number): number
  /** The end of the last record that ends at or after `from`, or -1; all bytes are used up. */
  last(bytes: Uint8Array, from: number): number
}

/** A file with many records. */
export interface ContainerFormat {
  readonly name: FormatName
  readonly kind: 'container'
  /** Records have named fields. */
  readonly hasFields: boolean
  readonly extensions: readonly string[]
  /**
   * Looks at the start of a file.
   *
   * @param whole   nothing follows these bytes
   * @param header  where that of a table is: without it in the first row
   * @returns undefined when more bytes are needed to tell
   * @throws {LeitongError} `SOURCE_READ`, `OPTION_VALUE`
   */
  open(bytes: Uint8Array, whole: boolean, decode: (bytes: Uint8Array) => string, path: string, header?: HeaderReading): Opening | undefined
  createCutter(opening: Opening, doubleByte: boolean): Cutter
  /**
   * Visits the records of a piece that starts and ends where records do.
   *
   * @param visit  takes start and end of a record, its line end included, and on which line of the piece it starts; of a table the row
   * @returns      how many lines the piece has, or rows
   */
  split(bytes: Uint8Array, opening: Opening, doubleByte: boolean, visit: (start: number, end: number, line: number) => void): number
  /** The content of one record; undefined when it is no record (an empty line). */
  decode(record: string, opening: Opening, fields: Fields): Decoded | undefined
  /** All fields of one record by their names; undefined when it cannot be read. Whole numbers beyond 2^53 are their digits. */
  row(record: string, opening: Opening): Readonly<Record<string, unknown>> | undefined
}

/** A file that is one document. */
export interface DocumentFormat {
  readonly name: FormatName
  readonly kind: 'document'
  readonly extensions: readonly string[]
  decode(text: string): { readonly text: string; readonly title?: string }
  /**
   * Of a file that is no text in itself: its text.
   *
   * @param name  for messages
   * @throws {LeitongError} `PACKAGE_MISSING`, `SOURCE_READ`, `INPUT_BOMB`; or what the package throws
   */
  extract?(bytes: Uint8Array, name: string): Promise<string>
}

/** Where the header of a table is. */
export interface HeaderReading {
  /** The row that names the columns, from 1; undefined: it is looked for. */
  readonly headerRow: number | undefined
  /** Columns that are asked for: the header has them. */
  readonly names: readonly string[]
}

/** How a table in a form of its own is read. */
export interface TableReading extends HeaderReading {
  /** The file as the caller named it. */
  readonly name: string
  /** Of a file with several: a name, a number from 1, or `all`. */
  readonly sheet: string | undefined
  /** How many times its size a compressed file may grow, beyond what is let grow in any case. */
  readonly maxRatio: number
}

/** A sheet of a file that is read. */
export interface FoundSheet {
  readonly name: string
  /** The row that names its columns, from 1. */
  readonly headerRow: number
  /** Of the first sheet: others with cells, which are not read. */
  readonly notRead: readonly string[]
  /** A column that is asked for and is not here, and a sheet that has it. */
  readonly elsewhere?: { readonly column: string; readonly sheet: string; readonly columns: readonly string[] }
}

/** The kept rows of one table of a file. */
export interface KeptRows {
  readonly sheet?: string | undefined
  readonly headerRow?: number | undefined
  /** Numbers of rows, from 0 at the first record, ascending. */
  readonly removed: Iterable<number>
}

/** A table that was opened. */
export interface OpenTable {
  /** In their order. */
  readonly columns: readonly string[]
  /** Rows before the first record. */
  readonly headerRows: number
  /** JSON lines, one for each row, in batches; with these columns, which are all there. */
  lines(columns: readonly string[]): AsyncIterable<Uint8Array>
}

/** A column that a table gets, with its type in DuckDB. */
export type AddedColumn = readonly [name: string, type: 'BIGINT' | 'VARCHAR' | 'DOUBLE' | LikeColumn]

/** Of the type of a column that is there, where that holds whole numbers and all cells are some; else texts. */
export interface LikeColumn {
  readonly like: string
}

/** A row that leaves, perhaps more than once. */
export interface ChangedRow {
  /** From 0 at the first record; ascending. */
  readonly number: number
  readonly times: number
  /** One for each added column. */
  readonly cells: readonly (number | string | null)[]
}

/** A table in a form of its own: its rows are read in order and spooled as JSON lines. */
export interface TableFormat {
  readonly name: FormatName
  readonly kind: 'table'
  readonly extensions: readonly string[]
  /**
   * Of a format whose files hold several tables: those that are read.
   *
   * @throws {LeitongError} `SOURCE_READ`, `INPUT_BOMB`, `OPTION_VALUE`
   */
  sheets?(path: string, how: TableReading): Promise<readonly FoundSheet[]>
  /** Forms in which kept rows can leave, the first one where the name of the output says none. */
  readonly writes: readonly FormatName[]
  open(path: string, how: TableReading): Promise<OpenTable>
  /** Writes the rows of one table, or of several sheets, without the removed ones, order kept, to a new file. */
  writeKept(path: string, parts: readonly KeptRows[], to: string, how: TableReading & { readonly as: FormatName }): Promise<void>
  /** Writes these rows, each with cells behind its own, order kept, to a new file; undefined where the format cannot. */
  writeChanged?(path: string, rows: Iterable<ChangedRow>, columns: readonly AddedColumn[], to: string): Promise<void>
}

export type Format = ContainerFormat | DocumentFormat | TableFormat

/** Many records lie in one file, which is cut. */
export const isContainer = (format: Format): format is ContainerFormat => format.kind === 'container'
/** A file is one document. */
export const isDocument = (format: Format): format is DocumentFormat => format.kind === 'document'
/** Rows are read by the format itself. */
export const isTable = (format: Format): format is TableFormat => format.kind === 'table'
/** Records have named fields; a line or a document is its text alone. */
export const hasFields = (format: Format): boolean => isTable(format) || (isContainer(format) && format.hasFields)

/** A cutter whose last end is found by looking for one end after the other. */
export function lastByNext(cutter: Cutter, bytes: Uint8Array, from: number): number {
  let last = -1
  for (let at = cutter.next(bytes, from); at >= 0; at = cutter.next(bytes, at)) {
    last = at
    if (at >= bytes.length) break
  }
  return last
}

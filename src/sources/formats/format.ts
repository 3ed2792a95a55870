/**
 * How documents are found in files. A format is one file on this shelf: it says how bytes are cut into records and what
 * a record holds. Offsets always count bytes of the file as it is, so that records can leave as they came.
 */

import type { RowPlan } from '../rows/plan.js'
import type { RowFeatures, RuleContent } from '../rows/row-features.js'
import type { FormatName } from './format-names.js'

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
  /** Records are rows of a table with several fields to compare: this instead of `id`, `text` and `title`. */
  readonly row?: RowPlan
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
    }
  | { readonly reason: string; readonly id?: string }

/** The knowledge of a format from the start of a file, as plain data: it travels to workers. */
export interface Opening {
  /** Bytes before the first record, and the line breaks among them. */
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
   * @param whole  nothing follows these bytes
   * @returns undefined when more bytes are needed to tell
   */
  open(bytes: Uint8Array, whole: boolean, decode: (bytes: Uint8Array) => string, path: string): Opening | undefined
  createCutter(opening: Opening, doubleByte: boolean): Cutter
  /**
   * Visits the records of a piece that starts and ends where records do.
   *
   * @param visit  takes start and end of a record, its line end included, and on which line of the piece it starts
   * @returns      how many lines the piece has
   */
  split(bytes: Uint8Array, opening: Opening, doubleByte: boolean, visit: (start: number, end: number, line: number) => void): number
  /** The content of one record; undefined when it is no record (an empty line). */
  decode(record: string, opening: Opening, fields: Fields): Decoded | undefined
}

/** A file that is one document. */
export interface DocumentFormat {
  readonly name: FormatName
  readonly kind: 'document'
  readonly extensions: readonly string[]
  decode(text: string): { readonly text: string; readonly title?: string }
}

/** A table in a form of its own: its rows are read in order and spooled as JSON lines. */
export interface TableFormat {
  readonly name: FormatName
  readonly kind: 'table'
  readonly extensions: readonly string[]
  /** JSON lines, one for each row, in batches. */
  rows(path: string, fields: Fields): AsyncIterable<Uint8Array>
  /** Writes the rows with these numbers (ascending) of the input, schema and order kept, to a new file. */
  writeKept(path: string, removed: Iterable<number>, to: string): Promise<void>
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

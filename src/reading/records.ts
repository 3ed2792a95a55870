/** Turns the bytes of a record into its text, for signing and for reading it again. */
import { LeitongError, unreachable } from '../errors.js'
import { decodeBytes, encodingOf, isDoubleByte, isWide, markLength, narrow } from '../sources/formats/encoding.js'
import {
  type ContainerFormat,
  type Decoded,
  type Fields,
  isContainer,
  isDocument,
  type Opening,
  type OwnFields,
} from '../sources/formats/format.js'
import type { FormatName } from '../sources/formats/format-names.js'
import { FORMATS } from '../sources/formats/formats.js'
import type { RowPlan } from '../sources/rows/plan.js'
import { closeFile, openFile, readFully, readWhole, sizeOf, unfilled } from './disk.js'
import { tooLong } from './too-long.js'

/** The way in which the records of a file are read. */
export interface FileReading {
  /** The file the bytes are in: the input itself, or a spool of it. */
  readonly path: string
  readonly format: FormatName
  /** `auto` where a file is one document: it shows when it is read. */
  readonly encoding: string
  readonly opening: Opening
  /** A file that is one document may be compressed where it lies. */
  readonly compressed: boolean
  /** The reason why a file that is one document has no text. */
  readonly unreadable?: string
  /** Its records are rows, compared field by field. */
  readonly row?: RowPlan
  /** The fields of its records, where they are others than those of the run: it was written here. */
  readonly fields?: Fields
  /** What the id and the text are called in it, where that differs from other files. */
  readonly own?: OwnFields
}

/** The places of records: column by column, one entry a record. */
export interface Places {
  /** Numbers of files. */
  readonly file: Uint32Array
  /** Bytes from the start of the file. */
  readonly start: Float64Array
  /** Bytes. */
  readonly length: Uint32Array
}

/** Records that can be read again. */
export interface PlacedRecords {
  readonly files: readonly FileReading[]
  readonly places: Places
  readonly fields: Fields
  /** Bytes that a whole file may have when it is unpacked. */
  readonly maxRecord: number
}

/** A record that can be judged. */
export type DecodedText = Extract<Decoded, { readonly text: string }>

export function decodeRecord(bytes: Uint8Array, file: FileReading, ofRun: Fields): Decoded | undefined {
  const { format, encoding, opening, row, own, fields = ofRun } = file
  const text = decodeBytes(bytes, encoding)
  if (text === undefined) return { reason: `not sound ${encoding}; --encoding says what it is, as windows-1252 or gbk` }
  const known = FORMATS[format]
  if (!isContainer(known)) return decodeDocument(text, format)
  return known.decode(text, opening, row || own ? { ...fields, ...own, ...(row ? { row } : {}) } : fields)
}

/** All fields of a record by their names; undefined where it has none, or cannot be read. */
export function rowOf(bytes: Uint8Array, { format, encoding, opening }: FileReading): Readonly<Record<string, unknown>> | undefined {
  const known = FORMATS[format]
  const text = isContainer(known) ? decodeBytes(bytes, encoding) : undefined
  return text !== undefined && isContainer(known) ? known.row(text, opening) : undefined
}

function decodeDocument(text: string, name: FileReading['format']): Decoded {
  const format = FORMATS[name]
  if (!isDocument(format)) return unreachable(`${name} holds no single document`)
  const decoded = format.decode(text)
  return decoded.text.trim() ? decoded : { reason: 'the text is empty' }
}

/** Whether the records of a file are lines that the kernel can read by itself, as long as their bytes are sound UTF-8. */
export const isPlainLines = ({ format, row, own, encoding }: FileReading): boolean =>
  format === 'jsonl' && !row && !own && encoding === 'utf-8'

/** Visits the records of a piece of a container; positions count bytes. */
export function splitPiece(
  bytes: Uint8Array,
  { format, encoding, opening }: FileReading,
  visit: (start: number, end: number, line: number) => void,
): number {
  const container = FORMATS[format] as ContainerFormat
  if (!isWide(encoding)) return container.split(bytes, opening, isDoubleByte(encoding), visit)
  return container.split(narrow(bytes, encoding), opening, false, (start, end, line) => visit(start * 2, end * 2, line))
}

/**
 * Reads a whole file that is one document.
 *
 * @param maxRecord  bytes, also of what a compressed file becomes
 * @returns          its bytes on disk beside what it holds, or why it cannot be judged
 */
export function readDocument(file: FileReading, fields: Fields, maxRecord: number): { readonly size: number; readonly decoded: Decoded } {
  const size = sizeOf(file.path)
  if (file.unreadable !== undefined) return { size, decoded: { reason: file.unreadable } }
  if (size > maxRecord) return { size, decoded: { reason: tooLong(size, maxRecord) } }
  try {
    return { size, decoded: decodeWhole(file, fields, maxRecord) }
  } catch (error) {
    if (!(error instanceof LeitongError)) throw error
    return { size, decoded: { reason: error.message } }
  }
}

/** @throws {LeitongError} `SOURCE_READ` */
function decodeWhole(file: FileReading, fields: Fields, maxRecord: number): Decoded {
  const bytes = wholeBytes(file, maxRecord)
  return decodeRecord(bytes, { ...file, encoding: encodingOf(bytes, file.encoding) }, fields) ?? { reason: 'the text is empty' }
}

/** The bytes of a file, its byte order mark left out. */
function wholeBytes(file: FileReading, maxBytes: number): Uint8Array {
  try {
    const bytes = readWhole(file.path, file.compressed, maxBytes)
    return bytes.subarray(markLength(bytes))
  } catch (error) {
    throw new LeitongError('SOURCE_READ', file.path, (error as Error).message)
  }
}

/** The file of a record. */
export const fileOf = ({ files, places }: PlacedRecords, record: number): FileReading =>
  files[places.file[record] as number] ?? unreachable('a record lies in no file')

/** Files that a reader keeps open: every worker has a reader, and a process may often have 1024 files open. */
const MOST_OPEN = 32

/** Reads records again, keeping files open in between; it belongs to one run, or to one worker of it. */
export class RecordReader {
  readonly #descriptors = new Map<string, number>()

  /**
   * The bytes of a record.
   *
   * @param start   bytes from the start of the file
   * @param length  bytes
   * @throws {LeitongError} `SOURCE_CHANGED`, and `SOURCE_READ` when the file has gone
   */
  read(path: string, start: number, length: number): Uint8Array {
    const bytes = unfilled(length)
    this.#fill(path, start, bytes)
    return bytes
  }

  #fill(path: string, start: number, bytes: Uint8Array): void {
    let read: number
    try {
      read = readFully(this.#open(path), bytes, start)
    } catch (error) {
      throw new LeitongError('SOURCE_READ', path, (error as Error).message)
    }
    if (read < bytes.length) throw new LeitongError('SOURCE_CHANGED', path)
  }

  /**
   * The text of one record.
   *
   * @param record  its number among the places
   * @throws {LeitongError} `SOURCE_CHANGED`, and `SOURCE_READ` when the file has gone
   */
  textAt(records: PlacedRecords, record: number): DecodedText {
    const { fields, maxRecord } = records
    const file = fileOf(records, record)
    const decoded = isDocument(FORMATS[file.format])
      ? decodeWhole(file, fields, maxRecord)
      : decodeRecord(this.bytesAt(records, record), file, fields)
    if (!decoded || 'reason' in decoded) throw new LeitongError('SOURCE_CHANGED', file.path)
    return decoded
  }

  /** The bytes of one record of a container, as {@link read}. */
  bytesAt(records: PlacedRecords, record: number): Uint8Array {
    const { start, length } = records.places
    return this.read(fileOf(records, record).path, start[record] as number, length[record] as number)
  }

  /** Reads one record of a container into memory of its length, as {@link read}. */
  readInto(records: PlacedRecords, record: number, bytes: Uint8Array): void {
    this.#fill(fileOf(records, record).path, records.places.start[record] as number, bytes)
  }

  #open(path: string): number {
    let descriptor = this.#descriptors.get(path)
    if (descriptor === undefined) {
      if (this.#descriptors.size >= MOST_OPEN) this.#closeOldest()
      descriptor = openFile(path)
      this.#descriptors.set(path, descriptor)
    }
    return descriptor
  }

  /** Records are read in the order of their files, nearly: the one that was opened first is done with. */
  #closeOldest(): void {
    const [oldest] = this.#descriptors
    if (!oldest) return
    this.#descriptors.delete(oldest[0])
    closeFile(oldest[1])
  }

  /** Closes all files; reading opens them again. */
  close(): void {
    for (const descriptor of this.#descriptors.values()) closeFile(descriptor)
    this.#descriptors.clear()
  }
}

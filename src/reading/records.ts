/** From the bytes of a record to its text, for signing and for reading it again. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { LeitongError } from '../errors.js'
import { decodeBytes, isDoubleByte, isWide, markLength, narrow } from '../sources/formats/encoding.js'
import { type ContainerFormat, type Decoded, type Fields, isContainer, isDocument, type Opening } from '../sources/formats/format.js'
import type { FormatName } from '../sources/formats/format-names.js'
import { FORMATS } from '../sources/formats/formats.js'
import type { RowPlan } from '../sources/rows/plan.js'

/** How the records of a file are read. */
export interface FileReading {
  /** The file the bytes are in: the input itself, or a spool of it. */
  readonly path: string
  readonly format: FormatName
  readonly encoding: string
  readonly opening: Opening
  /** A file that is one document may be compressed where it lies. */
  readonly compressed: boolean
  /** Its records are rows, compared field by field. */
  readonly row?: RowPlan
}

/** Where records lie: column by column, one entry a record. */
export interface Places {
  readonly file: Uint32Array
  readonly start: Float64Array
  readonly length: Uint32Array
}

export function decodeRecord(bytes: Uint8Array, { format, encoding, opening, row }: FileReading, fields: Fields): Decoded | undefined {
  const text = decodeBytes(bytes, encoding)
  if (text === undefined) return { reason: `not sound ${encoding}; --encoding says what it is` }
  const known = FORMATS[format]
  if (!isContainer(known)) return decodeDocument(text, format)
  return known.decode(text, opening, row ? { ...fields, row } : fields)
}

function decodeDocument(text: string, name: FileReading['format']): Decoded {
  const format = FORMATS[name]
  if (!isDocument(format)) throw new Error(`${name} holds no single document`)
  const decoded = format.decode(text)
  return decoded.text.trim() ? decoded : { reason: 'the text is empty' }
}

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

/** The bytes of a whole file that is one document, its byte order mark left out. */
export function readDocument(file: FileReading, maxBytes: number): Uint8Array {
  try {
    const raw = readFileSync(file.path)
    const bytes = file.compressed ? gunzipSync(raw, { maxOutputLength: maxBytes }) : raw
    return bytes.subarray(markLength(bytes))
  } catch (error) {
    throw new LeitongError('SOURCE_READ', file.path, (error as Error).message)
  }
}

/** Reads records at known places, keeping files open in between. */
export class RecordReader {
  readonly #descriptors = new Map<string, number>()

  /** @throws {LeitongError} `SOURCE_READ` when the file has changed or gone */
  read(path: string, start: number, length: number): Uint8Array {
    try {
      const bytes = Buffer.allocUnsafe(length)
      const descriptor = this.#open(path)
      for (let done = 0; done < length; ) {
        const n = readSync(descriptor, bytes, done, length - done, start + done)
        if (!n) throw new Error('it has become shorter since it was read')
        done += n
      }
      return bytes
    } catch (error) {
      throw new LeitongError('SOURCE_READ', path, (error as Error).message)
    }
  }

  #open(path: string): number {
    let descriptor = this.#descriptors.get(path)
    if (descriptor === undefined) {
      descriptor = openSync(path, 'r')
      this.#descriptors.set(path, descriptor)
    }
    return descriptor
  }

  close(): void {
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor)
    this.#descriptors.clear()
  }
}

/** Records that leave changed: with an annotation, or more than once. */
import { closeSync, openSync } from 'node:fs'
import { LeitongError } from '../../../errors.js'
import { readFully } from '../../../reading/disk.js'
import type { ReadFile } from '../../../reading/open-input.js'
import { rowOf } from '../../../reading/records.js'
import { csvLine } from '../../../sources/formats/csv.js'
import { isWide } from '../../../sources/formats/encoding.js'
import type { AddedColumn } from '../../../sources/formats/format.js'
import { cellText } from '../../../writing/tables/table.js'
import { type Annotation, annotationJson, PARTS } from './annotations.js'
import { ascii, CHUNK, range, recordsOf, type Selection } from './selection.js'

/** What becomes of records; a record that could not be judged has no number. */
export interface Change {
  /** How often a record leaves. */
  readonly times: (document: number | undefined) => number
  readonly annotate?: Annotate
}

export interface Annotate {
  /** Of the field, and before those of columns. */
  readonly name: string
  readonly of: (document: number | undefined) => Annotation
}

/** The columns of annotations. */
export const columnsOf = ({ name }: Annotate): string[] => PARTS.map(([part]) => `${name}_${part}`)

/** The same with their types: the id of a kept record is of the type of ids. */
export const addedColumns = (annotate: Annotate, idColumn: string): AddedColumn[] =>
  columnsOf(annotate).map((name, i) => {
    const [part, type] = PARTS[i] as (typeof PARTS)[number]
    return [name, part === 'kept' ? { like: idColumn } : type]
  })

/** The cells of an annotation; an id without the quotes of JSON. */
export const cellsOf = (annotation: Annotation): (number | string | null)[] =>
  PARTS.map(([name]) => (name === 'kept' && annotation.kept !== null ? cellText(annotation.kept, { name, kind: 'id' }) : annotation[name]))

/** @throws {LeitongError} `OUTPUT_FORMAT` */
export function requireNewColumns(annotate: Annotate, columns: readonly string[], file: string): void {
  const there = columnsOf(annotate).find((name) => columns.includes(name))
  if (there !== undefined) refuseName(file, `column "${there}"`)
}

function refuseName(file: string, what: string): never {
  throw new LeitongError('OUTPUT_FORMAT', `--annotate: ${file} has a ${what} already: give another name with --annotate NAME`)
}

/** A record that could not be judged is not looked into beyond this many bytes. */
const LOOKED_INTO = 1 << 28

const [SPACE, TAB, LINE_FEED, RETURN, OPEN, CLOSE] = [32, 9, 10, 13, 123, 125] as const

/** The last place before `end` where a character stands that is not among these, and the character; a place of -1 for none. */
function lastOf(bytes: Buffer, encoding: string, passed: readonly number[], end = bytes.length): { at: number; code: number } {
  const unit = isWide(encoding) ? 2 : 1
  let at = end - unit
  const codeAt = () => (unit === 1 ? bytes[at] : encoding === 'utf-16be' ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)) as number
  while (at >= 0 && passed.includes(codeAt())) at -= unit
  return at < 0 ? { at: -unit, code: 0 } : { at, code: codeAt() }
}

/** A record of JSON with a field more, its bytes otherwise as they came; what is no object stays as it is. */
function jsonWith(bytes: Buffer, file: ReadFile, { name, of }: Annotate, document: number | undefined): Uint8Array {
  const { encoding } = file
  const blank = [SPACE, TAB, LINE_FEED, RETURN]
  const close = lastOf(bytes, encoding, blank)
  if (close.code !== CLOSE) return bytes
  const isNamed = bytes.includes(Buffer.from(textOf(JSON.stringify(name), encoding)))
  const row = isNamed || document === undefined ? rowOf(bytes, file) : undefined
  if (document === undefined && !row) return bytes
  if (row && Object.hasOwn(row, name)) refuseName(file.name, `field "${name}"`)
  const comma = lastOf(bytes, encoding, blank, close.at).code === OPEN ? '' : ','
  const field = textOf(`${comma}${JSON.stringify(name)}:${annotationJson(of(document))}`, encoding)
  return Buffer.concat([bytes.subarray(0, close.at), field, bytes.subarray(close.at)])
}

/** JSON in an encoding: all but ASCII is escaped where it is no form of Unicode. */
function textOf(json: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8' || isWide(encoding)) return ascii(json, encoding)
  return Buffer.from(json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))
}

/** A row of a table with cells more; what is no row of its columns stays as it is. */
function rowWith(bytes: Buffer, file: ReadFile, cells: readonly string[]): Uint8Array {
  const { encoding, opening, name } = file
  const { delimiter = ',' } = opening
  const unit = isWide(encoding) ? 2 : 1
  const end = lastOf(bytes, encoding, [LINE_FEED, RETURN]).at + unit
  const added = `${delimiter}${csvLine(cells, delimiter).slice(0, -2)}`
  if (encoding !== 'utf-8' && !isWide(encoding) && /[^\0-\x7f]/.test(added))
    throw new LeitongError(
      'OUTPUT_FORMAT',
      `--annotate: ${name} is in ${encoding}, which the ids of its records cannot be written in: convert it to UTF-8`,
    )
  return Buffer.concat([bytes.subarray(0, end), ascii(added, encoding), bytes.subarray(end)])
}

/**
 * A record with its annotation.
 *
 * @throws {LeitongError} `OUTPUT_FORMAT` where it has a field of the name
 */
export function annotated(given: Uint8Array, file: ReadFile, annotate: Annotate, document: number | undefined): Uint8Array {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (!file.opening.columns) return jsonWith(bytes, file, annotate, document)
  if (document === undefined && !rowOf(bytes, file)) return bytes
  return rowWith(
    bytes,
    file,
    cellsOf(annotate.of(document)).map((cell) => String(cell ?? '')),
  )
}

/** Records of a file one after the other, out of few reads. */
class RecordWindow {
  readonly #descriptor: number
  #bytes: Buffer = Buffer.alloc(0)
  #start = 0

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  read(start: number, end: number): Buffer {
    if (start < this.#start || end > this.#start + this.#bytes.length) {
      // What was handed out is not written over.
      const buffer = Buffer.allocUnsafe(Math.max(CHUNK, end - start))
      this.#bytes = buffer.subarray(0, readFully(this.#descriptor, buffer, start))
      this.#start = start
    }
    return this.#bytes.subarray(start - this.#start, end - this.#start)
  }
}

/** Everything that stays of files of lines, the records among it changed. */
export function* changedLines(selection: Selection, leader: ReadFile, change: Change): Generator<Uint8Array> {
  const { documents, fromFile = 0, toFile = documents.files.length } = selection
  const lineEnd = ascii('\n', leader.encoding)
  let endsLine = true
  const lines = function* (bytes: Uint8Array): Generator<Uint8Array> {
    if (!bytes.length) return
    if (!endsLine) yield lineEnd
    yield bytes
    endsLine = Buffer.compare(bytes.subarray(-lineEnd.length), lineEnd) === 0
  }
  const { annotate } = change
  const records = recordsOf(selection)
  let record = records.next()
  for (let number = fromFile; number < toFile; number++) {
    const file = documents.files[number] as ReadFile
    const descriptor = openSync(file.path, 'r')
    const window = new RecordWindow(descriptor)
    /** What stands between records: empty lines. */
    const between = function* (from: number, to: number): Generator<Uint8Array> {
      let isFirst = true
      for (const bytes of range(descriptor, from, to)) {
        if (isFirst) yield* lines(bytes)
        else {
          yield bytes
          endsLine = Buffer.compare(bytes.subarray(-lineEnd.length), lineEnd) === 0
        }
        isFirst = false
      }
    }
    try {
      const { columns } = file.opening
      if (columns && annotate) requireNewColumns(annotate, columns, file.name)
      if (file === leader && file.prelude) {
        const prelude = window.read(0, file.prelude)
        if (columns) yield* lines(annotate ? rowWith(prelude, file, columnsOf(annotate)) : prelude)
        else yield prelude
      }
      let at = file.prelude
      for (; !record.done && record.value.file === number; record = records.next()) {
        const { start, end, document, isRemoved } = record.value
        yield* between(at, start)
        at = end
        const times = isRemoved ? 0 : change.times(document)
        if (document === undefined && end - start > LOOKED_INTO) {
          for (let i = 0; i < times; i++) yield* between(start, end)
          continue
        }
        if (!times) continue
        const bytes = window.read(start, end)
        const changed = annotate ? annotated(bytes, file, annotate, document) : bytes
        for (let i = 0; i < times; i++) yield* lines(changed)
      }
      yield* between(at, Number.POSITIVE_INFINITY)
    } finally {
      closeSync(descriptor)
    }
  }
}

/** Few pieces out of many small ones. */
export function* gathered(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let held: Uint8Array[] = []
  let bytes = 0
  for (const piece of pieces) {
    held.push(piece)
    bytes += piece.length
    if (bytes < CHUNK) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes) yield Buffer.concat(held)
}

/** A file of many records: what it is, where its records lie, and what they hold. The bytes stay as they came, and where they are. */

import { LeitongError } from '../errors.js'
import type { Unit } from '../jobs/dedupe/units.js'
import { type Range, RangeReader } from '../reading/line-ranges.js'
import type { ReadFile } from '../reading/open-input.js'
import { csv, tsv } from '../sources/formats/csv.js'
import { decodeBytes, detectEncoding, HEAD_BYTES, isDoubleByte, isWide, markLength, narrow } from '../sources/formats/encoding.js'
import type { ContainerFormat, KeptRows, Opening } from '../sources/formats/format.js'
import { json } from '../sources/formats/json.js'
import { jsonl } from '../sources/formats/jsonl.js'
import { splitLines } from '../sources/formats/lines.js'
import { csvOf, keptSheets, openSheet, sheetsOf } from '../sources/formats/office/sheets.js'
import { Workbook } from '../sources/formats/office/workbook.js'
import { sheetsOfRows } from '../sources/formats/office/written-sheets.js'
import { fromLatin1 } from '../sources/formats/utf8.js'
import { joined } from '../sources/formats/zstd.js'
import type { Fingerprinting } from '../working/tasks.js'
import { type Bytes, heldBytes, type Part } from './bytes.js'
import { LOOKED_AT, type Places, type Source, type WriteWorkbook } from './source.js'

/** Formats whose records lie in the file as they are. */
const CONTAINERS: readonly ContainerFormat[] = [csv, tsv, jsonl, json]
/** Endings of names that can be read, the format of each. */
export const ENDINGS = [...CONTAINERS.flatMap(({ extensions }) => extensions), 'xlsx', 'xlsm']
/** Bytes of a range of lines: they begin at multiples of it. */
export const PIECE = 4 << 20
/** Bytes of a piece that is cut here, a longer record aside: few, so that small tables have some for each worker. */
const CUT = 1 << 20
/** Bytes that one record may have. */
const LONGEST = 256 << 20
/** How many times its size a workbook may grow, as for the command. */
const MAX_RATIO = 1000

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Counts the lines of a file that are records. */
export type CountLines = (prelude: number) => Promise<number>

interface Sheet extends Pick<KeptRows, 'sheet' | 'headerRow'> {
  /** Others with cells. */
  readonly others?: readonly string[]
}

/** A file that is unpacked. */
export class Container implements Source {
  /** As it was dropped. */
  readonly name: string
  readonly hasFields = true
  readonly #format: ContainerFormat
  readonly encoding: string
  readonly opening: Opening
  /** Bytes before the first record. */
  readonly prelude: number
  readonly bytes: Bytes
  /** Records are rows of this. */
  readonly #workbook: Workbook | undefined
  readonly #sheet: Sheet
  /** Start and end of each of the first records. */
  readonly #first: (readonly [start: number, end: number])[] = []
  /** Where pieces begin, of a file that is not cut at lines. */
  readonly #pieces: number[] = []
  #count = 0

  private constructor(
    name: string,
    bytes: Bytes,
    format: ContainerFormat,
    given: { readonly workbook?: Workbook; readonly opening?: Opening; readonly sheet?: Sheet } = {},
  ) {
    this.name = name
    this.bytes = bytes
    this.#format = format
    this.#workbook = given.workbook
    this.#sheet = given.sheet ?? {}
    // Lines of a workbook are made here.
    this.encoding = given.workbook ? 'utf-8' : detectEncoding(bytes.read(0, Math.min(HEAD_BYTES, bytes.size)))
    const mark = given.workbook ? 0 : markLength(bytes.read(0, Math.min(3, bytes.size)))
    this.opening = given.opening ?? this.#open(mark)
    this.prelude = mark + this.opening.start * this.#unit
  }

  /** Bytes of a unit of the encoding. */
  get #unit(): 1 | 2 {
    return isWide(this.encoding) ? 2 : 1
  }

  /** Looks at the start of the file, at as much of it as the format needs. */
  #open(mark: number): Opening {
    const { bytes, encoding } = this
    for (let end = HEAD_BYTES; ; end *= 2) {
      const isWhole = end >= bytes.size
      const head = bytes.read(mark, Math.min(end, bytes.size))
      const narrowed = narrow(head, encoding)
      // A format sees one byte for each unit of UTF-16; to read a header it needs the units themselves.
      const decode = (seen: Uint8Array) => {
        const from = (seen.byteOffset - narrowed.byteOffset) * 2
        if (this.#unit === 2) return new TextDecoder(encoding).decode(head.subarray(from, from + seen.length * 2))
        return decodeBytes(seen, encoding) ?? fromLatin1(seen)
      }
      const opening = this.#format.open(narrowed, isWhole, decode, this.name, { headerRow: undefined, names: [] })
      if (opening) return opening
      if (isWhole || end > LONGEST) return { start: 0 }
    }
  }

  get count(): number {
    return this.#count
  }

  /** Whether every line is a record, whatever stands before it: then ranges can be looked at on their own. */
  get #isOfLines(): boolean {
    return this.#format === jsonl && this.#unit === 1
  }

  /** Counts the records, and finds the places of the first ones and where pieces begin. */
  async #look(countLines: CountLines | undefined): Promise<void> {
    if (!this.#isOfLines || !countLines) {
      for (const { start, count } of this.#cut()) {
        this.#pieces.push(start)
        this.#count += count
      }
      return
    }
    for (const _ of this.#cut()) if (this.#first.length >= LOOKED_AT) break
    this.#count = await countLines(this.prelude)
  }

  /** Cuts the file into pieces of whole records. */
  *#cut(): Generator<{ readonly start: number; readonly count: number }> {
    const { bytes, encoding, opening } = this
    const unit = this.#unit
    const isDouble = isDoubleByte(encoding)
    let length = CUT
    for (let from = this.prelude; from < bytes.size; ) {
      const isLast = from + length >= bytes.size
      const piece = narrow(bytes.read(from, Math.min(from + length, bytes.size)), encoding)
      const whole = isLast ? piece.length : this.#format.createCutter(opening, isDouble).last(piece, 0)
      if (whole < 0) {
        length *= 2
        if (length > LONGEST) throw new LeitongError('SOURCE_READ', this.name, `a record is longer than ${LONGEST} bytes`)
        continue
      }
      let count = 0
      this.#format.split(piece.subarray(0, whole), opening, isDouble, (start, end) => {
        if (isBlank(piece, start, end)) return
        count++
        if (this.#first.length < LOOKED_AT) this.#first.push([from + start * unit, from + end * unit])
      })
      yield { start: from, count }
      // Half a unit at the end is no record.
      if (isLast) break
      from += whole * unit
      length = CUT
    }
  }

  /**
   * @param name        without the ending of a compression
   * @param countLines  counts records that are lines; they are counted here where nobody else does
   * @throws {LeitongError} `FORMAT_UNKNOWN`, `SOURCE_READ`, `INPUT_BOMB`
   */
  static async open(name: string, bytes: Bytes, asked?: string, countLines?: CountLines): Promise<Container> {
    const ending = endingOf(name)
    const format = CONTAINERS.find(({ extensions }) => extensions.includes(ending))
    const opened = format ? new Container(name, bytes, format) : await Container.#openWorkbook(name, bytes, asked)
    await opened.#look(format && countLines)
    return opened
  }

  static async #openWorkbook(name: string, bytes: Bytes, asked: string | undefined): Promise<Container> {
    const ending = endingOf(name)
    if (ending !== 'xlsx' && ending !== 'xlsm') throw new LeitongError('FORMAT_UNKNOWN', name, ENDINGS.join(', '))
    const workbook = await Workbook.open(bytes.read(0, bytes.size), name, MAX_RATIO)
    const how = { name, sheet: asked, headerRow: undefined, names: [], maxRatio: MAX_RATIO }
    const [found] = await sheetsOf(workbook, how)
    const table = await openSheet(workbook, { ...how, headerRow: found?.headerRow })
    const parts: Uint8Array[] = []
    for await (const part of table.lines(table.columns)) parts.push(part)
    const opening = { start: 0, columns: table.columns, lines: table.headerRows }
    const sheet = { sheet: found?.name, headerRow: found?.headerRow, others: found?.notRead ?? [] }
    return new Container(name, heldBytes(joined(parts)), jsonl, { workbook, opening, sheet })
  }

  get format(): string {
    return this.#workbook ? 'xlsx' : this.#format.name
  }

  get isTable(): boolean {
    return this.#workbook !== undefined || this.#format === csv || this.#format === tsv
  }

  /** In the order of the workbook. */
  get sheets(): Source['sheets'] {
    const { sheet, others = [] } = this.#sheet
    if (sheet === undefined) return undefined
    return { names: this.#workbook?.sheets.filter((name) => name === sheet || others.includes(name)) ?? [], read: sheet }
  }

  get size(): number {
    return this.bytes.size
  }

  get files(): readonly ReadFile[] {
    const { name, encoding, opening, prelude } = this
    const isTable = this.#workbook !== undefined
    return [{ name, path: name, format: this.#format.name, encoding, opening, prelude, compressed: false, isTable }]
  }

  *units([reading]: readonly ReadFile[], how: Fingerprinting): Generator<Unit> {
    const { prelude: first, size } = this
    const work = { ...how, reading: reading as ReadFile, file: 0 }
    if (this.#isOfLines) {
      for (let from = first; from < size; ) {
        const to = Math.min(size, (Math.floor(from / PIECE) + 1) * PIECE)
        yield { file: 0, start: from, size: to - from, work: { ...work, kind: 'range', range: { first, from, to } } }
        from = to
      }
      return
    }
    for (const [i, start] of this.#pieces.entries()) {
      const bytes = this.bytes.read(start, this.#pieces[i + 1] ?? size)
      yield { file: 0, start, size: bytes.length, work: { ...work, kind: 'piece', start, bytes } }
    }
  }

  /** The names of columns, or of the fields of the first records. */
  get columns(): readonly string[] {
    if (this.opening.columns) return this.opening.columns
    const names = new Set<string>()
    for (let i = 0; i < Math.min(LOOKED_AT, this.count); i++) for (const name of Object.keys(this.row(i) ?? {})) names.add(name)
    return [...names]
  }

  /** All fields of one of the first records. */
  row(record: number): Readonly<Record<string, unknown>> | undefined {
    const [start, end] = this.#first[record] ?? [0, 0]
    const text = decodeBytes(this.bytes.read(start, end), this.encoding)
    return text === undefined ? undefined : this.#format.row(text, this.opening)
  }

  /**
   * The input without these records, as the command writes it: byte for byte as it came; of a workbook as one, or as CSV.
   *
   * @param removed  ascending
   * @param write    makes a workbook
   */
  async kept(places: Places, removed: Uint32Array, write?: WriteWorkbook): Promise<Part[]> {
    if (this.#workbook) {
      const first = 1 + (this.opening.lines ?? 0)
      const rows = Array.from(removed, (document) => places.lineOf(document) - first)
      const sheets = keptSheets(this.#workbook, [{ ...this.#sheet, removed: rows }])
      return write ? [await write(await sheetsOfRows(sheets))] : encoded(csvOf(sheets))
    }
    return this.#format === json ? this.#keptValues(places, removed) : this.#keptLines(places, removed)
  }

  #keptLines(places: Places, removed: Uint32Array): Part[] {
    const parts: Part[] = []
    let at = 0
    for (const document of removed) {
      if (places.startOf(document) > at) parts.push(this.bytes.part(at, places.startOf(document)))
      at = places.endOf(document)
    }
    parts.push(this.bytes.part(at, this.bytes.size))
    return parts
  }

  #keptValues(places: Places, removed: Uint32Array): Part[] {
    const gone = new Set(removed)
    const kept = places.rejects.map(({ start, end }) => [start, end] as const)
    for (let document = 0; document < places.count; document++)
      if (!gone.has(document)) kept.push([places.startOf(document), places.endOf(document)])
    kept.sort(([a], [b]) => a - b)
    const [begin, between, end] = this.opening.array ? ['[\n', ',\n', '\n]\n'] : ['', '\n', '\n']
    const parts: Part[] = [this.#ascii(begin)]
    for (const place of kept) {
      if (parts.length > 1) parts.push(this.#ascii(between))
      parts.push(this.bytes.part(...place))
    }
    return [...parts, this.#ascii(end)]
  }

  #ascii(text: string): Uint8Array {
    const bytes = new TextEncoder().encode(text)
    if (!isWide(this.encoding)) return bytes
    const wide = new Uint8Array(bytes.length * 2)
    for (const [i, byte] of bytes.entries()) wide[2 * i + (this.encoding === 'utf-16le' ? 0 : 1)] = byte
    return wide
  }
}

/** Whether there is nothing but white space: no record. */
function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return false
  }
  return true
}

async function encoded(texts: AsyncIterable<string>): Promise<Uint8Array[]> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  for await (const text of texts) parts.push(encoder.encode(text))
  return parts
}

const ranges = new RangeReader()

/**
 * Records among the lines that begin in a range.
 *
 * @throws {LeitongError} `SOURCE_READ`
 */
export function countRecords(path: string, range: Range): number {
  const { bytes, tooLong } = ranges.read(path, range, LONGEST)
  if (tooLong) throw new LeitongError('SOURCE_READ', path, `a record is longer than ${LONGEST} bytes`)
  let count = 0
  splitLines(bytes, (start, end) => {
    if (!isBlank(bytes, start, end)) count++
  })
  return count
}

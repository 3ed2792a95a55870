/**
 * JSON lines read by the kernel itself: signed, a piece of a file at a time, and cut into feature sets. The hot path of `dedupe`.
 *
 * The arena has, from below: names of fields, entries and records of one call, sampled features under `rare`; then the piece,
 * which is laid out anew when a longer one comes, and above it the text.
 */
import { LeitongError } from '../errors.js'
import { type ChineseScript, SCRIPTS } from '../tokenizing/chinese/script.js'
import type { EntryBlock } from './entry-block.js'
import type { KernelExports } from './exports.js'
import { featureBytes } from './feature-set.js'
import { type Address, allocate, bytesAt, wordsAt } from './memory.js'

/** Lines that are signed in one call: enough that the call costs nothing beside them, few enough that their entries stay small. */
export const LINES = 4096
/** The longest piece in bytes; a file is cut into pieces of about 4 MiB, and longer ones are read line by line outside. */
export const LONGEST_PIECE = 16 << 20
/** Room for a piece that is not longer, in bytes, so that pieces of like length need no new room. */
const PIECE_ROOM = 5 << 20
/** Bytes of sets that there is room for, for each byte of a piece: those of Chinese take 2.7; where sets take more, they are made in several goes. */
const SET_BYTES = 3
/** Bytes behind a piece that the kernel may read. */
const PIECE_MARGIN = 64
/** Sampled features of the lines of one call; a line whose features do not fit is decoded outside. */
const SAMPLES = 1 << 21

/** Words of a record of `signLines` in assembly/index.ts, in order. */
const START = 0
const END = 1
const LINE = 2
const CODE_POINTS = 3
const FEATURES = 4
const ID_START = 5
const ID_END = 6
const RANK_START = 7
const RANK_END = 8
/** Below the script of the text. */
const ID_KIND = 9
const SCRIPT_SHIFT = 8
const RECORD_WORDS = 10

const ID_NONE = 0
const ID_ESCAPED = 2

/** Fields of a line that are read, by name. */
export interface LineFields {
  readonly id: string
  /** The field that ranks documents, if one does. */
  readonly rank?: string | undefined
  readonly text: readonly string[]
}

/** Documents of the signed lines by number; offsets count bytes from the start of the piece. */
export class LineRecords {
  readonly count: number
  readonly #words: Uint32Array

  constructor(words: Uint32Array) {
    this.count = words.length / RECORD_WORDS
    this.#words = words
  }

  /** The start of the line. */
  start(record: number): number {
    return this.#words[record * RECORD_WORDS + START] as number
  }

  /** The end of the line, its line feed included. */
  end(record: number): number {
    return this.#words[record * RECORD_WORDS + END] as number
  }

  /** The number of the line, from 0 at the first line of the call. */
  line(record: number): number {
    return this.#words[record * RECORD_WORDS + LINE] as number
  }

  /** Code points of the text. */
  codePoints(record: number): number {
    return this.#words[record * RECORD_WORDS + CODE_POINTS] as number
  }

  features(record: number): number {
    return this.#words[record * RECORD_WORDS + FEATURES] as number
  }

  hasId(record: number): boolean {
    return this.#idKind(record) !== ID_NONE
  }

  /** Whether the id is a string with escapes, which may be spelled in several ways. */
  hasEscapedId(record: number): boolean {
    return this.#idKind(record) === ID_ESCAPED
  }

  #idKind(record: number): number {
    return (this.#words[record * RECORD_WORDS + ID_KIND] as number) & ((1 << SCRIPT_SHIFT) - 1)
  }

  /** The script of Chinese that the text is written in. */
  script(record: number): ChineseScript | undefined {
    return SCRIPTS[(this.#words[record * RECORD_WORDS + ID_KIND] as number) >> SCRIPT_SHIFT]
  }

  /** The id in JSON. */
  id(record: number, piece: Uint8Array): Uint8Array {
    const at = record * RECORD_WORDS
    return piece.subarray(this.#words[at + ID_START], this.#words[at + ID_END])
  }

  /** The field that ranks documents, in JSON; empty for none. */
  rank(record: number, piece: Uint8Array): Uint8Array {
    const at = record * RECORD_WORDS
    return piece.subarray(this.#words[at + RANK_START], this.#words[at + RANK_END])
  }
}

/** The outcome of one call, valid until the next text or piece. */
export interface FingerprintedLines {
  readonly records: LineRecords
  /** Entries of the documents behind each other. */
  readonly entries: Uint8Array
  /** Sampled features of all documents under `rare`, two words each, and the end of those of each document, in features. */
  readonly grams: Uint32Array
  readonly gramEnds: Uint32Array
  /** The start of the next line. */
  readonly stoppedAt: number
  /** Lines that were seen, those without a document included. */
  readonly lines: number
  /** Whether it stopped because as many documents were signed as one call takes, and not at a line to be decoded outside. */
  readonly isFull: boolean
}

/** Feature sets of lines behind each other. */
export interface LineSets {
  /** The number of the line that comes next. */
  readonly next: number
  /** Members of each set that was made. */
  readonly sizes: Uint32Array
  /** Hashes, ascending in each set; valid until the next text or piece. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface Space {
  readonly entries: Address
  readonly records: Address
  readonly samples: Address
  readonly sampleEnds: Address
  /** The arena above this belongs to the piece and the text. */
  readonly mark: number
  piece: Address
  /** Bytes that a piece may have. */
  room: number
  /** The place of feature sets, and its size in bytes; 0 until feature sets are asked for. */
  sets: Address
  setRoom: number
}

export class LineSigner {
  readonly #kernel: KernelExports
  readonly #entry: EntryBlock
  readonly #fields: LineFields
  readonly #isSampling: boolean
  readonly #space: Space

  /**
   * @param fields      the same for all pieces
   * @param isSampling  whether features are sampled, for method `rare`
   * @throws {LeitongError} `OPTION_CONFLICT` for more fields than the kernel reads, `MEMORY`
   */
  constructor(kernel: KernelExports, entry: EntryBlock, fields: LineFields, isSampling: boolean) {
    this.#kernel = kernel
    this.#entry = entry
    this.#fields = fields
    this.#isSampling = isSampling
    kernel.dropText()
    this.#nameFields()
    const entries = allocate(kernel, LINES * entry.bytes, 'hold the signatures of a piece')
    const records = allocate(kernel, LINES * RECORD_WORDS * 4, 'hold the signatures of a piece')
    const samples = isSampling ? allocate(kernel, SAMPLES * 8, 'hold the features of a piece') : 0
    const sampleEnds = isSampling ? allocate(kernel, LINES * 4, 'hold the features of a piece') : 0
    kernel.sampleInto(samples, SAMPLES, sampleEnds)
    this.#space = { entries, records, samples, sampleEnds, mark: kernel.mark(), piece: 0, room: 0, sets: 0, setRoom: 0 }
  }

  #nameFields(): void {
    const encoder = new TextEncoder()
    const { id, rank = '', text } = this.#fields
    for (const [number, field] of [id, rank, ...text].entries()) {
      const name = encoder.encode(field)
      const at = allocate(this.#kernel, name.length, 'hold the names of fields')
      bytesAt(this.#kernel, at, name.length).set(name)
      if (!this.#kernel.jsonField(number, at, name.length))
        throw new LeitongError('OPTION_CONFLICT', `${text.length} text fields are too many`)
    }
  }

  /**
   * Puts a piece where {@link sign} reads it.
   *
   * @throws {LeitongError} `MEMORY`
   */
  load(piece: Uint8Array): void {
    this.#makeRoom(piece.length, 0)
    const memory = bytesAt(this.#kernel, this.#space.piece, piece.length + PIECE_MARGIN)
    memory.set(piece)
    memory.fill(0, piece.length)
  }

  /** Lays out piece and sets anew where there is less room than this, in bytes. */
  #makeRoom(room: number, setRoom: number): void {
    const space = this.#space
    if (space.room >= room && space.setRoom >= setRoom) return
    this.#kernel.dropText()
    this.#kernel.release(space.mark)
    const before = { room: space.room, setRoom: space.setRoom }
    space.room = 0
    space.setRoom = 0
    const pieceRoom = Math.max(room, before.room, PIECE_ROOM)
    space.piece = allocate(this.#kernel, pieceRoom + PIECE_MARGIN, 'hold a piece of the input')
    space.sets = setRoom || before.setRoom ? allocate(this.#kernel, Math.max(setRoom, before.setRoom), 'hold the sets of a piece') : 0
    space.room = pieceRoom
    space.setRoom = Math.max(setRoom, before.setRoom)
  }

  /**
   * Room for lines that the caller puts there behind each other, for {@link sets}.
   *
   * @param bytes  of all lines together
   * @returns      valid until the next piece or set
   * @throws {LeitongError} `MEMORY`
   */
  reserve(bytes: number): Uint8Array<ArrayBuffer> {
    const space = this.#space
    this.#makeRoom(bytes, Math.max(bytes, PIECE_ROOM) * SET_BYTES)
    const memory = bytesAt(this.#kernel, space.piece, bytes + PIECE_MARGIN)
    memory.fill(0, bytes)
    return memory.subarray(0, bytes)
  }

  /**
   * The feature sets of lines from one on, until a line that has to be decoded outside, or until there is no more room for sets.
   *
   * @param ends  where each of all lines ends in what was {@link reserve}d, at most {@link LINES} of them
   * @param from  the number of a line
   */
  sets(ends: Uint32Array, from: number): LineSets {
    const kernel = this.#kernel
    const { piece, sets, setRoom, records, entries } = this.#space
    // Places that signing needs for entries and records.
    wordsAt(kernel, records, ends.length).set(ends)
    const next = kernel.lineSets(piece, records, from, ends.length, sets, setRoom, entries)
    const sizes = wordsAt(kernel, entries, ends.length).slice(from, next)
    const features = sizes.reduce((sum, size) => sum + size, 0)
    return { next, sizes, bytes: bytesAt(kernel, sets, features * featureBytes(false)) }
  }

  /**
   * Signs lines of the piece from an offset on, until a line that has to be decoded outside, or until the call is full.
   *
   * @param length   bytes of the piece
   * @param longest  bytes that a line may have; a longer one is left to the outside
   */
  sign(from: number, length: number, longest: number): FingerprintedLines {
    const kernel = this.#kernel
    const { entries, records, samples, sampleEnds, piece } = this.#space
    const { bytes, scratch } = this.#entry
    const count = kernel.signLines(piece, from, length, longest, LINES, entries, bytes, records, scratch)
    const gramEnds = wordsAt(kernel, sampleEnds, this.#isSampling ? count : 0)
    return {
      records: new LineRecords(wordsAt(kernel, records, count * RECORD_WORDS)),
      entries: bytesAt(kernel, entries, count * bytes),
      grams: wordsAt(kernel, samples, 2 * (gramEnds.at(-1) ?? 0)),
      gramEnds,
      stoppedAt: kernel.linesStoppedAt(),
      lines: kernel.linesCounted(),
      isFull: count === LINES,
    }
  }
}

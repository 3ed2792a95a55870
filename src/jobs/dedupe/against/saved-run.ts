/** A saved run, as a later one searches it: of its documents only those are looked at that share a key with a new one. */
import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../../errors.js'
import { firstWhere } from '../../../hashing/binary-search.js'
import { Uint32List } from '../../../hashing/typed-list.js'
import { bandBytes } from '../../../methods/methods.js'
import type { Options } from '../../../options/options.js'
import { noRanks } from '../../../options/ranks.js'
import { readFully } from '../../../reading/disk.js'
import type { ReadFile } from '../../../reading/open-input.js'
import { DIGEST_BYTES } from '../../../signing/signature.js'
import { toColumns } from '../../../working/row-columns.js'
import type { PieceColumns } from '../../../working/tasks.js'
import type { ReadPath } from '../../../writing/place.js'
import { type About, BLOCK, columnsOf, FIELDS, isSearchedByKeys, madeBy, NAMES, PART } from './part.js'

/** Documents of one piece, and the bytes of their lines: places in a piece have 32 bits. */
const PER_PIECE = 1 << 14
const SPAN = 2 ** 31
/** Bytes that are read at once where records lie near each other. */
const WINDOW = 1 << 16

/** The names of the parts of a saved run, in their order; none where a folder is no saved run. */
export function partsOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => PART.test(name) && statSync(join(folder, name, NAMES.about), { throwIfNoEntry: false })?.isFile())
      .sort()
  } catch {
    return []
  }
}

export const isSavedRun = (folder: string): boolean => partsOf(folder).length > 0

/** Keys of new documents: by column, each ascending and once. */
export type KeysOf = (column: number) => Uint32Array

export class SavedRun {
  readonly #parts: readonly SavedPart[]

  /** @throws {LeitongError} `OPTION_CONFLICT` where it was made with other options, `SOURCE_READ` */
  constructor(folder: string, options: Options) {
    this.#parts = partsOf(folder).map((name) => new SavedPart(join(folder, name), options))
  }

  /** Documents in it. */
  get documents(): number {
    return this.#parts.reduce((sum, { about }) => sum + about.documents, 0)
  }

  /** The files that it is read from, each with its name. */
  get paths(): ReadPath[] {
    return this.#parts.flatMap(({ folder }) => Object.values(NAMES).map((name): ReadPath => [join(folder, name), join(folder, name)]))
  }

  /** Documents that may be like new ones, piece by piece, with the file that their texts are in. */
  *search(keysOf: KeysOf): Generator<{ readonly file: ReadFile; readonly pieces: Iterable<PlacedPiece> }> {
    for (const part of this.#parts) {
      const found = part.find(keysOf)
      if (found.length) yield { file: part.file, pieces: part.pieces(found) }
    }
  }
}

/** A piece, and where in its file its places begin. */
export interface PlacedPiece {
  readonly start: number
  readonly columns: PieceColumns
}

class SavedPart {
  readonly folder: string
  readonly about: About
  readonly #options: Options

  constructor(folder: string, options: Options) {
    this.folder = folder
    this.#options = options
    this.about = readAbout(join(folder, NAMES.about))
    const made = madeBy(options)
    for (const [name, value] of Object.entries(made)) {
      const saved = this.about[name as keyof About]
      if (JSON.stringify(saved) !== JSON.stringify(value))
        throw new LeitongError(
          'OPTION_CONFLICT',
          `${folder} was saved with another ${name}: ${JSON.stringify(saved)}, and this run has ${JSON.stringify(value)}`,
        )
    }
  }

  get file(): ReadFile {
    const path = join(this.folder, NAMES.texts)
    return {
      name: path,
      path,
      format: 'jsonl',
      encoding: 'utf-8',
      opening: { start: 0 },
      prelude: 0,
      compressed: false,
      fields: FIELDS,
    }
  }

  /** The documents that share a key with new ones, ascending; all where nothing tells. */
  find(keysOf: KeysOf): Uint32Array {
    const { documents } = this.about
    if (!documents) return new Uint32Array()
    if (!isSearchedByKeys(this.#options)) return Uint32Array.from({ length: documents }, (_, document) => document)
    const found = new Uint32List()
    const keys = new Bytes(join(this.folder, NAMES.keys))
    const firsts = new Bytes(join(this.folder, NAMES.firsts))
    try {
      for (let column = 0; column < columnsOf(this.#options); column++) findIn(column, documents, keysOf(column), keys, firsts, found)
    } finally {
      keys.close()
      firsts.close()
    }
    return distinct(found.taken().sort())
  }

  /** @param found  ascending */
  *pieces(found: Uint32Array): Generator<PlacedPiece> {
    const [places, ids, entries] = [NAMES.places, NAMES.ids, NAMES.entries].map((name) => new Bytes(join(this.folder, name))) as [
      Bytes,
      Bytes,
      Bytes,
    ]
    try {
      for (let from = 0; from < found.length; ) {
        const piece = this.#piece(found, from, places, ids, entries)
        yield piece
        from += piece.columns.count
      }
    } finally {
      for (const file of [places, ids, entries]) file.close()
    }
  }

  #piece(found: Uint32Array, from: number, places: Bytes, idBytes: Bytes, entries: Bytes): PlacedPiece {
    const { entry } = this.about
    const most = Math.min(PER_PIECE, found.length - from)
    const [starts, ends, idEnds] = [new Uint32Array(most), new Uint32Array(most), new Uint32Array(most)]
    const rows = new Uint8Array(most * entry)
    const ids: Buffer[] = []
    let base = 0
    let [count, idLength] = [0, 0]
    for (; count < most; count++) {
      const document = found[from + count] as number
      const [start, idStart] = document ? places.twoNumbers((document - 1) * 16) : ([0, 0] as const)
      const [end, idEnd] = places.twoNumbers(document * 16)
      if (!count) base = start
      if (end - base >= SPAN) break
      starts[count] = start - base
      // Without the end of the line.
      ends[count] = end - 1 - base
      ids.push(Buffer.from(idBytes.read(idStart, idEnd - idStart)))
      idLength += idEnd - idStart
      idEnds[count] = idLength
      rows.set(entries.read(document * entry, entry), count * entry)
    }
    const bands = bandBytes(this.#options) / 4
    return {
      start: base,
      columns: {
        ...toColumns(rows.subarray(0, count * entry), count, bands, entry - DIGEST_BYTES - bands * 4),
        count,
        start: starts.slice(0, count),
        end: ends.slice(0, count),
        line: new Uint32Array(count),
        length: new Uint32Array(count),
        features: new Uint32Array(count),
        grams: new Uint32Array(),
        gramEnds: new Uint32Array(),
        // A buffer is no plain array of bytes: copies of it are made in another way.
        ids: new Uint8Array(Buffer.concat(ids)),
        idEnds: idEnds.slice(0, count),
        ranks: new Float64Array(),
        turned: new Float64Array(),
        ranked: noRanks(),
        rejects: [],
        lines: count,
        base: 0,
        bytes: 0,
        ignored: { texts: 0, characters: 0 },
        scripts: { simplified: 0, traditional: 0 },
      },
    }
  }
}

/** Documents of a part that have a key, which is looked for where its block begins: a read for each key, and none twice. */
function findIn(column: number, documents: number, wanted: Uint32Array, keys: Bytes, firsts: Bytes, found: Uint32List): void {
  const blocks = Math.ceil(documents / BLOCK)
  const first = firsts.words(column * blocks * 4, blocks)
  let held = -1
  let pairs = new Uint32Array()
  let from = 0
  for (const key of wanted) {
    // Pairs with a key that a block begins with may lie at the end of the one before it too.
    from = Math.max(0, firstWhere(from, blocks, (block) => (first[block] as number) >= key) - 1)
    for (let block = from; block < blocks && (block === from || (first[block] as number) <= key); block++) {
      const size = Math.min(BLOCK, documents - block * BLOCK)
      if (held !== block) pairs = keys.words((column * documents + block * BLOCK) * 8, 2 * size)
      held = block
      let at = firstWhere(0, size, (i) => (pairs[2 * i + 1] as number) >= key)
      for (; at < size && pairs[2 * at + 1] === key; at++) found.push(pairs[2 * at] as number)
      if (at < size) break
    }
  }
}

/** Ascending numbers, each once. */
export function distinct(ascending: Uint32Array): Uint32Array {
  let filled = 0
  for (let i = 0; i < ascending.length; i++) if (!i || ascending[i] !== ascending[i - 1]) ascending[filled++] = ascending[i] as number
  return ascending.subarray(0, filled)
}

/** A file that is read at ascending places. */
class Bytes {
  readonly #path: string
  readonly #descriptor: number
  #window: Buffer = Buffer.alloc(0)
  #at = 0

  constructor(path: string) {
    this.#path = path
    try {
      this.#descriptor = openSync(path, 'r')
    } catch (error) {
      throw new LeitongError('SOURCE_READ', path, (error as Error).message)
    }
  }

  /** Bytes that hold until the next call. */
  read(start: number, length: number): Uint8Array {
    const isHeld = start >= this.#at && start + length <= this.#at + this.#window.length
    if (!isHeld) {
      const window = Buffer.allocUnsafe(Math.max(length, WINDOW))
      this.#window = window.subarray(0, readFully(this.#descriptor, window, start))
      this.#at = start
      if (this.#window.length < length) throw new LeitongError('SOURCE_READ', this.#path, 'it ends too early: the saved run is damaged')
    }
    return this.#window.subarray(start - this.#at, start - this.#at + length)
  }

  twoNumbers(start: number): [number, number] {
    const bytes = this.read(start, 16)
    const view = new DataView(bytes.buffer, bytes.byteOffset, 16)
    return [view.getFloat64(0, true), view.getFloat64(8, true)]
  }

  /** So many 32-bit numbers, of memory of their own. */
  words(start: number, count: number): Uint32Array<ArrayBuffer> {
    const words = new Uint32Array(count)
    const bytes = new Uint8Array(words.buffer)
    if (readFully(this.#descriptor, bytes, start) < bytes.length)
      throw new LeitongError('SOURCE_READ', this.#path, 'it ends too early: the saved run is damaged')
    return words
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

/** @throws {LeitongError} `SOURCE_READ` */
function readAbout(path: string): About {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as About
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
}

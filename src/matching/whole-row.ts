/**
 * Whole rows as texts: how much two rows have in common in pieces of three characters, whatever field a piece stands in.
 *
 * Fields are compared one by one, and what they say is added up. That misses a name that stands in the title here and in the description
 * there, a model number that one shop writes in two words, and fields that all are a little alike. The cosine of the pieces, weighed by
 * their rarity (TF-IDF), sees them.
 */
import { ln } from '../hashing/logarithms.js'
import { NO_VALUE } from './columns.js'
import type { Field } from './comparisons.js'

/** What a model knows of whole rows, as plain data. */
export interface WholeRowModel {
  /** The similarity that speaks neither for a match nor against one. */
  readonly even: number
  /** What one more of similarity adds to the natural logarithm of the odds. */
  readonly slope: number
  /** The rarity of each piece, see {@link pieceRarities}, as base64. */
  readonly pieces: string
}

/** Pieces are told apart by hashes of 16 bits. */
const HASHES = 1 << 16
/** A byte holds a rarity in sixteenths: ln of 10^6 rows is 13.8. */
const STEPS = 16
/** Pieces remembered, of all rows together: 24 MB. */
const REMEMBERED = 1 << 22
const SPACE = 32
/** 1 + ln of how often a row has a piece: it seldom has one often. */
const LOGARITHMS = Float64Array.from({ length: 64 }, (_, times) => 1 + ln(times))

/** The pieces of a row: ascending, each once, with weights whose squares add up to 1. */
export interface RowPieces {
  readonly hashes: Uint16Array
  readonly weights: Float32Array
}

/** Rows that are looked at, evenly spread over the table: more of them hardly change how rare a piece is. */
const LOOKED_AT = 1 << 16

/**
 * How rare each piece is among the rows of a table: 1 + ln((1 + rows) / (1 + rows that hold it)), in sixteenths.
 *
 * @returns 65 536 numbers, by the hash of the piece
 */
export function pieceRarities(fields: readonly Field[]): Uint8Array {
  const all = fields[0]?.column.rows.length ?? 0
  const rows = Math.min(all, LOOKED_AT)
  const cutter = new Cutter(fields)
  const held = new Uint32Array(HASHES)
  for (let i = 0; i < rows; i++)
    cutter.each(Math.floor((i * all) / rows), (hash) => {
      held[hash] = (held[hash] as number) + 1
    })
  return Uint8Array.from(held, (count) => Math.min(255, Math.round(STEPS * (1 + ln((1 + rows) / (1 + count))))))
}

/** @example new WholeRows(fields, pieceRarities(fields)).similarity(0, 1) // 0.83 */
export class WholeRows {
  readonly #cutter: Cutter
  readonly #rarities: Uint8Array
  readonly #known = new Map<number, RowPieces>()
  #remembered = 0
  /** Of the row at hand. */
  #hashes = new Uint16Array(1024)
  #weights = new Float64Array(1024)

  constructor(fields: readonly Field[], rarities: Uint8Array) {
    this.#cutter = new Cutter(fields)
    this.#rarities = rarities
  }

  /** From 0, nothing in common, to 1, the same pieces. Symmetric. */
  similarity(a: number, b: number): number {
    const [left, right] = [this.pieces(a), this.pieces(b)]
    const [x, y] = [left.hashes, right.hashes]
    let [i, j, sum] = [0, 0, 0]
    while (i < x.length && j < y.length) {
      const difference = (x[i] as number) - (y[j] as number)
      if (difference === 0) sum += (left.weights[i] as number) * (right.weights[j] as number)
      if (difference <= 0) i++
      if (difference >= 0) j++
    }
    return Math.min(1, sum)
  }

  #grow(): void {
    const [hashes, weights] = [this.#hashes, this.#weights]
    this.#hashes = new Uint16Array(2 * hashes.length)
    this.#weights = new Float64Array(2 * weights.length)
    this.#hashes.set(hashes)
    this.#weights.set(weights)
  }

  pieces(row: number): RowPieces {
    const known = this.#known.get(row)
    if (known) return known
    let size = 0
    let squares = 0
    this.#cutter.each(row, (hash, times) => {
      const weight = (times < LOGARITHMS.length ? (LOGARITHMS[times] as number) : 1 + ln(times)) * (this.#rarities[hash] as number)
      if (size === this.#weights.length) this.#grow()
      this.#hashes[size] = hash
      this.#weights[size++] = weight
      squares += weight * weight
    })
    const length = Math.sqrt(squares) || 1
    const weights = new Float32Array(size)
    for (let i = 0; i < size; i++) weights[i] = (this.#weights[i] as number) / length
    const pieces = { hashes: this.#hashes.slice(0, size), weights }
    // What was remembered changes no result. Rows come more or less in their order, so that old ones are hardly missed.
    if (this.#remembered > REMEMBERED) {
      this.#known.clear()
      this.#remembered = 0
    }
    this.#remembered += size
    this.#known.set(row, pieces)
    return pieces
  }
}

/**
 * The rarest pieces of each row, as keys: row r has keys[r * width] …, 0 where it has no more.
 *
 * @param width  pieces of a row
 */
export function rarestPieces(fields: readonly Field[], rarities: Uint8Array, width: number): Uint32Array {
  const rows = fields[0]?.column.rows.length ?? 0
  const cutter = new Cutter(fields)
  const keys = new Uint32Array(rows * width)
  for (let row = 0; row < rows; row++) {
    const pieces: number[] = []
    cutter.each(row, (hash) => pieces.push(hash))
    pieces.sort((x, y) => (rarities[y] as number) - (rarities[x] as number) || x - y)
    for (let i = 0; i < Math.min(width, pieces.length); i++) keys[row * width + i] = (pieces[i] as number) + 1
  }
  return keys
}

/** Cuts rows into pieces: three characters of a word that has a space before and behind it. */
class Cutter {
  readonly #fields: readonly Field[]
  #found = new Uint16Array(1024)

  constructor(fields: readonly Field[]) {
    this.#fields = fields
  }

  /** @param visit  told of each piece once, by ascending hash, and of how often the row has it */
  each(row: number, visit: (hash: number, times: number) => void): void {
    let size = 0
    for (const { column } of this.#fields) {
      const value = column.rows[row] as number
      if (value === NO_VALUE) continue
      const from = column.starts[value] as number
      const end = column.starts[value + 1] as number
      // A word has as many pieces as characters; a space is none of them.
      if (size + end - from > this.#found.length) {
        const grown = new Uint16Array(2 * (size + end - from))
        grown.set(this.#found)
        this.#found = grown
      }
      for (let at = from; at < end; at++) {
        const code = column.codes[at] as number
        if (code === SPACE) continue
        const before = at > from ? (column.codes[at - 1] as number) : SPACE
        const after = at + 1 < end ? (column.codes[at + 1] as number) : SPACE
        this.#found[size++] = hashOf(before, code, after)
      }
    }
    const found = this.#found.subarray(0, size).sort()
    for (let at = 0; at < size; ) {
      const hash = found[at] as number
      const first = at
      while (at < size && found[at] === hash) at++
      visit(hash, at - first)
    }
  }
}

function hashOf(before: number, code: number, after: number): number {
  let hash = Math.imul(before, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(after, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39)
  return (hash ^ (hash >>> 16)) & (HASHES - 1)
}

const raritiesOf = new WeakMap<WholeRowModel, Uint8Array>()

/** Whole rows as a model weighs them. Its rarities are read once: a live index makes a judge for each record. */
export function wholeRowsOf(fields: readonly Field[], model: WholeRowModel): WholeRows {
  const rarities = raritiesOf.get(model) ?? raritiesFromText(model.pieces)
  raritiesOf.set(model, rarities)
  return new WholeRows(fields, rarities)
}

/** @throws {Error} for what is no base64 of as many bytes as there are hashes */
export function raritiesFromText(pieces: string): Uint8Array {
  const bytes = atob(pieces)
  if (bytes.length !== HASHES) throw new RangeError(`${bytes.length} bytes`)
  return Uint8Array.from({ length: HASHES }, (_, hash) => bytes.charCodeAt(hash))
}

export function raritiesToText(rarities: Uint8Array): string {
  let text = ''
  for (let at = 0; at < rarities.length; at += 4096) text += String.fromCharCode(...rarities.subarray(at, at + 4096))
  return btoa(text)
}

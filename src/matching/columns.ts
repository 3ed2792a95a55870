/**
 * Columns packed for comparison: every distinct canonical value is stored once, a row holds its number.
 *
 * Rows of tables repeat their values, so work on distinct values (normalising, cutting into words, caching a comparison) is done once,
 * how often a value occurs is known, and two rows with equal values are seen to be equal without reading a character.
 */
import type { CutValues } from './kinds/tokens.js'
import { TextNumbers } from './text-numbers.js'

/** Distinct values as UTF-16 code units: value v is codes[starts[v]] … codes[starts[v + 1] - 1]. */
export interface Values {
  readonly codes: Uint16Array
  readonly starts: Uint32Array
  /** Rows that hold each value. */
  readonly counts: Uint32Array
  /** What another thread has cut them into, by the name of the cutter. */
  readonly cuts?: ReadonlyMap<string, CutValues>
  /** Where values come one after the other: how many may come, and a function that is told of each. */
  readonly coming?: { readonly room: number; readonly whenAdded: (take: (value: number) => void) => void }
}

export interface PackedColumn extends Values {
  readonly name: string
  /** The number of each row's value, -1 where it has none. */
  readonly rows: Int32Array
}

/** The array itself, or a longer copy where it has no room for so many numbers. */
export function roomier<Numbers extends Uint16Array | Uint32Array | Float32Array | Float64Array>(numbers: Numbers, size: number): Numbers {
  if (size <= numbers.length) return numbers
  const grown = new (numbers.constructor as new (length: number) => Numbers)(Math.max(2 * numbers.length, size))
  grown.set(numbers)
  return grown
}

/** Where a row has no value. */
export const NO_VALUE = -1

export const valueCount = (values: Values): number => values.counts.length

/** Numbers that values have, or may have later. */
export const roomFor = (values: Values): number => values.coming?.room ?? valueCount(values)

/** Calls a function with the number of each value, and of each that comes later: arrays of {@link roomFor} have room for all of them. */
export function eachValue(values: Values, take: (value: number) => void): void {
  for (let value = 0; value < valueCount(values); value++) take(value)
  values.coming?.whenAdded(take)
}

/** A value as text. */
export function valueAt({ codes, starts }: Pick<Values, 'codes' | 'starts'>, value: number): string {
  let text = ''
  const end = starts[value + 1] as number
  for (let at = starts[value] as number; at < end; at += 4096)
    text += String.fromCharCode.apply(null, codes.subarray(at, Math.min(end, at + 4096)) as unknown as number[])
  return text
}

/**
 * Packs one column, row by row.
 *
 * @example
 * const packer = new ColumnPacker('city', (value) => value.trim().toLowerCase())
 * packer.add('Leeds')
 * packer.add(null)
 * packer.finish().rows // Int32Array [0, -1]
 */
export class ColumnPacker {
  readonly name: string
  readonly #normalise: (value: string) => string
  #known = new TextNumbers()
  #numbers: number[] = []
  #canonical = new TextNumbers()
  #rows = new Int32Array(1024)
  #size = 0
  #length = 0

  /** @param normalise  the canonical form of a value; an empty text stands for no value */
  constructor(name: string, normalise: (value: string) => string) {
    this.name = name
    this.#normalise = normalise
  }

  add(value: string | null | undefined): void {
    if (this.#size === this.#rows.length) {
      const grown = new Int32Array(this.#size * 2)
      grown.set(this.#rows)
      this.#rows = grown
    }
    this.#rows[this.#size++] = value === null || value === undefined || value === '' ? NO_VALUE : this.#numberOf(value)
  }

  #numberOf(value: string): number {
    const known = this.#known.get(value)
    if (known !== undefined) return this.#numbers[known] as number
    const canonical = this.#normalise(value)
    let number = NO_VALUE
    if (canonical) {
      const before = this.#canonical.get(canonical)
      number = before ?? this.#canonical.add(canonical)
      if (before === undefined) this.#length += canonical.length
    }
    this.#known.add(value)
    this.#numbers.push(number)
    return number
  }

  finish(): PackedColumn {
    const codes = new Uint16Array(this.#length)
    const starts = new Uint32Array(this.#canonical.size + 1)
    let at = 0
    let value = 0
    for (const text of this.#canonical.texts()) {
      for (let i = 0; i < text.length; i++) codes[at++] = text.charCodeAt(i)
      starts[++value] = at
    }
    const rows = this.#rows.slice(0, this.#size)
    const counts = new Uint32Array(this.#canonical.size)
    for (const number of rows) if (number >= 0) counts[number] = (counts[number] as number) + 1
    this.#known = new TextNumbers()
    this.#numbers = []
    this.#canonical = new TextNumbers()
    return { name: this.name, rows, codes, starts, counts }
  }
}

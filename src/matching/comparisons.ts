/** The fields of a table, compared pair by pair: from rows to similarities and levels, with what was compared before remembered. */
import { NO_VALUE, type PackedColumn, valueCount } from './columns.js'
import { type Compare, type Kind, type KindName, type KindOptions, levelOf } from './kinds/kind.js'
import { KINDS } from './kinds/kinds.js'
import type { WordWeights } from './kinds/word-weights.js'

/** A column and how it is compared. */
export interface Field {
  readonly column: PackedColumn
  readonly kind: KindName
  /** What its words say, as it was learned. */
  readonly words?: WordWeights | undefined
}

/** Pairs of values remembered for each field at most: 1 MB, and most comparisons of columns with few values. */
const REMEMBERED = 1 << 16
/** The level of a pair of which one row has no value. */
export const MISSING = 255

class FieldComparison {
  readonly kind: Kind
  readonly #rows: Int32Array
  readonly #compare: Compare
  readonly #size: number
  readonly #keys: Float64Array
  readonly #similarities: Float64Array
  readonly #levels: Uint8Array

  constructor({ column, kind, words }: Field, options: KindOptions) {
    this.kind = KINDS[kind]
    this.#rows = column.rows
    this.#size = valueCount(column)
    this.#compare = this.kind.comparison(column, words ? { ...options, words } : options)
    // A handful of values has few pairs to remember: a power of two that holds them.
    const room = 1 << Math.min(Math.log2(REMEMBERED), Math.ceil(Math.log2(this.#size ** 2 + 1)))
    this.#keys = new Float64Array(room).fill(-1)
    this.#similarities = new Float64Array(room)
    this.#levels = new Uint8Array(room)
  }

  /** Where the pair of unlike values is remembered. */
  #slot(a: number, b: number): number {
    const [low, high] = a < b ? [a, b] : [b, a]
    const slot = (Math.imul(Math.imul(low, 0x9e3779b1) ^ high, 0x85ebca6b) >>> 16) & (this.#keys.length - 1)
    const key = low * this.#size + high
    if (this.#keys[slot] !== key) {
      const similarity = this.#compare(low, high)
      this.#keys[slot] = key
      this.#similarities[slot] = similarity
      this.#levels[slot] = this.#compare.level?.(low, high, similarity) ?? levelOf(this.kind.levels, similarity)
    }
    return slot
  }

  similarity(rowA: number, rowB: number): number {
    const a = this.#rows[rowA] as number
    const b = this.#rows[rowB] as number
    if (a === NO_VALUE || b === NO_VALUE) return Number.NaN
    return a === b ? 1 : (this.#similarities[this.#slot(a, b)] as number)
  }

  level(rowA: number, rowB: number): number {
    const a = this.#rows[rowA] as number
    const b = this.#rows[rowB] as number
    if (a === NO_VALUE || b === NO_VALUE) return MISSING
    return a === b ? 0 : (this.#levels[this.#slot(a, b)] as number)
  }
}

/**
 * Compares rows of packed columns. Each thread makes its own: what it remembers changes no result.
 *
 * @example
 * const comparisons = new Comparisons([{ column, kind: 'name' }])
 * comparisons.similarity(0, rowA, rowB) // 0.96, or NaN when a row has no value
 */
export class Comparisons {
  readonly fields: readonly Field[]
  readonly #comparisons: readonly FieldComparison[]

  constructor(fields: readonly Field[], options: KindOptions = {}) {
    this.fields = fields
    this.#comparisons = fields.map((field) => new FieldComparison(field, options))
  }

  /** From 0 to 1, and 1 only for equal values; NaN when a row has no value. */
  similarity(field: number, a: number, b: number): number {
    return (this.#comparisons[field] as FieldComparison).similarity(a, b)
  }

  /** The number of the level, 0 the best, or {@link MISSING}. */
  level(field: number, a: number, b: number): number {
    return (this.#comparisons[field] as FieldComparison).level(a, b)
  }
}

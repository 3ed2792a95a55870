/** The fields of a table, compared pair by pair: from rows to similarities and levels, with what was compared before remembered. */
import { sharedMemory } from '../hashing/shared.js'
import { NO_VALUE, type PackedColumn, roomFor } from './columns.js'
import { type Compare, type Kind, type KindName, type KindOptions, levelOf } from './kinds/kind.js'
import { kindOf } from './kinds/kinds.js'
import type { KindSettings } from './kinds/settings.js'
import type { WordWeights } from './kinds/word-weights.js'

/** A column and how it is compared. */
export interface Field {
  readonly column: PackedColumn
  readonly kind: KindName
  /** What is said of it beside its kind. */
  readonly settings?: KindSettings | undefined
  /** What its words say, as it was learned. */
  readonly words?: WordWeights | undefined
}

/** Pairs of values remembered for each field at most: 1 MB, and most comparisons of columns with few values. */
const REMEMBERED = 1 << 16
/** The level of a pair of which one row has no value. */
export const MISSING = 255

/** Compares the values of one field. */
class FieldComparison {
  readonly #kind: Kind
  readonly #compare: Compare
  readonly #size: number
  readonly #room: number
  /** Two levels: equal values, and all others. */
  readonly #isEqualOrNot: boolean
  #similarityKeys: Float64Array | undefined
  #similarities: Float64Array | undefined
  /** Keys with their levels: one number for both, so that a pair that is remembered costs one look. */
  readonly #levels: Float64Array

  constructor(field: Field, options: KindOptions) {
    const { column, words } = field
    this.#kind = kindOf(field)
    this.#isEqualOrNot = this.#kind.levels.length === 2
    this.#size = roomFor(column)
    this.#compare = this.#kind.comparison(column, words ? { ...options, words } : options)
    // A handful of values has few pairs to remember: a power of two that holds them.
    this.#room = 1 << Math.min(Math.log2(REMEMBERED), Math.ceil(Math.log2(this.#size ** 2 + 1)))
    // Beyond that many values a number does not hold a pair and its level.
    this.#levels = new Float64Array(this.#size ** 2 * LEVELS < Number.MAX_SAFE_INTEGER ? this.#room : 0).fill(-1)
  }

  /** Of two values that are not equal. */
  similarity(a: number, b: number): number {
    const low = Math.min(a, b)
    const high = Math.max(a, b)
    this.#similarityKeys ??= new Float64Array(this.#room).fill(-1)
    this.#similarities ??= new Float64Array(this.#room)
    const slot = slotOf(low, high) & (this.#room - 1)
    const key = low * this.#size + high
    if (this.#similarityKeys[slot] !== key) {
      this.#similarities[slot] = this.#compare(low, high)
      this.#similarityKeys[slot] = key
    }
    return this.#similarities[slot] as number
  }

  /** Of two values that are not equal. */
  level(a: number, b: number): number {
    if (this.#isEqualOrNot) return 1
    const low = Math.min(a, b)
    const high = Math.max(a, b)
    if (this.#levels.length === 0) return this.#levelOf(low, high)
    const slot = slotOf(low, high) & (this.#room - 1)
    const key = (low * this.#size + high) * LEVELS
    const level = (this.#levels[slot] as number) - key
    if (level >= 0 && level < LEVELS) return level
    const found = this.#levelOf(low, high)
    this.#levels[slot] = key + found
    return found
  }

  #levelOf(low: number, high: number): number {
    return this.levelFrom(low, high, this.#compare(low, high))
  }

  /** Of two values that are not equal, and whose similarity is known, the lower first. */
  levelFrom(low: number, high: number, similarity: number): number {
    if (this.#isEqualOrNot) return 1
    return this.#compare.level?.(low, high, similarity) ?? levelOf(this.#kind.levels, similarity)
  }
}

/** More levels than any kind has. */
const LEVELS = 64

const slotOf = (low: number, high: number): number => Math.imul(Math.imul(low, 0x9e3779b1) ^ high, 0x85ebca6b) >>> 16

const interleavedOf = new WeakMap<readonly Field[], Int32Array>()

/**
 * The values of all rows, row by row: row r has values[r * fields.length + field]. A comparison of two rows then looks at two places and not
 * at two in each column. Made once for a list of fields.
 *
 * @param shared  in memory that threads share
 */
export function interleaved(fields: readonly Field[], shared = false): Int32Array {
  const known = interleavedOf.get(fields)
  if (known) return known
  const rows = fields[0]?.column.rows.length ?? 0
  const bytes = 4 * rows * fields.length
  const values = new Int32Array(shared ? sharedMemory(bytes) : new ArrayBuffer(bytes))
  fields.forEach(({ column }, field) => {
    for (let row = 0, at = field; row < rows; row++, at += fields.length) values[at] = column.rows[row] as number
  })
  interleavedOf.set(fields, values)
  return values
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
  /** The values of all rows, see {@link interleaved}. */
  readonly values: Int32Array
  readonly #comparisons: readonly FieldComparison[]

  constructor(fields: readonly Field[], options: KindOptions = {}, values: Int32Array = interleaved(fields)) {
    this.fields = fields
    this.values = values
    this.#comparisons = fields.map((field) => new FieldComparison(field, options))
  }

  /** From 0 to 1, and 1 only for equal values; NaN when a row has no value. */
  similarity(field: number, a: number, b: number): number {
    const left = this.values[a * this.fields.length + field] as number
    const right = this.values[b * this.fields.length + field] as number
    if (left === NO_VALUE || right === NO_VALUE) return Number.NaN
    return left === right ? 1 : (this.#comparisons[field] as FieldComparison).similarity(left, right)
  }

  /** The number of the level, 0 the best, or {@link MISSING}. */
  level(field: number, a: number, b: number): number {
    const left = this.values[a * this.fields.length + field] as number
    const right = this.values[b * this.fields.length + field] as number
    if (left === NO_VALUE || right === NO_VALUE) return MISSING
    return left === right ? 0 : (this.#comparisons[field] as FieldComparison).level(left, right)
  }

  /** As `level`, of rows whose similarity is known. */
  levelFrom(field: number, a: number, b: number, similarity: number): number {
    const left = this.values[a * this.fields.length + field] as number
    const right = this.values[b * this.fields.length + field] as number
    if (left === NO_VALUE || right === NO_VALUE) return MISSING
    if (left === right) return 0
    return (this.#comparisons[field] as FieldComparison).levelFrom(Math.min(left, right), Math.max(left, right), similarity)
  }

  /** The level of two values of a field that are not equal. */
  levelOfValues(field: number, left: number, right: number): number {
    return (this.#comparisons[field] as FieldComparison).level(left, right)
  }
}

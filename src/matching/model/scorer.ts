/** The measure `match`: how likely two rows are about the same, by a model. */

import { LeitongError } from '../../errors.js'
import { exp, ln } from '../../hashing/logarithms.js'
import { eachValue } from '../columns.js'
import { Comparisons, type Field, MISSING } from '../comparisons.js'
import type { KindOptions } from '../kinds/kind.js'
import type { KindSettings } from '../kinds/settings.js'
import { type WholeRows, wholeRowsOf } from '../whole-row.js'
import { logRatios, rarityShares } from './expectation.js'
import { type MatchModel, withWords } from './model.js'
import { rarityWeights } from './rarity.js'

/** What a field adds to the odds of a pair. */
export interface Contribution {
  readonly level: number
  /** Natural logarithm: of the level alone. */
  readonly ofLevel: number
  /** Natural logarithm: of the value's rarity. */
  readonly ofRarity: number
}

interface FieldTable {
  readonly parent: number
  readonly size: number
  readonly rows: number
  /** ln(m / u) of each level under each level of the parent. */
  readonly ratios: Float64Array
  /** What rarity adds for each value, and how much of it under each level of the parent. */
  readonly rarity: Float32Array
  readonly shares: Float64Array
}

/**
 * Scores pairs by a model. Each thread makes its own from the same columns and model; all give the same scores.
 *
 * @throws {LeitongError} `MODEL_UNLIKE`: the model is of other fields
 * @example
 * const scorer = new MatchScorer(fields, model)
 * scorer.probability(scorer.logOdds(a, b)) // 0.998
 */
export class MatchScorer {
  readonly fields: readonly Field[]
  readonly comparisons: Comparisons
  readonly #tables: readonly FieldTable[]
  readonly #order: Uint8Array
  readonly #levels: Uint8Array
  readonly #prior: number
  /** The values of all rows, row by row. */
  readonly #values: Int32Array
  /** The most that each field can add where values differ, and where both are the one of a number. */
  readonly #mostUnlike: Float64Array
  readonly #mostEqual: readonly Float32Array[]
  /** The most that each field can add to the pair at hand. */
  readonly #most: Float64Array
  readonly #whole: { readonly rows: WholeRows; readonly even: number; readonly slope: number } | undefined

  constructor(fields: readonly Field[], model: MatchModel, options: KindOptions = {}, values?: Int32Array) {
    const own = describe(fields.map(({ column, kind, settings }) => ({ name: column.name, kind, settings })))
    if (own !== describe(model.fields)) throw new LeitongError('MODEL_UNLIKE', 'the model', describe(model.fields), own)
    this.fields = fields
    this.comparisons = new Comparisons(withWords(fields, model), options, values)
    this.#values = this.comparisons.values
    this.#prior = ln(model.prior / (1 - model.prior))
    this.#tables = model.fields.map((field, i) => tableOf(field, fields[i] as Field))
    this.#levels = new Uint8Array(fields.length)
    this.#mostUnlike = Float64Array.from(this.#tables, ({ ratios, size }) => greatest(ratios.filter((_, cell) => cell % size > 0)))
    this.#mostEqual = this.#tables.map(({ ratios, size, rarity }, field) => {
      const ofLevel = greatest(ratios.filter((_, cell) => cell % size === 0))
      const most = new Float32Array(rarity.length)
      eachValue((fields[field] as Field).column, (value) => {
        most[value] = ofLevel + Math.max(0, rarity[value] as number) + ROUNDING
      })
      return most
    })
    this.#most = new Float64Array(fields.length)
    const { whole } = model
    this.#whole = whole && { rows: wholeRowsOf(fields, whole), even: whole.even, slope: whole.slope }
    this.#order = orderOf(
      this.#tables,
      this.#tables.map(({ ratios, rarity }) => Math.max(0, greatest(ratios)) + Math.max(0, greatest(rarity))),
    )
  }

  /**
   * The natural logarithm of the odds that two rows match.
   *
   * @param least  below it the value does not matter: -Infinity may stand for it
   */
  logOdds(a: number, b: number, least = Number.NEGATIVE_INFINITY): number {
    const values = this.#values
    const fields = this.#most.length
    const atA = a * fields
    const atB = b * fields
    let sum = this.#prior
    // What is left to add: equal and missing values are seen without comparing a text, and most pairs are out of reach by them alone.
    let rest = this.#whole ? this.#whole.slope * (1 - this.#whole.even) : 0
    for (let field = 0; field < fields; field++) {
      const left = values[atA + field] as number
      const right = values[atB + field] as number
      let most = 0
      if (left >= 0 && right >= 0)
        most = left === right ? ((this.#mostEqual[field] as Float32Array)[left] as number) : (this.#mostUnlike[field] as number)
      this.#most[field] = most
      rest += most
    }
    const reach = least - ROUNDING
    for (let at = 0; at < fields; at++) {
      if (sum + rest < reach) return Number.NEGATIVE_INFINITY
      const field = this.#order[at] as number
      rest -= this.#most[field] as number
      const left = values[atA + field] as number
      const right = values[atB + field] as number
      if (left < 0 || right < 0) {
        this.#levels[field] = MISSING
        continue
      }
      const { parent, size, rows, ratios, rarity, shares } = this.#tables[field] as FieldTable
      const level = left === right ? 0 : this.comparisons.levelOfValues(field, left, right)
      this.#levels[field] = level
      const above = parent < 0 ? MISSING : (this.#levels[parent] as number)
      const row = above === MISSING ? rows - 1 : above
      sum += ratios[row * size + level] as number
      if (level === 0) sum += (rarity[left] as number) * (shares[row] as number)
    }
    if (!this.#whole) return sum
    // The dearest comparison comes last, for the few pairs that it can still decide.
    return sum + rest < reach ? Number.NEGATIVE_INFINITY : sum + (this.ofWhole(a, b)?.adds ?? 0)
  }

  /** What whole rows have in common, and the natural logarithm that it adds to the odds; undefined where the model does not look at it. */
  ofWhole(a: number, b: number): { readonly similarity: number; readonly adds: number } | undefined {
    if (!this.#whole) return undefined
    const { rows, even, slope } = this.#whole
    const similarity = rows.similarity(a, b)
    return { similarity, adds: slope * (similarity - even) }
  }

  /** @param pairs  a, b, a, b, … */
  scoreAll(pairs: Uint32Array, into: Float64Array, least?: number): void {
    for (let i = 0; 2 * i < pairs.length; i++) into[i] = this.logOdds(pairs[2 * i] as number, pairs[2 * i + 1] as number, least)
  }

  /** Logarithm of the odds to chance. */
  probability(logOdds: number): number {
    return 1 / (1 + exp(-logOdds))
  }

  /** The logarithm of the odds that any two rows match. */
  get prior(): number {
    return this.#prior
  }

  /** What each field adds; undefined where one row has no value. */
  contributions(a: number, b: number): (Contribution | undefined)[] {
    this.logOdds(a, b)
    return this.#tables.map(({ parent, rows, size, ratios, rarity, shares }, field) => {
      const level = this.#levels[field] as number
      if (level === MISSING) return undefined
      const above = parent < 0 ? MISSING : (this.#levels[parent] as number)
      const row = above === MISSING ? rows - 1 : above
      const value = (this.fields[field] as Field).column.rows[a] as number
      return {
        level,
        ofLevel: ratios[row * size + level] as number,
        ofRarity: level === 0 ? (rarity[value] as number) * (shares[row] as number) : 0,
      }
    })
  }
}

/** Fields as messages name them. */
const describe = (list: readonly { readonly name: string; readonly kind: string; readonly settings?: KindSettings | undefined }[]) =>
  list.map(({ name, kind, settings }) => `${name} (${kind}${settings ? ` ${JSON.stringify(settings)}` : ''})`).join(', ')

/** Sums in another order, and single precision, differ by less. */
const ROUNDING = 1e-4

const greatest = (numbers: Float64Array | Float32Array): number => {
  let most = Number.NEGATIVE_INFINITY
  for (const number of numbers) if (number > most) most = number
  return most
}

function tableOf(field: MatchModel['fields'][number], { column }: Field): FieldTable {
  const size = field.levels.length
  const rows = field.m.length
  const m = { rows, size, chances: Float64Array.from(field.m.flat()) }
  const u = { rows, size, chances: Float64Array.from(field.u.flat()) }
  const unlike = u.chances[(rows - 1) * size] as number
  return {
    parent: field.parent,
    size,
    rows,
    ratios: logRatios(m, u),
    rarity: rarityWeights(column, field, unlike),
    shares: rarityShares(u),
  }
}

/** Parents before their children; of those that may come next the most telling first, so that most pairs are decided early. */
function orderOf(tables: readonly FieldTable[], most: readonly number[]): Uint8Array {
  const order: number[] = []
  while (order.length < tables.length) {
    let next = -1
    tables.forEach(({ parent }, field) => {
      if (order.includes(field) || (parent >= 0 && !order.includes(parent))) return
      if (next < 0 || (most[field] as number) > (most[next] as number)) next = field
    })
    order.push(next)
  }
  return Uint8Array.from(order)
}

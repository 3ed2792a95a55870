/** The judge of pairs of rows: a score by one of the measures of rows, the rules that hold on top of it, and what each field says. */
import { ln } from '../hashing/logarithms.js'
import { Comparisons, type Field, MISSING } from './comparisons.js'
import type { KindOptions } from './kinds/kind.js'
import { kindOf } from './kinds/kinds.js'
import type { MatchModel } from './model/model.js'
import { MatchScorer } from './model/scorer.js'
import { chanceOf, EVEN, ROUNDING } from './similarity-chance.js'
import { WeightedScorer } from './weighted.js'
import { type WholeRows, wholeRowsOf } from './whole-row.js'

/** What a judge is made of, as plain data. */
export interface JudgeSpec {
  /** Compared fields. */
  readonly fields: readonly Field[]
  /** Of each compared field. */
  readonly weights: readonly number[]
  /** Compared fields that both rows must have. */
  readonly least: number
  /** Scores are chances by this model; without one, similarities by weight. */
  readonly model?: MatchModel | undefined
  readonly rules?: JudgeRules | undefined
  /** The values of all rows, row by row; made of the fields unless given. */
  readonly values?: Int32Array | undefined
}

/** Rules in numbers of their own fields, compared or not. */
export interface JudgeRules {
  readonly fields: readonly Field[]
  /** The values of all rows, row by row; made of the fields unless given. */
  readonly values?: Int32Array | undefined
  /** Mean similarities, by weight, that the named fields alone must reach. */
  readonly and: readonly { readonly fields: readonly number[]; readonly weights: readonly number[]; readonly threshold: number }[]
  /** Fields of which no two values may differ. */
  readonly veto: readonly number[]
}

/** What one field says of a pair. */
export interface FieldContribution {
  readonly field: string
  /** The level of agreement; undefined, as all else, where one row has no value. */
  readonly level: string | undefined
  readonly similarity: number | undefined
  /** Its share of the weights, where scores are similarities. */
  readonly weight?: number
  /** How many times likelier it makes a match, as a logarithm to base 2, where scores are chances. */
  readonly bits?: number
}

/** The name of what whole rows have in common, among the fields. */
export const WHOLE_ROW = 'whole row'
const wholeLevel = (value: number, even: number) => (value >= even ? 'alike' : 'unlike')

/** Below it a score is as good as none. */
const NO_SCORE = -1

/**
 * Scores are from 0 to 1. Every thread makes its own judge of the same columns, and all give the same scores.
 *
 * @example
 * const judge = new RowJudge({ fields, weights: [1, 1], least: 1 })
 * judge.score(0, 1) // 0.93
 */
export class RowJudge {
  readonly fields: readonly Field[]
  /** Of rules, compared or not. */
  readonly ruleFields: readonly Field[]
  readonly #weights: readonly number[]
  readonly #comparisons: Comparisons
  readonly #weighted: WeightedScorer | undefined
  /** Similarities are told as chances. */
  readonly #isChance: boolean
  readonly #match: MatchScorer | undefined
  /** Whole rows are compared in place of fields. */
  readonly #text: WholeRows | undefined
  readonly #and: readonly { readonly scorer: WeightedScorer; readonly threshold: number }[]
  readonly #vetoes: readonly Int32Array[]
  /** The least score that was asked for last, and its odds: the same one is asked for millions of times. */
  #least = 0
  #leastOdds = Number.NEGATIVE_INFINITY

  constructor({ fields, weights, least, model, rules, values }: JudgeSpec, options: KindOptions = {}) {
    this.fields = fields
    this.ruleFields = rules?.fields ?? []
    this.#weights = weights
    this.#isChance = model?.way !== undefined
    this.#match = model && !this.#isChance ? new MatchScorer(fields, model, options, values) : undefined
    this.#text = model?.way === 'text' && model.whole ? wholeRowsOf(fields, model.whole) : undefined
    this.#comparisons = this.#match?.comparisons ?? new Comparisons(fields, options, values)
    this.#weighted = this.#match ? undefined : new WeightedScorer(this.#comparisons, { weights, least })
    const ruled = rules && new Comparisons(rules.fields, options, rules.values)
    this.#and = (rules?.and ?? []).map((rule) => {
      const own = ruled as Comparisons
      const weightOf = own.fields.map((_, field) => {
        const at = rule.fields.indexOf(field)
        return at < 0 ? 0 : (rule.weights[at] as number)
      })
      return { scorer: new WeightedScorer(own, { weights: weightOf }), threshold: rule.threshold }
    })
    this.#vetoes = rules ? rules.veto.map((field) => (rules.fields[field] as Field).column.rows) : []
  }

  /** Without a look at the rules; below `least` it may be any lower number. */
  score(a: number, b: number, least = 0): number {
    if (this.#text) return chanceOf(this.#text.similarity(a, b))
    if (this.#weighted) {
      const similarity = this.#weighted.score(a, b)
      return this.#isChance ? chanceOf(similarity) : similarity
    }
    const match = this.#match as MatchScorer
    if (least !== this.#least) {
      this.#least = least
      this.#leastOdds = least > 0 ? ln(least / (1 - least)) : Number.NEGATIVE_INFINITY
    }
    const odds = match.logOdds(a, b, this.#leastOdds)
    return odds === Number.NEGATIVE_INFINITY ? NO_SCORE : match.probability(odds)
  }

  /** Whether two rows meet all rules. A rule about fields that one of them lacks is not met; a veto needs two values that differ. */
  allows(a: number, b: number): boolean {
    for (const rows of this.#vetoes) {
      const left = rows[a] as number
      const right = rows[b] as number
      if (left >= 0 && right >= 0 && left !== right) return false
    }
    return this.#and.every(({ scorer, threshold }) => scorer.score(a, b) + ROUNDING >= threshold)
  }

  /** What each field says, in the order of the fields. */
  contributions(a: number, b: number): FieldContribution[] {
    const adds = this.#match?.contributions(a, b)
    const total = this.#weights.reduce((sum, weight, field) => sum + (this.#has(field, a, b) ? weight : 0), 0)
    const whole = this.#text?.similarity(a, b)
    const of = this.fields.map((compared, field) => {
      const level = this.#comparisons.level(field, a, b)
      const missing = level === MISSING
      const said = {
        field: compared.column.name,
        level: missing ? undefined : kindOf(compared).levels[level]?.name,
        similarity: missing ? undefined : this.#comparisons.similarity(field, a, b),
      }
      if (whole !== undefined) return { ...said, weight: 0 }
      if (!adds) return { ...said, weight: missing || total === 0 ? 0 : (this.#weights[field] as number) / total }
      const add = adds[field]
      return { ...said, bits: add ? (add.ofLevel + add.ofRarity) / Math.LN2 : 0 }
    })
    if (whole !== undefined) return [...of, { field: WHOLE_ROW, level: wholeLevel(whole, EVEN), similarity: whole, weight: 1 }]
    const rows = this.#match?.ofWhole(a, b)
    if (!rows) return of
    const { similarity, adds: more } = rows
    return [...of, { field: WHOLE_ROW, level: wholeLevel(more, 0), similarity, bits: more / Math.LN2 }]
  }

  /** The number of the level of each field. */
  levels(a: number, b: number): number[] {
    return this.fields.map((_, field) => this.#comparisons.level(field, a, b))
  }

  #has = (field: number, a: number, b: number) => this.#comparisons.level(field, a, b) !== MISSING
}

/** Why a pair scores as it does: field by field, values, level, and what it adds. */
import { MISSING } from './comparisons.js'
import { WHOLE_ROW } from './judge.js'
import { kindOf } from './kinds/kinds.js'
import type { MatchScorer } from './model/scorer.js'

export interface FieldExplanation {
  readonly field: string
  readonly kind: string
  /** As they were read; undefined where a row has none. */
  readonly a: string | undefined
  readonly b: string | undefined
  /** The name of the level; undefined where a row has no value. */
  readonly level: string | undefined
  /** From 0 to 1; undefined where a row has no value. */
  readonly similarity: number | undefined
  /** Bits (logarithms to base 2): how many times likelier a match becomes, of it by the rarity of the value. 0 where a row has no value. */
  readonly adds: number
  readonly byRarity: number
}

export interface PairExplanation {
  readonly probability: number
  /** Bits: the prior and all that the fields add. */
  readonly prior: number
  readonly total: number
  readonly fields: readonly FieldExplanation[]
}

const BITS = 1 / Math.LN2

const ofWhole = ({ similarity, adds }: { readonly similarity: number; readonly adds: number }): FieldExplanation => ({
  field: WHOLE_ROW,
  kind: 'text',
  a: undefined,
  b: undefined,
  level: adds >= 0 ? 'alike' : 'unlike',
  similarity,
  adds: adds * BITS,
  byRarity: 0,
})

/**
 * Explains a pair under the measure `match`. The prior and what the fields add sum up to the total.
 *
 * @param display  the value of a field of a row as it was read, for display
 */
export function explainPair(
  scorer: MatchScorer,
  a: number,
  b: number,
  display: (field: number, row: number) => string | undefined,
): PairExplanation {
  const odds = scorer.logOdds(a, b)
  const fields = scorer.contributions(a, b).map((contribution, field): FieldExplanation => {
    const compared = scorer.fields[field] as (typeof scorer.fields)[number]
    const { column, kind } = compared
    const level = contribution?.level ?? MISSING
    return {
      field: column.name,
      kind,
      a: display(field, a),
      b: display(field, b),
      level: level === MISSING ? undefined : kindOf(compared).levels[level]?.name,
      similarity: level === MISSING ? undefined : scorer.comparisons.similarity(field, a, b),
      adds: contribution ? (contribution.ofLevel + contribution.ofRarity) * BITS : 0,
      byRarity: (contribution?.ofRarity ?? 0) * BITS,
    }
  })
  const whole = scorer.ofWhole(a, b)
  const rows = whole ? [ofWhole(whole)] : []
  return { probability: scorer.probability(odds), prior: scorer.prior * BITS, total: odds * BITS, fields: [...fields, ...rows] }
}

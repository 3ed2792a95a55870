/** The measure `fields`: the mean similarity of the fields that both rows have, by weight. */
import { LeitongError } from '../errors.js'
import type { Comparisons } from './comparisons.js'

export interface WeightedOptions {
  /** Of each field, from 0; 1 each unless stated. */
  readonly weights?: readonly number[] | undefined
  /** Fields that both rows must have for the pair to score at all. @default 1 */
  readonly least?: number | undefined
}

/**
 * Scores pairs: Σ weight · similarity ÷ Σ weight, over the fields that both rows have. A field that one row lacks speaks neither for nor
 * against. Symmetric; 1 exactly when all compared fields are equal.
 *
 * @throws {LeitongError} `ARGUMENT`: a weight is negative or none is above 0
 */
export class WeightedScorer {
  readonly #comparisons: Comparisons
  readonly #weights: Float64Array
  readonly #least: number

  constructor(comparisons: Comparisons, { weights, least = 1 }: WeightedOptions = {}) {
    this.#comparisons = comparisons
    this.#weights = Float64Array.from(comparisons.fields, (_, field) => weights?.[field] ?? 1)
    if (!this.#weights.every((weight) => weight >= 0 && Number.isFinite(weight)) || !this.#weights.some((weight) => weight > 0))
      throw new LeitongError('ARGUMENT', `weights ${this.#weights.join(', ')}`, 'numbers from 0, at least one above 0')
    this.#least = least
  }

  /** From 0 to 1; 0 where too few fields are in both rows. */
  score(a: number, b: number): number {
    let sum = 0
    let total = 0
    let both = 0
    for (let field = 0; field < this.#weights.length; field++) {
      const weight = this.#weights[field] as number
      if (weight === 0) continue
      const similarity = this.#comparisons.similarity(field, a, b)
      if (Number.isNaN(similarity)) continue
      sum += weight * similarity
      total += weight
      both++
    }
    return both >= this.#least && total > 0 ? Math.min(1, sum / total) : 0
  }

  /** @param pairs  a, b, a, b, … */
  scoreAll(pairs: Uint32Array, into: Float64Array): void {
    for (let i = 0; 2 * i < pairs.length; i++) into[i] = this.score(pairs[2 * i] as number, pairs[2 * i + 1] as number)
  }
}

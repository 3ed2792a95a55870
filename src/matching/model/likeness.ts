/** How alike two rows are as a whole: each field counts by what its equality tells, without a model. */
import { Comparisons, type Field } from '../comparisons.js'
import type { KindOptions } from '../kinds/kind.js'
import { WeightedScorer } from '../weighted.js'

/** The least weight of a field, so that a table of constants has weights too. */
const LEAST = 1e-6

/** −ln of the chance that two rows drawn by chance are equal in the field, for each field: 0 nearly for a constant, much for a name. */
export function informationOf(fields: readonly Field[]): number[] {
  return fields.map(({ column: { counts } }) => {
    let [rows, equal] = [0, 0]
    for (const count of counts) {
      rows += count
      equal += count * (count - 1)
    }
    // Values of which none comes twice tell as much as if one pair were equal.
    return rows < 2 ? LEAST : Math.max(LEAST, -Math.log(Math.max(1, equal) / (rows * (rows - 1))))
  })
}

/** Similarities of rows from 0 to 1: Σ information · similarity ÷ Σ information, over the fields that both rows have. */
export const likenessOf = (fields: readonly Field[], options: KindOptions = {}): WeightedScorer =>
  new WeightedScorer(new Comparisons(fields, options), { weights: informationOf(fields) })

/** Of each of the pairs a, b, a, b, …. */
export function likenesses(fields: readonly Field[], pairs: Uint32Array, options: KindOptions = {}): Float64Array {
  const alike = new Float64Array(pairs.length / 2)
  likenessOf(fields, options).scoreAll(pairs, alike)
  return alike
}

/** The mean of `alike` over the pairs, by the chance of each to match and the pairs that it stands for; 1 where nothing matches. */
export function meanOverMatches(alike: Float64Array, weights: Float64Array, chances: Float64Array): number {
  let [sum, matches] = [0, 0]
  for (let pair = 0; pair < chances.length; pair++) {
    const weight = (chances[pair] as number) * (weights[pair] as number)
    sum += weight * (alike[pair] as number)
    matches += weight
  }
  return matches > 0 ? sum / matches : 1
}

/** How alike two rows are as a whole: each field counts by what its equality tells, without a model. */
import { ln } from '../../hashing/logarithms.js'
import type { Field } from '../comparisons.js'
import type { ComparedPairs } from './compared-pairs.js'

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
    return rows < 2 ? LEAST : Math.max(LEAST, -ln(Math.max(1, equal) / (rows * (rows - 1))))
  })
}

/** How alike the rows of each pair are, from 0 to 1: Σ information · similarity ÷ Σ information, over the fields that both have. */
export function likenesses(fields: readonly Field[], compared: ComparedPairs): Float64Array {
  const sums = new Float64Array(compared.pairs.length / 2)
  const totals = new Float64Array(sums.length)
  const weights = informationOf(fields)
  fields.forEach((field, i) => {
    const weight = weights[i] as number
    const { similarities } = compared.of(field)
    for (let pair = 0; pair < sums.length; pair++) {
      const similarity = similarities[pair] as number
      if (Number.isNaN(similarity)) continue
      sums[pair] = (sums[pair] as number) + weight * similarity
      totals[pair] = (totals[pair] as number) + weight
    }
  })
  return sums.map((sum, pair) => (totals[pair] ? Math.min(1, sum / (totals[pair] as number)) : 0))
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

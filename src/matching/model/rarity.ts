/**
 * What a value says by being rare: the chance that another row holds it too although it is about something else.
 *
 * A value's own share of the rows overstates that where each thing has several rows, for they hold it themselves. What a row's own matches
 * hold is taken off, and what is left is raised by half the chance that any two unlike rows agree: a value seen once is not impossible.
 */
import { type PackedColumn, valueAt, valueCount } from '../columns.js'

/** Values written into a model by name; the rest share one chance. */
const NAMED = 2000

export interface Rarity {
  readonly frequent: readonly (readonly [value: string, chance: number])[]
  readonly rare: number
}

/**
 * @param matches  how many other rows a row matches, on average
 * @param equal    how often they hold the same value (m)
 * @param unlike   how often any two unlike rows do (u)
 */
export function rarityOf(column: PackedColumn, matches: number, equal: number, unlike: number): Rarity {
  const filled = column.rows.reduce((sum, value) => sum + Number(value >= 0), 0)
  const chanceOf = (count: number) => Math.max(0, count - 1 - matches * equal) / Math.max(1, filled) + unlike / 2
  const order = Array.from({ length: valueCount(column) }, (_, value) => value)
  order.sort((a, b) => (column.counts[b] as number) - (column.counts[a] as number) || a - b)
  const chances = order.map((value) => Math.min(1, chanceOf(column.counts[value] as number)))
  const rest = chances.slice(NAMED)
  const rare = rest.length ? rest.reduce((sum, chance) => sum + chance, 0) / rest.length : Math.min(1, chanceOf(1))
  const frequent = order
    .slice(0, NAMED)
    .map((value, i) => [valueAt(column, value), chances[i] as number] as const)
    .filter(([, chance]) => chance > rare)
  return { frequent, rare }
}

/** What each value of a column adds to the level of equal values: ln(u / chance). */
export function rarityWeights(column: PackedColumn, { frequent, rare }: Rarity, unlike: number): Float32Array {
  const weights = new Float32Array(valueCount(column)).fill(Math.log(unlike / rare))
  const chances = new Map(frequent)
  for (let value = 0; value < weights.length; value++) {
    const chance = chances.get(valueAt(column, value))
    if (chance !== undefined) weights[value] = Math.log(unlike / chance)
  }
  return weights
}

/** The levels of sampled pairs, and the parameters that fit them. */
import type { Comparisons } from '../comparisons.js'
import { kindOf } from '../kinds/kinds.js'

/** A table of chances: row p for level p of the parent, a last row for where the parent is missing or there is none. */
export interface ChanceTable {
  readonly size: number
  readonly rows: number
  readonly chances: Float64Array
}

export const chanceTable = (rows: number, size: number): ChanceTable => ({ rows, size, chances: new Float64Array(rows * size) })

/** Levels of pairs, field by field: levels[field][pair], 255 where one row has no value. */
export function levelsOf(comparisons: Comparisons, pairs: Uint32Array): Uint8Array[] {
  const count = pairs.length / 2
  return comparisons.fields.map((_, field) => {
    const levels = new Uint8Array(count)
    for (let i = 0; i < count; i++) levels[i] = comparisons.level(field, pairs[2 * i] as number, pairs[2 * i + 1] as number)
    return levels
  })
}

export const levelCount = (comparisons: Comparisons, field: number): number => {
  const found = comparisons.fields[field]
  return found ? kindOf(found).levels.length : 0
}

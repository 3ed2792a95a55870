/** Equal or not: for categories, codes and numbers of things, where nearly the same is something else. */
import { fold } from '../fold.js'
import type { Kind } from './kind.js'

/** Up to this many distinct values a column may be a list of categories. */
const CATEGORIES = 60
/** A category is shared by at least this many rows on average. */
const ROWS_EACH = 8

export const exact: Kind = {
  name: 'exact',
  levels: [
    { name: 'equal', from: 1 },
    { name: 'unlike', from: 0 },
  ],
  normalise: fold,
  comparison: () => () => 0,
  detect: ({ distinct, values, meanWords }) => {
    if (distinct <= CATEGORIES && values.length >= distinct * ROWS_EACH && meanWords < 4) return 0.7
    return isNumbering(values, distinct) ? 0.65 : 0
  },
}

/** Fewer distinct numbers may be ages, years or counts, which lie as close to each other as those that number things. */
const NUMBERED = 200
/** A number stands for one thing, of which there are a few rows. */
const ROWS_OF_ONE = 3
/** How far the share of values up to a number may be from the share of the range up to it. Amounts crowd at one end. */
const UNEVEN = 0.15

/** Whether the values are whole numbers that number things: nearly all distinct, and spread evenly from the first to the last. */
function isNumbering(values: readonly string[], distinct: number): boolean {
  if (distinct < NUMBERED || values.length > distinct * ROWS_OF_ONE) return false
  if (!values.every((value) => /^\d{1,15}$/.test(value))) return false
  const sorted = Float64Array.from(values, Number).sort()
  const first = sorted[0] as number
  const last = sorted[sorted.length - 1] as number
  return sorted.every((value, i) => Math.abs((value - first) / (last - first) - i / (sorted.length - 1)) <= UNEVEN)
}

/** Equal or not: for categories and codes, where nearly the same is something else. */
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
  detect: ({ distinct, values, meanWords }) => (distinct <= CATEGORIES && values.length >= distinct * ROWS_EACH && meanWords < 4 ? 0.7 : 0),
}

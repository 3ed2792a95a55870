/** What each word of a column says, kept beside the column: a few rows at a time are then compared as the whole table was. */
import { ln } from '../../hashing/logarithms.js'

export interface WordWeights {
  /** Rows that were looked at. */
  readonly rows: number
  /** Words that several rows hold: what each says, and how many rows hold it. */
  readonly known: ReadonlyMap<string, readonly [weight: number, rows: number]>
  /** What any other word says. */
  readonly rest: number
}

/** What a word says that so many rows hold: the logarithm of how seldom it is, 0.2 at least. */
export const weightOfRarity = (rows: number, held: number): number => Math.max(LEAST_WEIGHT, ln((rows + 1) / (held + 0.5)))

export const LEAST_WEIGHT = 0.2

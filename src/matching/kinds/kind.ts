/** The interface of a comparison kind: how the values of one column are brought to one spelling, compared, and recognised. */

import type { Values } from '../columns.js'
import type { Written } from '../written/column.js'
import type { Cutter } from './cutter.js'
import type { KindSettings, SETTING_NAMES } from './settings.js'
import type { WordWeights } from './word-weights.js'

export const KIND_NAMES = [
  'exact',
  'text',
  'name',
  'number',
  'date',
  'phone',
  'id_number',
  'set',
  'email',
  'postcode',
  'address',
  'none',
] as const
export type KindName = (typeof KIND_NAMES)[number]

/** The kinds that each setting is for. A list here, so that a fields file is checked without loading every kind. */
export const KINDS_WITH: Readonly<Record<(typeof SETTING_NAMES)[number], readonly KindName[]>> = {
  tolerance: ['number', 'date'],
  levels: ['text', 'name', 'set', 'address'],
  measure: ['text', 'set'],
  distance: ['name'],
  reading: ['name'],
  order: ['date'],
  decimal: ['number'],
}

/** A level of agreement: similarities from `from` up to that of the level before. */
export interface Level {
  readonly name: string
  readonly from: number
  /** Both values say something that the other denies: whatever else they share, this never speaks for a match. */
  readonly contradicts?: boolean
}

/** Compares two values by their numbers. The caller hands over unlike numbers, the lower first, so every kind is symmetric. */
export interface Compare {
  (a: number, b: number): number
  /** The level, where more than the similarity decides it. */
  readonly level?: (a: number, b: number, similarity: number) => number
}

/** What a kind may use beside the values. */
export interface KindOptions {
  /** All words count alike: where the rest of the column is not at hand to say how rare each one is. */
  readonly wordsAlike?: boolean | undefined
  /** What the words of this column say, as it was learned; in place of what the values at hand tell of it. */
  readonly words?: WordWeights | undefined
}

/** What the words of a column say, if not what its own values tell. */
export const givenWords = ({ words, wordsAlike }: KindOptions): WordWeights | 'alike' | undefined =>
  words ?? (wordsAlike ? 'alike' : undefined)

export interface Kind {
  readonly name: KindName
  /** Levels are steps of one measure, cut anywhere: what is a little further apart is little less likely a match. */
  readonly gradual?: boolean
  /** Levels are spellings of one thing: none speaks more for a match than the same spelling. */
  readonly spelled?: boolean
  /** Best first; the first holds equal values alone (from 1), the last starts at 0. */
  readonly levels: readonly Level[]
  /** The canonical form; an empty text where there is no value. */
  normalise(value: string): string
  /** The kind with settings of a field, of those that settings.ts allows it. */
  with?(settings: KindSettings): Kind
  /** In which two ways values may be written, where there are two. */
  readonly written?: Written
  /** The words of a value, where it is compared by its words. */
  readonly words?: Cutter
  /** Prepares the values of a column; what it returns gives similarities from 0 to 1, and 1 for equal values only. */
  comparison(values: Values, options: KindOptions): Compare
  /** How well a sample of a column looks like this kind, from 0 (not at all) to 1. */
  detect(sample: ColumnSample): number
}

/** What inference sees of a column. */
export interface ColumnSample {
  readonly name: string
  /** Folded values, no empty ones, in the order of the rows. */
  readonly values: readonly string[]
  readonly distinct: number
  /** Mean length in UTF-16 units. */
  readonly meanLength: number
  /** Mean number of words; runs of Chinese characters count a word for every two. */
  readonly meanWords: number
  /** Whether the column's name holds one of these words. */
  hinted(words: RegExp): boolean
  /** The share of values that match. */
  share(pattern: RegExp | ((value: string) => boolean)): number
}

/** The number of the level of a similarity. */
export function levelOf(levels: readonly Level[], similarity: number): number {
  let level = 0
  while (level < levels.length - 1 && similarity < (levels[level] as Level).from) level++
  return level
}

/** What a fields file may say of a field beside its kind: plain data, that stands in model files and travels to threads. */

import type { DateOrder } from '../written/dates.js'
import type { DecimalMark } from '../written/numbers.js'

/** How much of two values is shared, as a share of what: of both together, of the lesser, or of the geometric mean. */
export const TEXT_MEASURES = ['cosine', 'jaccard', 'containment'] as const
export type TextMeasure = (typeof TEXT_MEASURES)[number]
/** How the spelling of two names is compared. */
export const NAME_DISTANCES = ['jaro-winkler', 'damerau-levenshtein'] as const
export type NameDistance = (typeof NAME_DISTANCES)[number]
/** Ways of reading aloud. */
export const READINGS = ['pinyin'] as const
/** Two ways of writing dates, and numbers: the usual one first. */
export const DATE_ORDERS = ['day', 'month'] as const satisfies readonly DateOrder[]
export const DECIMAL_MARKS = ['point', 'comma'] as const satisfies readonly DecimalMark[]

export interface KindSettings {
  /** Values so far apart are as good as equal: of a number an amount, or a share like "2 %"; of a date days. */
  readonly tolerance?: number | string
  /** Similarities from which the levels between equal and unlike begin, the highest first. */
  readonly levels?: readonly number[]
  readonly measure?: TextMeasure
  readonly distance?: NameDistance
  /** Chinese names that read the same aloud are near. */
  readonly reading?: (typeof READINGS)[number]
  /** Which of day and month is first in dates like 01/02/2024. */
  readonly order?: DateOrder
  /** The decimal mark of numbers like 1.234, which may be thousands. */
  readonly decimal?: DecimalMark
}

/** The settings in the order of this list, so that equal ones are spelled alike. */
export const SETTING_NAMES = [
  'tolerance',
  'levels',
  'measure',
  'distance',
  'reading',
  'order',
  'decimal',
] as const satisfies readonly (keyof KindSettings)[]

/** The settings among other properties; undefined where there is none. */
export function settingsIn(given: KindSettings): KindSettings | undefined {
  const own = SETTING_NAMES.filter((name) => given[name] !== undefined).map((name) => [name, given[name]])
  return own.length ? (Object.fromEntries(own) as KindSettings) : undefined
}

/** @example shareOf('2 %') // 0.02, and undefined for what is no share */
export function shareOf(tolerance: unknown): number | undefined {
  const [, percent] = typeof tolerance === 'string' ? (/^(\d+(?:\.\d+)?)\s?%$/.exec(tolerance) ?? []) : []
  return percent === undefined ? undefined : Number(percent) / 100
}

/** Levels that begin at stated similarities, between equal and unlike. */
export const levelsFrom = (from: readonly number[]) => [
  { name: 'equal', from: 1 },
  ...from.map((least) => ({ name: `from ${least}`, from: least })),
  { name: 'unlike', from: 0 },
]

/** The plan of rows: which fields are compared, and how. Plain data, made from a fields file or inferred, that travels to workers. */
import type { KindName } from '../../matching/kinds/kind.js'
import type { KindSettings } from '../../matching/kinds/settings.js'
import type { Normalization } from '../../tokenizing/normalize.js'

export const VALUE_TYPES = ['text', 'number', 'date', 'boolean'] as const
/** The type of the values of a column, in whatever form they come. */
export type ValueType = (typeof VALUE_TYPES)[number]

export interface RowField {
  readonly name: string
  /** Its name where two tables with unlike columns are linked; undefined: as it is. */
  readonly as?: string
  /** Part of what makes two rows alike. */
  readonly compare: boolean
  /** short: the whole value is one feature; long: a text whose tokens are features. */
  readonly kind: 'short' | 'long'
  /** How two values are compared as fields; undefined: as the values look. */
  readonly comparison?: KindName
  /** What was said of it beside its kind. */
  readonly settings?: KindSettings
  readonly type: ValueType
  /** The type was stated: a value that is not of it cannot be judged. */
  readonly strict: boolean
  /** The weight of a feature of this field, more than 0. */
  readonly weight: number
  /** How values are evened out; for a long text undefined means as all texts are. */
  readonly normalize?: readonly Normalization[]
  /** Part of the title of a row. */
  readonly show: boolean
}

/** Rules that a pair of rows must meet besides being similar as a whole. */
export interface RowRules {
  /** Of each the named fields alone have to be this similar. */
  readonly and: readonly { readonly fields: readonly string[]; readonly threshold: number }[]
  /** Fields of which no two values may differ; null differs from nothing. */
  readonly veto: readonly string[]
}

export interface RowPlan {
  /** Columns that name a row; none: the id field, and where that is missing rows go by their number. */
  readonly key: readonly string[]
  readonly fields: readonly RowField[]
  readonly rules?: RowRules
  /** Compared fields that must have a value for a row to be judged; undefined: one. */
  readonly least?: number
  /** `fields` are not known beforehand: every column but the key is compared. Only measures of rows take such a plan. */
  readonly all?: true
  /** Keys that bring rows together, in place of those that are chosen. */
  readonly candidates?: readonly string[]
}

/** Weights when none are stated, as in li2015: a short value counts twice what a word does. */
export const SHORT_WEIGHT = 2
export const LONG_WEIGHT = 1

/** How short texts are evened out when nothing is stated: what only looks different is the same. */
export const SHORT_NORMALIZE: readonly Normalization[] = ['nfkc', 'case', 'space']

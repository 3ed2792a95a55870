/** Measures as the properties that stages ask for. */
import type { Measure, RowMeasure, SignatureMeasure } from '../comparing/measures.js'
import type { KeepRule } from './keep-rule.js'

export type MeasureName = Measure | SignatureMeasure | RowMeasure

export interface MeasureTraits {
  /** What it looks at: features of texts, signatures alone, or the fields of rows. */
  readonly judges: 'texts' | 'signatures' | 'rows'
  /** The score from which two are alike, unless said otherwise; undefined: that of the method. */
  readonly threshold?: number
  /** Groups are made so, unless said otherwise. */
  readonly groupBy?: 'star' | 'components'
  /** The one method that searches for it; undefined where signatures propose its pairs. */
  readonly method?: string
  /** Which document stays, unless said otherwise. */
  readonly keep?: KeepRule
  /** Its scores come from a model that is learned from the rows or given. */
  readonly learns?: true
  /** The least score that still says something of two groups that may be one; the threshold where it is undefined. */
  readonly least?: number
  /** The threshold of a join one to one, unless said otherwise: that no row is in two pairs is evidence beside the score. */
  readonly oneToOne?: number
}

const OF_TEXTS: MeasureTraits = { judges: 'texts' }
const OF_SIGNATURES: MeasureTraits = { judges: 'signatures' }

/**
 * Under `match` a threshold of 0.5 and groups whose weak bridges are cut did best on public tables (bench/rows-quality.ts): a pair is taken
 * when it is likelier a match than not.
 */
const MEASURE_TRAITS: Readonly<Record<MeasureName, MeasureTraits>> = {
  jaccard: OF_TEXTS,
  multiset: OF_TEXTS,
  containment: { judges: 'texts', method: 'features', keep: 'containing' },
  cosine: OF_TEXTS,
  weighted: OF_TEXTS,
  bits: OF_SIGNATURES,
  combined: OF_SIGNATURES,
  fields: { judges: 'rows', threshold: 0.8 },
  match: { judges: 'rows', threshold: 0.5, groupBy: 'components', learns: true, least: 0.02, oneToOne: 0.01 },
}

/**
 * The score from which pairs hold a promised precision: odds four times those that were promised. Raw chances are too sure by about as much on public
 * tables (docs/quality.md).
 *
 * @param precision  from 0.5 to below 1
 * @example leastForPrecision(0.99) // 0.9975
 */
export const leastForPrecision = (precision: number): number => (MARGIN * precision) / (1 + (MARGIN - 1) * precision)
const MARGIN = 4

/** @example measureTraits({ measure: 'match' }).learns // true */
export const measureTraits = ({ measure }: { readonly measure: MeasureName }): MeasureTraits => MEASURE_TRAITS[measure]

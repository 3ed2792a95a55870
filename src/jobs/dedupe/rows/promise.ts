/** A promised precision: whether a table can hold it, and what it leaves out. */
import { LeitongError } from '../../../errors.js'
import type { ScoredEdges } from '../../../matching/groups.js'
import { measureTraits } from '../../../options/measures.js'
import type { Options } from '../../../options/options.js'
import type { ComparisonPlan } from './plan.js'
import type { Scored } from './scoring.js'

/** What was promised of the pairs, and what that cost. */
export interface PromiseFigures {
  /** The share of the pairs that is right at least. */
  readonly precision: number
  /** The score from which pairs are taken for it. */
  readonly threshold: number
  /** Pairs from the usual threshold of the measure on that were left out. */
  readonly leftOut: number
}

/** The share of the matches that is unclear, from which chances are not those that they say: see docs/quality.md. */
const UNCLEAR = 0.2

/** @throws {LeitongError} `PRECISION_UNKNOWN` where a precision is asked for that no estimate can hold */
export function requirePromise({ model, doubt, unclear }: ComparisonPlan, { precision }: Options): void {
  if (precision === undefined || !model) return
  if (doubt) throw new LeitongError('PRECISION_UNKNOWN', precision, 'the model that was learned is in doubt')
  if (model.way)
    throw new LeitongError('PRECISION_UNKNOWN', precision, 'scores are similarities here, and nothing shows how often they are right')
  if (unclear === undefined)
    throw new LeitongError('PRECISION_UNKNOWN', precision, 'the model was given, and what it does on these rows is not known')
  if (unclear >= UNCLEAR) throw new LeitongError('PRECISION_UNKNOWN', precision, 'too many of the matches are neither sure nor ruled out')
}

/** Scored pairs by which a promise is kept: each by its chance as far as the tables bear it out, where something is promised. */
export function promised<Found extends Pick<Scored, 'edges' | 'likely'>>(found: Found, { precision }: Pick<Options, 'precision'>): Found {
  if (precision === undefined) return found
  const { edges, likely } = found
  return { ...found, edges: { ...edges, chance: edges.chance.map(likely) }, likely: (chance: number) => chance }
}

/** @param edges  every pair from the usual threshold of the measure on */
export function promiseOf({ size, chance }: ScoredEdges, options: Options): PromiseFigures | undefined {
  const { precision, threshold } = options
  if (precision === undefined) return undefined
  const usual = measureTraits(options).threshold ?? threshold
  let leftOut = 0
  for (let edge = 0; edge < size; edge++) if ((chance[edge] as number) >= usual && (chance[edge] as number) < threshold) leftOut++
  return { precision, threshold, leftOut }
}

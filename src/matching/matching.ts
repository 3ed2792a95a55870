/** From packed columns to a model and a plan, and from those to scored pairs. */
import { LeitongError } from '../errors.js'
import { allPairs, KeyIndex, type Scope } from './candidates/key-index.js'
import { planNamed } from './candidates/named.js'
import { type KeyOffer, offeredKeys } from './candidates/offers.js'
import { forEachPair, type PairRange } from './candidates/pairs.js'
import { type CandidatePlan, planCandidates } from './candidates/plan.js'
import type { Shelf } from './candidates/shelf.js'
import { foundBy } from './candidates/strata.js'
import type { Field } from './comparisons.js'
import { type Doubt, doubtOf } from './model/doubt.js'
import { type MatchModel, withWords } from './model/model.js'
import { MatchScorer } from './model/scorer.js'
import { type TrainOptions, trainModel } from './model/train.js'
import { ScoredPairs } from './scored-pairs.js'

export interface MatchingOptions extends TrainOptions {
  /** Comparisons at most. @default 60 for each row, a million at least */
  readonly budget?: number
  /** Learned before; learned from these rows unless given. */
  readonly model?: MatchModel | undefined
  /** Names of the keys that are taken, in place of those that find most. */
  readonly candidates?: readonly string[] | undefined
  /** Where keys lie. @default in memory */
  readonly shelf?: Shelf | undefined
}

export interface Matching {
  readonly model: MatchModel
  readonly plan: CandidatePlan
  /** The planned keys, in their order. */
  readonly indexes: readonly KeyIndex[]
  /** Why a model that was learned is not to be trusted by itself. */
  readonly doubt: Doubt | undefined
  /** Keys that were looked at. */
  readonly offered: number
}

const BUDGET_A_ROW = 60
const LEAST_BUDGET = 1_000_000

/** Learns a model and plans candidates; nothing of their cost is spent yet. */
export function planMatching(fields: readonly Field[], scope: Scope, options: MatchingOptions = {}): Matching {
  if (allPairs(scope) < 1) throw new LeitongError('ARGUMENT', `${scope.rows} rows`, 'two rows at least')
  const budget = options.budget ?? Math.max(LEAST_BUDGET, BUDGET_A_ROW * scope.rows)
  const drawn = offeredKeys(fields, scope, budget, options.shelf)
  const plain = trainModel(fields, drawn, scope, options)
  const doubt = options.model ? undefined : doubtOf(plain, scope.split !== undefined)
  const trained = doubt ? trainModel(fields, drawn, scope, { ...options, anchored: true }) : plain
  // What the words of long texts say is known by now: the keys made of the most telling ones are others.
  const worded = withWords(fields, trained.model)
  const anew = worded.some(({ kind, words }) => kind === 'text' && words)
  const offers = anew ? offeredKeys(worded, scope, budget, options.shelf) : drawn
  const sample = anew ? { ...trained.sample, found: foundBy(offers, trained.sample.pairs) } : trained.sample
  const { candidates } = options
  const estimated = candidates
    ? planNamed(candidates, offers, sample, trained.chances)
    : planCandidates(offers, sample, trained.chances, budget)
  const indexes = estimated.keys.map(({ offer }) => (offers[offer] as KeyOffer).index())
  const keys = estimated.keys.map((key, i) => ({ ...key, pairs: indexes[i]?.pairs ?? 0 }))
  const plan = { ...estimated, keys, cost: keys.reduce((sum, { pairs }) => sum + pairs, 0) }
  const model = options.model ?? trained.model
  return { model, plan, indexes, doubt, offered: offers.length }
}

/**
 * Scores the candidate pairs of one range and keeps those of a least score.
 *
 * @param least  as the logarithm of odds
 * @returns      how many pairs were compared
 */
export function scoreRange(indexes: readonly KeyIndex[], range: PairRange, scorer: MatchScorer, least: number, into: ScoredPairs): number {
  let compared = 0
  forEachPair(indexes, range, (a, b) => {
    compared++
    const score = scorer.logOdds(a, b, least)
    if (score >= least) into.add(a, b, score)
  })
  return compared
}

export { KeyIndex, MatchScorer, ScoredPairs }

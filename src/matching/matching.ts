/** From packed columns to a model and a plan, and from those to scored pairs. */
import { LeitongError } from '../errors.js'
import { allPairs, KeyIndex, type Scope } from './candidates/key-index.js'
import { planNamed } from './candidates/named.js'
import { type KeyOffer, keyOffers, offeredKeys, wholeRowOffer } from './candidates/offers.js'
import { forEachPair, type PairRange } from './candidates/pairs.js'
import { type CandidatePlan, OVERLAP, planCandidates } from './candidates/plan.js'
import type { Shelf } from './candidates/shelf.js'
import { foundBy } from './candidates/strata.js'
import type { Field } from './comparisons.js'
import { RowJudge } from './judge.js'
import { type Doubt, doubtOf, unclearShare } from './model/doubt.js'
import { type MatchModel, withWords } from './model/model.js'
import { namingField } from './model/naming.js'
import { MatchScorer } from './model/scorer.js'
import { drawSample, type Trained, type TrainOptions, trainModel } from './model/train.js'
import { isOutdone } from './rivals/standing-out.js'
import { ScoredPairs } from './scored-pairs.js'
import { raritiesFromText, type WholeRowModel } from './whole-row.js'

export interface MatchingOptions extends TrainOptions {
  /** Comparisons at most. @default 60 for each row, a million at least, and more where there are more matches than that (see {@link planMatching}) */
  readonly budget?: number
  /** Comparisons that a plan takes at most where there are many matches. @default no limit but those of the budget */
  readonly most?: number
  /** Learned before; learned from these rows unless given. */
  readonly model?: MatchModel | undefined
  /** Names of the keys that are taken, in place of those that find most. */
  readonly candidates?: readonly string[] | undefined
  /** All fields are compared in any case. @default false */
  readonly everyField?: boolean | undefined
  /** What the model says is of use for the keys alone. @default false */
  readonly keysOnly?: boolean | undefined
  /** Where keys lie. @default in memory */
  readonly shelf?: Shelf | undefined
}

export interface Matching {
  /** Those that are compared: all, or the one that names what the rows are about. */
  readonly fields: readonly Field[]
  readonly model: MatchModel
  readonly plan: CandidatePlan
  /** The planned keys, in their order. */
  readonly indexes: readonly KeyIndex[]
  /** Why a model that was learned is not to be trusted by itself. */
  readonly doubt: Doubt | undefined
  /** The share of the matches that is neither sure nor ruled out, of a model that was learned here: from 0 to 1. */
  readonly unclear: number | undefined
  /** Keys that were looked at. */
  readonly offered: number
}

const BUDGET_A_ROW = 60
const LEAST_BUDGET = 1_000_000
/** Where rows stand for few things there are more matches than rows by far, and each takes a comparison: so many for each match, up to so many usual budgets. */
const BUDGET_A_MATCH = 3
const MOST_BUDGETS = 8
/** Keys that find so large a share of the matches are enough. */
const ENOUGH = 0.97

/**
 * Learns a model and plans candidates; nothing of their cost is spent yet. Where keys miss matches, and there are so many that the budget has no room
 * for them, keys are planned anew with a greater one, for the same model.
 */
export function planMatching(fields: readonly Field[], scope: Scope, options: MatchingOptions = {}): Matching {
  if (allPairs(scope) < 1) throw new LeitongError('ARGUMENT', `${scope.rows} rows`, 'two rows at least')
  const usual = Math.max(LEAST_BUDGET, BUDGET_A_ROW * scope.rows)
  const planned = planWithin(options.budget ?? usual, fields, scope, options)
  const { plan, doubt, model } = planned
  if (options.budget !== undefined || options.candidates || doubt || model.way === 'text' || plan.recall >= ENOUGH) return planned
  const { most = Number.POSITIVE_INFINITY } = options
  const budget = Math.min(BUDGET_A_MATCH * (plan.matches + plan.unseen), MOST_BUDGETS * usual, most / OVERLAP)
  if (budget <= usual) return planned
  const wider = planWithin(budget, planned.fields, scope, { ...options, model })
  const finds = ({ matches, recall, unseen }: CandidatePlan) => (matches + unseen) * recall
  if (wider.plan.cost > most || finds(wider.plan) <= finds(plan)) return planned
  return { ...planned, plan: wider.plan, indexes: wider.indexes, offered: wider.offered }
}

function planWithin(budget: number, fields: readonly Field[], scope: Scope, options: MatchingOptions): Matching {
  const offersOf = keyOffers(scope, budget, options.shelf)
  const offered = offersOf(fields)
  const drawn = drawSample(offered, scope, options)
  const plain = trainModel(fields, drawn, scope, options)
  const doubt = options.model ? undefined : doubtOf(plain)
  const isText = options.model?.way === 'text' && options.model.whole !== undefined && scope.split !== undefined
  if (isText || (doubt && plain.isApart)) return matchingByText(fields, scope, options, plain, budget)
  const naming = doubt && scope.split === undefined && !options.candidates && !options.everyField ? namingField(fields) : undefined
  if (naming) return { ...planMatching([naming], scope, options), doubt }
  const trained = plain.model.way ? scored(fields, plain) : doubt ? trainModel(fields, drawn, scope, { ...options, anchored: true }) : plain
  // What the words of long texts say is known by now: the keys made of the most telling ones are others.
  const worded = withWords(fields, trained.model)
  const anew = worded.some(({ kind, words }) => kind === 'text' && words)
  const offers = anew ? offersOf(worded) : offered
  const known = new Map(offered.map((offer, i) => [offer, trained.sample.found[i] as Uint8Array]))
  const found = offers.map((offer) => known.get(offer) ?? foundBy(offer, trained.sample.pairs))
  const sample = { ...trained.sample, found, filled: fields.map((field) => filledIn(field, trained.sample.pairs)) }
  const { candidates } = options
  const estimated = candidates
    ? planNamed(candidates, offers, sample, trained.chances)
    : planCandidates(offers, sample, trained.chances, budget)
  const indexes = estimated.keys.map(({ offer }) => (offers[offer] as KeyOffer).index())
  const keys = estimated.keys.map((key, i) => ({ ...key, pairs: indexes[i]?.pairs ?? 0 }))
  const plan = { ...estimated, keys, cost: keys.reduce((sum, { pairs }) => sum + pairs, 0) }
  const model = options.model ?? trained.model
  const unclear = options.model ? undefined : unclearShare(trained)
  const learned = { fields, model, plan, indexes, doubt, unclear, offered: offers.length }
  const isFree = !options.model && !candidates && !options.keysOnly && !model.way && model.whole !== undefined
  if (doubt || !isFree || !plain.isApart || scope.split === undefined) return learned
  let byText: Matching | undefined
  const madeByText = () => (byText ??= matchingByText(fields, scope, options, plain, budget))
  return isOutdone(learned, madeByText, scope) ? { ...madeByText(), doubt: 'outdone' } : learned
}

/** For each pair: 1 where both rows have a value. */
const filledIn = ({ column: { rows } }: Field, pairs: Uint32Array): Uint8Array =>
  Uint8Array.from({ length: pairs.length / 2 }, (_, pair) =>
    Number((rows[pairs[2 * pair] as number] as number) >= 0 && (rows[pairs[2 * pair + 1] as number] as number) >= 0),
  )

/** Chances as the judge of a way gives them, where the model's own chances say nothing. */
function scored(fields: readonly Field[], trained: Trained, model = trained.model): Trained {
  const judge = new RowJudge({ fields, weights: fields.map(() => 1), least: 1, model })
  const { pairs } = trained.sample
  const chances = Float64Array.from(trained.chances, (_, pair) => judge.score(pairs[2 * pair] as number, pairs[2 * pair + 1] as number))
  return { ...trained, model, chances }
}

/**
 * Two tables of which no model was learned that can be trusted: rows are compared as texts, whatever the columns mean. Which pairs are meant
 * shows across two tables by their rank: a match is each other's best.
 */
function matchingByText(fields: readonly Field[], scope: Scope, options: MatchingOptions, trained: Trained, budget: number): Matching {
  const { model, sample: drawn, chances } = scored(fields, trained, options.model ?? { ...trained.model, way: 'text' })
  const rarities = raritiesFromText((model.whole as WholeRowModel).pieces)
  const offers = options.candidates
    ? offeredKeys(fields, scope, budget, options.shelf)
    : [wholeRowOffer(fields, rarities, scope, budget, options.shelf)]
  const sample = { ...drawn, found: offers.map((offer) => foundBy(offer, drawn.pairs)) }
  const plan = planNamed(options.candidates ?? offers.map(({ name }) => name), offers, sample, chances)
  const indexes = plan.keys.map(({ offer }) => (offers[offer] as KeyOffer).index())
  const own = options.model ? { doubt: undefined, unclear: undefined } : { doubt: doubtOf(trained), unclear: unclearShare(trained) }
  return { fields, model, plan, indexes, ...own, offered: offers.length }
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

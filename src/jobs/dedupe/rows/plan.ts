/** The plan of comparisons: which rows are brought together, what that costs, and the model that scores them. */
import { LeitongError } from '../../../errors.js'
import { allPairs, KeyIndex, type Scope } from '../../../matching/candidates/key-index.js'
import type { PlannedKey } from '../../../matching/candidates/plan.js'
import type { Shelf } from '../../../matching/candidates/shelf.js'
import type { Field } from '../../../matching/comparisons.js'
import { type MatchingOptions, planMatching } from '../../../matching/matching.js'
import type { Doubt } from '../../../matching/model/doubt.js'
import type { MatchModel } from '../../../matching/model/model.js'
import { measureTraits } from '../../../options/measures.js'
import type { Options } from '../../../options/options.js'
import type { RowFields } from './fields.js'

/** Comparisons as they are planned, nothing of their cost is spent. */
export interface ComparisonPlan {
  readonly keys: readonly Pick<PlannedKey, 'name' | 'pairs' | 'finds' | 'adds'>[]
  /** Comparisons at most. */
  readonly comparisons: number
  /** The share of the pairs that match that is compared: an estimate. */
  readonly recall: number
  readonly indexes: readonly KeyIndex[]
  /** Fields that are compared. */
  readonly fields: readonly Field[]
  /** Where scores are chances. */
  readonly model: MatchModel | undefined
  /** Why the model is not to be trusted by itself, if it was learned here. */
  readonly doubt?: Doubt | undefined
  /** The share of the matches that is neither sure nor ruled out, of a model that was learned here: from 0 to 1. */
  readonly unclear?: number | undefined
}

/** Fewer pairs than this are all compared: no key has to be right. */
const ALL_PAIRS = 500_000
/** Where a model has to be learned it takes more rows to learn from, and keys find what it takes for matches. */
const ALL_PAIRS_LEARNING = 5000

/**
 * @param candidates  names of keys, in place of those that find most
 * @param shelf       where keys lie
 * @throws {LeitongError} `COMPARISONS` for a plan beyond `maxComparisons`; `FIELDS_FILE` for names of keys that there are not
 */
export function planComparisons(
  { fields, facts }: Pick<RowFields, 'fields' | 'facts'>,
  scope: Scope,
  options: Options,
  given: MatchModel | undefined,
  candidates: readonly string[] | undefined,
  shelf: Shelf,
): ComparisonPlan {
  const plan = planned({ fields, facts }, scope, options, given, candidates, shelf)
  if (plan.comparisons > options.maxComparisons) throw new LeitongError('COMPARISONS', plan.comparisons, options.maxComparisons)
  return plan
}

function planned(
  { fields, facts }: Pick<RowFields, 'fields' | 'facts'>,
  scope: Scope,
  options: Options,
  given: MatchModel | undefined,
  candidates: readonly string[] | undefined,
  shelf: Shelf,
): ComparisonPlan {
  const { learns } = measureTraits(options)
  const pairs = allPairs(scope)
  if (pairs < 1) return { keys: [], comparisons: 0, recall: 1, indexes: [], fields, model: given }
  // A model by texts came with its keys, and with what they leave out.
  const few =
    !candidates && pairs <= (learns && (!given || (given.way === 'text' && scope.split !== undefined)) ? ALL_PAIRS_LEARNING : ALL_PAIRS)
  if (few && (!learns || given)) return everyPair(fields, scope, given)
  // Who states what columns are has them compared.
  const everyField = !learns || facts.some(({ inferred }) => !inferred)
  const learned = matching(fields, scope, { model: given, candidates, everyField, keysOnly: !learns, shelf, most: options.maxComparisons })
  const { model, plan, indexes, doubt, unclear } = learned
  if (few) return { ...everyPair(learned.fields, scope, model), doubt, unclear }
  const keys = plan.keys.map(({ name, pairs: found, finds, adds }) => ({ name, pairs: found, finds, adds }))
  return {
    keys,
    comparisons: plan.cost,
    recall: plan.recall,
    indexes,
    fields: learned.fields,
    model: learns ? model : undefined,
    doubt: learns ? doubt : undefined,
    unclear: learns ? unclear : undefined,
  }
}

function matching(fields: RowFields['fields'], scope: Scope, options: MatchingOptions) {
  try {
    return planMatching(fields, scope, options)
  } catch (error) {
    if (options.candidates && error instanceof LeitongError && error.code === 'ARGUMENT')
      throw new LeitongError('FIELDS_FILE', '"candidates"', error.message)
    throw error
  }
}

function everyPair(fields: readonly Field[], scope: Scope, model: MatchModel | undefined): ComparisonPlan {
  const pairs = allPairs(scope)
  const index = new KeyIndex({ name: 'all pairs', fields: [], width: 1, hashes: new Uint32Array(scope.rows).fill(1) }, scope)
  return { keys: [{ name: 'all pairs', pairs, finds: pairs, adds: pairs }], comparisons: pairs, recall: 1, indexes: [index], fields, model }
}

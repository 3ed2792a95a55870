/** Rows whose values were read, compared: columns, plan, scores. It knows neither files nor threads. */

import type { Scope } from '../../../matching/candidates/key-index.js'
import type { Shelf } from '../../../matching/candidates/shelf.js'
import { type Field, interleaved } from '../../../matching/comparisons.js'
import { type FieldContribution, type JudgeRules, type JudgeSpec, RowJudge } from '../../../matching/judge.js'
import { informationOf } from '../../../matching/model/likeness.js'
import type { MatchModel } from '../../../matching/model/model.js'
import { modelChecksum } from '../../../matching/model/model-json.js'
import { measureTraits } from '../../../options/measures.js'
import type { Options } from '../../../options/options.js'
import type { RowPlan } from '../../../sources/rows/plan.js'
import type { RunContext } from '../run-context.js'
import { requireCommonColumns } from './common-columns.js'
import { type ColumnFacts, rowFields } from './fields.js'
import { type ComparisonPlan, planComparisons } from './plan.js'
import { type PromiseFigures, promised, promiseOf, requirePromise } from './promise.js'
import { type Scored, type ScoringHost, scorePairs } from './scoring.js'
import type { ValueStore } from './value-store.js'

/** Rows as they were compared. */
export interface ComparedRows extends Scored {
  readonly columns: readonly ColumnFacts[]
  readonly plan: ComparisonPlan
  readonly judge: RowJudge
  /** What it is made of. */
  readonly spec: JudgeSpec
  /** Where a precision was asked for. */
  readonly promise: PromiseFigures | undefined
  /** Bytes of the columns, as they were counted against `memory`. */
  readonly bytes: number
  contributions(a: number, b: number): readonly FieldContribution[]
}

/** Rows that were read, and how they are compared. */
export interface ReadRows {
  /** Of the input, for messages. */
  readonly name: string
  readonly store: ValueStore
  /** Of all inputs. */
  readonly plans: readonly RowPlan[]
  /** The model of fields that was given. */
  readonly model: MatchModel | undefined
  readonly options: Options
  readonly scope: Scope
  /** Where keys lie. */
  readonly shelf: Shelf
  /** Bytes for the tables that are made of keys. */
  readonly room: number
}

/** @throws {LeitongError} `COMPARISONS`, `FIELDS_FILE`, `MODEL_UNLIKE`, `PRECISION_UNKNOWN` */
export async function compareRows(
  { name, store, plans, model: given, options, scope, shelf, room }: ReadRows,
  host: ScoringHost & Pick<RunContext, 'timed'>,
): Promise<ComparedRows> {
  const { bytes } = store
  const [{ fields: read, weights, rules, facts }, plan] = await host.timed('search', () => {
    host.hooks.progress?.('search', 0, undefined)
    const found = rowFields(name, store, plans, {
      model: given,
      learns: measureTraits(options).learns === true,
      dateOrder: options.dateOrder,
    })
    requireCommonColumns(name, store, found.fields, scope)
    // Before anything is compared: threads share it.
    interleaved(found.fields, true)
    const named = plans.find(({ candidates }) => candidates)?.candidates
    return [found, planComparisons(found, scope, options, given, named, shelf)] as const
  })
  requirePromise(plan, options)
  const { fields } = plan
  const least = plans.reduce((most, row) => Math.max(most, row.least ?? 1), 1)
  const spec = {
    fields,
    weights: fields.map((field) => weights[read.indexOf(field)] as number),
    least,
    model: plan.model,
    rules: plan.doubt && !plan.model?.way ? alikeToo(rules, fields) : rules,
    values: interleaved(fields, true),
  }
  const judge = new RowJudge(spec)
  const held = Math.min(options.threshold, measureTraits(options).least ?? options.threshold)
  const scored = promised(await host.timed('verify', () => scorePairs(plan, spec, judge, scope, { least: held, room }, host)), options)
  const contributions = (a: number, b: number): readonly FieldContribution[] => {
    const bits = scored.rankBits?.(a, b)
    const of = judge.contributions(a, b)
    return bits === undefined ? of : [...of, { field: RANK, level: BEHIND, similarity: undefined, bits }]
  }
  // Keys are asked no more, and take more than all that follows.
  const promise = promiseOf(scored.edges, options)
  const columns = facts.map((column) =>
    read.some((field) => field.column.name === column.name && !fields.includes(field)) ? { ...column, weight: 0 } : column,
  )
  return { ...scored, columns, plan: { ...plan, indexes: [] }, judge, spec, promise, bytes, contributions }
}

/** The name of what the rank of a pair says, among the fields, and its level: another pair of one of the rows is surer. */
const RANK = 'rank'
const BEHIND = 'another is likelier'

/** The likeness of whole rows that pairs have to reach as well where a model is in doubt. */
const ALIKE = 0.65

/** Rules by which rows must be alike as a whole as well, each field by what its equality tells. */
function alikeToo(rules: JudgeRules | undefined, fields: readonly Field[]): JudgeRules {
  const weights = informationOf(fields)
  const { fields: ruled, and, veto } = rules ?? { fields: [], and: [], veto: [] }
  const numbers = fields.map((_, i) => ruled.length + i)
  return { fields: [...ruled, ...fields], and: [...and, { fields: numbers, weights, threshold: ALIKE }], veto }
}

/** How the pairs were found. */
export function planSentence({ keys, comparisons, recall, model }: ComparisonPlan): string {
  const named = keys.map(({ name }) => name).join('; ')
  const learned = model ? `, model ${modelChecksum(model)}` : ''
  return `${comparisons} comparisons by ${keys.length} keys (${named}), recall estimated ${recall.toFixed(3)}${learned}`
}

/** The search for rows that are alike field by field, in place of signatures: columns, plan, scores. */
import { type Field, interleaved } from '../../../matching/comparisons.js'
import { type FieldContribution, type JudgeRules, type JudgeSpec, RowJudge } from '../../../matching/judge.js'
import { informationOf } from '../../../matching/model/likeness.js'
import type { MatchModel } from '../../../matching/model/model.js'
import { modelChecksum } from '../../../matching/model/model-json.js'
import type { Candidates } from '../../../methods/candidates.js'
import { measureTraits } from '../../../options/measures.js'
import type { Options } from '../../../options/options.js'
import type { RowPlan } from '../../../sources/rows/plan.js'
import { findDecided, type Obeyed } from '../decided/obeyed.js'
import type { Documents } from '../documents.js'
import { createOrdering, type Ordering } from '../ordering.js'
import { refuseRejects } from '../rejects.js'
import type { RunContext } from '../run-context.js'
import { signAll } from '../signing-pass.js'
import { type ColumnFacts, rowFields } from './fields.js'
import { FileShelf } from './file-shelf.js'
import { candidatesOf, noCopies } from './graph.js'
import { readMatchModel } from './model-file.js'
import { type ComparisonPlan, planComparisons } from './plan.js'
import { type Scored, scorePairs } from './scoring.js'
import { ValueStore } from './value-store.js'

/** Bytes for keys at least: those of a table that hardly fits. */
const LEAST_ROOM = 16 << 20

/** Rows as they were compared. */
export interface RowSearch extends Scored {
  readonly columns: readonly ColumnFacts[]
  readonly plan: ComparisonPlan
  readonly judge: RowJudge
  /** What it is made of. */
  readonly spec: JudgeSpec
  /** Bytes of the columns, as they were counted against `memory`. */
  readonly bytes: number
  contributions(a: number, b: number): readonly FieldContribution[]
  /** The score of two nodes, 0 where they are no pair. */
  known(a: number, b: number): number
}

/** What a search of rows hands to grouping and linking. */
export interface RowFindings {
  readonly rows: RowSearch
  readonly candidates: Candidates
  readonly ordering: Ordering
  readonly obeyed: Obeyed | undefined
}

/** The first row of the second of two tables, when all are read; pairs then take one row of each. */
export type Split = (documents: Documents) => number

/**
 * @param check  called when everything is read; throws where there is nothing to compare
 * @throws {LeitongError} `COLUMNS_MEMORY`, `COMPARISONS`, `FIELDS_FILE`, `MODEL_…`, as reading does
 */
export async function searchRows(context: RunContext, split: Split | undefined, check: () => void): Promise<RowFindings> {
  const { options, documents, hooks, inputs } = context
  const given = modelOf(options)
  const store = new ValueStore(options.memory)
  await context.timed('read', async () => {
    for await (const piece of signAll(context, { content: 'values' })) store.add(piece)
  })
  check()
  refuseRejects(context)
  const scope = { rows: documents.count, ...(split ? { split: split(documents) } : {}) }
  const plans = inputs.flatMap(({ row }): RowPlan[] => (row ? [row] : []))
  const name = options.fields ?? inputs[0]?.name ?? ''
  const { bytes } = store
  // What the columns leave of the memory: one half for keys, one for the tables that are made of them.
  const room = Math.max(LEAST_ROOM, options.memory - bytes) / 2
  const shelf = new FileShelf(room, context.folder)
  const compare = async () => {
    const [{ fields, weights, rules, facts }, plan] = await context.timed('search', () => {
      hooks.progress?.('search', 0, undefined)
      const found = rowFields(name, store, plans, { model: given, learns: measureTraits(options).learns === true })
      // Before anything is compared: threads share it.
      interleaved(found.fields, true)
      const named = plans.find(({ candidates }) => candidates)?.candidates
      return [found, planComparisons(found, scope, options, given, named, shelf)] as const
    })
    const least = plans.reduce((most, row) => Math.max(most, row.least ?? 1), 1)
    const spec = {
      fields,
      weights,
      least,
      model: plan.model,
      rules: plan.doubt ? alikeToo(rules, fields) : rules,
      values: interleaved(fields),
    }
    const judge = new RowJudge(spec)
    const held = Math.min(options.threshold, measureTraits(options).least ?? options.threshold)
    const scored = await context.timed('verify', () => scorePairs(plan, spec, judge, scope, { least: held, room }, context))
    const contributions = (a: number, b: number) => judge.contributions(a, b)
    // Keys are asked no more, and take more than all that follows.
    return { ...scored, columns: facts, plan: { ...plan, indexes: [] }, judge, spec, bytes, contributions }
  }
  const scored = await compare().finally(() => shelf.close())
  const obeyed = await context.timed('read', () => findDecided(context))
  const plain = createOrdering(options.keep, documents)
  const ordering = obeyed?.prefer(plain) ?? plain
  const wanted = obeyed?.texts(noCopies(documents.count))
  const { known, ...candidates } = candidatesOf(scored.edges, documents.count, options.threshold, ordering, sentence(scored.plan), wanted)
  return { rows: { ...scored, known }, candidates, ordering, obeyed }
}

/** The likeness of whole rows that pairs have to reach as well where a model is in doubt. */
const ALIKE = 0.65

/** Rules by which rows must be alike as a whole as well, each field by what its equality tells. */
function alikeToo(rules: JudgeRules | undefined, fields: readonly Field[]): JudgeRules {
  const weights = informationOf(fields)
  const { fields: ruled, and, veto } = rules ?? { fields: [], and: [], veto: [] }
  const numbers = fields.map((_, i) => ruled.length + i)
  return { fields: [...ruled, ...fields], and: [...and, { fields: numbers, weights, threshold: ALIKE }], veto }
}

/** The model of fields that the options name; undefined where it is learned from the input, or none is needed. */
const modelOf = (options: Options): MatchModel | undefined =>
  measureTraits(options).learns && options.model !== 'input' ? readMatchModel(options.model) : undefined

function sentence({ keys, comparisons, recall, model }: ComparisonPlan): string {
  const named = keys.map(({ name }) => name).join('; ')
  const learned = model ? `, model ${modelChecksum(model)}` : ''
  return `${comparisons} comparisons by ${keys.length} keys (${named}), recall estimated ${recall.toFixed(3)}${learned}`
}

export { noCopies }

/** The search for rows that are alike field by field, in place of signatures: columns, plan, scores. */
import type { MatchModel } from '../../../matching/model/model.js'
import type { Candidates } from '../../../methods/candidates.js'
import { measureTraits } from '../../../options/measures.js'
import type { Options } from '../../../options/options.js'
import type { RowPlan } from '../../../sources/rows/plan.js'
import { findDecided, type Obeyed } from '../decided/obeyed.js'
import type { Documents } from '../documents.js'
import { createOrdering, type Ordering } from '../ordering.js'
import { refuseRejects } from '../rejects.js'
import type { RunContext } from '../run-context.js'
import { signAll } from '../sign-all.js'
import { type ComparedRows, compareRows, planSentence } from './compared.js'
import { FileShelf } from './file-shelf.js'
import { candidatesOf, noCopies } from './graph.js'
import { readMatchModel } from './model-file.js'
import { ValueStore } from './value-store.js'

/** Bytes for keys at least: those of a table that hardly fits. */
const LEAST_ROOM = 16 << 20

/** Rows as they were compared. */
export interface RowSearch extends ComparedRows {
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
  const { options, documents, inputs } = context
  const given = modelOf(options)
  const store = new ValueStore(options.memory)
  await context.timed('read', async () => {
    for await (const piece of signAll(context, { content: 'values' })) store.add(piece)
  })
  check()
  refuseRejects(context)
  const scope = { rows: documents.count, ...(split ? { split: split(documents) } : {}) }
  const plans = inputs.flatMap(({ row }): RowPlan[] => (row ? [row] : []))
  const [first = '', last = ''] = [inputs[0]?.name, inputs.at(-1)?.name]
  const name = options.fields ?? (split ? `${first || 'A'} and ${last || 'B'}` : first)
  const { bytes } = store
  // What the columns leave of the memory: one half for keys, one for the tables that are made of them.
  const room = Math.max(LEAST_ROOM, options.memory - bytes) / 2
  const shelf = new FileShelf(room, context.folder)
  const rows = { name, store, plans, model: given, options, scope, shelf, room }
  const scored = await compareRows(rows, context).finally(() => shelf.close())
  const obeyed = await context.timed('read', () => findDecided(context))
  const plain = createOrdering(options.keep, documents)
  const ordering = obeyed?.prefer(plain) ?? plain
  const wanted = obeyed?.texts(noCopies(documents.count))
  const { known, ...candidates } = candidatesOf(
    scored.edges,
    documents.count,
    options.threshold,
    ordering,
    planSentence(scored.plan),
    wanted,
  )
  return { rows: { ...scored, known }, candidates, ordering, obeyed }
}

/** The model of fields that the options name; undefined where it is learned from the input, or none is needed. */
const modelOf = (options: Options): MatchModel | undefined =>
  measureTraits(options).learns && options.model !== 'input' ? readMatchModel(options.model) : undefined

export { noCopies }

/** Rows in memory, compared field by field. A page that has texts alone does not load it. */
import { LeitongError } from '../../errors.js'
import { groupCandidates } from '../../grouping/group-candidates.js'
import { Decisions } from '../../jobs/dedupe/decisions.js'
import { createOrdering } from '../../jobs/dedupe/ordering.js'
import { compareRows, planSentence } from '../../jobs/dedupe/rows/compared.js'
import { candidatesOf, groupByBridges, noCopies } from '../../jobs/dedupe/rows/graph.js'
import type { ScoringHost } from '../../jobs/dedupe/rows/scoring.js'
import type { RowSearch } from '../../jobs/dedupe/rows/search.js'
import { pairsFrom, type RowsSummary, summarizeRows } from '../../jobs/dedupe/rows/summary.js'
import { ValueStore } from '../../jobs/dedupe/rows/value-store.js'
import { IN_MEMORY } from '../../matching/candidates/shelf.js'
import { type MatchModel, modelFromJson } from '../../matching/model/model.js'
import { modelChecksum } from '../../matching/model/model-json.js'
import { readFields } from '../../methods/fields.js'
import { signatureName } from '../../methods/methods.js'
import { plannedRows } from '../../methods/rows/planned.js'
import type { Options } from '../../options/options.js'
import { fieldsName } from '../../signing/fields-name.js'
import type { Fields } from '../../sources/formats/format.js'
import { checkFields, type FieldsInput } from '../../sources/rows/fields-file.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { UNSIGNED } from '../../working/unsigned.js'
import { ValueCollector } from '../../working/value-columns.js'
import type { ReadDocuments, Verdict } from './dedupe.js'
import type { Judged, Taken } from './documents.js'
import type { RunHooks } from './hooks.js'
import { refuseModelFile } from './needs-node.js'
import type { SimilarNodes } from './pairs.js'

/** Rows whose values are put in columns at once. */
const PIECE = 4096
/** Bytes for tables of keys at least, as in a batch. */
const LEAST_ROOM = 16 << 20
const NOTHING = new Uint8Array()
/** What fields are called in messages. */
const GIVEN = 'the option fields'

/** The values of rows, as they come. */
export class TakenRows implements Taken {
  readonly row: RowPlan
  readonly fields: Fields
  readonly store: ValueStore
  #piece = new ValueCollector()
  #held = 0

  constructor(options: Options, row: RowPlan) {
    this.row = row
    this.fields = { ...readFields(options), row }
    this.store = new ValueStore(options.memory)
  }

  take(decoded: Judged) {
    this.#piece.add(this.#held++, decoded.values ?? [])
    if (this.#held === PIECE) this.finish()
    return { length: UNSIGNED.fingerprint(decoded, NOTHING).length }
  }

  /** Puts what came last in columns too. */
  finish(): void {
    this.store.add({ count: this.#held, values: this.#piece.finish() })
    this.#piece = new ValueCollector()
    this.#held = 0
  }
}

/** Rows as they were judged. */
export interface JudgedRows {
  readonly summary: RowsSummary
  readonly compared: Pick<RowSearch, 'contributions' | 'known'>
}

/** How rows are read and compared. */
export interface AskedRows {
  readonly row: RowPlan
  /** Of `measure: 'match'`, where it was given. */
  readonly model: MatchModel | undefined
}

/**
 * @param model  of `measure: 'match'`, as a run wrote it
 * @throws {LeitongError} `FIELDS_FILE`, `MODEL_BROKEN`, `NEEDS_NODE`
 */
export function rowsAsked(options: Options, spec: FieldsInput | undefined, model: object | undefined): AskedRows {
  refuseModelFile(options, model)
  const where = spec ? GIVEN : 'the documents'
  return {
    row: plannedRows(options, where, spec ? checkFields(spec, where) : {}),
    model: model && modelFromJson(JSON.stringify(model), 'the option model'),
  }
}

/**
 * The fields by which rows are signed that are judged as texts, and what the name of the signature has of them.
 *
 * @throws {LeitongError} `FIELDS_FILE`; `NEEDS_NODE` for rules
 */
export function signedFields(options: Options, spec: FieldsInput): { readonly row: RowPlan; readonly name: string } {
  const row = plannedRows(options, GIVEN, checkFields(spec, GIVEN))
  if (row.rules) throw new LeitongError('NEEDS_NODE', 'option "fields" with rules')
  return { row, name: fieldsName(row) }
}

/** @param pool  who scores pairs */
export async function judgeRows(
  documents: ReadDocuments,
  { row, model }: AskedRows,
  store: ValueStore,
  pool: ScoringHost['pool'],
  wantPairs: boolean,
  { signal, onProgress }: RunHooks,
): Promise<Verdict> {
  const { options, count } = documents
  const { groupBy, maxPairs, threshold } = options
  const room = Math.max(LEAST_ROOM, options.memory - store.bytes) / 2
  const host = {
    pool,
    hooks: { signal, progress: onProgress },
    pause: async () => signal?.throwIfAborted(),
    timed: async <Result>(_: string, work: () => Promise<Result> | Result) => work(),
  }
  const read = { name: 'the documents', store, plans: [row], model, options, scope: { rows: count }, shelf: IN_MEMORY, room }
  const compared = await compareRows(read, host)
  const ordering = createOrdering(options.keep, documents)
  const { known, ...candidates } = candidatesOf(compared.edges, count, threshold, ordering, planSentence(compared.plan))
  const rows = { ...compared, known }
  const similar: SimilarNodes[] = []
  const found = (a: number, b: number, similarity: number) => void similar.push([a, b, similarity])
  const { grouping, unpaired } =
    groupBy === 'components'
      ? { grouping: groupByBridges(candidates, known, compared.edges, count, threshold, compared.judge, found), unpaired: 0 }
      : await groupCandidates(candidates.graph, candidates.judge, { groupBy, maxPairs, allPairs: wantPairs }, { found })
  const learned = compared.plan.model && modelChecksum(compared.plan.model)
  return {
    decisions: new Decisions(noCopies(count), candidates, grouping, options.keep === 'first' ? undefined : ordering),
    similar,
    signature: signatureName(learned === undefined ? options : { ...options, model: learned }),
    limits: { crowded: 0, unpaired, sampled: 0 },
    rows: { compared: rows, summary: summarizeRows(rows, count, grouping.cut ?? 0, pairsFrom(rows, threshold)) },
  }
}

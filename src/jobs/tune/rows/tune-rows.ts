/** Tuning of rows: what is compared and at what cost, and with labels the threshold and the weights that fit them. */
import { isSimilar } from '../../../comparing/similar.js'
import { LeitongError } from '../../../errors.js'
import { RowJudge } from '../../../matching/judge.js'
import { optionsForRows } from '../../../methods/derive.js'
import type { Options } from '../../../options/options.js'
import type { Sides } from '../../../reading/sides.js'
import type { LinkMapping } from '../../../sources/rows/mapping.js'
import { firstOfB } from '../../dedupe/documents.js'
import { fieldsFile, modelFile } from '../../dedupe/rows/files.js'
import type { RowSearch } from '../../dedupe/rows/search.js'
import { pairsFrom, type RowsSummary, summarizeRows } from '../../dedupe/rows/summary.js'
import type { RunHooks } from '../../dedupe/run-context.js'
import { type Search, searchBatch } from '../../dedupe/search.js'
import { namedDocuments, readLabels } from '../read-labels.js'
import { type Fitted, fitRows, type LabelledPair } from './fit.js'

export interface RowTuning {
  readonly rows: RowsSummary
  readonly threshold: number
  /** With labels. */
  readonly fitted?: Pick<Fitted, 'before' | 'after' | 'took'> & {
    readonly pairs: number
    /** Labels of rows that are not in the input. */
    readonly missing: number
    /** Labels without a verdict. */
    readonly unjudged: number
    readonly joined: Joined
  }
  /** A fields file of what is compared, with the weights that were found; of two tables a mapping, of which it is side A. */
  readonly fields: string
  /** Under `match` the model. */
  readonly model: string | undefined
}

/** Pairs that the threshold joins, as it was and as it is fitted; with a threshold below 0.5 there may be more. */
export interface Joined {
  readonly before: number
  readonly after: number
  /** Of those after, pairs that no label is about. */
  readonly unlabelled: number
}

/** The score from which pairs are looked at. */
const LOOKED_FROM = 0.5
/** Pairs that labels name at most, so that all of them fit into memory many times over. */
const MOST_PAIRS = 200_000

/**
 * @param sides    opened; with `ofA` two tables, of which only pairs across are compared, and labels name a row of A and one of B
 * @param labels   a file of judged pairs or of groups
 * @throws {LeitongError} as `dedupe` and `link` do, and as labels are read
 */
export async function tuneRows(
  { inputs, ofA, mapping }: Pick<Sides, 'inputs'> & Partial<Sides> & { readonly mapping?: LinkMapping },
  options: Options,
  labels?: string,
  hooks: RunHooks = {},
): Promise<RowTuning> {
  const { threshold } = optionsForRows(options)
  // Pairs below the threshold too, or it could not be found to be too high.
  const search = await searchBatch(
    inputs,
    { ...optionsForRows(options), threshold: Math.min(threshold, LOOKED_FROM) },
    hooks,
    ofA === undefined ? undefined : { ofA, isAcross: true },
  )
  try {
    const { rows, context } = search
    if (!rows) throw new LeitongError('OPTION_CONFLICT', 'rows are tuned under --measure fields or match')
    const judged = labels === undefined ? undefined : labelledPairs(search, labels, ofA)
    const fitted = judged && fitRows(rows.spec, threshold, judged.pairs)
    const { weights = rows.spec.weights, model = rows.spec.model } = fitted ?? {}
    const weightOf = new Map(rows.spec.fields.map(({ column }, i) => [column.name, weights[i] as number]))
    const columns = rows.columns.map((column) => ({ ...column, weight: weightOf.get(column.name) ?? column.weight }))
    const { key, rules, least, candidates } = inputs.find(({ row }) => row)?.row ?? {}
    const ofSide = {
      ...(key?.length ? { key } : {}),
      ...(least === undefined ? {} : { least }),
      ...(candidates ? { candidates } : {}),
    }
    const rest = { ...ofSide, ...(rules ? { rules } : {}) }
    return {
      rows: summarizeRows({ ...rows, columns }, context.documents.count, 0, pairsFrom(rows, context.options.threshold)),
      threshold: fitted?.threshold ?? threshold,
      ...(fitted && judged
        ? {
            fitted: {
              before: fitted.before,
              after: fitted.after,
              took: fitted.took,
              pairs: judged.pairs.length,
              missing: judged.missing,
              unjudged: judged.unjudged,
              joined: joinedBy(rows, threshold, fitted, judged.pairs),
            },
          }
        : {}),
      fields: mapping ? mappingFile(fieldsFile({ ...rows, columns }, ofSide), mapping) : fieldsFile({ ...rows, columns }, rest),
      model: model && modelFile({ ...rows, plan: { ...rows.plan, model } }),
    }
  } finally {
    await search.context.close()
  }
}

/** The mapping as it was given, with what was found for side A, whose words hold for both. */
function mappingFile(fields: string, { b, map, rules, a }: LinkMapping): string {
  const all = [rules, a.rules].flatMap((given) => given ?? [])
  const joined = { and: all.flatMap(({ and }) => and), veto: all.flatMap(({ veto }) => veto) }
  return `${JSON.stringify({ a: JSON.parse(fields), b, map, ...(all.length ? { rules: joined } : {}) }, null, 2)}\n`
}

/** Pairs of rows with labels; where labels name only pairs that are one, also the found pairs of labelled rows that they do not name. */
function labelledPairs(
  { rows, context: { documents } }: Search,
  path: string,
  ofA: number | undefined,
): { pairs: LabelledPair[]; missing: number; unjudged: number } {
  const { pairs: given, closed, isOfGroups, unjudged } = readLabels(path)
  if (ofA !== undefined && isOfGroups)
    throw new LeitongError('LABELS_FILE', path, 'groups do not say in which of the two tables a row is: give pairs, a of A and b of B')
  const idOf = (row: number) => documents.idOf(row)
  const start = ofA === undefined ? documents.count : firstOfB(documents, ofA)
  const ofLeft = namedDocuments(path, new Set(given.flatMap(({ a, b }) => (ofA === undefined ? [a, b] : [a]))), idOf, 0, start)
  // Ids of two tables may be the same: the column says of which one a row is.
  const ofRight = ofA === undefined ? ofLeft : namedDocuments(path, new Set(given.map(({ b }) => b)), idOf, start, documents.count)
  const known = new Map<number, LabelledPair>()
  const labelled = new Uint8Array(documents.count)
  const keyOf = (a: number, b: number) => a * documents.count + b
  let missing = 0
  for (const { a, b, same } of given) {
    const [x, y] = [ofLeft.get(a), ofRight.get(b)]
    if (x === undefined || y === undefined || x === y) {
      missing++
      continue
    }
    const [low, high] = [Math.min(x, y), Math.max(x, y)]
    if (known.size < MOST_PAIRS) known.set(keyOf(low, high), { a: low, b: high, same })
    labelled[x] = 1
    labelled[y] = 1
  }
  if (!known.size) throw new LeitongError('LABELS_FILE', path, 'no label is about two rows of the input')
  if (closed && rows)
    for (let edge = 0; edge < rows.edges.size && known.size < 2 * MOST_PAIRS; edge++) {
      const [a, b] = [rows.edges.a[edge] as number, rows.edges.b[edge] as number]
      if (labelled[a] && labelled[b] && !known.has(keyOf(a, b))) known.set(keyOf(a, b), { a, b, same: false })
    }
  return { pairs: [...known.values()], missing, unjudged }
}

/** Labels say little of the pairs that have none: how many of them are joined shows what they cannot. */
function joinedBy({ edges, spec }: RowSearch, threshold: number, fitted: Fitted, pairs: readonly LabelledPair[]): Joined {
  const { weights, model } = fitted
  const judge = new RowJudge({ ...spec, weights, model })
  const labelled = new Set(pairs.map(({ a, b }) => `${a} ${b}`))
  let [before, after, unlabelled] = [0, 0, 0]
  for (let edge = 0; edge < edges.size; edge++) {
    const [a, b] = [edges.a[edge] as number, edges.b[edge] as number]
    if (isSimilar(edges.chance[edge] as number, threshold)) before++
    if (!isSimilar(judge.score(a, b), fitted.threshold)) continue
    after++
    if (!labelled.has(`${Math.min(a, b)} ${Math.max(a, b)}`)) unlabelled++
  }
  return { before, after, unlabelled }
}

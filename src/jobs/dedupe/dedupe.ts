/** A whole batch: searched, verified and grouped. Outputs come after, from the result. */
import { groupCandidates } from '../../grouping/group-candidates.js'
import type { Grouping } from '../../grouping/star.js'
import type { Options } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import type { Beside } from './against/against.js'
import { CopyLists } from './copies.js'
import { Decisions } from './decisions.js'
import { FoundPairs } from './pairs/pairs.js'
import type { RunHooks } from './run-context.js'
import { type Search, searchBatch } from './search.js'

/** A batch that is done; its context is open until it is closed. */
export interface Run extends Search {
  readonly decisions: Decisions
  /** Texts with more than maxCopies copies. */
  readonly manyCopies: number
  /** Buckets or fingerprints in which not all pairs were looked at. */
  readonly crowded: number
  /** Candidate pairs beyond `maxPairs` that were left out, at most; 0 where not all pairs were wanted. */
  readonly unpaired: number
}

/** Similar pairs that a caller wants: none, those that grouping meets, or all. */
export type PairsWanted = 'none' | 'met' | 'all'

/**
 * Runs one batch.
 *
 * @param wantPairs  `all` or true: verify every candidate pair, not only those that grouping needs
 * @param ofA        how many of the inputs are side A of two
 * @param beside     old documents that the batch is held against, and whether it is to be saved
 * @returns          decisions and the context to write from; close it
 * @throws {LeitongError}
 */
export async function runBatch(
  inputs: readonly Input[],
  given: Options,
  wantPairs: PairsWanted | boolean,
  hooks: RunHooks = {},
  ofA?: number,
  beside: Beside = {},
): Promise<Run> {
  const search = await searchBatch(inputs, given, hooks, ofA === undefined ? undefined : { ofA, isAcross: false }, beside)
  const { context, copies, candidates, ordering, obeyed, old } = search
  const { keep, maxCopies } = context.options
  const wanted = typeof wantPairs === 'string' ? wantPairs : wantPairs ? 'all' : 'none'
  return context.orClose(async () => {
    const lists = new CopyLists(copies)
    const pairs = wanted === 'none' ? undefined : new FoundPairs(context, copies, lists, candidates)
    const { grouping, unpaired } = await context.timed('verify', () => group(search, pairs, wanted === 'all'))
    search.verify.release?.()
    const isPlain = keep === 'first' && !obeyed?.choosesKept && !old
    const { own } = context.documents
    const decisions = new Decisions(copies, candidates, grouping, isPlain ? undefined : ordering, { lists, pairs: pairs?.store, own })
    const manyCopies = decisions.lists.firsts.filter((first) => decisions.lists.of(first).length > maxCopies).length
    return { ...search, decisions, manyCopies, crowded: grouping.crowded + candidates.crowded, unpaired }
  })
}

/** Groups the candidates, judges what is left of their pairs when all are wanted, and has decisions of people obeyed. */
async function group(
  search: Search,
  pairs: FoundPairs | undefined,
  all: boolean,
): Promise<{ readonly grouping: Grouping; readonly unpaired: number }> {
  const { context, copies, candidates, verify, obeyed } = search
  const found = await groupAsFound(search, pairs, all)
  if (!obeyed) return found
  return { ...found, grouping: await obeyed.obeyedBy(found.grouping, candidates, copies, verify, context.options) }
}

async function groupAsFound(
  { context, candidates, verify, rows }: Search,
  pairs: FoundPairs | undefined,
  all: boolean,
): Promise<{ readonly grouping: Grouping; readonly unpaired: number }> {
  const { groupBy, maxPairs, threshold } = context.options
  const { graph } = candidates
  const found = pairs && ((a: number, b: number, similarity: number) => pairs.add(a, b, similarity))
  if (rows && groupBy === 'components') {
    const { groupByBridges } = await import('./rows/graph.js')
    return {
      grouping: groupByBridges(candidates, rows.known, rows.edges, context.documents.count, threshold, rows.judge, found),
      unpaired: 0,
    }
  }
  return await groupCandidates(graph, verify, { groupBy, maxPairs, allPairs: all }, { found, pause: () => context.pause() })
}

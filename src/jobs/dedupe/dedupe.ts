/** A whole batch: searched, verified and grouped. Outputs come after, from the result. */
import { groupByComponents } from '../../grouping/components.js'
import { groupByStar } from '../../grouping/star.js'
import type { Options } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import { Decisions } from './decisions.js'
import { completePairs } from './pairs.js'
import type { RunHooks } from './run-context.js'
import { type Search, searchBatch } from './search.js'

/** A batch that is done; its context is open until it is closed. */
export interface Run extends Search {
  readonly decisions: Decisions
  /** Texts with more than maxCopies copies. */
  readonly manyCopies: number
  /** Buckets or fingerprints in which not all pairs were looked at. */
  readonly crowded: number
}

/**
 * Runs one batch.
 *
 * @param wantPairs  verify every candidate pair, not only those that grouping needs
 * @returns          decisions and the context to write from; close it
 * @throws {LeitongError}
 */
export async function runBatch(inputs: readonly Input[], given: Options, wantPairs: boolean, hooks: RunHooks = {}): Promise<Run> {
  const search = await searchBatch(inputs, given, hooks)
  const { context, copies, candidates, verify, ordering } = search
  const { groupBy, keep, maxCopies } = context.options
  return context.orClose(async () => {
    const grouping = await context.timed('verify', async () => {
      const result = await (groupBy === 'star' ? groupByStar : groupByComponents)(candidates.graph, verify)
      if (wantPairs) await completePairs(candidates.graph, result.ledger, verify)
      return result
    })
    const decisions = new Decisions(copies, candidates, grouping, keep === 'first' ? undefined : ordering)
    const manyCopies = decisions.lists.firsts.filter((first) => decisions.lists.of(first).length > maxCopies).length
    return { ...search, decisions, manyCopies, crowded: grouping.crowded + candidates.crowded }
  })
}

/** Groups of a batch, and every similar pair where all are wanted. */
import { judgeAllPairs } from './all-pairs.js'
import type { CandidateGraph, GroupingHooks, Judge } from './candidates.js'
import { groupByComponents } from './components.js'
import { type Grouping, groupByStar } from './star.js'

export interface GroupingWanted {
  readonly groupBy: 'star' | 'components'
  /** Judge every candidate pair, not only those that grouping needs. */
  readonly allPairs: boolean
  /** Pairs of one bucket beyond which the rest is left out and counted. */
  readonly maxPairs: number
}

/**
 * Groups the candidates, and judges what is left of their pairs when all are wanted.
 *
 * @param hooks  `found` takes the similar pairs; where all are wanted, one that grouping met may come twice
 * @returns      the groups, and how many pairs were left out at most
 */
export async function groupCandidates(
  graph: CandidateGraph,
  judge: Judge,
  { groupBy, allPairs, maxPairs }: GroupingWanted,
  hooks: GroupingHooks,
): Promise<{ readonly grouping: Grouping; readonly unpaired: number }> {
  const isStar = groupBy === 'star'
  const grouping = await (isStar ? groupByStar : groupByComponents)(graph, judge, undefined, hooks)
  if (!allPairs) return { grouping, unpaired: 0 }
  // A star's kept document was compared with all behind it, unless there were too many.
  const isDone = (node: number) => isStar && !grouping.crowded && grouping.kept[node] === node
  const { left } = await judgeAllPairs(graph, judge, { maxPairs, isDone }, hooks)
  return { grouping, unpaired: left }
}

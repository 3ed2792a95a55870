/** Scored pairs of rows as what grouping and linking work on: the graph of candidates, whose similarity is known, and groups. */
import type { CandidateGraph } from '../../../grouping/candidates.js'
import { PairMap } from '../../../grouping/pair-map.js'
import type { Grouping } from '../../../grouping/star.js'
import { equalIn } from '../../../matching/equal-rows.js'
import { groupRows, type ScoredEdges } from '../../../matching/groups.js'
import type { RowJudge } from '../../../matching/judge.js'
import { type Candidates, NOTHING_TOLD } from '../../../methods/candidates.js'
import { judgeByIndex } from '../../../methods/verdicts.js'
import type { Copies } from '../copies.js'
import type { Ordering } from '../ordering.js'

/** Candidates whose scores are known. */
export interface RowCandidates extends Candidates {
  /** The score of two nodes, 0 where they are no pair. */
  known(a: number, b: number): number
}

/** Two groups are one when the pairs between them score so on average, those that were not found included. */
const BRIDGE = 0.3

/** No two rows are one text: each has its own fields. */
export function noCopies(count: number): Copies {
  const each = Uint32Array.from({ length: count }, (_, i) => i)
  return { first: each, distinct: each }
}

/**
 * @param threshold  the score from which a pair is one
 * @param plan       how the pairs were found, in a sentence
 * @param wanted     rows that have a node in any case
 */
export function candidatesOf(
  { size, a, b, chance }: ScoredEdges,
  count: number,
  threshold: number,
  ordering: Ordering,
  plan: string,
  wanted: Uint32Array = new Uint32Array(),
): RowCandidates {
  const used = new Uint8Array(count)
  for (const row of wanted) used[row] = 1
  let pairs = 0
  for (let i = 0; i < size; i++) {
    if ((chance[i] as number) < threshold) continue
    used[a[i] as number] = 1
    used[b[i] as number] = 1
    pairs++
  }
  const documents = new Uint32Array(used.reduce((sum, is) => sum + is, 0))
  let filled = 0
  used.forEach((is, row) => {
    if (is) documents[filled++] = row
  })
  documents.sort(ordering)
  const nodeOf = new Uint32Array(count)
  documents.forEach((row, node) => {
    nodeOf[row] = node
  })
  const members = new Uint32Array(2 * pairs)
  const scores = new PairMap()
  let at = 0
  for (let i = 0; i < size; i++) {
    if ((chance[i] as number) < threshold) continue
    const [x, y] = [nodeOf[a[i] as number] as number, nodeOf[b[i] as number] as number]
    members[at++] = Math.min(x, y)
    members[at++] = Math.max(x, y)
    scores.set(Math.min(x, y) * documents.length + Math.max(x, y), chance[i] as number)
  }
  const graph: CandidateGraph = {
    nodes: documents.length,
    starts: Uint32Array.from({ length: pairs + 1 }, (_, i) => 2 * i),
    members,
    maybe: () => true,
  }
  const known = (x: number, y: number) => {
    const slot = scores.find(Math.min(x, y) * documents.length + Math.max(x, y))
    return slot < 0 ? 0 : scores.valueAt(slot)
  }
  return { ...NOTHING_TOLD, graph, documents, judge: judgeByIndex(known, threshold), known, plan, crowded: 0 }
}

/**
 * Components whose weak bridges are cut. The kept row of a group is the most preferred one.
 *
 * @param found  told of every pair that scores enough
 */
export function groupByBridges(
  { documents, graph }: Candidates,
  known: (a: number, b: number) => number,
  edges: ScoredEdges,
  count: number,
  threshold: number,
  judge: RowJudge,
  found: ((a: number, b: number, similarity: number) => void) | undefined,
): Grouping {
  const { groups, cut, weakest } = groupRows(count, edges, threshold, BRIDGE, equalIn(judge.fields))
  const nodeOf = new Uint32Array(count)
  documents.forEach((row, node) => {
    nodeOf[row] = node
  })
  // Nodes are in the order of preference: the first one of a group is kept.
  const keptOf = new Int32Array(count).fill(-1)
  const kept = new Uint32Array(graph.nodes)
  const similarity = new Float64Array(graph.nodes).fill(1)
  documents.forEach((row, node) => {
    const group = groups[row] as number
    const first = keptOf[group] as number
    if (first < 0) keptOf[group] = node
    kept[node] = first < 0 ? node : first
    if (first >= 0) similarity[node] = Math.max(0, judge.score(documents[first] as number, row))
  })
  for (let i = 0; found && i < graph.members.length; i += 2) {
    const [a, b] = [graph.members[i] as number, graph.members[i + 1] as number]
    found(a, b, known(a, b))
  }
  const weakestOf = (node: number) => {
    const group = groups[documents[node] as number] as number
    const [a, b] = [nodeOf[weakest.a[group] as number] as number, nodeOf[weakest.b[group] as number] as number]
    return { a, b, similarity: weakest.chance[group] as number }
  }
  return { kept, similarity, crowded: 0, cut, weakest: weakestOf }
}

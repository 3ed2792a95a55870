/**
 * Components: documents that are connected through similar pairs are one group, also by chains whose ends are unlike.
 *
 * Only pairs between what are still two components are judged, which gives the same components as judging all.
 */
import { type CandidateGraph, Ledger, type Verifier } from './candidates.js'
import { CROWD, type Grouping } from './star.js'
import { UnionFind } from './union-find.js'

/** Members of each bucket that take their turn in one round. With more, pairs are judged whose ends the same round connects; with fewer, rounds are many. */
const TURNS = 4

/**
 * Groups by connected components. The kept node of a group is its first; `similarity` to it is judged for every member
 * and may be below the threshold.
 */
export async function groupByComponents(graph: CandidateGraph, judge: Verifier, crowd = CROWD): Promise<Grouping> {
  const { nodes, starts, members } = graph
  const sets = new UnionFind(nodes)
  const ledger = new Ledger(nodes)
  let crowded = 0

  let open = Array.from({ length: Math.max(0, starts.length - 1) }, (_, bucket) => bucket)
  for (let turn = 0; open.length; turn += TURNS) {
    const questions: number[] = []
    open = open.filter((bucket) => {
      const from = starts[bucket] as number
      const end = starts[bucket + 1] as number
      const last = Math.min(from + turn + TURNS, end)
      for (let hub = from + turn; hub < last; hub++) {
        for (let i = hub + 1; i < end; i++) {
          const [a, b] = [members[hub] as number, members[i] as number]
          if (sets.find(a) !== sets.find(b) && !ledger.has(a, b) && graph.maybe(a, b)) questions.push(a, b)
        }
      }
      if (last >= end) return false
      if (turn + TURNS < crowd) return true
      crowded++
      return false
    })
    await ledger.judge(questions, judge)
    for (let i = 0; i < questions.length; i += 2) {
      const [a, b] = [questions[i] as number, questions[i + 1] as number]
      if (ledger.get(a, b) !== false) sets.union(a, b)
    }
  }

  const kept = Uint32Array.from({ length: nodes }, (_, node) => sets.find(node))
  const pairs: number[] = []
  kept.forEach((first, node) => {
    if (first !== node) pairs.push(first, node)
  })
  await ledger.judge(pairs, judge)
  const similarity = new Float64Array(nodes).fill(1)
  kept.forEach((first, node) => {
    if (first !== node) similarity[node] = ledger.measured(first, node) as number
  })
  return { kept, similarity, crowded, ledger }
}

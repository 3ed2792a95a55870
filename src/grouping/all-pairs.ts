/** Judges every candidate pair, for callers that want all similar pairs and not only the groups that they make. */
import { type CandidateGraph, type GroupingHooks, membership, Pauses, type Verifier } from './candidates.js'
import { Questions } from './questions.js'

export interface AllPairsOptions {
  /** Pairs of one bucket that are judged, those of its first members; see {@link AllPairs}. */
  readonly maxPairs: number
  /** Whether all pairs of a node with those behind it were judged already. */
  readonly isDone?: (node: number) => boolean
}

export interface AllPairs {
  /** Upper bound on the pairs that share a bucket and were left out (a pair in two buckets counts twice); 0 if all were judged. */
  readonly left: number
}

/**
 * Judges every candidate pair once, by the more preferred node.
 *
 * @param hooks  `found` takes the similar ones
 */
export async function judgeAllPairs(
  graph: CandidateGraph,
  judge: Verifier,
  { maxPairs, isDone = () => false }: AllPairsOptions,
  hooks: GroupingHooks,
): Promise<AllPairs> {
  const { nodes, starts, members } = graph
  const own = membership(graph)
  const questions = new Questions(judge, hooks)
  const pauses = new Pauses(hooks)
  const metBy = new Uint32Array(nodes)
  for (let node = 0; node < nodes; node++) {
    if (isDone(node)) continue
    for (let o = own.starts[node] as number; o < (own.starts[node + 1] as number); o++) {
      const bucket = own.buckets[o] as number
      const slot = own.slots[o] as number
      const from = starts[bucket] as number
      const end = starts[bucket + 1] as number
      if (slot - from >= rowsWithin(end - from, maxPairs)) continue
      pauses.step(end - slot)
      for (let i = slot + 1; i < end; i++) {
        const other = members[i] as number
        if (metBy[other] === node + 1) continue
        metBy[other] = node + 1
        if (graph.maybe(node, other)) questions.add(node, other)
      }
    }
    if (questions.isFull) await questions.ask()
    if (pauses.due) await pauses.take()
  }
  await questions.ask()
  return { left: countLeft(graph, maxPairs) }
}

/** The number of first members, of `size`, that can be paired with all behind them in at most `most` pairs. */
export function rowsWithin(size: number, most: number): number {
  if ((size * (size - 1)) / 2 <= most) return size
  // The first r members make r * size - r * (r + 1) / 2 pairs.
  const side = 2 * size - 1
  let rows = Math.floor((side - Math.sqrt(side * side - 8 * most)) / 2)
  while (rows * size - (rows * (rows + 1)) / 2 > most) rows--
  return rows
}

function countLeft({ starts }: CandidateGraph, maxPairs: number): number {
  let left = 0
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const size = (starts[bucket + 1] as number) - (starts[bucket] as number)
    const behind = size - rowsWithin(size, maxPairs)
    left += Math.max(0, (behind * (behind - 1)) / 2)
  }
  return left
}

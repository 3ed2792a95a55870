/** Parts of a candidate graph in which very many pairs share a bucket. */
import type { CandidateGraph, Membership, Pauses } from '../candidates.js'

/**
 * The parts with a large bucket, each as its nodes, ascending: no node of one may be like any other node. By buckets alone nearly all texts of a large
 * corpus hang together, through pairs that share a key and are unlike.
 *
 * @param own    of the graph
 * @param least  members of a large bucket, 2 or more
 * @param crowd  a bucket of more members is counted through by all of them, so it is in one part
 */
export async function denseComponents(
  graph: CandidateGraph,
  own: Membership,
  least: number,
  crowd: number,
  pauses: Pauses,
): Promise<Uint32Array[]> {
  const { nodes, starts, members } = graph
  const isMet = new Uint8Array(nodes)
  const isDone = new Uint8Array(starts.length)
  const found: Uint32Array[] = []
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const from = starts[bucket] as number
    if ((starts[bucket + 1] as number) - from < least || isMet[members[from] as number]) continue
    const part: number[] = []
    const add = (node: number) => {
      isMet[node] = 1
      part.push(node)
    }
    add(members[from] as number)
    // The part grows while it is gone through.
    for (const node of part) {
      for (let o = own.starts[node] as number; o < (own.starts[node + 1] as number); o++) {
        const shared = own.buckets[o] as number
        if (isDone[shared]) continue
        const first = starts[shared] as number
        const end = starts[shared + 1] as number
        const isWhole = end - first >= least || end - first > crowd
        if (isWhole) isDone[shared] = 1
        for (let i = first; i < end; i++) {
          const other = members[i] as number
          if (!isMet[other] && (isWhole || graph.maybe(Math.min(node, other), Math.max(node, other)))) add(other)
        }
        pauses.step(end - first)
      }
      if (pauses.due) await pauses.take()
    }
    found.push(Uint32Array.from(part).sort())
  }
  return found.sort((a, b) => (a[0] as number) - (b[0] as number))
}

/** Parts of a candidate graph in which very many pairs share a bucket. */
import type { CandidateGraph } from '../candidates.js'
import { UnionFind } from '../union-find.js'

/**
 * The connected components with a large bucket, each as its nodes, ascending.
 *
 * @param least  members of a large bucket, 2 or more
 */
export function denseComponents({ nodes, starts, members }: CandidateGraph, least: number): Uint32Array[] {
  const large: number[] = []
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const from = starts[bucket] as number
    if ((starts[bucket + 1] as number) - from >= least) large.push(members[from] as number)
  }
  if (!large.length) return []
  const joined = new UnionFind(nodes)
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const from = starts[bucket] as number
    for (let i = from + 1; i < (starts[bucket + 1] as number); i++) joined.union(members[from] as number, members[i] as number)
  }
  const roots = [...new Set(large.map((node) => joined.find(node)))].sort((a, b) => a - b)
  const found = new Map(roots.map((root) => [root, [] as number[]]))
  for (let node = 0; node < nodes; node++) found.get(joined.find(node))?.push(node)
  return [...found.values()].map((list) => Uint32Array.from(list))
}

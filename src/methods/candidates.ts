/** Candidates of a batch: which distinct texts may be alike, as the graph that grouping works on, and the verdict on their pairs. */
import type { CandidateGraph } from '../grouping/candidates.js'
import { firstWhere } from '../hashing/binary-search.js'
import type { Answers } from '../options/copies.js'
import type { Buckets } from './buckets.js'
import type { SharesOf } from './containment/shares.js'
import type { Batch, PairsJudge } from './method.js'

/** What is told of two texts beside their similarity; a member is undefined where the method has none. */
export interface Told {
  /** Hamming distance of two nodes. */
  readonly distance: ((a: number, b: number) => number) | undefined
  /** How much of each of two documents the other holds. */
  readonly shares: SharesOf | undefined
  /** The questions that two similar nodes answer, where both of `find` are asked. */
  readonly answers: ((a: number, b: number, similarity: number) => Answers) | undefined
}

export interface Candidates extends Told {
  readonly graph: CandidateGraph
  /** The document (first of its copies) behind each node. */
  readonly documents: Uint32Array
  /** The verdict on pairs of nodes. */
  readonly judge: PairsJudge
  /** How the search was done, in a sentence. */
  readonly plan: string
  /** Fingerprints with more copies (of different texts) than are compared with each other. */
  readonly crowded: number
}

export const NOTHING_TOLD: Told = { distance: undefined, shares: undefined, answers: undefined }

/** Buckets whose members have become nodes. */
export interface Nodes {
  /** Its `maybe` is that of the buckets. */
  readonly graph: CandidateGraph
  readonly documents: Uint32Array
  /** The position in `distinct` behind each node. */
  readonly positions: Uint32Array
}

/** Makes nodes of the texts in some bucket and of those that are wanted, in the order of preference. The buckets are used up. */
export function nodesOf({ members, ends, maybe }: Buckets, { copies: { distinct }, wanted, ordering }: Batch): Nodes {
  const nodeOf = new Uint32Array(distinct.length)
  for (const position of members) nodeOf[position] = 1
  for (const first of wanted) nodeOf[firstWhere(0, distinct.length, (at) => (distinct[at] as number) >= first)] = 1
  const positions = new Uint32Array(nodeOf.reduce((sum, used) => sum + used, 0))
  let filled = 0
  nodeOf.forEach((used, position) => {
    if (used) positions[filled++] = position
  })
  positions.sort((a, b) => ordering(distinct[a] as number, distinct[b] as number))
  positions.forEach((position, node) => {
    nodeOf[position] = node
  })
  for (let i = 0; i < members.length; i++) members[i] = nodeOf[members[i] as number] as number
  const starts = new Uint32Array(ends.length + 1)
  starts.set(ends, 1)
  for (let b = 0; b + 1 < starts.length; b++) members.subarray(starts[b], starts[b + 1]).sort()
  const documents = positions.map((position) => distinct[position] as number)
  const ofNodes = maybe ? (a: number, b: number) => maybe(positions[a] as number, positions[b] as number) : () => true
  return { graph: { nodes: positions.length, starts, members, maybe: ofNodes }, documents, positions }
}

/** Nodes by the order of the input, in which rows are read: their documents, and the row of each node. */
export function inputOrder(documents: Uint32Array): { ascending: Uint32Array; rowOf: Uint32Array } {
  const order = Uint32Array.from(documents.keys()).sort((a, b) => (documents[a] as number) - (documents[b] as number))
  const rowOf = new Uint32Array(documents.length)
  order.forEach((node, row) => {
    rowOf[node] = row
  })
  return { ascending: order.map((node) => documents[node] as number), rowOf }
}

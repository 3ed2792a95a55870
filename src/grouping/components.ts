/**
 * Components: documents that are connected through similar pairs are one group, also by chains whose ends are unlike.
 *
 * Only pairs between what are still two components are judged, which gives the same components as judging all. Members of a
 * bucket take turns at asking about those behind them, so that answers join components before the next ones ask.
 */
import { type CandidateGraph, type GroupingHooks, membership, Pauses, type Verifier } from './candidates.js'
import { Questions } from './questions.js'
import { CROWD, type Grouping } from './star.js'
import { UnionFind } from './union-find.js'

/** Members of each bucket that take their turn in one round. With more, pairs are judged whose ends the same round connects; with fewer, rounds are many. */
const TURNS = 4

/**
 * Groups by connected components. The kept node of a group is its first; `similarity` to it is measured for every member
 * and may be below the threshold.
 *
 * @param judge  asked about each pair once, and once more for the similarity of members that are unlike the first one
 * @param crowd  the first `crowd` members of each bucket are compared with those behind them
 */
export async function groupByComponents(
  graph: CandidateGraph,
  judge: Verifier,
  crowd = CROWD,
  hooks: GroupingHooks = {},
): Promise<Grouping> {
  const { nodes, starts, members } = graph
  const own = membership(graph)
  const sets = new UnionFind(nodes)
  const questions = new Questions(judge, hooks)
  const pauses = new Pauses(hooks)
  // The first one that each node is known to be similar to, and how similar.
  const first = Uint32Array.from({ length: nodes }, (_, node) => node)
  const similarity = new Float64Array(nodes).fill(1)
  const metBy = new Uint32Array(nodes)
  /** Turns taken in each bucket; buckets whose members behind the last turn are one component are done. */
  const turns = new Uint32Array(starts.length)
  const isDone = new Uint8Array(starts.length)

  /** Whether a bucket still asks for the turn of this member. */
  const isLive = (bucket: number, slot: number) =>
    !isDone[bucket] && slot + 1 < (starts[bucket + 1] as number) && slot - (starts[bucket] as number) < crowd

  const askAbout = (node: number) => {
    for (let o = own.starts[node] as number; o < (own.starts[node + 1] as number); o++) {
      const bucket = own.buckets[o] as number
      const slot = own.slots[o] as number
      if (!isLive(bucket, slot)) continue
      turns[bucket] = (turns[bucket] as number) + 1
      const end = starts[bucket + 1] as number
      pauses.step(end - slot)
      const mine = sets.find(node)
      let isOne = true
      for (let i = slot + 1; i < end; i++) {
        const other = members[i] as number
        if (sets.find(other) === mine) continue
        isOne = false
        if (metBy[other] === node + 1) continue
        metBy[other] = node + 1
        if (graph.maybe(node, other)) questions.add(node, other)
      }
      if (isOne) isDone[bucket] = 1
    }
  }

  const learn = (a: number, b: number, similar: boolean, value: number) => {
    if (!similar) return
    sets.union(a, b)
    if (a >= (first[b] as number)) return
    first[b] = a
    similarity[b] = value
  }

  let waiting = Uint32Array.from({ length: nodes }, (_, node) => node)
  for (let allowed = TURNS; waiting.length; allowed += TURNS) {
    let left = 0
    for (let at = 0; at < waiting.length; at++) {
      const node = waiting[at] as number
      let live = 0
      let isBusy = false
      for (let o = own.starts[node] as number; o < (own.starts[node + 1] as number); o++) {
        const bucket = own.buckets[o] as number
        if (!isLive(bucket, own.slots[o] as number)) continue
        live++
        if ((turns[bucket] as number) >= allowed) isBusy = true
      }
      pauses.step()
      if (isBusy) waiting[left++] = node
      else if (live) askAbout(node)
      if (questions.isFull) await questions.ask(learn)
      if (pauses.due) await pauses.take()
    }
    await questions.ask(learn)
    waiting = waiting.slice(0, left)
  }

  const kept = new Uint32Array(nodes)
  const unlike: number[] = []
  for (let node = 0; node < nodes; node++) {
    const root = sets.find(node)
    kept[node] = root
    if (first[node] !== root) unlike.push(root, node)
  }
  await measure(unlike, judge, similarity)
  return { kept, similarity, crowded: countCrowded(graph, sets, crowd, isDone) }
}

/** Measures members of chains to the first one of their group. */
async function measure(pairs: readonly number[], judge: Verifier, similarity: Float64Array): Promise<void> {
  if (!pairs.length) return
  const verified = await judge(Uint32Array.from(pairs), true)
  verified.similarity.forEach((value, i) => {
    // Signatures that say "unlike" have no number for it.
    similarity[pairs[2 * i + 1] as number] = verified.similar[i] ? value : value || 0
  })
}

/** Buckets in which unconnected members were not compared. */
function countCrowded({ starts, members }: CandidateGraph, sets: UnionFind, crowd: number, isDone: Uint8Array): number {
  let crowded = 0
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const from = (starts[bucket] as number) + crowd
    const end = starts[bucket + 1] as number
    if (isDone[bucket] || end - from < 2) continue
    const root = sets.find(members[from] as number)
    for (let i = from + 1; i < end; i++) {
      if (sets.find(members[i] as number) === root) continue
      crowded++
      break
    }
  }
  return crowded
}

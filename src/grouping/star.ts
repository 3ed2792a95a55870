/**
 * Stars: every removed document is similar to the kept one.
 *
 * The rule is sequential: in the order of preference a document is kept unless it is similar to one kept before it. The
 * work is not: in each round, documents whose better neighbours are all decided are decided too, all the pairs this needs
 * are judged at once, and only pairs with a kept document are judged at all. The result is that of the sequential rule.
 */
import { type CandidateGraph, Ledger, membership, type Verifier } from './candidates.js'

export interface Grouping {
  /** For each node the node kept in its place: itself when it is kept. */
  readonly kept: Uint32Array
  /** For each node its similarity to the kept one, 1 for the kept one itself, NaN when signatures decided. */
  readonly similarity: Float64Array
  /** Buckets in which not every pair was looked at, because they hold too many kept documents. */
  readonly crowded: number
  readonly ledger: Ledger
}

/** Live members of one bucket that a document is held against. More find pairs in larger buckets of unlike texts, in quadratic time. */
export const CROWD = 1000

// States of a node.
const UNDECIDED = 0
const KEPT = 1
const REMOVED = 2

/**
 * Groups by stars. A removed document is removed in favour of the most similar kept one; of equally similar ones, the most preferred.
 *
 * @param crowd  a document is held against the first `crowd` kept documents of each bucket
 */
export async function groupByStar(graph: CandidateGraph, judge: Verifier, crowd = CROWD): Promise<Grouping> {
  const { nodes, starts, members } = graph
  const { starts: own, buckets } = membership(graph)
  const state = new Uint8Array(nodes)
  const ledger = new Ledger(nodes)
  const crowds = new Set<number>()
  // Two that are alike share many buckets: whom a node was held against in this call.
  const met = new Uint32Array(nodes)
  let call = 0
  // The undecided node that one waits for, plus 1: as long as it is undecided there is nothing else to look at.
  const waitsFor = new Uint32Array(nodes)

  /**
   * Holds a node against the live members before it: asks about kept ones, and stops at an undecided one that it may be
   * like, for which it must wait. False when nothing stands in the way of keeping it.
   */
  const isOpen = (node: number, questions: number[]): boolean => {
    const blocker = waitsFor[node] as number
    if (blocker && state[blocker - 1] === UNDECIDED) return true
    let open = false
    call++
    for (let o = own[node] as number; o < (own[node + 1] as number); o++) {
      const bucket = buckets[o] as number
      let live = 0
      for (let i = starts[bucket] as number; i < (starts[bucket + 1] as number); i++) {
        const member = members[i] as number
        if (member >= node) break
        if (state[member] === REMOVED) continue
        if (++live > crowd) {
          crowds.add(bucket)
          break
        }
        if (met[member] === call) continue
        met[member] = call
        if (state[member] === UNDECIDED) {
          if (!open && !graph.maybe(member, node)) continue
          if (!open) waitsFor[node] = member + 1
          return true
        } else if (!ledger.has(member, node) && graph.maybe(member, node)) {
          questions.push(member, node)
          open = true
        }
      }
    }
    return open
  }

  let undecided: number[] = Array.from({ length: nodes }, (_, i) => i)
  while (undecided.length) {
    const questions: number[] = []
    const waiting: number[] = []
    for (const node of undecided) {
      if (isOpen(node, questions)) waiting.push(node)
      else state[node] = KEPT
    }
    await ledger.judge(questions, judge)
    for (let i = 0; i < questions.length; i += 2) {
      if (ledger.get(questions[i] as number, questions[i + 1] as number) !== false) state[questions[i + 1] as number] = REMOVED
    }
    undecided = waiting.filter((node) => state[node] === UNDECIDED)
  }

  return { ...(await attribute(graph, state, ledger, judge, crowd)), crowded: crowds.size, ledger }
}

/** Gives every removed node to the most similar kept node before it, among those it shares a bucket with. */
async function attribute(
  { nodes, starts, members, maybe }: CandidateGraph,
  state: Uint8Array,
  ledger: Ledger,
  judge: Verifier,
  crowd: number,
) {
  const pairs: number[] = []
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const keptHere: number[] = []
    for (let i = starts[bucket] as number; i < (starts[bucket + 1] as number); i++) {
      const node = members[i] as number
      if (state[node] !== KEPT) for (const better of keptHere) if (ledger.has(better, node) || maybe(better, node)) pairs.push(better, node)
      if (state[node] === KEPT && keptHere.length < crowd) keptHere.push(node)
    }
  }
  await ledger.judge(pairs, judge)
  const kept = Uint32Array.from({ length: nodes }, (_, i) => i)
  const similarity = new Float64Array(nodes).fill(1)
  for (let i = 0; i < pairs.length; i += 2) {
    const better = pairs[i] as number
    const node = pairs[i + 1] as number
    const verdict = ledger.get(better, node)
    if (verdict === false || verdict === undefined) continue
    const current = kept[node] as number
    const isBetter =
      current === node ||
      verdict > (similarity[node] as number) ||
      (verdict === similarity[node] && better < current) ||
      (Number.isNaN(verdict) && better < current)
    if (!isBetter) continue
    kept[node] = better
    similarity[node] = verdict
  }
  return { kept, similarity }
}

/**
 * Stars: every removed document is similar to the kept one.
 *
 * The rule is sequential: in the order of preference a document is kept unless it is similar to one kept before it. The
 * work is not: documents whose better neighbours are all decided are decided too, all the pairs this needs are judged at
 * once, and only pairs with a kept document are judged at all, each once. The result is that of the sequential rule.
 *
 * A document that becomes kept asks about all that share a bucket with it and come later. One that comes later waits for
 * the first undecided one before it that it may be like, then for the next; it looks at each of them once, and what is
 * decided is stepped over. So the work grows with the pairs of kept documents and their neighbours, not with all pairs.
 */
import { type CandidateGraph, type GroupingHooks, type Judge, type Membership, membership, Pauses } from './candidates.js'
import { DENSE, type DenseStars, denseStars } from './dense/dense-stars.js'
import { Questions } from './questions.js'

export interface Grouping {
  /** The node kept in place of each node: itself when it is kept. */
  readonly kept: Uint32Array
  /** The similarity of each node to the kept one: 1 for the kept one itself, NaN when signatures decided. */
  readonly similarity: Float64Array
  /** Buckets in which not every pair was looked at, because they hold too many kept documents. */
  readonly crowded: number
  /** Similar pairs that were not followed, because little else joins their groups. */
  readonly cut?: number
  /** The least sure of the pairs that hold the group of a kept node together, where that is known. */
  readonly weakest?: (kept: number) => { readonly a: number; readonly b: number; readonly similarity: number }
}

/** Kept members of one bucket that a document is compared with. More find pairs in larger buckets of unlike texts, in quadratic time. */
export const CROWD = 1000

// States of a node.
const UNDECIDED = 0
const KEPT = 1
const REMOVED = 2

/**
 * Groups by stars. A removed document is removed in favour of the most similar kept one; of equally similar ones, the most preferred.
 *
 * @param judge  asked about each pair once
 * @param crowd  a document is compared with the first `crowd` kept documents of each bucket
 * @param dense  members of a bucket from which its component is decided in one pass for each kept document, where the judge has sets
 */
export async function groupByStar(
  graph: CandidateGraph,
  judge: Judge,
  crowd = CROWD,
  hooks: GroupingHooks = {},
  dense = DENSE,
): Promise<Grouping> {
  const own = membership(graph)
  const decided = await denseStars(graph, own, judge, crowd, hooks, dense)
  const stars = new Stars(graph, own, crowd, decided)
  const questions = new Questions(judge, hooks)
  const pauses = new Pauses(hooks)
  let next = 0
  while (true) {
    if (questions.isFull) await questions.ask(stars.learn)
    else if (stars.hasReady) stars.decide(questions, pauses)
    else if (stars.hasSettled) stars.wake(pauses)
    else if (next < graph.nodes) {
      if (!decided?.isDecided[next]) stars.look(next, pauses)
      next++
    } else if (questions.length) await questions.ask(stars.learn)
    else break
    if (pauses.due) await pauses.take()
  }
  return stars.grouping()
}

/** Nodes, and what is known of them so far. */
class Stars {
  readonly #graph: CandidateGraph
  readonly #own: Membership
  readonly #crowd: number
  readonly #state: Uint8Array
  readonly #kept: Uint32Array
  readonly #similarity: Float64Array
  /** Questions about each node that are open. */
  readonly #open: Uint32Array
  /** 1 for nodes before which nothing undecided is left that they may be like. */
  readonly #isFree: Uint8Array
  /** The bucket, and the member of it, at which each node stopped looking. */
  readonly #bucketAt: Uint32Array
  readonly #memberAt: Uint32Array
  /** A step towards the next undecided member, by member of a bucket. */
  readonly #next: Uint32Array
  /** Nodes that wait for a node, as a list: the first one by the node, plus 1, and the next by the one before. */
  readonly #firstWaiting: Uint32Array
  readonly #nextWaiting: Uint32Array
  /** Two that share several buckets meet once: by whom a node was met last, plus 1. */
  readonly #metBy: Uint32Array
  /** Kept members of each bucket, and 1 where some were not looked at. */
  readonly #keptIn: Uint32Array
  readonly #isCrowded: Uint8Array
  /** Crowded buckets of what was decided before. */
  readonly #crowded: number
  /** Nodes to be kept. */
  readonly #ready: number[] = []
  /** Nodes that were decided, and may be waited for. */
  #settled: number[] = []

  constructor(graph: CandidateGraph, own: Membership, crowd: number, decided: DenseStars | undefined) {
    const { nodes, members, starts } = graph
    this.#graph = graph
    this.#own = own
    this.#crowd = crowd
    this.#state = new Uint8Array(nodes)
    // Nodes that were decided before share only buckets of at most `crowd` members with others, and only with those that `maybe` tells apart from them.
    this.#kept = decided?.kept ?? identity(nodes)
    this.#similarity = decided?.similarity ?? new Float64Array(nodes).fill(1)
    this.#crowded = decided?.crowded ?? 0
    this.#open = new Uint32Array(nodes)
    this.#isFree = new Uint8Array(nodes)
    this.#bucketAt = this.#own.starts.slice(0, nodes)
    this.#memberAt = new Uint32Array(nodes)
    this.#next = identity(members.length + 1)
    this.#firstWaiting = new Uint32Array(nodes)
    this.#nextWaiting = new Uint32Array(nodes)
    this.#metBy = new Uint32Array(nodes)
    this.#keptIn = new Uint32Array(starts.length)
    this.#isCrowded = new Uint8Array(starts.length)
  }

  get hasReady(): boolean {
    return this.#ready.length > 0
  }

  get hasSettled(): boolean {
    return this.#settled.length > 0
  }

  grouping(): Grouping {
    return {
      kept: this.#kept,
      similarity: this.#similarity,
      crowded: this.#isCrowded.reduce((sum, flag) => sum + flag, this.#crowded),
    }
  }

  /** Goes on with a node until something undecided stands before it; a node with nothing before it is ready to be kept. */
  look(node: number, pauses: Pauses): void {
    const { starts, members } = this.#graph
    const { buckets, slots } = this.#own
    const end = this.#own.starts[node + 1] as number
    for (let o = this.#bucketAt[node] as number; o < end; o++) {
      const bucket = buckets[o] as number
      const mine = slots[o] as number
      const first = starts[bucket] as number
      // The first kept members of a crowded bucket are known when all members before this one are decided.
      const waitsForAll = mine - first >= this.#crowd
      const from = Math.max(first, this.#memberAt[node] as number)
      for (let i = this.#undecidedFrom(from); i < mine; i = this.#undecidedFrom(i + 1)) {
        if (waitsForAll && (this.#keptIn[bucket] as number) >= this.#crowd) break
        const other = members[i] as number
        pauses.step()
        if (!waitsForAll && !this.#graph.maybe(other, node)) continue
        this.#bucketAt[node] = o
        this.#memberAt[node] = i
        this.#nextWaiting[node] = this.#firstWaiting[other] as number
        this.#firstWaiting[other] = node + 1
        return
      }
      this.#memberAt[node] = 0
    }
    this.#isFree[node] = 1
    if (!this.#open[node]) this.#ready.push(node)
  }

  /** The first undecided one of the members from this one on. */
  #undecidedFrom(member: number): number {
    const next = this.#next
    while (next[member] !== member) {
      const step = next[next[member] as number] as number
      next[member] = step
      member = step
    }
    return member
  }

  /** Keeps a node that is ready, and asks about all that come after it. */
  decide(questions: Questions, pauses: Pauses): void {
    const node = this.#ready.pop() as number
    const { starts, members } = this.#graph
    const { buckets, slots, starts: own } = this.#own
    for (let o = own[node] as number; o < (own[node + 1] as number); o++) {
      const bucket = buckets[o] as number
      const end = starts[bucket + 1] as number
      const before = this.#keptIn[bucket] as number
      this.#keptIn[bucket] = before + 1
      const from = (slots[o] as number) + 1
      if (before >= this.#crowd) {
        if (from < end) this.#isCrowded[bucket] = 1
        continue
      }
      pauses.step(end - from)
      for (let i = from; i < end; i++) {
        const other = members[i] as number
        if (this.#metBy[other] === node + 1) continue
        this.#metBy[other] = node + 1
        // A later one that is kept already waited for all that it may be like.
        if (this.#state[other] === KEPT || !this.#graph.maybe(node, other)) continue
        if (this.#state[other] === UNDECIDED) this.#open[other] = (this.#open[other] as number) + 1
        questions.add(node, other)
      }
    }
    this.#settle(node, KEPT)
  }

  /** Takes the answer to a question. */
  readonly learn = (better: number, node: number, similar: boolean, similarity: number): void => {
    const isUndecided = this.#state[node] === UNDECIDED
    if (isUndecided) this.#open[node] = (this.#open[node] as number) - 1
    if (similar) {
      this.#attribute(better, node, similarity)
      if (isUndecided) this.#settle(node, REMOVED)
    } else if (isUndecided && this.#isFree[node] && !this.#open[node]) this.#ready.push(node)
  }

  #attribute(better: number, node: number, similarity: number): void {
    const current = this.#kept[node] as number
    const best = this.#similarity[node] as number
    const isTie = similarity === best || Number.isNaN(similarity)
    if (current !== node && !(similarity > best) && !(isTie && better < current)) return
    this.#kept[node] = better
    this.#similarity[node] = similarity
  }

  #settle(node: number, state: number): void {
    const { starts, slots } = this.#own
    this.#state[node] = state
    for (let o = starts[node] as number; o < (starts[node + 1] as number); o++) {
      const slot = slots[o] as number
      this.#next[slot] = slot + 1
    }
    this.#settled.push(node)
  }

  /** Lets those go on that waited for one that is decided now: for all of them at once, so that none waits for the next of many. */
  wake(pauses: Pauses): void {
    const settled = this.#settled
    this.#settled = []
    for (const node of settled) {
      let waiting = this.#firstWaiting[node] as number
      this.#firstWaiting[node] = 0
      while (waiting) {
        const one = waiting - 1
        waiting = this.#nextWaiting[one] as number
        if (this.#state[one] === UNDECIDED) this.look(one, pauses)
      }
    }
  }
}

function identity(length: number): Uint32Array {
  const numbers = new Uint32Array(length)
  for (let i = 0; i < length; i++) numbers[i] = i
  return numbers
}

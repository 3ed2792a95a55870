/**
 * Stars of components in which very many pairs share a bucket: texts made of one template, of which many are kept.
 *
 * There the rounds of the general way ask for each pair by itself. Here the sequential rule is followed node by node, and a kept node is held
 * against all behind it in one pass over an index of overlaps, which takes a few steps a pair. The result is the same, to the node.
 */
import { type CandidateGraph, type GroupingHooks, type JaccardSets, type Judge, type Membership, Pauses } from '../candidates.js'
import { denseComponents } from './components.js'
import { Overlaps } from './overlaps.js'

/** Members of a bucket from which its component is looked at. */
export const DENSE = 512
/** Nodes by which a component is tried: where few of them are kept there are few pairs to judge. */
const TRIED = 256
const MANY_KEPT = 8
/** Similarities and overlaps are rounded: what is nearly enough is measured. */
const SLACK = 1e-6

/** The decisions; nothing is known of other nodes. */
export interface DenseStars {
  readonly isDecided: Uint8Array
  readonly kept: Uint32Array
  readonly similarity: Float64Array
  /** Buckets in which not every pair was looked at. */
  readonly crowded: number
}

/**
 * @param own    of the graph
 * @param crowd  as in {@link groupByStar}
 * @param least  members of a bucket that make its component dense
 * @returns      undefined where there is no dense component, or the judge has no sets to hand out
 */
export async function denseStars(
  graph: CandidateGraph,
  own: Membership,
  { jaccardSets }: Judge,
  crowd: number,
  hooks: GroupingHooks,
  least = DENSE,
): Promise<DenseStars | undefined> {
  const components = jaccardSets ? await denseComponents(graph, own, least, crowd, new Pauses(hooks)) : []
  if (!jaccardSets || !components.length) return undefined
  const stars = new Stars(graph, own, crowd, hooks)
  for (const nodes of components) {
    const tried = await jaccardSets(nodes.subarray(0, TRIED))
    if (!tried || !(await keepsMany(tried, hooks, Math.min(MANY_KEPT, least)))) continue
    const sets = await jaccardSets(nodes)
    if (sets) await stars.decide(nodes, sets)
  }
  return stars.result()
}

/** Whether many of these sets are kept when each is compared with all before it. */
async function keepsMany(sets: JaccardSets, hooks: GroupingHooks, many: number): Promise<boolean> {
  const overlaps = await Overlaps.of(sets, new Pauses(hooks))
  const kept: number[] = []
  for (let set = 0; set < sets.count && kept.length < many; set++) {
    overlaps.mark(set, 1)
    const isSimilar = kept.some((better) => sets.isSimilar(similarityOf(sets, overlaps, better, set, overlaps.commonWithMarked(better))))
    overlaps.mark(set, 0)
    if (!isSimilar) kept.push(set)
  }
  return kept.length >= many
}

function similarityOf(sets: JaccardSets, { usual, lacks, sizes }: Overlaps, a: number, b: number, common: number): number {
  const shared = usual - (lacks[a] as number) - (lacks[b] as number) + common
  return sets.similarity(sizes[a] as number, sizes[b] as number, shared)
}

class Stars {
  readonly #graph: CandidateGraph
  readonly #own: Membership
  readonly #crowd: number
  readonly #found: GroupingHooks['found']
  readonly #pauses: Pauses
  readonly #isDecided: Uint8Array
  readonly #kept: Uint32Array
  readonly #similarity: Float64Array
  readonly #keptIn: Uint32Array
  readonly #isCrowded: Uint8Array
  /** The kept node that is compared with the members of a bucket, plus 1, by bucket; the last one that a node was compared with, plus 1, by node. */
  readonly #activeFor: Uint32Array
  readonly #metBy: Uint32Array
  /** The number of each node in its component. */
  readonly #setOf: Uint32Array

  constructor(graph: CandidateGraph, own: Membership, crowd: number, hooks: GroupingHooks) {
    const { nodes, starts } = graph
    this.#graph = graph
    this.#own = own
    this.#crowd = crowd
    this.#found = hooks.found
    this.#pauses = new Pauses(hooks)
    this.#isDecided = new Uint8Array(nodes)
    this.#kept = Uint32Array.from({ length: nodes }, (_, node) => node)
    this.#similarity = new Float64Array(nodes).fill(1)
    this.#keptIn = new Uint32Array(starts.length)
    this.#isCrowded = new Uint8Array(starts.length)
    this.#activeFor = new Uint32Array(starts.length)
    this.#metBy = new Uint32Array(nodes)
    this.#setOf = new Uint32Array(nodes)
  }

  result(): DenseStars {
    const crowded = this.#isCrowded.reduce((sum, flag) => sum + flag, 0)
    return { isDecided: this.#isDecided, kept: this.#kept, similarity: this.#similarity, crowded }
  }

  /** Decides the nodes of a component, ascending. */
  async decide(nodes: Uint32Array, sets: JaccardSets): Promise<void> {
    const overlaps = await Overlaps.of(sets, this.#pauses)
    const common = new Uint32Array(nodes.length)
    const needed = new Needed(overlaps, sets.threshold)
    nodes.forEach((node, set) => {
      this.#setOf[node] = set
      this.#isDecided[node] = 1
    })
    for (let set = 0; set < nodes.length; set++) {
      const node = nodes[set] as number
      if (this.#kept[node] !== node) continue
      const buckets = this.#keep(node)
      const members = buckets.reduce((sum, { from, end }) => sum + end - from, 0)
      const take = (other: number, shared: number) => this.#take(set, other, shared, nodes, overlaps, sets, needed)
      // Its members one by one, or all behind it at once: whichever takes fewer steps.
      if (members * (1 + overlaps.differs(set)) < overlaps.reach(set) + nodes.length - set) {
        overlaps.mark(set, 1)
        for (const { from, end } of buckets) this.#eachNew(node, from, end, nodes, (other) => take(other, overlaps.commonWithMarked(other)))
        overlaps.mark(set, 0)
        this.#pauses.step(members * (1 + overlaps.differs(set)))
      } else {
        overlaps.addCommon(set, common)
        this.#passOver(set, overlaps, common, needed, take)
        this.#pauses.step(overlaps.reach(set) + nodes.length - set)
      }
      if (this.#pauses.due) await this.#pauses.take()
    }
  }

  /** Counts a kept node in its buckets, and gives the members behind it in those where it is among the first. */
  #keep(node: number): { readonly from: number; readonly end: number }[] {
    const { starts } = this.#graph
    const { starts: own, buckets, slots } = this.#own
    const found: { from: number; end: number }[] = []
    for (let o = own[node] as number; o < (own[node + 1] as number); o++) {
      const bucket = buckets[o] as number
      const end = starts[bucket + 1] as number
      const from = (slots[o] as number) + 1
      const before = this.#keptIn[bucket] as number
      this.#keptIn[bucket] = before + 1
      if (from >= end) continue
      if (before >= this.#crowd) this.#isCrowded[bucket] = 1
      else {
        this.#activeFor[bucket] = node + 1
        found.push({ from, end })
      }
    }
    return found
  }

  /** Visits the sets of the members from … end - 1 that this node has not met; those of other components are unlike it. */
  #eachNew(node: number, from: number, end: number, nodes: Uint32Array, visit: (set: number) => void): void {
    const { members } = this.#graph
    for (let i = from; i < end; i++) {
      const other = members[i] as number
      if (this.#metBy[other] === node + 1) continue
      this.#metBy[other] = node + 1
      const set = this.#setOf[other] as number
      if (nodes[set] === other) visit(set)
    }
  }

  /** Takes the sets behind this one that have enough in common with it, and clears what they have in common. */
  #passOver(set: number, overlaps: Overlaps, common: Uint32Array, needed: Needed, take: (set: number, common: number) => void): void {
    const { share, own } = needed
    const size = overlaps.sizes[set] as number
    const most = overlaps.usual - (overlaps.lacks[set] as number)
    const { count } = overlaps
    for (let other = set + 1; other < count; other++) {
      const both = common[other] as number
      if (most + both >= (own[other] as number) + (share[other] as number) * size) take(other, both)
    }
    common.fill(0, set + 1)
  }

  #take(set: number, other: number, common: number, nodes: Uint32Array, overlaps: Overlaps, sets: JaccardSets, needed: Needed): void {
    const value = similarityOf(sets, overlaps, set, other, common)
    if (!sets.isSimilar(value)) return
    const better = nodes[set] as number
    const node = nodes[other] as number
    const isFirst = this.#kept[node] === node
    const isBest = isFirst || value > (this.#similarity[node] as number)
    if (!isBest && !this.#found) return
    // Signatures propose: a pair counts where they did.
    if (!this.#sharesActive(better, node) || !this.#graph.maybe(better, node)) return
    this.#found?.(better, node, value)
    if (!isBest) return
    this.#kept[node] = better
    this.#similarity[node] = value
    if (!this.#found) needed.raise(other, value)
  }

  #sharesActive(better: number, node: number): boolean {
    const { starts, buckets } = this.#own
    for (let o = starts[node] as number; o < (starts[node + 1] as number); o++)
      if (this.#activeFor[buckets[o] as number] === better + 1) return true
    return false
  }
}

/**
 * The least share of two sets that is of interest. Sets of a and b features are similar by t or more (Jaccard) when they share
 * t / (1 + t) * (a + b); the part of set b is computed once, with what it lacks of the usual set. Both are rounded down: a pair that is
 * nearly enough is measured.
 */
class Needed {
  readonly share: Float32Array
  readonly own: Float32Array
  readonly #overlaps: Overlaps

  constructor(overlaps: Overlaps, threshold: number) {
    this.#overlaps = overlaps
    this.share = new Float32Array(overlaps.count)
    this.own = new Float32Array(overlaps.count)
    for (let set = 0; set < overlaps.count; set++) this.raise(set, threshold)
  }

  /** From now on only pairs of at least this similarity are of interest. */
  raise(set: number, similarity: number): void {
    const share = similarity / (1 + similarity) - SLACK
    this.share[set] = share
    this.own[set] = ((this.#overlaps.lacks[set] as number) + share * (this.#overlaps.sizes[set] as number)) * (1 - SLACK)
  }
}

/**
 * Groups that obey people: pairs that must be in one group are, pairs that must not be never are.
 *
 * Groups that no such pair touches stay as they were found. The others are made anew from their own members. Members that must be together
 * move as one block. Where a chain of such pairs would bring two together that must be apart, the pair that closes the chain is not
 * followed, and reported: nothing is removed because of decisions that contradict each other.
 */
import { rowsWithin } from './all-pairs.js'
import { type CandidateGraph, type Membership, membership, type Verifier } from './candidates.js'
import type { Grouping } from './star.js'
import { UnionFind } from './union-find.js'

export interface Constraints {
  /** Pairs of nodes that belong together, one after the other, the earliest decision first. */
  readonly must: readonly (readonly [a: number, b: number])[]
  readonly cannot: readonly (readonly [a: number, b: number])[]
  /** Nodes with one text, which constraints hold apart: lists of two and more. */
  readonly equal: readonly (readonly number[])[]
}

export interface Constrained {
  readonly grouping: Grouping
  /** Numbers of the pairs of `must` that were not followed. */
  readonly conflicts: readonly number[]
}

export interface Regrouping {
  readonly groupBy: 'star' | 'components'
  /** Pairs of one bucket that are looked at. */
  readonly maxPairs: number
}

/**
 * Makes groups obey constraints.
 *
 * @param judge  asked about pairs of nodes that no bucket may hold together
 */
export async function obey(
  grouping: Grouping,
  graph: CandidateGraph,
  judge: Verifier,
  constraints: Constraints,
  { groupBy, maxPairs }: Regrouping,
): Promise<Constrained> {
  const { blocks, apart, conflicts } = blocksOf(graph.nodes, constraints)
  const kept = grouping.kept.slice()
  const similarity = grouping.similarity.slice()
  const equals = new Map<number, readonly number[]>()
  for (const nodes of constraints.equal) for (const node of nodes) equals.set(node, nodes)
  let own: Membership | undefined
  const region: Region = {
    blocks,
    apart,
    judge,
    graph,
    before: grouping.kept,
    kept,
    similarity,
    equalTo: (node) => equals.get(node) ?? [],
    bucketsOf: () => {
      own ??= membership(graph)
      return own
    },
  }
  for (const nodes of regionsOf(grouping, constraints, blocks, apart))
    await (groupBy === 'star' ? stars(nodes, region) : components(nodes, region, maxPairs))
  return { grouping: { ...grouping, kept, similarity }, conflicts }
}

/** Nodes that must be together, and for each node those that it must be apart from. */
interface Blocks {
  readonly blocks: UnionFind
  readonly apart: ReadonlyMap<number, readonly number[]>
  readonly conflicts: readonly number[]
}

/**
 * The blocks that pairs make, in their order, but for pairs that would close a chain between two that must be apart.
 *
 * @param nodes  how many there are
 */
export function blocksOf(nodes: number, { must, cannot }: Constraints): Blocks {
  const blocks = new UnionFind(nodes)
  const apart = new Map<number, number[]>()
  const membersOf = new Map<number, number[]>()
  for (const [a, b] of cannot) {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      const list = apart.get(x)
      if (list) list.push(y)
      else apart.set(x, [y])
    }
  }
  const conflicts: number[] = []
  must.forEach(([a, b], i) => {
    const [x, y] = [blocks.find(a), blocks.find(b)]
    if (x === y) return
    const [left, right] = [membersOf.get(x) ?? [x], membersOf.get(y) ?? [y]]
    if (left.some((node) => apart.get(node)?.some((other) => blocks.find(other) === y))) {
      conflicts.push(i)
      return
    }
    blocks.union(x, y)
    membersOf.set(blocks.find(x), [...left, ...right])
  })
  return { blocks, apart, conflicts }
}

/** The groups that constraints change, those that must be one together; nodes ascending. */
function regionsOf(
  { kept }: Grouping,
  { must, cannot, equal }: Constraints,
  blocks: UnionFind,
  apart: ReadonlyMap<number, readonly number[]>,
): number[][] {
  const joined = new UnionFind(kept.length)
  for (const [node, keptNode] of kept.entries()) joined.union(keptNode, node)
  const seeds: number[] = []
  for (const [a, b] of must) {
    if (blocks.find(a) !== blocks.find(b)) continue
    if (kept[a] !== kept[b]) seeds.push(a)
    joined.union(a, b)
  }
  for (const nodes of equal) {
    seeds.push(nodes[0] as number)
    for (const node of nodes) joined.union(nodes[0] as number, node)
  }
  for (const [a, b] of cannot) if (joined.find(a) === joined.find(b)) seeds.push(a)
  if (!seeds.length && !apart.size) return []
  const regions = new Map<number, number[]>(seeds.map((node) => [joined.find(node), []]))
  for (let node = 0; node < kept.length; node++) regions.get(joined.find(node))?.push(node)
  return [...regions.values()]
}

/** All that the groups of one region are made with. */
interface Region {
  readonly blocks: UnionFind
  readonly apart: ReadonlyMap<number, readonly number[]>
  readonly judge: Verifier
  readonly graph: CandidateGraph
  /** Nodes with the text of this one, itself included; none where nothing holds them apart. */
  readonly equalTo: (node: number) => readonly number[]
  readonly bucketsOf: () => Membership
  /** The kept node of each as it was found. */
  readonly before: Uint32Array
  /** The kept node of each as it is to be. */
  readonly kept: Uint32Array
  readonly similarity: Float64Array
}

/** Members of each block of a region, ascending. */
function blocksWithin(nodes: readonly number[], blocks: UnionFind): Map<number, number[]> {
  const members = new Map<number, number[]>()
  for (const node of nodes) {
    const block = blocks.find(node)
    const list = members.get(block)
    if (list) list.push(node)
    else members.set(block, [node])
  }
  return members
}

/**
 * The sequential rule of stars, block by block: a block joins the most similar star that it is alike to and that holds no block it must be
 * apart from; without one its first node is kept.
 */
async function stars(nodes: readonly number[], region: Region): Promise<void> {
  const { blocks, apart, judge, kept, similarity } = region
  const members = blocksWithin(nodes, blocks)
  const starOf = new Map<number, number>()
  const found: { readonly kept: number; readonly alike: ReadonlyMap<number, number> }[] = []
  const unknown: number[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as number
    if (starOf.has(node)) continue
    const block = members.get(blocks.find(node)) as number[]
    const isBarred = (star: number) => block.some((one) => apart.get(one)?.some((other) => starOf.get(other) === star))
    let best = -1
    let most = Number.NEGATIVE_INFINITY
    found.forEach(({ alike }, star) => {
      const value = alike.get(node)
      if (value === undefined || value <= most || isBarred(star)) return
      best = star
      most = value
    })
    if (best < 0) {
      best = found.length
      found.push({ kept: node, alike: await alikeTo(node, nodes.slice(at + 1), region) })
    }
    const star = found[best] as (typeof found)[number]
    for (const one of block) {
      starOf.set(one, best)
      kept[one] = star.kept
      const value = star.alike.get(one)
      similarity[one] = one === star.kept ? 1 : value === undefined || value === UNMEASURED ? Number.NaN : value
      if (one !== star.kept && value === undefined) unknown.push(star.kept, one)
    }
  }
  await measure(unknown, judge, similarity)
}

/** Nodes that are alike to one, with how much; UNMEASURED where signatures decided. */
async function alikeTo(node: number, others: readonly number[], { equalTo, judge }: Region): Promise<ReadonlyMap<number, number>> {
  const alike = new Map(equalTo(node).map((other) => [other, 1]))
  const asked = others.flatMap((other) => (alike.has(other) ? [] : [node, other]))
  if (!asked.length) return alike
  const verified = await judge(Uint32Array.from(asked))
  verified.similar.forEach((yes, i) => {
    const value = verified.similarity[i] as number
    if (yes) alike.set(asked[2 * i + 1] as number, Number.isNaN(value) ? UNMEASURED : value)
  })
  return alike
}

/** Alike, without a number for it. */
const UNMEASURED = -1

/** Components: the most similar pairs first, unless they bring two together that must be apart. */
async function components(nodes: readonly number[], region: Region, maxPairs: number): Promise<void> {
  const { blocks, apart, equalTo, judge, kept, similarity } = region
  const place = new Map(nodes.map((node, i) => [node, i]))
  const sets = new UnionFind(nodes.length)
  const within = nodes.map((_, i) => [i])
  const join = (x: number, y: number) => {
    const [a, b] = [sets.find(x), sets.find(y)]
    if (a === b) return
    sets.union(a, b)
    const [into, gone] = a < b ? [a, b] : [b, a]
    within[into] = [...(within[into] as number[]), ...(within[gone] as number[])]
    within[gone] = []
  }
  for (const block of blocksWithin(nodes, blocks).values())
    for (const node of block) join(place.get(block[0] as number) as number, place.get(node) as number)
  const mayJoin = (a: number, b: number) =>
    !(within[a] as number[]).some((i) =>
      apart.get(nodes[i] as number)?.some((other) => {
        const at = place.get(other)
        return at !== undefined && sets.find(at) === b
      }),
    )
  for (const [a, b] of await edgesWithin(nodes, region, maxPairs)) {
    const x = sets.find(place.get(a) as number)
    const y = sets.find(place.get(b) as number)
    if (x !== y && mayJoin(x, y)) join(x, y)
  }
  const asked: number[] = []
  nodes.forEach((node, i) => {
    const first = nodes[sets.find(i)] as number
    kept[node] = first
    similarity[node] = 1
    if (first !== node && !equalTo(first).includes(node)) asked.push(first, node)
  })
  await measure(asked, judge, similarity)
}

/** The similar pairs among nodes of what was one group, the most similar first. */
async function edgesWithin(
  nodes: readonly number[],
  { equalTo, judge, graph, before, bucketsOf }: Region,
  maxPairs: number,
): Promise<readonly (readonly [a: number, b: number, similarity: number])[]> {
  const inside = new Set(nodes)
  const own = bucketsOf()
  const edges: [number, number, number][] = []
  const asked: number[] = []
  const seen = new Set<string>()
  for (const a of nodes) {
    const same = equalTo(a)
    for (const b of same) if (b > a) edges.push([a, b, 1])
    for (let o = own.starts[a] as number; o < (own.starts[a + 1] as number); o++) {
      const bucket = own.buckets[o] as number
      const slot = own.slots[o] as number
      const from = graph.starts[bucket] as number
      const end = graph.starts[bucket + 1] as number
      if (slot - from >= rowsWithin(end - from, maxPairs)) continue
      for (let i = slot + 1; i < end; i++) {
        const b = graph.members[i] as number
        if (before[a] !== before[b] || !inside.has(b) || seen.has(`${a} ${b}`)) continue
        seen.add(`${a} ${b}`)
        if (!same.includes(b) && graph.maybe(a, b)) asked.push(a, b)
      }
    }
  }
  if (asked.length) {
    const verified = await judge(Uint32Array.from(asked))
    verified.similar.forEach((yes, i) => {
      if (yes) edges.push([asked[2 * i] as number, asked[2 * i + 1] as number, verified.similarity[i] as number])
    })
  }
  return edges.sort((x, y) => (y[2] || 0) - (x[2] || 0) || x[0] - y[0] || x[1] - y[1])
}

/** Measures members to their kept node. */
async function measure(pairs: readonly number[], judge: Verifier, similarity: Float64Array): Promise<void> {
  if (!pairs.length) return
  const verified = await judge(Uint32Array.from(pairs), true)
  verified.similarity.forEach((value, i) => {
    similarity[pairs[2 * i + 1] as number] = value
  })
}

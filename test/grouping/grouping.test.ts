/**
 * grouping: do the rounds give what the sequential rule gives, and do components equal those of the whole graph?
 *
 * Oracle   the rule itself, node by node over a matrix of similarities; a breadth-first search. Both written here.
 * Covers   random graphs in random buckets; order of preference; attribution to the most similar kept node; crowded
 *          buckets; only pairs of a bucket are judged, none twice; the prefilter; signatures without similarity; answers in any batches;
 *          work that grows with what is kept, in dense buckets and in chains.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CandidateGraph, Verifier } from '../../src/grouping/candidates.js'
import { groupByComponents } from '../../src/grouping/components.js'
import { firstSlot, PairMap } from '../../src/grouping/pair-map.js'
import { groupByStar } from '../../src/grouping/star.js'
import { mix32 } from '../../src/hashing/bits.js'
import { oneBucket, uniformVerifier } from '../support/graphs.js'

const THRESHOLD = 0.5

/** Nodes, buckets of nodes, and a similarity for every pair. */
const world = fc.integer({ min: 2, max: 24 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    buckets: fc.array(fc.uniqueArray(fc.nat(nodes - 1), { minLength: 2, maxLength: 12 }), { maxLength: 12 }),
    scores: fc.array(fc.integer({ min: 0, max: 10 }), { minLength: nodes * nodes, maxLength: nodes * nodes }),
  }),
)
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never

function setUp({ nodes, buckets, scores }: World) {
  const lists = buckets.filter((bucket) => bucket.length > 1).map((bucket) => bucket.sort((a, b) => a - b))
  const similarity = (a: number, b: number) => (scores[Math.min(a, b) * nodes + Math.max(a, b)] as number) / 10
  const shares = (a: number, b: number) => lists.some((list) => list.includes(a) && list.includes(b))
  const starts = Uint32Array.from([0, ...lists.map((_, i) => lists.slice(0, i + 1).reduce((sum, list) => sum + list.length, 0))])
  const graph: CandidateGraph = { nodes, starts, members: Uint32Array.from(lists.flat()), maybe: (a, b) => similarity(a, b) > 0.1 }
  const asked = new Set<string>()
  const judge: Verifier = async (pairs, exact = false) => {
    const found: number[] = []
    for (let i = 0; i < pairs.length; i += 2) {
      const [a, b] = [pairs[i] as number, pairs[i + 1] as number]
      found.push(similarity(a, b))
      expect(!exact && asked.has(`${a} ${b}`), 'a pair was judged twice').toBe(false)
      asked.add(`${a} ${b}`)
    }
    return { similarity: Float64Array.from(found), similar: Uint8Array.from(found, (value) => (value >= THRESHOLD ? 1 : 0)) }
  }
  return { graph, judge, similarity, shares, asked, lists }
}

describe('stars', () => {
  it('equal the sequential rule', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { graph, judge, similarity, shares, asked } = setUp(given)
        const alike = (a: number, b: number) => shares(a, b) && similarity(a, b) >= THRESHOLD
        const kept: number[] = []
        const expected: number[] = []
        for (let node = 0; node < given.nodes; node++) {
          const best = kept
            .filter((better) => alike(better, node))
            .reduce<number | undefined>((a, b) => (a === undefined || similarity(b, node) > similarity(a, node) ? b : a), undefined)
          if (best === undefined) kept.push(node)
          expected.push(best ?? node)
        }
        const found: [number, number, number][] = []
        const result = await groupByStar(graph, judge, undefined, { found: (...pair) => found.push(pair) })
        expect([...result.kept]).toEqual(expected)
        result.similarity.forEach((value, node) => {
          expect(value).toBe(expected[node] === node ? 1 : similarity(expected[node] as number, node))
        })
        // What is found on the way are all similar pairs with a kept document, each once.
        const pairs = kept.flatMap((a) =>
          Array.from({ length: given.nodes }, (_, b) => b).flatMap((b) => (b > a && alike(a, b) ? [[a, b, similarity(a, b)]] : [])),
        )
        expect(found.sort(([a, b], [c, d]) => a - c || b - d)).toEqual(pairs)
        for (const pair of asked) {
          const [a, b] = pair.split(' ').map(Number) as [number, number]
          expect(shares(a, b)).toBe(true)
          expect(kept).toContain(a)
        }
        expect(result.crowded).toBe(0)
      }),
      { numRuns: 500 },
    )
  })
})

/** The rule with a limit: a node is held against the first `crowd` kept members before it of each of its buckets. */
function crowdedStars(lists: readonly (readonly number[])[], nodes: number, crowd: number, similarity: (a: number, b: number) => number) {
  const kept: number[] = []
  let left = new Set<readonly number[]>()
  for (let node = 0; node < nodes; node++) {
    const better = lists
      .filter((list) => list.includes(node))
      .flatMap((list) => {
        const before = list.filter((other) => other < node && kept[other] === other)
        if (before.length > crowd) left = left.add(list)
        return before.slice(0, crowd)
      })
      .filter((other) => similarity(other, node) >= THRESHOLD)
      .sort((a, b) => similarity(b, node) - similarity(a, node) || a - b)
    kept.push(better[0] ?? node)
  }
  return { kept, crowded: left.size }
}

describe('stars in crowded buckets', () => {
  it('equal the sequential rule with its limit', async () => {
    let [crowdedOnce, total] = [0, 0]
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 1, max: 4 }), async (given, crowd) => {
        const { graph, judge, similarity, lists } = setUp(given)
        const expected = crowdedStars(lists, given.nodes, crowd, similarity)
        const result = await groupByStar(graph, judge, crowd)
        expect([...result.kept]).toEqual(expected.kept)
        expect(result.crowded).toBe(expected.crowded)
        total++
        if (expected.crowded) crowdedOnce++
      }),
      { numRuns: 1000 },
    )
    expect(crowdedOnce).toBeGreaterThan(total / 10)
  })
})

describe('stars in large buckets', () => {
  it('hold a node against the first kept ones only where a bucket is crowded, and say so', async () => {
    const nodes = 50
    const { judge, asked } = uniformVerifier()
    const result = await groupByStar(oneBucket(nodes), judge, 4)
    expect(result.crowded).toBe(1)
    expect([...result.kept]).toEqual(Array.from({ length: nodes }, (_, i) => i))
    expect(asked()).toBeLessThanOrEqual(nodes * 4)
  })

  it('judge a bucket of near-identical nodes in linear time', async () => {
    const nodes = 20_000
    const { judge, asked } = uniformVerifier(0.9)
    const { kept } = await groupByStar(oneBucket(nodes), judge)
    expect(asked()).toBe(nodes - 1)
    expect(kept.every((node) => node === 0)).toBe(true)
  })
})

describe('work', () => {
  /** Nodes on a line in one bucket, alike up to a distance: a dense group that many are kept of. */
  const line = (nodes: number) => {
    let asked = 0
    let tested = 0
    let rounds = 0
    const graph: CandidateGraph = {
      nodes,
      starts: Uint32Array.of(0, nodes, 2 * nodes),
      members: Uint32Array.from({ length: 2 * nodes }, (_, i) => i % nodes),
      maybe: () => {
        tested++
        return true
      },
    }
    const judge =
      (reach: number): Verifier =>
      async (pairs) => {
        rounds++
        asked += pairs.length / 2
        const apart = Array.from({ length: pairs.length / 2 }, (_, i) => (pairs[2 * i + 1] as number) - (pairs[2 * i] as number))
        return {
          similar: Uint8Array.from(apart, (d) => (d <= reach ? 1 : 0)),
          similarity: Float64Array.from(apart, (d) => 1 - d / (2 * nodes)),
        }
      }
    return { graph, judge, counts: () => ({ asked, tested, rounds }) }
  }

  it('of stars grows with what is kept, not with the square of a group', async () => {
    const nodes = 20_000
    const { graph, judge, counts } = line(nodes)
    const { kept } = await groupByStar(graph, judge(1000))
    const stars = Array.from({ length: nodes }, (_, node) => node).filter((node) => kept[node] === node).length
    expect(stars).toBe(20)
    expect(counts().asked).toBeLessThanOrEqual(nodes * stars)
    expect(counts().tested).toBeLessThanOrEqual(3 * nodes * stars)
  })

  it('of components grows with the members of a dense group, of which half the pairs are similar', async () => {
    const nodes = 20_000
    const { graph, counts, judge } = line(nodes)
    const halves = judge(nodes)
    const { kept } = await groupByComponents(graph, async (pairs) => {
      const { similar, similarity } = await halves(pairs)
      for (let i = 0; i < similar.length; i++) similar[i] = mix32((pairs[2 * i] as number) * nodes + (pairs[2 * i + 1] as number)) & 1
      return { similar, similarity }
    })
    expect(kept.every((first) => first === 0)).toBe(true)
    expect(counts().asked).toBeLessThanOrEqual(nodes * 12)
  })

  it('of a chain grows with its length', async () => {
    const nodes = 200_000
    const starts = Uint32Array.from({ length: nodes }, (_, i) => 2 * i)
    const members = Uint32Array.from({ length: 2 * (nodes - 1) }, (_, i) => (i + 1) >> 1)
    let tested = 0
    const graph: CandidateGraph = { nodes, starts, members, maybe: () => ++tested > 0 }
    const { kept } = await groupByStar(graph, uniformVerifier(0.9).judge)
    kept.forEach((better, node) => {
      if (better !== node - (node % 2)) throw new Error(`node ${node} is kept by ${better}`)
    })
    expect(tested).toBeLessThanOrEqual(2 * nodes)
  })

  it('pauses when the caller asks for it', async () => {
    const { graph, judge } = line(30_000)
    let pauses = 0
    const pause = async () => {
      pauses++
    }
    await groupByStar(graph, judge(1000), undefined, { pause })
    expect(pauses).toBeGreaterThan(5)
  })
})

describe('stars without similarities', () => {
  it('take the most preferred, where signatures decide', async () => {
    const graph: CandidateGraph = {
      nodes: 4,
      starts: Uint32Array.of(0, 2, 4, 6),
      members: Uint32Array.of(0, 2, 1, 2, 1, 3),
      maybe: () => true,
    }
    const { kept, similarity } = await groupByStar(graph, async (pairs) => ({
      similar: new Uint8Array(pairs.length / 2).fill(1),
      similarity: new Float64Array(pairs.length / 2).fill(Number.NaN),
    }))
    expect([...kept]).toEqual([0, 1, 0, 1])
    expect(similarity[2]).toBeNaN()
  })
})

describe('components', () => {
  it('equal those of a search through all similar pairs', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { graph, judge, similarity, shares } = setUp(given)
        const expected = Array.from({ length: given.nodes }, () => -1)
        for (let start = 0; start < given.nodes; start++) {
          if (expected[start] !== -1) continue
          const queue = [start]
          for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
            expected[node] = start
            for (let other = 0; other < given.nodes; other++) {
              if (expected[other] === -1 && shares(node, other) && similarity(node, other) >= THRESHOLD) queue.push(other)
            }
          }
        }
        const result = await groupByComponents(graph, judge)
        expect([...result.kept]).toEqual(expected)
        result.similarity.forEach((value, node) => {
          expect(value).toBe(expected[node] === node ? 1 : similarity(expected[node] as number, node))
        })
      }),
      { numRuns: 500 },
    )
  })
})

describe('the pair map', () => {
  it('begins anywhere in a table of any size, also beyond 2^25 slots', () => {
    for (const bits of [6, 20, 25, 26, 28, 31]) {
      const slots = 2 ** bits
      const hits = new Uint32Array(64)
      for (let i = 0; i < 64_000; i++) {
        const slot = firstSlot(i * 40_003 + ((i * 7919) % 40_003), slots - 1)
        hits[Math.floor((slot / slots) * 64)] = (hits[Math.floor((slot / slots) * 64)] as number) + 1
      }
      expect(Math.min(...hits), `${bits} bits`).toBeGreaterThan(700)
      expect(Math.max(...hits), `${bits} bits`).toBeLessThan(1300)
    }
  })

  it('is a map', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(fc.nat(50), fc.maxSafeNat()), fc.double(), fc.nat(255)), { maxLength: 300 }), (entries) => {
        const expected = new Map(entries.map(([key, value, state]) => [key, [value, state]]))
        const map = new PairMap()
        for (const entry of entries) map.set(...entry)
        expect(new Map(Array.from(map.entries(), ([key, value, state]) => [key, [value, state]]))).toEqual(expected)
        for (const key of [...expected.keys(), 51]) {
          const slot = map.find(key)
          expect(slot < 0 ? undefined : [map.valueAt(slot), map.stateAt(slot)]).toEqual(expected.get(key))
        }
      }),
    )
  })
})

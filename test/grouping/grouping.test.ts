/**
 * grouping: do the rounds give what the sequential rule gives, and do components equal those of the whole graph?
 *
 * Oracle   the rule itself, node by node over a matrix of similarities; a breadth-first search. Both written here.
 * Covers   random graphs in random buckets; order of preference; attribution to the most similar kept node; crowded
 *          buckets; only pairs of a bucket are judged, none twice; the prefilter; signatures without similarity; the ledger's
 *          states, also where similarities are 0 or missing.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CandidateGraph, Ledger, type Verifier } from '../../src/grouping/candidates.js'
import { groupByComponents } from '../../src/grouping/components.js'
import { PairMap } from '../../src/grouping/pair-map.js'
import { groupByStar } from '../../src/grouping/star.js'

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
  const judge: Verifier = async (pairs) => {
    const found: number[] = []
    for (let i = 0; i < pairs.length; i += 2) {
      const [a, b] = [pairs[i] as number, pairs[i + 1] as number]
      found.push(similarity(a, b))
      expect(asked.has(`${a} ${b}`), 'a pair was judged twice').toBe(false)
      asked.add(`${a} ${b}`)
    }
    return { similarity: Float64Array.from(found), similar: Uint8Array.from(found, (value) => (value >= THRESHOLD ? 1 : 0)) }
  }
  return { graph, judge, similarity, shares, asked }
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
        const result = await groupByStar(graph, judge)
        expect([...result.kept]).toEqual(expected)
        result.similarity.forEach((value, node) => {
          expect(value).toBe(expected[node] === node ? 1 : similarity(expected[node] as number, node))
        })
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

describe('stars in large buckets', () => {
  it('hold a node against the first kept ones only where a bucket is crowded, and say so', async () => {
    const nodes = 50
    const graph: CandidateGraph = {
      nodes,
      starts: Uint32Array.of(0, nodes),
      members: Uint32Array.from({ length: nodes }, (_, i) => i),
      maybe: () => true,
    }
    let judged = 0
    const result = await groupByStar(
      graph,
      async (pairs) => {
        judged += pairs.length / 2
        return { similar: new Uint8Array(pairs.length / 2), similarity: new Float64Array(pairs.length / 2) }
      },
      4,
    )
    expect(result.crowded).toBe(1)
    expect([...result.kept]).toEqual(Array.from({ length: nodes }, (_, i) => i))
    expect(judged).toBeLessThanOrEqual(nodes * 4)
  })

  it('judge a bucket of near-identical nodes in linear time', async () => {
    const nodes = 20_000
    const graph: CandidateGraph = {
      nodes,
      starts: Uint32Array.of(0, nodes),
      members: Uint32Array.from({ length: nodes }, (_, i) => i),
      maybe: () => true,
    }
    let judged = 0
    const { kept } = await groupByStar(graph, async (pairs) => {
      judged += pairs.length / 2
      return { similar: new Uint8Array(pairs.length / 2).fill(1), similarity: new Float64Array(pairs.length / 2).fill(0.9) }
    })
    expect(judged).toBe(nodes - 1)
    expect(kept.every((node) => node === 0)).toBe(true)
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

describe('the ledger', () => {
  it('tells similar from unlike by its states, whatever their similarities are', async () => {
    const ledger = new Ledger(10)
    await ledger.judge([1, 2, 3, 4, 5, 6, 7, 8, 0, 9], async () => ({
      similar: Uint8Array.of(1, 0, 1, 0, 0),
      similarity: Float64Array.of(0, 0, Number.NaN, Number.NaN, 0.7),
    }))
    const pairs = [
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
      [9, 0],
      [1, 9],
    ] as const
    expect(pairs.map(([a, b]) => ledger.get(a, b))).toEqual([0, false, Number.NaN, false, false, undefined])
    expect(pairs.map(([a, b]) => ledger.measured(a, b))).toEqual([0, 0, Number.NaN, 0, 0.7, undefined])
    expect([...ledger.similar()].sort()).toEqual([
      [1, 2, 0],
      [5, 6, Number.NaN],
    ])
  })

  it('holds a pair for known while its judgement is awaited, and for unlike when that fails', async () => {
    const ledger = new Ledger(3)
    const waiting = ledger.judge([0, 1], () => Promise.reject(new Error('gone')))
    expect([ledger.has(1, 0), ledger.get(0, 1), [...ledger.similar()]]).toEqual([true, false, []])
    await expect(waiting).rejects.toThrow('gone')
    expect(ledger.get(0, 1)).toBe(false)
  })

  it('forgets nothing and asks nothing twice', async () => {
    const ledger = new Ledger(10)
    let asked = 0
    const judge: Verifier = async (pairs) => {
      asked += pairs.length / 2
      return { similar: Uint8Array.of(1, 0), similarity: Float64Array.of(0.9, 0.1) }
    }
    await ledger.judge([1, 2, 3, 4, 2, 1], judge)
    await ledger.judge([4, 3], judge)
    expect(asked).toBe(2)
    expect([ledger.get(2, 1), ledger.get(3, 4), ledger.get(5, 6)]).toEqual([0.9, false, undefined])
    expect([...ledger.similar()]).toEqual([[1, 2, 0.9]])
  })
})

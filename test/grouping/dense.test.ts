/**
 * grouping/dense: are components that are decided in passes over an index decided as pair by pair?
 *
 * Oracle   the general way of stars, which grouping.test.ts holds against the rule; intersections of sets.
 * Covers   sets made of a template, and unlike ones; random buckets, prefilters and limits of crowded buckets; pairs that are wanted and not;
 *          several components; sets that there is no room for; few and many kept ones.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jaccard } from '../../src/comparing/measures.js'
import type { CandidateGraph, JaccardSets, Judge } from '../../src/grouping/candidates.js'
import { membership, Pauses } from '../../src/grouping/candidates.js'
import { denseComponents } from '../../src/grouping/dense/components.js'
import { FeatureNumbers } from '../../src/grouping/dense/feature-numbers.js'
import { Overlaps } from '../../src/grouping/dense/overlaps.js'
import { groupByStar } from '../../src/grouping/star.js'
import { mix32 } from '../../src/hashing/bits.js'
import { oneBucket } from '../support/graphs.js'

/** The hash of a feature: some differ in one word only. */
const wordsOf = (features: readonly number[]) => Uint32Array.from(features.flatMap((f) => [f & 7, mix32(f >> 3)]))

/** Sets of which each lacks some features of a template and has some of its own. */
const setsOf = (count: number) =>
  fc.array(
    fc
      .record({
        lacks: fc.uniqueArray(fc.nat(19), { maxLength: 4 }),
        adds: fc.uniqueArray(fc.integer({ min: 20, max: 60 }), { maxLength: 4 }),
        isUnlike: fc.boolean().map((yes) => yes && count > 4),
      })
      .map(({ lacks, adds, isUnlike }) => [
        ...(isUnlike ? [] : Array.from({ length: 20 }, (_, f) => f).filter((f) => !lacks.includes(f))),
        ...adds,
      ]),
    { minLength: count, maxLength: count },
  )

const world = fc.integer({ min: 2, max: 30 }).chain((nodes) =>
  fc.record({
    sets: setsOf(nodes),
    buckets: fc.array(fc.uniqueArray(fc.nat(nodes - 1), { minLength: 2, maxLength: 20 }), { minLength: 1, maxLength: 10 }),
    threshold: fc.constantFrom(0, 0.3, 0.7, 0.8, 0.9),
    refused: fc.nat(5),
  }),
)

function sharedOf(a: readonly number[], b: readonly number[]): number {
  return a.filter((feature) => b.includes(feature)).length
}

function judgeOf(sets: readonly (readonly number[])[], threshold: number) {
  let pairs = 0
  const similarity = (a: number, b: number) => {
    const [left, right] = [sets[a] as number[], sets[b] as number[]]
    return jaccard(left.length, right.length, sharedOf(left, right))
  }
  const plain: Judge = async (asked) => {
    pairs += asked.length / 2
    const found = Float64Array.from({ length: asked.length / 2 }, (_, i) => similarity(asked[2 * i] as number, asked[2 * i + 1] as number))
    return { similarity: found, similar: Uint8Array.from(found, (value) => (value >= threshold ? 1 : 0)) }
  }
  const jaccardSets = async (nodes: Uint32Array): Promise<JaccardSets> => ({
    count: nodes.length,
    size: (set) => (sets[nodes[set] as number] as number[]).length,
    words: (set) => wordsOf(sets[nodes[set] as number] as number[]),
    threshold,
    similarity: jaccard,
    isSimilar: (value) => value >= threshold,
  })
  const dense: Judge = Object.assign((asked: Uint32Array) => plain(asked), { jaccardSets })
  return { plain, dense, pairs: () => pairs }
}

describe('dense components', () => {
  it('are decided as pair by pair', async () => {
    let inPasses = 0
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 2, max: 6 }),
        fc.boolean(),
        async ({ sets, buckets, threshold, refused }, crowd, large, wanted) => {
          const lists = buckets.map((bucket) => bucket.sort((a, b) => a - b))
          const starts = Uint32Array.from([0, ...lists.map((_, i) => lists.slice(0, i + 1).reduce((sum, list) => sum + list.length, 0))])
          const maybe = (a: number, b: number) => mix32(a * 31 + b) % 6 !== refused
          const graph: CandidateGraph = { nodes: sets.length, starts, members: Uint32Array.from(lists.flat()), maybe }
          const { plain, dense, pairs } = judgeOf(sets, threshold)
          const run = async (judge: Judge) => {
            const found: number[][] = []
            const hooks = wanted ? { found: (...pair: number[]) => found.push(pair) } : {}
            const { kept, similarity, crowded } = await groupByStar(graph, judge, crowd, hooks, large)
            return {
              kept: [...kept],
              similarity: [...similarity],
              crowded,
              found: found.sort(([a, b], [c, d]) => Number(a) - Number(c) || Number(b) - Number(d)),
            }
          }
          const expected = await run(plain)
          const before = pairs()
          expect(await run(dense)).toEqual(expected)
          if (pairs() === before) inPasses++
        },
      ),
      { numRuns: 500 },
    )
    expect(inPasses).toBeGreaterThan(150)
  })

  it('ask for no pair, in a large bucket of which many are kept', async () => {
    const sets = Array.from({ length: 700 }, (_, node) => [
      ...Array.from({ length: 10 }, (_, f) => f),
      10 + (node % 350),
      400 + (node % 350),
    ])
    const { dense, plain, pairs } = judgeOf(sets, 0.8)
    const graph = oneBucket(700)
    const { kept } = await groupByStar(graph, dense)
    expect(pairs()).toBe(0)
    expect([...kept]).toEqual([...(await groupByStar(graph, plain)).kept])
    expect(new Set(kept).size).toBe(350)
    // Few kept ones are few pairs.
    const alike = judgeOf(
      sets.map((_, node) => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 + (node % 2)]),
      0.8,
    )
    await groupByStar(graph, alike.dense)
    expect(alike.pairs()).toBe(699)
  })

  it('are left to the general way where there is no room for their sets', async () => {
    const sets = Array.from({ length: 600 }, (_, node) => [node])
    const { plain, pairs } = judgeOf(sets, 0.8)
    const judge: Judge = Object.assign((asked: Uint32Array) => plain(asked), { jaccardSets: async () => undefined })
    expect(new Set((await groupByStar(oneBucket(600), judge)).kept).size).toBe(600)
    expect(pairs()).toBe((600 * 599) / 2)
  })

  it('are those with a large bucket, with all that may be like one of them', async () => {
    const graph = { nodes: 9, starts: Uint32Array.of(0, 3, 5, 7, 9), members: Uint32Array.of(1, 4, 6, 6, 8, 0, 2, 2, 3), maybe: () => true }
    const parts = (least: number, crowd = 10, maybe = graph.maybe as CandidateGraph['maybe']) =>
      denseComponents({ ...graph, maybe }, membership(graph), least, crowd, new Pauses({}))
    expect(await parts(3)).toEqual([Uint32Array.of(1, 4, 6, 8)])
    expect(await parts(2)).toEqual([Uint32Array.of(0, 2, 3), Uint32Array.of(1, 4, 6, 8)])
    expect(await parts(4)).toEqual([])
    // A smaller bucket joins those that may be alike, a large one all of its members, and so does one that may be crowded.
    const unlike = (a: number, b: number) => a !== 6 || b !== 8
    expect(await parts(3, 10, unlike)).toEqual([Uint32Array.of(1, 4, 6)])
    expect(await parts(2, 10, unlike)).toEqual([Uint32Array.of(0, 2, 3), Uint32Array.of(1, 4, 6, 8)])
    expect(await parts(3, 1, unlike)).toEqual([Uint32Array.of(1, 4, 6, 8)])
  })
})

describe('overlaps', () => {
  it('are the sizes of intersections', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 12 }).chain((count) => setsOf(count)),
        async (sets) => {
          const given = {
            count: sets.length,
            size: (set: number) => (sets[set] as number[]).length,
            words: (set: number) => wordsOf(sets[set] as number[]),
          }
          const overlaps = await Overlaps.of(given, new Pauses({}))
          const { usual, lacks } = overlaps
          for (let a = 0; a < sets.length; a++) {
            const common = new Uint32Array(sets.length)
            overlaps.addCommon(a, common)
            overlaps.mark(a, 1)
            for (let b = a + 1; b < sets.length; b++) {
              expect(overlaps.commonWithMarked(b)).toBe(common[b])
              const shared = usual - (lacks[a] as number) - (lacks[b] as number) + (common[b] as number)
              expect(shared).toBe(sharedOf(sets[a] as number[], sets[b] as number[]))
            }
            overlaps.mark(a, 0)
            expect(overlaps.commonWithMarked(a)).toBe(0)
          }
        },
      ),
    )
  })

  it('number hashes, also those that begin at one slot', () => {
    const numbers = new FeatureNumbers()
    for (let pass = 0; pass < 2; pass++) for (let i = 0; i < 5000; i++) expect(numbers.of(i, i < 500 ? 7 : i)).toBe(i)
    expect(numbers.count).toBe(5000)
  })
})

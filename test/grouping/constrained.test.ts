/**
 * grouping: groups that obey people.
 *
 * Oracle   the laws themselves, on random graphs: pairs that must be apart never share a group, pairs that must be together always do unless a
 *          chain of them contradicts, everybody is kept or removed in favour of a kept one, and what no decision touches stays as it was.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CandidateGraph, Verifier } from '../../src/grouping/candidates.js'
import { groupByComponents } from '../../src/grouping/components.js'
import { obey } from '../../src/grouping/constrained.js'
import { groupByStar } from '../../src/grouping/star.js'
import { UnionFind } from '../../src/grouping/union-find.js'

const NODES = 14
const pair = fc.tuple(fc.nat(NODES - 1), fc.nat(NODES - 1)).filter(([a, b]) => a !== b)
const world = fc.record({
  similar: fc.array(fc.tuple(pair, fc.integer({ min: 80, max: 99 })), { maxLength: 40 }),
  must: fc.array(pair, { maxLength: 6 }),
  cannot: fc.array(pair, { maxLength: 8 }),
  equal: fc.subarray([...Array(NODES).keys()], { maxLength: 4 }),
})
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never

function build({ similar }: Pick<World, 'similar'>): { graph: CandidateGraph; judge: Verifier; score: (a: number, b: number) => number } {
  const key = (a: number, b: number) => Math.min(a, b) * NODES + Math.max(a, b)
  const scores = new Map(similar.map(([[a, b], percent]) => [key(a, b), percent / 100]))
  const edges = [...scores.keys()].map((at) => [Math.floor(at / NODES), at % NODES])
  const score = (a: number, b: number) => scores.get(key(a, b)) ?? 0.1
  const judge: Verifier = async (asked) => {
    const similarity = Float64Array.from({ length: asked.length / 2 }, (_, i) => score(asked[2 * i] as number, asked[2 * i + 1] as number))
    return { similarity, similar: Uint8Array.from(similarity, (value) => (value >= 0.8 ? 1 : 0)) }
  }
  const graph = {
    nodes: NODES,
    starts: Uint32Array.from({ length: edges.length + 1 }, (_, i) => 2 * i),
    members: Uint32Array.from(edges.flat()),
    maybe: () => true,
  }
  return { graph, judge, score }
}

for (const groupBy of ['star', 'components'] as const)
  describe(`decisions under ${groupBy}`, () => {
    const run = async (given: World) => {
      const { graph, judge, score } = build(given)
      const plain = await (groupBy === 'star' ? groupByStar : groupByComponents)(graph, judge)
      const constraints = { must: given.must, cannot: given.cannot, equal: given.equal.length > 1 ? [given.equal] : [] }
      const { grouping, conflicts } = await obey(plain, graph, judge, constraints, { groupBy, maxPairs: 1000 })
      return { plain, grouping, conflicts, score }
    }

    it('are obeyed', async () => {
      await fc.assert(
        fc.asyncProperty(world, async (given) => {
          const { grouping, conflicts, score } = await run(given)
          const { kept, similarity } = grouping
          for (const [a, b] of given.cannot) expect(kept[a]).not.toBe(kept[b])
          given.must.forEach(([a, b], i) => {
            if (!conflicts.includes(i)) expect(kept[a]).toBe(kept[b])
          })
          const mustBlocks = new UnionFind(NODES)
          for (const [i, [a, b]] of given.must.entries()) if (!conflicts.includes(i)) mustBlocks.union(a, b)
          const isSame = (a: number, b: number) => given.equal.includes(a) && given.equal.includes(b)
          for (let node = 0; node < NODES; node++) {
            const first = kept[node] as number
            expect(kept[first]).toBe(first)
            if (node === first) expect(similarity[node]).toBe(1)
            else if (isSame(first, node)) expect(similarity[node]).toBe(1)
            else expect(similarity[node]).toBe(score(first, node))
            // Of a star, a block is there because one of it is like the kept one, or the kept one is of it.
            const block = [...Array(NODES).keys()].filter((other) => mustBlocks.find(other) === mustBlocks.find(node))
            if (groupBy === 'star' && first !== node)
              expect(block.some((one) => one === first || isSame(first, one) || score(first, one) >= 0.8)).toBe(true)
          }
        }),
      )
    })

    it('contradict only where a chain of pairs closes over one that must be apart', async () => {
      await fc.assert(
        fc.asyncProperty(world, async (given) => {
          const { conflicts } = await run(given)
          const sets = new UnionFind(NODES)
          const expected = given.must.flatMap(([a, b], i) => {
            const before = [...Array(NODES).keys()].map((node) => sets.find(node))
            const joins = (x: number, y: number) =>
              new Set([before[x], before[y]]).size === 2 && [before[x], before[y]].every((set) => set === before[a] || set === before[b])
            if (given.cannot.some(([x, y]) => joins(x, y))) return [i]
            sets.union(a, b)
            return []
          })
          expect(conflicts).toEqual(expected)
        }),
      )
    })

    it('leave groups alone that they do not speak of, and all of them where there are none', async () => {
      await fc.assert(
        fc.asyncProperty(world, async (given) => {
          const nothing = await run({ ...given, must: [], cannot: [], equal: [] })
          expect(nothing.grouping).toEqual(nothing.plain)
          const { plain, grouping } = await run({ ...given, equal: [] })
          const touched = new Set([...given.must, ...given.cannot].flat().map((node) => plain.kept[node]))
          for (let node = 0; node < NODES; node++)
            if (!touched.has(plain.kept[node] as number)) expect(grouping.kept[node]).toBe(plain.kept[node])
        }),
      )
    })
  })

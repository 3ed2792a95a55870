/**
 * matching/candidates and groups: which pairs are compared, and what becomes of them.
 *
 * Oracle   all pairs of rows, looked at one by one.
 * Covers   pairs of blocks against the oracle, once each, in any cut into ranges and under crowds; keys side by side; draws only give pairs of blocks; weights of a sample sum
 *          up to all pairs; plans within their budget; groups without bridges are components; bridges, by a plain join; one to one.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DenseSums, SparseSums } from '../../src/matching/between.js'
import { allPairs, KeyIndex } from '../../src/matching/candidates/key-index.js'
import { forEachPair, pairRanges } from '../../src/matching/candidates/pairs.js'
import { planCandidates } from '../../src/matching/candidates/plan.js'
import type { RowKeys } from '../../src/matching/candidates/recipes.js'
import { samplePairs } from '../../src/matching/candidates/strata.js'
import { candidateTable, forEachCandidate } from '../../src/matching/candidates/table.js'
import { groupRows, oneToOne } from '../../src/matching/groups.js'
import { Draws } from '../../src/matching/sampling.js'

const keysOf = (rows: readonly (readonly number[])[], width: number): RowKeys => {
  const hashes = new Uint32Array(rows.length * width)
  rows.forEach((row, i) => {
    hashes.set(row.slice(0, width), i * width)
  })
  return { name: 'keys', fields: [0], width, hashes }
}
const rows = (width: number) => fc.array(fc.array(fc.nat(5), { minLength: width, maxLength: width }), { minLength: 2, maxLength: 14 })
const table = fc.integer({ min: 1, max: 3 }).chain((width) => fc.record({ width: fc.constant(width), rows: rows(width) }))

/** Pairs that share a key whose rows are no more than the crowd. */
function plainPairs(keys: readonly (readonly number[])[], split: number | undefined, crowd: number): string[] {
  const sizes = new Map<number, number>()
  for (const row of keys) for (const key of new Set(row)) sizes.set(key, (sizes.get(key) ?? 0) + 1)
  const pairs: string[] = []
  for (let a = 0; a < keys.length; a++)
    for (let b = a + 1; b < keys.length; b++) {
      if (split !== undefined && !(a < split && b >= split)) continue
      if (keys[a]?.some((key) => key !== 0 && keys[b]?.includes(key) && (sizes.get(key) as number) <= crowd)) pairs.push(`${a} ${b}`)
    }
  return pairs
}

describe('KeyIndex', () => {
  it('finds the pairs that share a key, each once, in any cut', () => {
    fc.assert(
      fc.property(
        table,
        fc.option(fc.nat(14), { nil: undefined }),
        fc.integer({ min: 2, max: 14 }),
        fc.integer({ min: 1, max: 9 }),
        (given, at, crowd, size) => {
          const split = at === undefined ? undefined : Math.min(at, given.rows.length)
          const index = new KeyIndex(keysOf(given.rows, given.width), { rows: given.rows.length, split }, { crowd, sorted: size })
          const found: string[] = []
          for (const range of pairRanges([index], size)) forEachPair([index], range, (a, b) => found.push(`${a} ${b}`))
          expect(found.sort()).toEqual(plainPairs(given.rows, split, crowd).sort())
          expect(index.pairs).toBeGreaterThanOrEqual(found.length)
        },
      ),
    )
  })

  it('leaves to later keys what earlier ones do not find', () => {
    fc.assert(
      fc.property(table, (given) => {
        const scope = { rows: given.rows.length }
        const first = new KeyIndex(keysOf(given.rows, 1), scope)
        const second = new KeyIndex(keysOf(given.rows, given.width), scope)
        const found: string[] = []
        for (const range of pairRanges([first, second], 3)) forEachPair([first, second], range, (a, b) => found.push(`${a} ${b}`))
        expect(new Set(found).size).toBe(found.length)
        expect(found.length).toBe(plainPairs(given.rows, undefined, 99).length)
      }),
    )
  })

  it('has the same pairs in the same order when the keys of a row lie side by side', () => {
    fc.assert(
      fc.property(table, fc.option(fc.nat(14), { nil: undefined }), fc.integer({ min: 2, max: 14 }), (given, at, crowd) => {
        const split = at === undefined ? undefined : Math.min(at, given.rows.length)
        const scope = { rows: given.rows.length, split }
        const mirrored = given.rows.map((row) => [...row].reverse())
        const indexes = [
          new KeyIndex(keysOf(given.rows, 1), scope),
          new KeyIndex(keysOf(given.rows, given.width), scope, { crowd }),
          new KeyIndex(keysOf(mirrored, given.width), scope),
        ]
        const candidates = candidateTable(indexes)
        for (const range of pairRanges(indexes, 3)) {
          const [plain, found]: [string[], string[]] = [[], []]
          forEachPair(indexes, range, (a, b) => plain.push(`${a} ${b}`))
          forEachCandidate(candidates, range, (a, b) => found.push(`${a} ${b}`))
          expect(found).toEqual(plain)
        }
      }),
    )
  })

  it('draws pairs of its blocks only', () => {
    fc.assert(
      fc.property(table, fc.nat(), (given, seed) => {
        const index = new KeyIndex(keysOf(given.rows, given.width), { rows: given.rows.length })
        fc.pre(index.pairs > 0)
        const into = new Uint32Array(2)
        const draws = new Draws(seed)
        for (let i = 0; i < 20; i++) {
          index.draw(draws, into, 0, 1)
          expect(into[0]).toBeLessThan(into[1] as number)
          expect(index.holds(into[0] as number, into[1] as number)).toBe(true)
        }
      }),
    )
  })
})

describe('samplePairs', () => {
  it('weighs its pairs so that they stand for all', () => {
    const draws = new Draws(1)
    const keys = Array.from({ length: 600 }, () => [1 + draws.below(40), 1 + draws.below(200)])
    const scope = { rows: 600 }
    const index = new KeyIndex(keysOf(keys, 2), scope)
    const { weights, found } = samplePairs([index], scope, 3000, 6000, 4)
    const sum = (of: (i: number) => boolean) => weights.reduce((all, weight, i) => all + (of(i) ? weight : 0), 0)
    expect(sum(() => true) / allPairs(scope)).toBeCloseTo(1, 1)
    expect(sum((i) => found[0]?.[i] === 1) / plainPairs(keys, undefined, 1e9).length).toBeCloseTo(1, 1)
  })
})

describe('planCandidates', () => {
  it('takes what finds most for its cost, within the budget', () => {
    const sample = {
      pairs: new Uint32Array(8),
      weights: Float64Array.of(1, 1, 1, 1),
      found: [Uint8Array.of(1, 1, 1, 0), Uint8Array.of(1, 1, 0, 0), Uint8Array.of(0, 0, 0, 1)],
    }
    const chances = Float64Array.of(1, 1, 1, 1)
    const offers = [100, 10, 50].map((pairs, i) => ({ name: `key ${i}`, fields: [i], pairs }))
    expect(planCandidates(offers, sample, chances, 1000).keys.map(({ offer }) => offer)).toEqual([1, 2, 0])
    const small = planCandidates(offers, sample, chances, 60)
    expect(small.keys.map(({ offer }) => offer)).toEqual([1, 2])
    expect(small.cost).toBe(60)
    expect(small.recall).toBeLessThanOrEqual(0.75)
  })

  it('takes no match for missed because the only field that its rows have in common is the only one that finds it', () => {
    // Ten matches that either field finds, two that one of them finds, and forty whose rows have the first field alone in common.
    const both = 52
    const list = (is: (pair: number) => boolean) => Uint8Array.from({ length: both }, (_, pair) => Number(is(pair)))
    const sample = {
      pairs: new Uint32Array(2 * both),
      weights: new Float64Array(both).fill(1),
      found: [list((pair) => pair !== 10), list((pair) => pair < 11 && pair !== 11)],
    }
    const offers = [0, 1].map((field) => ({ name: `key ${field}`, fields: [field], pairs: 52 }))
    const chances = new Float64Array(both).fill(1)
    const unseen = (filled?: readonly Uint8Array[]) =>
      planCandidates(offers, { ...sample, ...(filled ? { filled } : {}) }, chances, 1000).unseen
    // Chao: half of (1 - 1/2) 2² / 10 where both have both fields.
    expect(unseen([list(() => true), list((pair) => pair < 12)])).toBeCloseTo((0.5 * 2 * 2) / (2 * 10))
    expect(unseen()).toBeCloseTo((0.5 * 42 * 42) / (2 * 10))
  })
})

describe('groups', () => {
  const edges = (list: readonly (readonly [a: number, b: number, chance: number])[]) => ({
    size: list.length,
    a: Uint32Array.from(list, ([a]) => a),
    b: Uint32Array.from(list, ([, b]) => b),
    chance: Float64Array.from(list, ([, , chance]) => chance),
  })

  it('without bridges to cut are components', () => {
    const edge = fc.tuple(fc.nat(9), fc.nat(9), fc.double({ min: 0, max: 1, noNaN: true })).filter(([a, b]) => a !== b)
    fc.assert(
      fc.property(fc.uniqueArray(edge, { selector: ([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`, maxLength: 20 }), (list) => {
        const plain = Array.from({ length: 10 }, (_, row) => row)
        for (let round = 0; round < 10; round++)
          for (const [a, b, chance] of list)
            if (chance >= 0.5 && chance > 0) plain[a] = plain[b] = Math.min(plain[a] as number, plain[b] as number)
        expect([...groupRows(10, edges(list), 0.5, 0).groups]).toEqual(plain)
      }),
    )
  })

  it('cuts the one pair between two full groups', () => {
    const list = [
      [0, 1, 1],
      [1, 2, 1],
      [0, 2, 1],
      [3, 4, 1],
      [4, 5, 1],
      [3, 5, 1],
      [2, 3, 0.6],
    ] as const
    expect([...groupRows(6, edges(list), 0.5, 0).groups]).toEqual([0, 0, 0, 0, 0, 0])
    expect(groupRows(6, edges(list), 0.5, 0.3)).toMatchObject({ groups: Uint32Array.of(0, 0, 0, 3, 3, 3), cut: 1 })
  })

  it('is the plain join of the surest first, each time by the mean of all pairs between', () => {
    const pair = fc.tuple(fc.nat(11), fc.nat(11), fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 40 }), fc.double({ min: 0.05, max: 0.9, noNaN: true }), (given, bridge) => {
        const known = new Map(given.filter(([a, b]) => a < b).map(([a, b, chance]) => [`${a} ${b}`, [a, b, chance] as const]))
        const list = [...known.values()]
        const groups = Array.from({ length: 12 }, (_, row) => row)
        let cut = 0
        const between = (left: number, right: number) => {
          const [one, other] = [left, right].map((group) => groups.flatMap((own, row) => (own === group ? [row] : []))) as [
            number[],
            number[],
          ]
          const sum = list.reduce(
            (all, [a, b, chance]) => all + ((one.includes(a) && other.includes(b)) || (one.includes(b) && other.includes(a)) ? chance : 0),
            0,
          )
          return sum / (one.length * other.length)
        }
        for (const [a, b, chance] of [...list].sort((x, y) => y[2] - x[2] || x[0] - y[0] || x[1] - y[1])) {
          const [left, right] = [groups[a] as number, groups[b] as number]
          if (chance < 0.5 || left === right) continue
          const mean = between(left, right)
          // Sums in another order end a little beside each other.
          fc.pre(Math.abs(mean - bridge) > 1e-9)
          if (mean < bridge) cut++
          else for (const [row, own] of groups.entries()) if (own === left || own === right) groups[row] = Math.min(left, right)
        }
        expect(groupRows(12, edges(list), 0.5, bridge)).toMatchObject({ groups: Uint32Array.from(groups), cut })
      }),
    )
  })

  it('takes equal rows for one: a pair of one of them is a pair of all, found or not', () => {
    // Row r is of class r % 4; those of a class are equal, and score 1.
    const rows = 12
    const isEqual = (a: number, b: number) => a % 4 === b % 4
    const score = fc.tuple(fc.nat(3), fc.nat(3), fc.double({ min: 0, max: 0.99, noNaN: true })).filter(([a, b]) => a < b)
    fc.assert(
      fc.property(fc.uniqueArray(score, { selector: ([a, b]) => `${a} ${b}`, maxLength: 6 }), (classes) => {
        const of = new Map(classes.map(([a, b, chance]) => [`${a} ${b}`, chance]))
        const chanceOf = (a: number, b: number) =>
          isEqual(a, b) ? 1 : (of.get(`${Math.min(a % 4, b % 4)} ${Math.max(a % 4, b % 4)}`) ?? 0)
        const every = Array.from({ length: rows * rows }, (_, i) => [Math.floor(i / rows), i % rows] as const).filter(([a, b]) => a < b)
        const found = every.filter(([a, b]) => (isEqual(a, b) ? a < 4 : b < 4))
        const groups = (pairs: typeof every, equal?: typeof isEqual) =>
          groupRows(rows, edges(pairs.map(([a, b]) => [a, b, chanceOf(a, b)] as const)), 0.5, 0.3, equal).groups
        expect(groups(found, isEqual)).toEqual(groups(every))
      }),
    )
  })

  it('has the same sums in places and in lists', () => {
    // Sums and joins in any order: equal rows are joined before there is a sum.
    const step = fc.record({ a: fc.nat(7), b: fc.nat(7), chance: fc.integer({ min: 0, max: 8 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const [dense, sparse] = [new DenseSums(8), new SparseSums(8)]
        const alive = new Set(Array.from({ length: 8 }, (_, row) => row))
        for (const { a, b, chance } of steps) {
          if (a >= b || !alive.has(a) || !alive.has(b)) continue
          for (const sums of [dense, sparse])
            if (chance > 0) sums.add(a, b, chance / 8)
            else sums.join(a, b)
          if (chance === 0) alive.delete(b)
          for (const x of alive) for (const y of alive) if (x !== y) expect(sparse.of(x, y)).toBe(dense.of(x, y))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('joins one to one from the surest on', () => {
    expect(
      oneToOne(
        4,
        edges([
          [0, 2, 0.8],
          [0, 3, 0.9],
          [1, 3, 0.85],
          [1, 2, 0.4],
        ]),
        0.5,
      ),
    ).toEqual([1])
    expect(
      oneToOne(
        4,
        edges([
          [0, 2, 0.8],
          [0, 3, 0.9],
          [1, 2, 0.7],
        ]),
        0.5,
      ),
    ).toEqual([1, 2])
  })
})

it('names the pair on which a group hangs: surer ones do not hold it together, and those as sure do', () => {
  const edge = fc.record({ a: fc.nat(7), b: fc.nat(7), chance: fc.integer({ min: 1, max: 9 }) })
  fc.assert(
    fc.property(fc.uniqueArray(edge, { selector: ({ a, b }) => `${Math.min(a, b)} ${Math.max(a, b)}` }), (drawn) => {
      const list = drawn.filter(({ a, b }) => a !== b)
      const edges = {
        size: list.length,
        a: Uint32Array.from(list, ({ a }) => a),
        b: Uint32Array.from(list, ({ b }) => b),
        chance: Float64Array.from(list, ({ chance }) => chance / 10),
      }
      const { groups, weakest } = groupRows(8, edges, 0.3, 0)
      for (const number of new Set(groups)) {
        const members = [...groups.keys()].filter((row) => groups[row] === number)
        if (members.length < 2) continue
        const least = weakest.chance[number] as number
        expect([groups[weakest.a[number] as number], groups[weakest.b[number] as number]]).toEqual([number, number])
        const together = (from: number) => new Set(members.map((row) => groupRows(8, edges, from, 0).groups[row])).size === 1
        expect([together(least), together(least + 0.01)]).toEqual([true, false])
      }
    }),
  )
})

/**
 * All similar pairs: is none left out of large groups, and is what is left out said?
 *
 * Oracle   every pair of a dense group, by construction alike; an array that is sorted as a whole.
 * Covers   a group beyond the limit of crowded buckets, by each way of grouping; `maxPairs`; pairs that go to disk, in any order, also
 *          twice; which pairs of a bucket come under a limit.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { judgeAllPairs, rowsWithin } from '../../../src/grouping/all-pairs.js'
import { PairStore } from '../../../src/jobs/dedupe/pairs/pair-store.js'
import { dedupe } from '../../../src/library/dedupe.js'
import { oneBucket, uniformVerifier } from '../../support/graphs.js'

const folder = mkdtempSync(join(tmpdir(), 'leitong-pairs-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Texts of 60 words of which each has another one replaced: any two share at least 56 of at most 64 features of one word. */
const near = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const words = Array.from({ length: 60 }, (_, j) => `word${j}`)
    words[i % 60] = `other${i}`
    return { id: i, text: words.join(' ') }
  })
const OPTIONS = { ngram: 1, tokenizer: 'word', threshold: 0.8 } as const

describe('a group of more than 1000 texts', () => {
  const COUNT = 1100

  it.each(['star', 'components'] as const)('has all its pairs, by %s', async (groupBy) => {
    const result = await dedupe(near(COUNT), { ...OPTIONS, groupBy, pairs: true })
    let pairs = 0
    let last = -1
    let wrong = 0
    for (const { a, b, similarity } of result.pairs()) {
      pairs++
      const place = (a as number) * COUNT + (b as number)
      if (place <= last || (b as number) <= (a as number) || !((similarity as number) >= 0.8)) wrong++
      last = place
    }
    expect({ pairs, wrong }).toEqual({ pairs: (COUNT * (COUNT - 1)) / 2, wrong: 0 })
    expect(result.summary.limits).toMatchObject({ crowded: 0, unpaired: 0 })
    await result.close()
  })

  it('says what maxPairs leaves out', async () => {
    const result = await dedupe(near(COUNT), { ...OPTIONS, pairs: true, maxPairs: 10_000 })
    const found = [...result.pairs()].length
    expect(found).toBeGreaterThan(1000)
    expect(found).toBeLessThan((COUNT * (COUNT - 1)) / 2)
    expect(result.summary.limits.unpaired).toBeGreaterThanOrEqual((COUNT * (COUNT - 1)) / 2 - found)
    await result.close()
  })
})

describe('a limit of pairs', () => {
  it('is never passed, and leaves no row out that would fit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.integer({ min: 1, max: 50_000 }), (size, most) => {
        const pairsOf = (rows: number) => rows * size - (rows * (rows + 1)) / 2
        const rows = rowsWithin(size, most)
        expect(pairsOf(rows)).toBeLessThanOrEqual(most)
        if (rows < size) expect(pairsOf(rows + 1)).toBeGreaterThan(most)
      }),
    )
  })

  it('counts what it leaves out of one bucket exactly', async () => {
    const nodes = 50
    const { judge, asked } = uniformVerifier()
    const { left } = await judgeAllPairs(oneBucket(nodes), judge, { maxPairs: 200 }, {})
    expect(left + asked()).toBe((nodes * (nodes - 1)) / 2)
    expect(asked()).toBeLessThanOrEqual(200)
  })
})

describe('the store of pairs', () => {
  it('gives back in order what it was given in any, from memory and from disk', () => {
    const record = fc.tuple(fc.nat(200), fc.nat(200))
    fc.assert(
      fc.property(fc.array(record, { minLength: 0, maxLength: 4000, size: 'max' }), fc.boolean(), (records, ascending) => {
        const temporary = mkdtempSync(join(folder, 'run-'))
        // Room for the fewest records that it takes, 1024.
        const store = new PairStore(1, () => temporary)
        const given = ascending ? [...records].sort(([a, b], [c, d]) => a - c || b - d) : records
        for (const [a, b] of given) store.add(a, b, a / 8 + b)
        const expected = [...new Set(records.map(([a, b]) => a * 1000 + b))].sort((x, y) => x - y)
        for (let round = 0; round < 2; round++) {
          const found = [...store]
          expect(found.map(({ document, other }) => document * 1000 + other)).toEqual(expected)
          expect(found.every(({ document, other, similarity }) => similarity === document / 8 + other)).toBe(true)
        }
        expect(readdirSync(temporary).length > 0).toBe(records.length > 1024)
        expect(store.spilled).toBe(records.length ? Math.floor((records.length - 1) / 1024) * 1024 * 16 : 0)
      }),
      { numRuns: 15 },
    )
  })
})

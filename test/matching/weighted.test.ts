/**
 * matching/weighted: the mean similarity of fields, by weight.
 *
 * Oracle   the formula over plain lists.
 * Laws     symmetric, from 0 to 1, 1 for equal rows, nulls neutral, a field of weight 0 and the order of columns change nothing, a higher weight moves the
 *          score towards the field's similarity.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Comparisons } from '../../src/matching/comparisons.js'
import type { KindName } from '../../src/matching/kinds/kind.js'
import { WeightedScorer } from '../../src/matching/weighted.js'
import { kinds, pack, valuesFor } from './tables.js'

interface Row {
  readonly kind: Exclude<KindName, 'none'>
  readonly a: string | null
  readonly b: string | null
  readonly weight: number
}
const field = fc.constantFrom(...kinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    a: fc.option(valuesFor[kind]),
    b: fc.option(valuesFor[kind]),
    weight: fc.integer({ min: 1, max: 9 }),
  }),
)
const pair = fc.array(field, { minLength: 1, maxLength: 6 })

const comparisonsOf = (rows: readonly Row[]) =>
  new Comparisons(pack(Object.fromEntries(rows.map(({ kind, a, b }, i) => [`c${i}`, { kind, values: [a, b] }]))))
const score = (rows: readonly Row[], from = 0, to = 1) =>
  new WeightedScorer(comparisonsOf(rows), { weights: rows.map(({ weight }) => weight) }).score(from, to)

describe('WeightedScorer', () => {
  it('is the formula', () => {
    fc.assert(
      fc.property(pair, (rows) => {
        const comparisons = comparisonsOf(rows)
        const both = rows
          .map(({ weight }, i) => ({ weight, similarity: comparisons.similarity(i, 0, 1) }))
          .filter(({ similarity }) => similarity >= 0)
        const total = both.reduce((sum, { weight }) => sum + weight, 0)
        const expected = total ? both.reduce((sum, { weight, similarity }) => sum + weight * similarity, 0) / total : 0
        expect(score(rows)).toBeCloseTo(expected, 12)
        expect(score(rows)).toBe(score(rows, 1, 0))
      }),
    )
  })

  it('is 1 for a row and itself, when it holds anything', () => {
    fc.assert(
      fc.property(pair, (rows) => {
        const holds = comparisonsOf(rows).fields.some(({ column }) => (column.rows[0] as number) >= 0)
        expect(score(rows, 0, 0)).toBe(holds ? 1 : 0)
      }),
    )
  })

  it('does not see nulls, fields of weight 0, or the order of columns', () => {
    fc.assert(
      fc.property(pair, field, (rows, extra) => {
        const plain = score(rows)
        expect(score([...rows, { ...extra, b: null }])).toBeCloseTo(plain, 12)
        expect(score([...rows, { ...extra, weight: 0 }])).toBeCloseTo(plain, 12)
        expect(score([...rows].reverse())).toBeCloseTo(plain, 12)
      }),
    )
  })

  it('moves towards the similarity of a field whose weight is raised', () => {
    fc.assert(
      fc.property(pair, fc.nat(), (rows, chosen) => {
        const at = chosen % rows.length
        const similarity = comparisonsOf(rows).similarity(at, 0, 1)
        fc.pre(!Number.isNaN(similarity))
        const before = score(rows)
        const after = score(rows.map((row, i) => (i === at ? { ...row, weight: row.weight + 5 } : row)))
        expect(Math.abs(after - similarity)).toBeLessThanOrEqual(Math.abs(before - similarity) + 1e-12)
        expect((after - before) * (similarity - before)).toBeGreaterThanOrEqual(-1e-12)
      }),
    )
  })

  it('scores 0 below the least number of fields, and refuses weights that weigh nothing', () => {
    const comparisons = comparisonsOf([{ kind: 'exact', a: 'a', b: 'a', weight: 1 }])
    expect(new WeightedScorer(comparisons, { least: 2 }).score(0, 1)).toBe(0)
    expect(() => new WeightedScorer(comparisons, { weights: [0] })).toThrow(expect.objectContaining({ code: 'ARGUMENT' }))
    expect(() => new WeightedScorer(comparisons, { weights: [-1] })).toThrow(expect.objectContaining({ code: 'ARGUMENT' }))
  })
})

/**
 * matching/kinds/settings: what a fields file says of a field beside its kind.
 *
 * Oracle   the differences of numbers and days; shares worked out by hand; the recursive definition of edits is that of kinds.test.ts.
 * Laws     with any settings a kind stays symmetric, from 0 to 1, and 1 for equal values only; its levels descend.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { offeredKeys } from '../../src/matching/candidates/offers.js'
import { Comparisons } from '../../src/matching/comparisons.js'
import { kindOf } from '../../src/matching/kinds/kinds.js'
import type { KindSettings } from '../../src/matching/kinds/settings.js'
import { planMatching } from '../../src/matching/matching.js'
import { modelFromJson } from '../../src/matching/model/model.js'
import { modelToJson } from '../../src/matching/model/model-json.js'
import { MatchScorer } from '../../src/matching/model/scorer.js'
import '../../src/sources/rows/pinyin.js'
import { pack, valuesFor } from './tables.js'

type Kind = keyof typeof valuesFor
const GIVEN: readonly (readonly [Kind, KindSettings])[] = [
  ['number', { tolerance: 2 }],
  ['number', { tolerance: '5 %' }],
  ['date', { tolerance: 3 }],
  ['name', { distance: 'damerau-levenshtein' }],
  ['name', { levels: [0.95, 0.5], reading: 'pinyin' }],
  ['text', { measure: 'jaccard' }],
  ['text', { measure: 'containment', levels: [0.8, 0.4] }],
  ['set', { measure: 'containment', levels: [0.5] }],
  ['address', { levels: [0.9, 0.3] }],
]

const compare = (kind: Kind, settings: KindSettings, a: string, b: string) => {
  const comparisons = new Comparisons(pack({ column: { kind, settings, values: [a, b] } }))
  return { similarity: comparisons.similarity(0, 0, 1), level: kindOf({ kind, settings }).levels[comparisons.level(0, 0, 1)]?.name }
}

it.each(GIVEN)('%s with %j is symmetric, from 0 to 1, and 1 for equal values only', (kind, settings) => {
  const from = kindOf({ kind, settings }).levels.map((level) => level.from)
  expect([...from].sort((a, b) => b - a)).toEqual(from)
  expect([from[0], from.at(-1)]).toEqual([1, 0])
  fc.assert(
    fc.property(fc.array(valuesFor[kind], { minLength: 2, maxLength: 6 }), (values) => {
      const [field] = pack({ column: { kind, settings, values } })
      const comparisons = new Comparisons([field as NonNullable<typeof field>])
      for (let a = 0; a < values.length; a++)
        for (let b = 0; b < values.length; b++) {
          const [left, right] = [field?.column.rows[a] as number, field?.column.rows[b] as number]
          if (left < 0 || right < 0) continue
          const similarity = comparisons.similarity(0, a, b)
          expect(similarity).toBe(comparisons.similarity(0, b, a))
          expect(similarity).toBeGreaterThanOrEqual(0)
          expect(similarity).toBeLessThanOrEqual(1)
          expect(similarity === 1).toBe(left === right)
          const level = comparisons.level(0, a, b)
          expect(level).toBeGreaterThanOrEqual(0)
          expect(level).toBeLessThan(from.length)
        }
    }),
    { numRuns: 60 },
  )
})

it('takes numbers within a tolerance for nearly equal, and others as before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 9999 }), (x, y) => {
      fc.pre(x !== y)
      const isNear = (settings: KindSettings) => compare('number', settings, String(x), String(y)).level === `within ${settings.tolerance}`
      expect(isNear({ tolerance: 25 })).toBe(Math.abs(x - y) <= 25)
      expect(isNear({ tolerance: '2 %' })).toBe(Math.abs(x - y) * 100 <= 2 * Math.max(x, y))
      if (Math.abs(x - y) > 25) {
        const plain = compare('number', {}, String(x), String(y))
        const own = compare('number', { tolerance: 25 }, String(x), String(y))
        expect(own.level).toBe(plain.level)
        expect(own.similarity).toBeCloseTo(plain.similarity, 6)
      }
    }),
  )
  expect(compare('number', { tolerance: 0.1 }, '1.2', '1.3').level).toBe('within 0.1')
  expect(compare('number', { tolerance: 0.1 }, '1.2', '1.31').level).toBe('within 20 %')
})

it('counts days by the calendar', () => {
  expect(compare('date', { tolerance: 2 }, '2024-02-28', '2024-03-01').level).toBe('within 2 days')
  expect(compare('date', { tolerance: 2 }, '2023-02-27', '2023-03-02').level).not.toBe('within 2 days')
  expect(compare('date', { tolerance: 2 }, '2024', '2024-01-01').level).toBe('a part not stated')
})

it('measures the words of texts as asked', () => {
  const [a, b] = ['red lamp table', 'red lamp']
  // What a word says: the logarithm of how seldom it is among two rows, 0.2 at least.
  const both = 2 * Math.max(0.2, Math.log(3 / 2.5))
  const rest = Math.log(3 / 1.5)
  expect(compare('text', { measure: 'containment' }, a, b).similarity).toBeCloseTo(0.99, 10)
  expect(compare('text', { measure: 'jaccard' }, a, b).similarity).toBeCloseTo(both / (both + rest), 6)
  expect(compare('text', {}, a, b).similarity).toBeCloseTo(both / Math.sqrt(both * (both + rest)), 6)
})

it('counts edits of names when asked to', () => {
  expect(compare('name', { distance: 'damerau-levenshtein' }, 'martha', 'marhta').similarity).toBeCloseTo(5 / 6, 12)
  expect(compare('name', { distance: 'jaro-winkler' }, 'martha', 'marhta').similarity).toBeCloseTo(0.961, 3)
  expect(compare('name', { levels: [0.9, 0.5] }, 'martha', 'marhta').level).toBe('from 0.9')
})

it('brings homophones together by a key, and keeps settings in the model', () => {
  const given = ['小明', '晓明', '伟', '玮', '静', '婧', '磊', '丽']
  const values = Array.from({ length: 200 }, (_, i) => `${'王李张刘陈'[i % 5]}${given[(i * 7) % 8]}`)
  const numbers = Array.from({ length: 200 }, (_, i) => String(1000 + 37 * (i >> 1)))
  const fields = pack({
    name: { kind: 'name', settings: { reading: 'pinyin' }, values },
    price: { kind: 'number', settings: { tolerance: '1 %' }, values: numbers },
  })
  expect(offeredKeys(fields, { rows: 200 }, 1e6).map(({ name }) => name)).toContain('name: reading')
  const { model } = planMatching(fields, { rows: 200 }, { everyField: true })
  expect(model.fields.map(({ settings }) => settings)).toEqual([{ reading: 'pinyin' }, { tolerance: '1 %' }])
  const read = modelFromJson(modelToJson(model), 'here')
  expect(() => new MatchScorer(fields, read)).not.toThrow()
  const plain = fields.map(({ column, kind }) => ({ column, kind }))
  expect(() => new MatchScorer(plain, read)).toThrow(expect.objectContaining({ code: 'MODEL_UNLIKE' }))
})

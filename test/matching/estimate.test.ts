/**
 * matching/estimate: what the scores of a run say of its precision and recall.
 *
 * Oracle   odds worked out by hand.
 * Covers   the mean, both ends of the interval, a single field, no pairs; for any chances the share lies between the ends.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { precisionOf, recallOf } from '../../src/matching/estimate.js'

it('is the mean chance, between odds four times lower and four times higher', () => {
  // Odds 4 and 1; a quarter of them 1 and 1/4; four times as much 16 and 4.
  const { share, low, high } = precisionOf([0.8, 0.5], false) ?? { share: 0, low: 0, high: 0 }
  expect(share).toBeCloseTo((0.8 + 0.5) / 2, 12)
  expect(low).toBeCloseTo((0.5 + 0.2) / 2, 12)
  expect(high).toBeCloseTo((16 / 17 + 0.8) / 2, 12)
})

it('takes chances of a single field for four times too sure', () => {
  expect(precisionOf([0.8], true)?.share).toBeCloseTo(0.5, 12)
  expect(precisionOf([0.8], true)?.high).toBeCloseTo(0.8, 12)
  expect(precisionOf([0.8], true)?.low).toBeCloseTo(0.2, 12)
})

it('says nothing of no pairs, and lies between its ends', () => {
  expect(precisionOf([], false)).toBeUndefined()
  const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(chances, fc.boolean(), (given, isSingle) => {
      const { share, low, high } = precisionOf(given, isSingle) ?? { share: -1, low: 0, high: 0 }
      expect(low).toBeLessThanOrEqual(share + 1e-12)
      expect(share).toBeLessThanOrEqual(high + 1e-12)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1 + 1e-12)
    }),
  )
})

it('takes recall for the expected matches among the taken pairs, of all that are expected', () => {
  // Of 1.3 expected ones and 0.2, where nine tenths were compared. Odds 4, 1 and 1/4; a quarter and four times as much.
  const { share, low, high } = recallOf([0.8, 0.5], [0.2], 0.9, false) ?? { share: 0, low: 0, high: 0 }
  expect(share).toBeCloseTo((0.9 * 1.3) / 1.5, 12)
  expect(low).toBeCloseTo((0.9 * 0.7) / (0.7 + 0.5), 12)
  expect(high).toBeCloseTo((0.9 * (16 / 17 + 0.8)) / (16 / 17 + 0.8 + 1 / 17), 12)
})

it('says nothing of the recall of nothing, and lies between its ends', () => {
  expect(recallOf([], [], 1, false)).toBeUndefined()
  expect(recallOf([], [0.3], 1, false)?.share).toBe(0)
  const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }))
  fc.assert(
    fc.property(chances, chances, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (taken, left, compared, isSingle) => {
      const estimate = recallOf(taken, left, compared, isSingle)
      if (!estimate) return
      expect(estimate.low).toBeLessThanOrEqual(estimate.share + 1e-12)
      expect(estimate.share).toBeLessThanOrEqual(estimate.high + 1e-12)
      expect(estimate.high).toBeLessThanOrEqual(compared + 1e-12)
    }),
  )
})

/**
 * jobs/tune/valley: is a valley found where there is one, and none where there is none?
 *
 * Oracle   similarities drawn from distributions that are known because they are made here.
 * Covers   two hills, whose valley is found and within the stated interval; one hill, a monotone fall, noise few and many, of which at most one
 *          in twenty may have a valley; pairs that hang together, which are one; the same answer again.
 */
import { describe, expect, it } from 'vitest'
import { findValley } from '../../../src/jobs/tune/valley.js'
import { createRandom } from '../../support/texts.js'

type Random = () => number
const SEEDS = Array.from({ length: 40 }, (_, i) => 7919 * (i + 1))
const LOWEST = 0.3

const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const hills =
  (...parts: readonly (readonly [count: number, at: number, spread: number])[]) =>
  (random: Random) =>
    parts
      .flatMap(([count, at, spread]) => Array.from({ length: count }, () => at + spread * normal(random)))
      .filter((similarity) => similarity >= LOWEST && similarity <= 1)
const many = (count: number, draw: (random: Random) => number) => (random: Random) =>
  Array.from({ length: count }, () => draw(random)).filter((similarity) => similarity >= LOWEST && similarity <= 1)

describe('a valley between two hills', () => {
  it.each([
    ['far apart', hills([3000, 0.4, 0.05], [300, 0.88, 0.04]), 0.675, 0.09],
    ['near each other', hills([3000, 0.45, 0.06], [600, 0.8, 0.06]), 0.642, 0.04],
    ['with few duplicates', hills([500, 0.35, 0.05], [60, 0.9, 0.04]), 0.65, 0.09],
  ])('is found, with an interval that holds it: %s', (_, draw, true_, tolerance) => {
    let held = 0
    for (const seed of SEEDS) {
      const finding = findValley({ similarities: draw(createRandom(seed)) }, LOWEST)
      expect(finding.found, `seed ${seed}`).toBe(true)
      if (!finding.found) continue
      const { at, interval, depth, share } = finding.valley
      expect(Math.abs(at - true_), `seed ${seed}: ${at}`).toBeLessThan(tolerance)
      expect(depth).toBeGreaterThan(2)
      expect(share).toBeLessThan(0.15)
      if (interval[0] - 0.01 <= true_ && true_ <= interval[1] + 0.01) held++
    }
    expect(held / SEEDS.length).toBeGreaterThanOrEqual(0.9)
  })

  it('is found against unrelated pairs that are only estimated, and the same way again', () => {
    const below = Array.from({ length: 50 }, (_, i) => (i < 15 ? 1e6 * Math.exp(-i) : 0))
    const similarities = hills([80, 0.85, 0.06])(createRandom(3))
    const finding = findValley({ similarities, below }, LOWEST)
    expect(finding).toMatchObject({ found: true })
    expect(findValley({ similarities, below }, LOWEST)).toEqual(finding)
  })
})

describe('no valley', () => {
  it.each([
    ['one hill of few', hills([60, 0.65, 0.1])],
    ['one hill of many', hills([5000, 0.65, 0.08])],
    ['a hill at the end', many(500, (random) => 1 - Math.abs(0.1 * normal(random)))],
    ['a fall of few', many(30, (random) => LOWEST - Math.log(1 - random()) * 0.1)],
    ['a fall of many', many(5000, (random) => LOWEST - Math.log(1 - random()) * 0.07)],
    ['noise of few', many(27, (random) => LOWEST + 0.7 * random())],
    ['noise of many', many(3000, (random) => LOWEST + 0.7 * random())],
  ])('is found in %s, in 19 of 20 draws', (_, draw) => {
    const wrong = SEEDS.filter((seed) => findValley({ similarities: draw(createRandom(seed)) }, LOWEST).found)
    expect(wrong.length).toBeLessThanOrEqual(SEEDS.length / 20)
  })

  it('is found in one bin with a pair between seven and eight', () => {
    const below = Array.from({ length: 50 }, (_, i) => (i < 15 ? 1e6 * Math.exp(-i) : 0))
    const bins = [38, 15, 31, 9, 13, 11, 5, 7, 8, 9, 12, 10, 7, 1, 8, 8, 22]
    const similarities = bins.flatMap((count, i) => Array.from({ length: count }, (_, j) => 0.32 + 0.04 * (i + (j + 0.5) / count)))
    expect(findValley({ similarities, below }, LOWEST).found).toBe(false)
  })

  it('is found in pairs of one document with all others', () => {
    const similarities = hills([3000, 0.4, 0.05], [300, 0.88, 0.04])(createRandom(1))
    const groups = similarities.map((similarity, i) => (similarity > 0.65 ? 0 : i))
    expect(findValley({ similarities, groups }, LOWEST)).toEqual({ found: false, reason: 'chance' })
  })

  it('is found in nothing', () => expect(findValley({ similarities: [] }, LOWEST)).toEqual({ found: false, reason: 'few' }))
})

/**
 * evaluating: are the metrics what their definitions say?
 *
 * Oracle   definitions spelled out over all pairs and all documents; the score equation that Wilson's bounds solve; counting by
 *          trying every threshold.
 * Covers   pairs from groups, B-cubed, intervals that hold their value, the middle of samples, empty answers, curves at every threshold and
 *          at chosen ones, and their thinning.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { qualityAt, thinCurve, thresholdCurve } from '../../src/evaluating/curves.js'
import { middle95, resample, wilson } from '../../src/evaluating/intervals.js'
import { bCubed, countGroupPairs, countPairs, harmonic, pairwise } from '../../src/evaluating/metrics.js'
import { groupByKey, pairSet, pairsWithin } from '../../src/evaluating/pairs.js'

const grouping = (n: number) => fc.array(fc.nat({ max: 5 }), { minLength: n, maxLength: n })
const twoGroupings = fc.integer({ min: 1, max: 20 }).chain((n) => fc.tuple(grouping(n), grouping(n)))

describe('pairs', () => {
  it('counts pairs of groupings as counting every pair does', () => {
    fc.assert(
      fc.property(twoGroupings, ([found, truth]) => {
        const naive = { found: 0, truth: 0, right: 0 }
        for (let i = 0; i < found.length; i++)
          for (let j = i + 1; j < found.length; j++) {
            const [x, y] = [found[i] === found[j], truth[i] === truth[j]]
            naive.found += x ? 1 : 0
            naive.truth += y ? 1 : 0
            naive.right += x && y ? 1 : 0
          }
        expect(countGroupPairs(found, truth)).toEqual(naive)
        const keys = (groups: number[]) => pairSet(pairsWithin(groupByKey(groups)), groups.length)
        expect(countPairs(keys(found), keys(truth))).toEqual(naive)
      }),
    )
  })

  it('takes a pair in either order for the same and leaves out a document with itself', () => {
    const pairs = [
      { a: 2, b: 1 },
      { a: 1, b: 2 },
      { a: 3, b: 3 },
    ]
    expect(pairSet(pairs, 9).size).toBe(1)
  })
})

describe('pairwise', () => {
  it('gives the shares and their harmonic mean, each within its interval', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.nat(500), (right, wrong, missed) => {
        const { precision, recall, f1 } = pairwise({ found: right + wrong, truth: right + missed, right })
        if (right + wrong) expect(precision.value).toBe(right / (right + wrong))
        if (right + missed) expect(recall.value).toBe(right / (right + missed))
        if (right) expect(f1.value).toBeCloseTo(harmonic(precision.value, recall.value), 12)
        for (const { value, low, high } of [precision, recall, f1]) {
          expect(low).toBeGreaterThanOrEqual(0)
          expect(low).toBeLessThanOrEqual(value)
          expect(high).toBeGreaterThanOrEqual(value)
          expect(high).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('knows nothing of nothing', () => {
    expect(pairwise({ found: 0, truth: 0, right: 0 }).precision).toEqual({ value: 1, low: 0, high: 1 })
    expect(pairwise({ found: 0, truth: 4, right: 0 }).f1.value).toBe(0)
  })

  it('has bounds that solve the equation of Wilson: the value lies 1.96 standard errors of the bound away', () => {
    for (const [right, trials] of [
      [8, 10],
      [1, 3],
      [0, 20],
      [977, 1000],
    ] as const) {
      const { low, high } = wilson(right, trials)
      for (const bound of [low, high])
        if (bound > 0 && bound < 1)
          expect(Math.abs(right / trials - bound) / Math.sqrt((bound * (1 - bound)) / trials)).toBeCloseTo(1.959964, 5)
    }
    expect(wilson(8, 10).low).toBeCloseTo(0.4902, 4)
    expect(wilson(8, 10).high).toBeCloseTo(0.9433, 4)
  })
})

describe('B-cubed', () => {
  it('is the mean over documents of the shares of their groups', () => {
    fc.assert(
      fc.property(twoGroupings, ([found, truth]) => {
        const shares = truth.map((_, i) => {
          const mine = found.flatMap((group, j) => (group === found[i] ? [j] : []))
          const right = truth.flatMap((group, j) => (group === truth[i] ? [j] : []))
          const shared = mine.filter((j) => right.includes(j)).length
          return [shared / mine.length, shared / right.length] as const
        })
        const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
        const [precision, recall] = [mean(shares.map(([p]) => p)), mean(shares.map(([, r]) => r))]
        const score = bCubed(found, truth, { resamples: 50 })
        expect(score.precision.value).toBeCloseTo(precision, 12)
        expect(score.recall.value).toBeCloseTo(recall, 12)
        expect(score.f1.value).toBeCloseTo(harmonic(precision, recall), 12)
        expect(score.f1.low <= score.f1.value && score.f1.value <= score.f1.high).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('gives the same interval again, and one that narrows with more documents', () => {
    const make = (n: number) => {
      const truth = Array.from({ length: n }, (_, i) => i >> 1)
      return bCubed(
        truth.map((group, i) => (i % 3 ? group : n + i)),
        truth,
      )
    }
    expect(make(60)).toEqual(make(60))
    const width = ({ recall }: ReturnType<typeof make>) => recall.high - recall.low
    // Sixteen times the documents: a quarter of the width, give or take the noise of the bootstrap.
    expect(width(make(960)) / width(make(60))).toBeGreaterThan(0.18)
    expect(width(make(960)) / width(make(60))).toBeLessThan(0.34)
  })
})

describe('samples', () => {
  it('have as their middle what is left without the outer fortieths', () => {
    const samples = Array.from({ length: 1001 }, (_, i) => (i * 379) % 1001)
    expect(middle95(samples)).toEqual({ low: 25, high: 975 })
    expect(middle95(samples.slice(0, 1))).toEqual({ low: 0, high: 0 })
    expect(middle95([])).toEqual({ low: undefined, high: undefined })
  })

  it('are drawn with replacement, the same for the same seed, every item as likely', () => {
    const drawn = (seed: number) => {
      const counts = new Uint32Array(10)
      const rounds: number[] = []
      resample(10, 500, seed, (draw, round) => {
        rounds.push(round)
        for (let i = 0; i < 10; i++) {
          const item = draw()
          counts[item] = (counts[item] as number) + 1
        }
      })
      expect(rounds).toEqual(Array.from({ length: 500 }, (_, i) => i))
      return [...counts]
    }
    expect(drawn(4)).toEqual(drawn(4))
    expect(drawn(4)).not.toEqual(drawn(5))
    // Six standard deviations of one in ten among five thousand.
    for (const count of drawn(4)) expect(Math.abs(count - 500)).toBeLessThan(6 * Math.sqrt(5000 * 0.1 * 0.9))
  })
})

describe('threshold curves', () => {
  it('have at every threshold what counting the pairs above it gives', () => {
    const pair = fc.record({ a: fc.nat(8), b: fc.integer({ min: 9, max: 14 }), score: fc.constantFrom(0.1, 0.3, 0.5, 0.9) })
    const pairs = fc.uniqueArray(pair, { selector: ({ a, b }) => `${a} ${b}`, maxLength: 40 })
    fc.assert(
      fc.property(pairs, pairs, (found, true_) => {
        const truth = pairSet(true_, 20)
        const points = thresholdCurve(found, truth, 20)
        expect(points.map(({ threshold }) => threshold)).toEqual([...new Set(found.map(({ score }) => score))].sort((x, y) => y - x))
        for (const { threshold, precision, recall, f1 } of points) {
          const counts = countPairs(
            pairSet(
              found.filter(({ score }) => score >= threshold),
              20,
            ),
            truth,
          )
          expect(precision).toBe(counts.right / counts.found)
          expect(recall).toBe(counts.truth ? counts.right / counts.truth : 1)
          expect(f1).toBeCloseTo(harmonic(precision, recall), 12)
        }
      }),
    )
  })

  it('give at chosen thresholds what the definitions do, also where nothing is found or nothing is to be found', () => {
    const judged = fc.array(fc.record({ same: fc.boolean(), score: fc.constantFrom(0, 0.1, 0.5, 0.5, 0.9, 1) }), { maxLength: 30 })
    fc.assert(
      fc.property(judged, fc.array(fc.constantFrom(0, 0.05, 0.5, 0.7, 1, 1.1)), (pairs, thresholds) => {
        const expected = thresholds.map((threshold) => {
          const found = pairs.filter(({ score }) => score >= threshold)
          const truth = pairs.filter(({ same }) => same)
          const right = found.filter(({ same }) => same).length
          return {
            threshold,
            precision: found.length ? right / found.length : 1,
            recall: truth.length ? right / truth.length : 1,
            f1: found.length + truth.length ? (2 * right) / (found.length + truth.length) : 1,
          }
        })
        expect(qualityAt(pairs, thresholds)).toEqual(expected)
      }),
    )
  })

  it('are thinned without losing their ends and their best point', () => {
    const points = Array.from({ length: 500 }, (_, i) => ({
      threshold: 1 - i / 500,
      precision: 0.5,
      recall: 0.5,
      f1: i === 123 ? 0.9 : 0.4,
    }))
    const thin = thinCurve(points, 40)
    expect(thin.length).toBeLessThanOrEqual(40)
    for (const i of [0, 123, 499]) expect(thin).toContain(points[i])
    expect(thinCurve(points.slice(0, 5), 40)).toEqual(points.slice(0, 5))
  })
})

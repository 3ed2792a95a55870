/**
 * searching/bands: do the bands find what they promise?
 *
 * Oracle   simulation of independent rows; maps and counts written here.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandProbability, chooseBands, estimateFloor, estimateFromBytes, optimalBands } from '../../src/searching/bands.js'

describe('the choice of bands', () => {
  it('misses at most two in a thousand at the threshold, and is as selective as that allows', () => {
    for (const numPerm of [16, 64, 128, 256]) {
      for (let threshold = 0.3; threshold < 1; threshold += 0.05) {
        const choice = chooseBands(threshold, numPerm)
        expect(choice.bands * choice.rows).toBeLessThanOrEqual(numPerm)
        if (choice.rows > 1) expect(bandProbability(threshold, choice)).toBeGreaterThanOrEqual(0.998)
        const tighter = { bands: Math.floor(numPerm / (choice.rows + 1)), rows: choice.rows + 1 }
        if (tighter.rows <= 32 && tighter.bands) expect(bandProbability(threshold, tighter)).toBeLessThan(0.998)
      }
    }
    expect(chooseBands(0.8, 128)).toEqual({ bands: 21, rows: 6 })
  })

  it('minimises weighted errors when nothing is verified', () => {
    // The optimum that datasketch documents for threshold 0.8 and 128 permutations.
    expect(optimalBands(0.8, 128)).toEqual({ bands: 9, rows: 13 })
    expect(optimalBands(0.5, 128, 0.1, 0.9).rows).toBeLessThan(optimalBands(0.5, 128, 0.9, 0.1).rows)
  })

  it('gives the probability that simulation gives', () => {
    let state = 7
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32
    }
    const trials = 20_000
    for (const [s, shape] of [
      [0.8, { bands: 5, rows: 4 }],
      [0.4, { bands: 10, rows: 2 }],
    ] as const) {
      let hits = 0
      for (let t = 0; t < trials; t++) {
        hits += Number(
          Array.from({ length: shape.bands }, () => Array.from({ length: shape.rows }, () => random() < s).every(Boolean)).some(Boolean),
        )
      }
      expect(Math.abs(hits / trials - bandProbability(s, shape))).toBeLessThan(0.015)
    }
  })
})

describe('the estimate from low bytes', () => {
  it('counts equal bytes and takes off the chance of one in 256', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.infiniteStream(fc.nat(3)), (numPerm, stream) => {
        const words = Math.ceil(numPerm / 4)
        const rows = new Uint32Array(words * 2)
        const bytes = new Uint8Array(rows.buffer)
        let equal = 0
        for (let i = 0; i < numPerm; i++) {
          bytes[i] = stream.next().value as number
          bytes[words * 4 + i] = stream.next().value as number
          equal += Number(bytes[i] === bytes[words * 4 + i])
        }
        const expected = Math.max(0, (equal / numPerm - 1 / 256) / (1 - 1 / 256))
        expect(estimateFromBytes(rows, 0, 1, words, numPerm)).toBeCloseTo(expected, 12)
      }),
    )
  })

  it('is not used to rule out pairs near the threshold', () => {
    expect(estimateFloor(0.8, 128)).toBeLessThan(0.67)
  })
})

/**
 * searching/equal-runs: do equal keys meet, whatever the parts they are thrown into?
 *
 * Oracle   a map from each key to its items.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalRuns } from '../../src/searching/equal-runs.js'

/** Runs in the order of their keys. */
function expectedOf(keys: Uint32Array): number[][] {
  const items = new Map<number, number[]>()
  for (const [i, key] of keys.entries()) items.set(key, [...(items.get(key) ?? []), i])
  return [...items]
    .filter(([, run]) => run.length > 1)
    .sort(([a], [b]) => a - b)
    .map(([, run]) => run)
}

function runsOf(keys: Uint32Array, ...how: [partBits?: number, atOnce?: number]): number[][] {
  const { items, ends } = equalRuns(keys, ...how)
  return Array.from(ends, (end, i) => [...items.subarray(i ? ends[i - 1] : 0, end)])
}

describe('equal keys', () => {
  const key = fc.oneof(fc.nat(20), fc.integer({ min: 0, max: 0xffffffff }), fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff))

  it('come together in runs, each ascending', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 200 }), fc.nat(6), fc.integer({ min: 1, max: 9 }), (list, partBits, atOnce) => {
        const keys = Uint32Array.from(list)
        expect(runsOf(keys, partBits, atOnce)).toEqual(expectedOf(keys))
      }),
    )
  })

  it('come together among many, evenly spread or not', () => {
    const keys = new Uint32Array(50_000)
    let state = 7
    for (let i = 0; i < keys.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      // A quarter lies close together, and of the others one in about twenty comes again.
      keys[i] = i % 4 ? Math.imul((state >>> 12) % 900_000, 0x9e3779b1) >>> 0 : state >>> 22
    }
    const expected = expectedOf(keys)
    expect(expected.length).toBeGreaterThan(1500)
    for (const [partBits, atOnce] of [
      [12, 4096],
      [4, 4096],
      [4, 3],
      [20, 1],
    ])
      expect(runsOf(keys, partBits, atOnce)).toEqual(expected)
  })
})

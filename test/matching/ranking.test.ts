/**
 * matching/ranking and candidates/sorting: are the orders those of a plain sort?
 *
 * Oracle   Array.prototype.sort with a comparison.
 * Covers   chances with ties and zeros; keys with several for a row, repeated, frequent and absent ones, and samples of them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortedEntries } from '../../src/matching/candidates/sorting.js'
import { surestFirst } from '../../src/matching/rivals/ranking.js'

describe('surestFirst', () => {
  it('is the order of a plain sort', () => {
    const edge = fc.tuple(
      fc.nat(100_000),
      fc.nat(100_000),
      fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    )
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 40 }), (list) => {
        const order = surestFirst({
          size: list.length,
          a: Uint32Array.from(list, ([a]) => a),
          b: Uint32Array.from(list, ([, b]) => b),
          chance: Float64Array.from(list, ([, , chance]) => chance),
        })
        const plain = list.flatMap(([a, b, chance], i) => (chance > 0 ? [{ a, b, chance, i }] : []))
        plain.sort((x, y) => y.chance - x.chance || x.a - y.a || x.b - y.b || x.i - y.i)
        expect([...order]).toEqual(plain.map(({ i }) => i))
      }),
    )
  })
})

describe('sortedEntries', () => {
  it('holds every key of every row once, in order', () => {
    const table = fc.integer({ min: 1, max: 3 }).chain((width) =>
      fc.record({
        width: fc.constant(width),
        every: fc.integer({ min: 1, max: 3 }),
        // Up to frequent keys, more of them than are sorted by hand.
        rows: fc.array(fc.array(fc.oneof(fc.nat(4), fc.integer({ min: 0, max: 0xffffffff })), { minLength: width, maxLength: width }), {
          maxLength: 200,
          size: 'max',
        }),
      }),
    )
    fc.assert(
      fc.property(table, ({ width, every, rows }) => {
        const { keys, rows: found } = sortedEntries(Uint32Array.from(rows.flat()), width, every)
        const plain = rows
          .flatMap((row, number) => [...new Set(row)].map((key) => ({ key, number })))
          .filter(({ key }) => key !== 0 && key % every === 0)
          .sort((x, y) => x.key - y.key || x.number - y.number)
        expect([...keys]).toEqual(plain.map(({ key }) => key))
        expect([...found]).toEqual(plain.map(({ number }) => number))
      }),
    )
  })
})

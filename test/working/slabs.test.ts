/**
 * working/slabs: are columns that stay the same as those that came, and of their own?
 *
 * Oracle   the columns themselves, copied before.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Slabs } from '../../src/working/slabs.js'

const column = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.uint32Array({ maxLength: 80 }),
  fc.array(fc.double({ noNaN: true }), { maxLength: 40 }).map((values) => Float64Array.from(values)),
)

it('keeps columns of all kinds behind each other', () => {
  fc.assert(
    fc.property(fc.array(column, { maxLength: 60 }), (columns) => {
      const slabs = new Slabs()
      const before = columns.map((values) => values.slice())
      const kept = columns.map((values) => slabs.keep(values))
      // What came may be written over.
      for (const values of columns) values.fill(7)
      expect(kept).toEqual(before)
    }),
  )
})

it('takes columns that are larger than its pieces, and few pieces for many columns', () => {
  const slabs = new Slabs()
  const large = new Uint8Array(3 << 20).fill(5)
  const kept = [slabs.keep(large), ...Array.from({ length: 40 }, (_, i) => slabs.keep(new Uint8Array(100_000).fill(i)))]
  expect(Buffer.compare(kept[0] as Uint8Array, large)).toBe(0)
  expect(kept.slice(1).every((values, i) => values.every((value) => value === i))).toBe(true)
  expect(new Set(kept.map(({ buffer }) => buffer)).size).toBeLessThan(5)
})

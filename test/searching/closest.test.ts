/** The closest of entries that share bands, against a sort of all of them. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closest } from '../../src/searching/closest.js'

it('are those that share the most, of equally many the older, ascending; each says how many were left out', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (shared, most) => {
      const items = shared.map((_, item) => item).reverse()
      const sharedBy = (item: number) => shared[item] as number
      const expected = [...items].sort((a, b) => sharedBy(b) - sharedBy(a) || a - b).slice(0, most)
      const beyond = shared.length - most
      expect(closest(items, sharedBy, most, (item) => ({ item }))).toEqual(
        expected.sort((a, b) => a - b).map((item) => (beyond > 0 ? { item, beyond } : { item })),
      )
    }),
  )
})

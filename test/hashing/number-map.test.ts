/** A map of many numbers. Oracle: Map. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NumberMap } from '../../src/hashing/number-map.js'

it('holds what a Map holds, over several shards', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat()), { maxLength: 60 }), (entries) => {
      const map = new NumberMap<number>(3)
      const oracle = new Map<number, number>()
      for (const [key, value] of entries) {
        map.set(key, value)
        oracle.set(key, value)
      }
      for (let key = 0; key <= 41; key++) expect([map.get(key), map.has(key)]).toEqual([oracle.get(key), oracle.has(key)])
      expect([...map.values()].sort()).toEqual([...oracle.values()].sort())
    }),
  )
})

it('takes keys beyond 2^32', () => {
  const map = new NumberMap<string>(31)
  map.set(2 ** 33, 'far')
  expect([map.get(2 ** 33), map.get(0)]).toEqual(['far', undefined])
})

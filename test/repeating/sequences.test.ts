import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SequenceSet } from '../../src/repeating/sequences.js'

test('a sequence has the number of the first that is equal to it', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 4 }), { maxLength: 80 }), (given) => {
      const set = new SequenceSet()
      const known: string[] = []
      for (const items of given) {
        const key = items.join()
        if (!known.includes(key)) known.push(key)
        expect(set.add([9, ...items, 9], 1, items.length + 1)).toBe(known.indexOf(key))
      }
      expect(set.count).toBe(known.length)
      expect(Array.from({ length: set.count }, (_, i) => set.of(i).join())).toEqual(known)
    }),
  )
})

test('what a sequence shares with the one before is kept once, and only if that was new', () => {
  const set = new SequenceSet()
  const items = [1, 2, 3, 4, 5, 6]
  expect(set.add(items, 0, 4)).toBe(0)
  expect(set.add(items, 2, 6, 2)).toBe(1)
  expect(set.length).toBe(6)
  expect(set.add(items, 0, 4)).toBe(0)
  expect(set.add([3, 4, 7], 0, 3, 2)).toBe(2)
  expect(Array.from(set.of(1))).toEqual([3, 4, 5, 6])
  expect(Array.from(set.of(2))).toEqual([3, 4, 7])
  expect(set.length).toBe(9)
})

test('many sequences: the table grows with them', () => {
  const set = new SequenceSet()
  for (let i = 0; i < 5000; i++) expect(set.add([i, i >> 3], 0, 2)).toBe(i)
  for (let i = 0; i < 5000; i++) expect(set.add([i, i >> 3], 0, 2)).toBe(i)
})

import { expect, test } from 'vitest'
import { chains } from '../../src/repeating/chains.js'
import { Coverage, lengthOf } from '../../src/repeating/intervals.js'

const match = (from: number, to: number, otherFrom: number) => ({ from, to, otherFrom, otherTo: otherFrom + to - from })

test('matches that follow each other on both sides are one', () => {
  expect(chains([match(0, 10, 100), match(13, 20, 112)], 3)).toEqual([{ from: 0, to: 20, otherFrom: 100, otherTo: 119 }])
  expect(chains([match(0, 10, 100), match(13, 20, 112)], 2)).toHaveLength(2)
  expect(chains([match(13, 20, 112), match(0, 10, 100), match(21, 30, 122)], 3)).toEqual([
    { from: 0, to: 30, otherFrom: 100, otherTo: 131 },
  ])
})

test('matches in another order are not', () => {
  expect(chains([match(0, 10, 100), match(12, 20, 50)], 5)).toHaveLength(2)
  expect(chains([match(0, 10, 100), match(12, 20, 500)], 5)).toHaveLength(2)
})

test('two sources at once make two chains', () => {
  const found = chains([match(0, 10, 100), match(0, 10, 500), match(11, 20, 111), match(11, 20, 511)], 2)
  expect(found).toEqual([match(0, 20, 100), match(0, 20, 500)])
})

test('intervals that meet are joined, text by text', () => {
  const coverage = Coverage.of([1, 0, 1, 1], [5, 0, 0, 2], [7, 3, 2, 4], [0, 1, 2, 3])
  expect([...coverage.texts]).toEqual([0, 1])
  expect([...coverage.of(1)]).toEqual([0, 4, 5, 7])
  expect([...coverage.of(9)]).toEqual([])
  expect(coverage.total).toBe(9)
  expect(lengthOf([1, 3, 5, 6])).toBe(3)
})

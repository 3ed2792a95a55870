import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedWithBefore, suffixArray } from '../../src/repeating/suffix-array.js'

/** The order of suffixes by comparing them. */
function naive(items: readonly number[]): number[] {
  const compare = (a: number, b: number): number => {
    for (let d = 0; ; d++) {
      const [left, right] = [items[a + d] ?? -1, items[b + d] ?? -1]
      if (left !== right) return left - right
      if (left < 0) return 0
    }
  }
  return items.map((_, i) => i).sort(compare)
}

function naiveShared(items: readonly number[], order: readonly number[]): number[] {
  const shared = items.map(() => 0)
  for (let r = 1; r < order.length; r++) {
    const [a, b] = [order[r] as number, order[r - 1] as number]
    let length = 0
    while (a + length < items.length && b + length < items.length && items[a + length] === items[b + length]) length++
    shared[a] = length
  }
  return shared
}

const check = (body: readonly number[]) => {
  const items = [...body, 0]
  const order = suffixArray(Int32Array.from(items), Math.max(...items) + 1)
  const expected = naive(items)
  expect([...order]).toEqual(expected)
  expect([...sharedWithBefore(Int32Array.from(items), order)]).toEqual(naiveShared(items, expected))
}

test('suffixes are in the order that comparing them gives', () => {
  for (const most of [1, 2, 3, 50])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: most }), { maxLength: 200 }), (items) => check(items)),
      { numRuns: 200 },
    )
})

test('also of texts that repeat themselves in every way', () => {
  let [a, b] = [[1], [1, 2]]
  while (b.length < 900) [a, b] = [b, [...b, ...a]]
  check(b)
  check(Array.from({ length: 500 }, () => 1))
  check(Array.from({ length: 500 }, (_, i) => (i % 7) + 1))
  check(Array.from({ length: 512 }, (_, i) => (i.toString(2).split('1').length % 2) + 1))
})

test('a million equal items take a moment, not a million squared', () => {
  const items = new Int32Array(1_000_001).fill(1)
  items[1_000_000] = 0
  const order = suffixArray(items, 2)
  expect(order[0]).toBe(1_000_000)
  expect(order[1]).toBe(999_999)
  expect(order[1_000_000]).toBe(0)
  expect(sharedWithBefore(items, order)[0]).toBe(999_999)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedPassages } from '../../src/repeating/shared-passages.js'

/** How many characters of a text lie in a stretch of at least `least` characters that the other has, by trying all places. */
function naiveCovered(left: readonly string[], right: readonly string[], least: number): number {
  const covered = new Set<number>()
  for (let i = 0; i < left.length; i++)
    for (let j = 0; j < right.length; j++) {
      let length = 0
      while (i + length < left.length && j + length < right.length && left[i + length] === right[j + length]) length++
      if (length >= least) for (let d = 0; d < length; d++) covered.add(i + d)
    }
  return covered.size
}

const text = fc.array(fc.constantFrom('a', 'b', 'c', '文', '\u{1f600}', '\u{1f601}'), { maxLength: 50 })

test('covers in both texts what trying all places covers, and aligns equal stretches', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 8 }), (left, right, least) => {
      const { characters, covered, passages } = sharedPassages(left.join(''), right.join(''), least, 0)
      expect(characters).toEqual([left.length, right.length])
      expect(covered).toEqual([naiveCovered(left, right, least), naiveCovered(right, left, least)])
      for (const { from, to } of passages) expect(to - from).toBeGreaterThanOrEqual(least)
    }),
    { numRuns: 500 },
  )
})

test('a quotation with some words changed is one passage with a gap, and several without', () => {
  const quoted = 'the committee decided on Monday to close the old bridge until the repairs are done'
  const left = `He wrote: ${quoted}. Nothing else.`
  const right = `In short, ${quoted.replace('Monday', 'Tuesday')}, they say`
  expect(sharedPassages(left, right, 10, 0).passages).toHaveLength(2)
  const { passages, covered } = sharedPassages(left, right, 10, 10)
  expect(passages).toHaveLength(1)
  const [{ from, to, otherFrom, otherTo } = { from: 0, to: 0, otherFrom: 0, otherTo: 0 }] = passages
  expect(left.slice(from, to).trim()).toBe(quoted)
  expect(right.slice(otherFrom, otherTo).trim()).toBe(quoted.replace('Monday', 'Tuesday'))
  expect(covered).toEqual([to - from, otherTo - otherFrom])
})

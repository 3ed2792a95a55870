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

test('every stretch that stands at few places is aligned with all of them', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 8 }), (left, right, least) => {
      const { passages } = sharedPassages(left.join(''), right.join(''), least, 0)
      for (let i = 0; i < left.length; i++)
        for (let j = 0; j < right.length; j++) {
          let length = 0
          while (i + length < left.length && j + length < right.length && left[i + length] === right[j + length]) length++
          const isLongest = right.every((_, k) => {
            let d = 0
            while (d <= length && i + d < left.length && k + d < right.length && left[i + d] === right[k + d]) d++
            return d <= length
          })
          const begins = !i || !right.some((_, k) => left.slice(i - 1, i + length).every((item, d) => item === right[k + d]))
          if (length >= least && isLongest && begins)
            expect(passages.some((p) => p.from <= i && p.to >= i + length && p.otherFrom <= j && p.otherTo >= j + length)).toBe(true)
        }
    }),
    { numRuns: 300 },
  )
})

/** Runs of one character of every length in one text, long runs in the other: each stretch is part of all longer ones. */
test('stretches within each other take room of the length of the texts', () => {
  const runs = (lengths: number[], end: string) => lengths.map((length) => 'a'.repeat(length) + end).join('')
  const left = runs(
    Array.from({ length: 400 }, (_, i) => i + 1),
    'b',
  )
  const right = runs(new Array<number>(200).fill(400), 'c')
  const { covered, passages } = sharedPassages(left, right, 13, 20)
  expect(covered).toEqual([left.length - 400 - 78, right.length - 200])
  expect(passages.length).toBeLessThan(10_000)
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
  // What lies between, here the words that differ, is shown with the passage and is not shared.
  expect(covered).toEqual([naiveCovered([...left], [...right], 10), naiveCovered([...right], [...left], 10)])
  expect(covered[0]).toBeLessThan(to - from)
})

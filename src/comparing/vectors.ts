/** The exact cosine of two vectors, which decides where vectors are compared. */

/**
 * The length of a vector.
 *
 * @example lengthOf(Float32Array.of(3, 4)) // 5
 */
export const lengthOf = (vector: Float32Array): number => Math.sqrt(dotOf(vector, vector))

/** Sums in doubles, in which the product of two 32-bit floats is exact; four at a time, which are independent of each other. */
function dotOf(a: Float32Array, b: Float32Array): number {
  let [s, t, u, v] = [0, 0, 0, 0]
  const whole = a.length & ~3
  for (let i = 0; i < whole; i += 4) {
    s += (a[i] as number) * (b[i] as number)
    t += (a[i + 1] as number) * (b[i + 1] as number)
    u += (a[i + 2] as number) * (b[i + 2] as number)
    v += (a[i + 3] as number) * (b[i + 3] as number)
  }
  for (let i = whole; i < a.length; i++) s += (a[i] as number) * (b[i] as number)
  return s + t + (u + v)
}

/**
 * The cosine of two vectors of equal dimensions, neither of which is zero: -1 to 1.
 *
 * @param lengths  of both, multiplied, where they are known
 * @example cosineOf(Float32Array.of(1, 0), Float32Array.of(1, 1)) // 0.7071067811865475
 */
export function cosineOf(a: Float32Array, b: Float32Array, lengths: number = lengthOf(a) * lengthOf(b)): number {
  return Math.max(-1, Math.min(1, dotOf(a, b) / lengths))
}

/**
 * Charikar's simhash of vectors: random planes through the origin, a bit for the side of each on which a vector lies. Two vectors at an angle
 * of a differ in a bit with the chance a / pi. The kernel does the same (assembly/planes.ts); this is its oracle.
 *
 * @see M. Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002
 */
import { popcount32 } from '../hashing/bits.js'

/** Planes that the kernel looks at together. */
export const PLANES_TOGETHER = 16

/**
 * Planes by their normals, the same on every machine: a number of a normal is a sum of 64 coin flips with a little noise, which is as good as
 * normally distributed, and whole, so that 32-bit floats hold it exactly.
 *
 * @param bits        how many planes
 * @param dimensions  numbers in each normal
 * @returns the normals; those of fewer planes are the first of more
 */
export function hyperplanes(bits: number, dimensions: number, seed: number): Float32Array[] {
  return Array.from({ length: bits }, (_, plane) =>
    Float32Array.from({ length: dimensions }, (_, dimension) => {
      const [a, b, c] = [noise(seed, plane, dimension, 1), noise(seed, plane, dimension, 2), noise(seed, plane, dimension, 3)]
      return (popcount32(a) + popcount32(b) - 32) * 65536 + (c & 0xffff) - 32768
    }),
  )
}

/** 32 random bits for a place: two rounds of the finisher of murmur3 over its parts. */
function noise(seed: number, plane: number, dimension: number, draw: number): number {
  let x = Math.imul((seed % 2 ** 32) | 0, 0x9e3779b1) ^ Math.floor(seed / 2 ** 32)
  for (const part of [plane, dimension, draw]) x = finish(x + Math.imul(part + 1, 0x85ebca77))
  return finish(x)
}

function finish(given: number): number {
  let x = given | 0
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/**
 * The signature of a vector: bit i is set where its product with plane i is above 0, summed in 32-bit floats in the order of the dimensions.
 *
 * @returns `planes.length` / 8 bytes, the bit of the first plane lowest
 * @example signByPlanes(Float32Array.of(1, 2, 3), hyperplanes(64, 3, 0)).length // 8
 */
export function signByPlanes(vector: Float32Array, planes: readonly Float32Array[]): Uint8Array {
  const signature = new Uint8Array(planes.length / 8)
  for (const [number, plane] of planes.entries()) {
    let sum = 0
    for (let d = 0; d < vector.length; d++) sum = Math.fround(sum + Math.fround((vector[d] as number) * (plane[d] as number)))
    if (sum > 0) signature[number >> 3] = (signature[number >> 3] as number) | (1 << (number & 7))
  }
  return signature
}

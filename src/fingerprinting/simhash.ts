/** Simhash: a fingerprint whose Hamming distance falls with the cosine of the weighted features, as the kernel makes it (assembly/simhash.ts), in plain form. */
import { popcount32 } from '../hashing/bits.js'
import { mix64, step64 } from '../hashing/lane64.js'

/** Width of a simhash fingerprint: 1 to 64, or 128. */
export type Bits = number

/** The widths in which fingerprints are kept and searched; a narrower one has zeros above it. */
export type Width = 32 | 64 | 128 | 256

/** @example widthOf(6) // 32 */
export const widthOf = (bits: Bits): Width => (bits <= 32 ? 32 : bits <= 64 ? 64 : bits <= 128 ? 128 : 256)

/**
 * Simhash of weighted features: bit i is set when the features that have it set outweigh those that do not; an even
 * balance gives 0.
 *
 * @param features  64-bit hashes with a weight each; a feature that occurs twice counts twice
 * @param bits      64; fewer (the upper bits of 64); or 128 (whose upper half comes from a second, derived hash)
 * @returns         the fingerprint, below 2^bits; 0 for no features
 * @see M. Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002
 * @example simhash([[0b1100n, 1], [0b1010n, 1], [0b1001n, 1]], 64) // 0b1000n
 */
export function simhash(features: Iterable<readonly [hash: bigint, weight: number]>, bits: Bits): bigint {
  const width = bits === 128 ? 128 : 64
  const sums = new Float64Array(width)
  for (const [hash, weight] of features) {
    const wide = bits === 128 ? hash | (mix64(step64(hash, 1n)) << 64n) : hash
    for (let i = 0; i < width; i++) sums[i] = (sums[i] as number) + ((wide >> BigInt(i)) & 1n ? weight : -weight)
  }
  const fingerprint = signsOf(sums)
  return bits < 64 ? fingerprint >> BigInt(64 - bits) : fingerprint
}

/** The bits whose sums are above 0, as a number; the first sum is that of the lowest bit. */
export function signsOf(sums: Float64Array): bigint {
  let fingerprint = 0n
  for (let bit = sums.length - 1; bit >= 0; bit--) fingerprint = (fingerprint << 1n) | ((sums[bit] as number) > 0 ? 1n : 0n)
  return fingerprint
}

/**
 * Hamming distance: the number of bits that differ.
 *
 * @example hammingDistance(0b1011101n, 0b1001001n) // 2
 */
export function hammingDistance(a: bigint, b: bigint): number {
  let x = a ^ b
  let distance = 0
  for (; x; x >>= 32n) distance += popcount32(Number(x & 0xffffffffn))
  return distance
}

/** Bytes that a fingerprint takes: 4, 8, 16 or 32, of which the upper ones stay empty where it is narrower. */
export function fingerprintBytes(bits: Bits): number {
  return widthOf(bits) / 8
}

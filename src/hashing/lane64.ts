/** The hash of the product: one pass over whole 8-byte lanes, which the kernel does with single instructions (assembly/hash.ts). */
import { MASK64, wordOf } from './words.js'

// The golden ratio in 64 bits, and a multiplier that spreads lanes well.
const K0 = 0x9e3779b97f4a7c15n
const K1 = 0xbea225f9eb34556dn

/** The finaliser of MurmurHash3 (Appleby): a bijection of 64 bits in which every input bit moves every output bit. */
export function mix64(x: bigint): bigint {
  x ^= x >> 33n
  x = (x * 0xff51afd7ed558ccdn) & MASK64
  x ^= x >> 33n
  x = (x * 0xc4ceb9fe1a85ec53n) & MASK64
  return x ^ (x >> 33n)
}

/** The step between the rounds of MinHash and between the halves of a 128-bit simhash. */
export function step64(x: bigint, rounds: bigint): bigint {
  return (x + rounds * K0) & MASK64
}

/**
 * lane64, the hash of a feature: any bytes to 64 bits, never 0. Not cryptographic.
 *
 *     h = seed ^ length * K0
 *     each whole 8 bytes but the last 1-8 (little endian):  h = (h ^ lane) * K1;  h ^= h >> 32
 *     the last 1-8 bytes, zero-extended:                    h = mix64(h ^ lane)
 *     0 becomes 1
 *
 * @param seed 64 bits
 * @example lane64(new TextEncoder().encode('abc'), 0n)
 */
export function lane64(bytes: Uint8Array, seed = 0n): bigint {
  let h = seed ^ ((BigInt(bytes.length) * K0) & MASK64)
  let at = 0
  for (; bytes.length - at > 8; at += 8) {
    h = ((h ^ wordOf(bytes, at, at + 8)) * K1) & MASK64
    h ^= h >> 32n
  }
  return mix64(h ^ wordOf(bytes, at, bytes.length)) || 1n
}

/** MurmurHash3 in 32 and 128 bits, for the rivals that name it and for comparison. */
import { mix32 } from './bits.js'
import { mix64 } from './lane64.js'
import { MASK64, multiply64, rotateLeft64, word32, word64 } from './words.js'

const rotate32 = (x: number, by: number) => (x << by) | (x >>> (32 - by))
const scramble = (k: number) => Math.imul(rotate32(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593)

/**
 * MurmurHash3 x86_32 (Austin Appleby, 2011).
 *
 * @param seed  32 bits
 * @example murmur3x32(new TextEncoder().encode('hello'), 0) // 0x248bfa47
 */
export function murmur3x32(bytes: Uint8Array, seed = 0): number {
  const whole = bytes.length & ~3
  let h = seed | 0
  for (let at = 0; at < whole; at += 4) h = (Math.imul(rotate32(h ^ scramble(word32(bytes, at)), 13), 5) + 0xe6546b64) | 0
  let tail = 0
  for (let i = bytes.length - 1; i >= whole; i--) tail = (tail << 8) | (bytes[i] as number)
  return mix32(h ^ scramble(tail) ^ bytes.length)
}

const C1 = 0x87c37b91114253d5n
const C2 = 0x4cf5ad432745937fn

/**
 * MurmurHash3 x64_128.
 *
 * @param seed  32 bits
 * @returns     128 bits: the second 64-bit half of the output above the first
 */
export function murmur3x128(bytes: Uint8Array, seed = 0): bigint {
  const first = (k: bigint) => multiply64(rotateLeft64(multiply64(k, C1), 31n), C2)
  const second = (k: bigint) => multiply64(rotateLeft64(multiply64(k, C2), 33n), C1)
  const whole = bytes.length & ~15
  let h1 = BigInt(seed >>> 0)
  let h2 = h1
  for (let at = 0; at < whole; at += 16) {
    h1 = (rotateLeft64(h1 ^ first(word64(bytes, at)), 27n) + h2) & MASK64
    h1 = (h1 * 5n + 0x52dce729n) & MASK64
    h2 = (rotateLeft64(h2 ^ second(word64(bytes, at + 8)), 31n) + h1) & MASK64
    h2 = (h2 * 5n + 0x38495ab5n) & MASK64
  }
  const tail = new Uint8Array(16)
  tail.set(bytes.subarray(whole))
  const length = BigInt(bytes.length)
  h2 ^= second(word64(tail, 8)) ^ length
  h1 ^= first(word64(tail, 0)) ^ length
  h1 = (h1 + h2) & MASK64
  h2 = (h2 + h1) & MASK64
  h1 = mix64(h1)
  h2 = mix64(h2)
  h1 = (h1 + h2) & MASK64
  h2 = (h2 + h1) & MASK64
  return (h2 << 64n) | h1
}

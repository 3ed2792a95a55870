/** SipHash with 128 bits, for the digest of whole documents: texts with equal digests are held to be equal, so none may meet by accident. */
import { MASK64, rotateLeft64 as rotate, wordOf } from './words.js'

/**
 * SipHash-c-d with 128-bit output.
 *
 * @param key  two 64-bit halves, low first
 * @returns    the two 64-bit halves of the output, first one first
 * @see J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", INDOCRYPT 2012
 */
export function siphash128(bytes: Uint8Array, key: readonly [bigint, bigint], c = 1, d = 3): [bigint, bigint] {
  let v0 = key[0] ^ 0x736f6d6570736575n
  let v1 = key[1] ^ 0x646f72616e646f6dn ^ 0xeen
  let v2 = key[0] ^ 0x6c7967656e657261n
  let v3 = key[1] ^ 0x7465646279746573n
  const round = () => {
    v0 = (v0 + v1) & MASK64
    v1 = rotate(v1, 13n) ^ v0
    v0 = rotate(v0, 32n)
    v2 = (v2 + v3) & MASK64
    v3 = rotate(v3, 16n) ^ v2
    v0 = (v0 + v3) & MASK64
    v3 = rotate(v3, 21n) ^ v0
    v2 = (v2 + v1) & MASK64
    v1 = rotate(v1, 17n) ^ v2
    v2 = rotate(v2, 32n)
  }
  const compress = (word: bigint) => {
    v3 ^= word
    for (let i = 0; i < c; i++) round()
    v0 ^= word
  }
  const whole = bytes.length & ~7
  for (let at = 0; at < whole; at += 8) compress(wordOf(bytes, at, at + 8))
  compress(wordOf(bytes, whole, bytes.length) | (BigInt(bytes.length & 255) << 56n))
  const finish = () => {
    for (let i = 0; i < d; i++) round()
    return v0 ^ v1 ^ v2 ^ v3
  }
  v2 ^= 0xeen
  const low = finish()
  v1 ^= 0xddn
  return [low, finish()]
}

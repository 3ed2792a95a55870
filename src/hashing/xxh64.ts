/** XXH64, for comparison on the shelf of string hashes, and the constants that it shares with XXH3. */
import { MASK64, multiply64, rotateLeft64, word32, word64 } from './words.js'

export const PRIME1 = 0x9e3779b185ebca87n
export const PRIME2 = 0xc2b2ae3d27d4eb4fn
export const PRIME3 = 0x165667b19e3779f9n
export const PRIME4 = 0x85ebca77c2b2ae63n
export const PRIME5 = 0x27d4eb2f165667c5n

const round = (sum: bigint, input: bigint) => multiply64(rotateLeft64((sum + input * PRIME2) & MASK64, 31n), PRIME1)

/** The last step of XXH64, which XXH3 uses as well for its shortest inputs. */
export function avalanche64(h: bigint): bigint {
  h = multiply64(h ^ (h >> 33n), PRIME2)
  h = multiply64(h ^ (h >> 29n), PRIME3)
  return h ^ (h >> 32n)
}

/**
 * XXH64 (Yann Collet).
 *
 * @param seed  64 bits
 * @see the xxHash specification, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
 * @example xxh64(new Uint8Array()) // 0xef46db3751d8e999n
 */
export function xxh64(bytes: Uint8Array, seed = 0n): bigint {
  const { length } = bytes
  let at = 0
  let h: bigint
  if (length >= 32) {
    const sums = [seed + PRIME1 + PRIME2, seed + PRIME2, seed, seed - PRIME1].map((sum) => sum & MASK64) as [bigint, bigint, bigint, bigint]
    for (; at + 32 <= length; at += 32)
      for (let lane = 0; lane < 4; lane++) sums[lane] = round(sums[lane] as bigint, word64(bytes, at + lane * 8))
    h = (rotateLeft64(sums[0], 1n) + rotateLeft64(sums[1], 7n) + rotateLeft64(sums[2], 12n) + rotateLeft64(sums[3], 18n)) & MASK64
    for (const sum of sums) h = ((h ^ round(0n, sum)) * PRIME1 + PRIME4) & MASK64
  } else h = (seed + PRIME5) & MASK64
  h = (h + BigInt(length)) & MASK64
  for (; at + 8 <= length; at += 8) h = (rotateLeft64(h ^ round(0n, word64(bytes, at)), 27n) * PRIME1 + PRIME4) & MASK64
  if (at + 4 <= length) {
    h = (rotateLeft64(h ^ multiply64(BigInt(word32(bytes, at)), PRIME1), 23n) * PRIME2 + PRIME3) & MASK64
    at += 4
  }
  for (; at < length; at++) h = multiply64(rotateLeft64(h ^ multiply64(BigInt(bytes[at] as number), PRIME5), 11n), PRIME1)
  return avalanche64(h)
}

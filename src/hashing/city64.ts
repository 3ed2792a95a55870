/** CityHash64, for comparison on the shelf of string hashes: four formulas by length, each for whole words of 64 bits. */
import { byteSwap64, MASK64, multiply64, rotateRight64 as rotate, word32, word64 } from './words.js'

// Primes between 2^63 and 2^64, and the multiplier of the final mix.
const K0 = 0xc3a5c85c97cb3127n
const K1 = 0xb492b66fbe98f273n
const K2 = 0x9ae16a3b2f90404fn
const MIX = 0x9ddfea08eb382d69n

/** A sum back to 64 bits. */
const wrap = (x: bigint) => x & MASK64
const shiftMix = (x: bigint) => x ^ (x >> 47n)

/** Two words to one. */
function combine(u: bigint, v: bigint, multiplier = MIX): bigint {
  const a = shiftMix(multiply64(wrap(u ^ v), multiplier))
  return multiply64(shiftMix(multiply64(wrap(v) ^ a, multiplier)), multiplier)
}

function upTo16(bytes: Uint8Array): bigint {
  const { length } = bytes
  const multiplier = K2 + BigInt(length) * 2n
  if (length >= 8) {
    const a = wrap(word64(bytes, 0) + K2)
    const b = word64(bytes, length - 8)
    return combine(rotate(b, 37n) * multiplier + a, (rotate(a, 25n) + b) * multiplier, multiplier)
  }
  if (length >= 4) return combine(BigInt(length) + (BigInt(word32(bytes, 0)) << 3n), BigInt(word32(bytes, length - 4)), multiplier)
  if (!length) return K2
  const [first, middle, last] = [bytes[0], bytes[length >> 1], bytes[length - 1]] as [number, number, number]
  const y = BigInt(first + (middle << 8))
  const z = BigInt(length + (last << 2))
  return multiply64(shiftMix(wrap(y * K2) ^ wrap(z * K0)), K2)
}

function upTo32(bytes: Uint8Array): bigint {
  const { length } = bytes
  const multiplier = K2 + BigInt(length) * 2n
  const a = multiply64(word64(bytes, 0), K1)
  const b = word64(bytes, 8)
  const c = multiply64(word64(bytes, length - 8), multiplier)
  const d = multiply64(word64(bytes, length - 16), K2)
  return combine(rotate(wrap(a + b), 43n) + rotate(c, 30n) + d, a + rotate(wrap(b + K2), 18n) + c, multiplier)
}

function upTo64(bytes: Uint8Array): bigint {
  const { length } = bytes
  const multiplier = K2 + BigInt(length) * 2n
  const a = multiply64(word64(bytes, 0), K2)
  const b = word64(bytes, 8)
  const c = word64(bytes, length - 24)
  const d = word64(bytes, length - 32)
  const e = multiply64(word64(bytes, 16), K2)
  const f = multiply64(word64(bytes, 24), 9n)
  const g = word64(bytes, length - 8)
  const h = multiply64(word64(bytes, length - 16), multiplier)
  const u = wrap(rotate(wrap(a + g), 43n) + (rotate(b, 30n) + c) * 9n)
  const v = wrap((wrap(a + g) ^ d) + f + 1n)
  const w = wrap(byteSwap64(multiply64(u + v, multiplier)) + h)
  const x = wrap(rotate(wrap(e + f), 42n) + c)
  const y = multiply64(byteSwap64(multiply64(v + w, multiplier)) + g, multiplier)
  const z = wrap(e + f + c)
  const sum = wrap(byteSwap64(wrap((x + z) * multiplier + y)) + b)
  return wrap(multiply64(shiftMix(wrap((z + sum) * multiplier + d + h)), multiplier) + x)
}

/** 32 bytes and two words of state to two words. */
function absorb(bytes: Uint8Array, at: number, a: bigint, b: bigint): [bigint, bigint] {
  const [w, x, y, z] = [0, 8, 16, 24].map((offset) => word64(bytes, at + offset)) as [bigint, bigint, bigint, bigint]
  const start = wrap(a + w)
  const sum = wrap(start + x + y)
  return [wrap(sum + z), wrap(rotate(wrap(b + start + z), 21n) + rotate(sum, 44n) + start)]
}

/**
 * CityHash64, version 1.1 (Geoff Pike, Jyrki Alakuijala, 2011).
 *
 * @param seed  64 bits; without one the hash is `CityHash64`, with one `CityHash64WithSeed`
 * @example city64(new Uint8Array()) // 0x9ae16a3b2f90404fn
 */
export function city64(bytes: Uint8Array, seed?: bigint): bigint {
  const h = bytes.length <= 16 ? upTo16(bytes) : bytes.length <= 32 ? upTo32(bytes) : bytes.length <= 64 ? upTo64(bytes) : long(bytes)
  return seed === undefined ? h : combine(wrap(h - K2), seed)
}

function long(bytes: Uint8Array): bigint {
  const { length } = bytes
  const fromEnd = (offset: number) => word64(bytes, length - offset)
  let x = fromEnd(40)
  let y = wrap(fromEnd(16) + fromEnd(56))
  let z = combine(fromEnd(48) + BigInt(length), fromEnd(24))
  let v = absorb(bytes, length - 64, BigInt(length), z)
  let w = absorb(bytes, length - 32, y + K1, x)
  x = wrap(x * K1 + word64(bytes, 0))
  for (let at = 0; at < ((length - 1) & ~63); at += 64) {
    x = multiply64(rotate(wrap(x + y + v[0] + word64(bytes, at + 8)), 37n), K1) ^ w[1]
    y = wrap(multiply64(rotate(wrap(y + v[1] + word64(bytes, at + 48)), 42n), K1) + v[0] + word64(bytes, at + 40))
    z = multiply64(rotate(wrap(z + w[0]), 33n), K1)
    v = absorb(bytes, at, multiply64(v[1], K1), x + w[0])
    w = absorb(bytes, at + 32, z + w[1], y + word64(bytes, at + 16))
    ;[x, z] = [z, x]
  }
  return combine(combine(v[0], w[0]) + shiftMix(y) * K1 + z, combine(v[1], w[1]) + x)
}

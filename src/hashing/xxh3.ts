/** XXH3 in 64 bits, for comparison on the shelf of string hashes: three formulas by length. */
import { byteSwap64, MASK64, multiply64, rotateLeft64, word32, word64 } from './words.js'
import { avalanche64, PRIME1, PRIME2, PRIME3, PRIME4, PRIME5 } from './xxh64.js'

const PRIME32 = [0x9e3779b1n, 0x85ebca77n, 0xc2b2ae3dn] as const

/** The default secret of the specification, 192 bytes. */
const SECRET = Uint8Array.from(
  (
    'b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221' +
    'b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8' +
    'a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb' +
    '170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e'
  ).match(/../g) as string[],
  (digits) => Number.parseInt(digits, 16),
)

const wrap = (x: bigint) => x & MASK64

/** The 128-bit product, folded. */
function fold(a: bigint, b: bigint): bigint {
  const product = a * b
  return (product & MASK64) ^ (product >> 64n)
}

function avalanche(h: bigint): bigint {
  h = multiply64(h ^ (h >> 37n), 0x165667919e3779f9n)
  return h ^ (h >> 32n)
}

const mix16 = (bytes: Uint8Array, at: number, secretAt: number, seed: bigint) =>
  fold(word64(bytes, at) ^ wrap(word64(SECRET, secretAt) + seed), word64(bytes, at + 8) ^ wrap(word64(SECRET, secretAt + 8) - seed))

function upTo16(bytes: Uint8Array, seed: bigint): bigint {
  const { length } = bytes
  if (length > 8) {
    const low = word64(bytes, 0) ^ wrap((word64(SECRET, 24) ^ word64(SECRET, 32)) + seed)
    const high = word64(bytes, length - 8) ^ wrap((word64(SECRET, 40) ^ word64(SECRET, 48)) - seed)
    return avalanche(wrap(BigInt(length) + byteSwap64(low) + high + fold(low, high)))
  }
  if (length >= 4) {
    const swapped = byteSwap64(seed & 0xffffffffn) // the lower half of the seed, bytes reversed, in the upper half
    const flip = wrap((word64(SECRET, 8) ^ word64(SECRET, 16)) - (seed ^ swapped))
    let h = (BigInt(word32(bytes, length - 4)) | (BigInt(word32(bytes, 0)) << 32n)) ^ flip
    h = multiply64(h ^ rotateLeft64(h, 49n) ^ rotateLeft64(h, 24n), 0x9fb21c651e98df25n)
    h = multiply64(h ^ ((h >> 35n) + BigInt(length)), 0x9fb21c651e98df25n)
    return h ^ (h >> 28n)
  }
  if (!length) return avalanche64(seed ^ word64(SECRET, 56) ^ word64(SECRET, 64))
  const [first, middle, last] = [bytes[0], bytes[length >> 1], bytes[length - 1]] as [number, number, number]
  const combined = ((first << 16) | (middle << 24) | last | (length << 8)) >>> 0
  return avalanche64(BigInt(combined) ^ wrap(BigInt((word32(SECRET, 0) ^ word32(SECRET, 4)) >>> 0) + seed))
}

function upTo240(bytes: Uint8Array, seed: bigint): bigint {
  const { length } = bytes
  let sum = BigInt(length) * PRIME1
  if (length <= 128) {
    for (let i = (length - 1) >> 5; i >= 0; i--)
      sum += mix16(bytes, 16 * i, 32 * i, seed) + mix16(bytes, length - 16 * (i + 1), 32 * i + 16, seed)
    return avalanche(wrap(sum))
  }
  for (let i = 0; i < 8; i++) sum += mix16(bytes, 16 * i, 16 * i, seed)
  sum = avalanche(wrap(sum))
  for (let i = 8; i < length >> 4; i++) sum += mix16(bytes, 16 * i, 16 * (i - 8) + 3, seed)
  return avalanche(wrap(sum + mix16(bytes, length - 16, 119, seed)))
}

/** 64 bytes to a stripe, 16 stripes to a block. */
function long(bytes: Uint8Array, seed: bigint): bigint {
  const secret = SECRET.slice()
  const view = new DataView(secret.buffer)
  for (let at = 0; at < secret.length; at += 16) {
    view.setBigUint64(at, word64(SECRET, at) + seed, true)
    view.setBigUint64(at + 8, word64(SECRET, at + 8) - seed, true)
  }
  const sums = BigUint64Array.of(PRIME32[2], PRIME1, PRIME2, PRIME3, PRIME4, PRIME32[1], PRIME5, PRIME32[0])
  const stripe = (at: number, secretAt: number) => {
    for (let i = 0; i < 8; i++) {
      const data = word64(bytes, at + 8 * i)
      const key = data ^ word64(secret, secretAt + 8 * i)
      sums[i ^ 1] = (sums[i ^ 1] as bigint) + data
      sums[i] = (sums[i] as bigint) + (key & 0xffffffffn) * (key >> 32n)
    }
  }
  const stripes = Math.floor((bytes.length - 1) / 64)
  for (let n = 0; n < stripes; n++) {
    stripe(n * 64, (n % 16) * 8)
    if (n % 16 !== 15) continue
    for (let i = 0; i < 8; i++) {
      const sum = sums[i] as bigint
      sums[i] = (sum ^ (sum >> 47n) ^ word64(secret, 128 + 8 * i)) * PRIME32[0]
    }
  }
  stripe(bytes.length - 64, 121)
  let h = BigInt(bytes.length) * PRIME1
  for (let i = 0; i < 4; i++)
    h += fold((sums[2 * i] as bigint) ^ word64(secret, 11 + 16 * i), (sums[2 * i + 1] as bigint) ^ word64(secret, 19 + 16 * i))
  return avalanche(wrap(h))
}

/**
 * XXH3 with 64 bits and the default secret (Yann Collet).
 *
 * @param seed  64 bits
 * @see the xxHash specification, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
 * @example xxh3(new Uint8Array()) // 0x2d06800538d394c2n
 */
export function xxh3(bytes: Uint8Array, seed = 0n): bigint {
  return bytes.length <= 16 ? upTo16(bytes, seed) : bytes.length <= 240 ? upTo240(bytes, seed) : long(bytes, seed)
}

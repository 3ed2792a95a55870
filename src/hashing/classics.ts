/**
 * The 32-bit string hashes that older texts name, over bytes: all of them walk the bytes once and mix little. They are
 * here to be compared; a feature hash for simhash needs bits that are independent of each other, which these are not.
 */

/**
 * BKDR (Kernighan and Ritchie, "The C Programming Language", with the multipliers 31, 131, …): h = h * seed + byte.
 *
 * @param seed  the multiplier, odd, 131 unless said otherwise
 */
export function bkdr32(bytes: Uint8Array, seed = 131): number {
  let h = 0
  for (const byte of bytes) h = (Math.imul(h, seed) + byte) | 0
  return h >>> 0
}

/** BKDR in 64 bits, modulo 2^64. */
export function bkdr64(bytes: Uint8Array, seed = 131n): bigint {
  let h = 0n
  for (const byte of bytes) h = BigInt.asUintN(64, h * seed + BigInt(byte))
  return h
}

/** AP (Arash Partow): two mixing steps in turn, from 0xaaaaaaaa. */
export function ap(bytes: Uint8Array, seed = 0xaaaaaaaa): number {
  let h = seed | 0
  bytes.forEach((byte, i) => {
    h ^= i & 1 ? ~((h << 11) + (byte ^ (h >>> 5))) : (h << 7) ^ Math.imul(byte, h >>> 3)
  })
  return h >>> 0
}

/** DJB (Daniel J. Bernstein): h = h * 33 + byte, from 5381. */
export function djb(bytes: Uint8Array, seed = 5381): number {
  let h = seed | 0
  for (const byte of bytes) h = (Math.imul(h, 33) + byte) | 0
  return h >>> 0
}

/** JS (Justin Sobel): h ^= (h << 5) + byte + (h >> 2), from 1315423911. */
export function js(bytes: Uint8Array, seed = 1315423911): number {
  let h = seed | 0
  for (const byte of bytes) h ^= (h << 5) + byte + (h >>> 2)
  return h >>> 0
}

/** RS (Robert Sedgewick, "Algorithms in C"): h = h * a + byte, and a itself is multiplied by 378551 after each byte. */
export function rs(bytes: Uint8Array, seed = 63689): number {
  let h = 0
  let a = seed | 0
  for (const byte of bytes) {
    h = (Math.imul(h, a) + byte) | 0
    a = Math.imul(a, 378551)
  }
  return h >>> 0
}

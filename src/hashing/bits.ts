/** Small steps on bits and digits, kept in one place because every room that packs or compares signatures takes them. */

/**
 * The number of bits set in 32.
 *
 * @param x  any 32 bits, signed or unsigned
 * @returns  0 to 32
 * @see H. S. Warren, "Hacker's Delight", section 5-1
 * @example popcount32(0b1011) // 3
 */
export function popcount32(x: number): number {
  x -= (x >>> 1) & 0x55555555
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * The finaliser of MurmurHash3 in 32 bits: a bijection in which every input bit moves every output bit.
 *
 * @param x  any 32 bits, signed or unsigned
 * @returns  0 to 2^32 - 1; 0 for 0
 * @see A. Appleby, MurmurHash3
 * @example mix32(1) // 0x514e28b7
 */
export function mix32(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/**
 * Multiplicative hash of a 64-bit key for a table with open addressing. Two multiplications, where mix32 of both halves takes four.
 * Take its upper bits: the lower ones depend on the lower bits of the key alone.
 *
 * @param low   lower half of the key
 * @param high  upper half
 * @returns     32 bits, signed
 * @see D. E. Knuth, "The Art of Computer Programming", volume 3, section 6.4
 */
export function slotHash(low: number, high: number): number {
  return Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1)
}

/**
 * An unsigned number in hexadecimal digits, the highest first.
 *
 * @param digits  the least number of digits; zeros fill up
 * @example hex(255n, 4) // '00ff'
 */
export function hex(value: number | bigint, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** Two digits a byte. @example hexOfBytes(Uint8Array.of(1, 255)) // '01ff' */
export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => hex(byte, 2)).join('')
}

/** Eight digits for each 32 bits, signed or unsigned. @example hexOfWords([1, -1]) // '00000001ffffffff' */
export function hexOfWords(words: Iterable<number>): string {
  return Array.from(words, (word) => hex(word >>> 0, 8)).join('')
}

/** Integers of fixed width over BigInt, shared by the 64-bit hashes on this shelf. */

export const MASK64 = 0xffffffffffffffffn

export const rotateLeft64 = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & MASK64
export const rotateRight64 = (x: bigint, by: bigint) => ((x >> by) | (x << (64n - by))) & MASK64
export const multiply64 = (a: bigint, b: bigint) => (a * b) & MASK64

/** Little endian, unsigned. */
export const word32 = (bytes: Uint8Array, at: number) =>
  ((bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24)) >>> 0

/** The bytes from one place to before another as one number, little endian; 0 for none. */
export function wordOf(bytes: Uint8Array, from: number, to: number): bigint {
  let value = 0n
  for (let i = to - 1; i >= from; i--) value = (value << 8n) | BigInt(bytes[i] as number)
  return value
}

/** Little endian, unsigned. */
export const word64 = (bytes: Uint8Array, at: number) => (BigInt(word32(bytes, at + 4)) << 32n) | BigInt(word32(bytes, at))

/** The eight bytes in the opposite order. */
export const byteSwap64 = (x: bigint) => {
  let swapped = 0n
  for (let i = 0; i < 8; i++, x >>= 8n) swapped = (swapped << 8n) | (x & 255n)
  return swapped
}

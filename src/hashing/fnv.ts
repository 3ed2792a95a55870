/**
 * FNV-1a (Fowler, Noll, Vo): xor the byte in, then multiply by a prime.
 *
 * @see RFC 9923, "The FNV Non-Cryptographic Hash Algorithm"
 * @example fnv1a32(new TextEncoder().encode('a')) // 0xe40c292c
 */
export function fnv1a32(bytes: Uint8Array, seed = 0x811c9dc5): number {
  let h = seed | 0
  for (const byte of bytes) h = Math.imul(h ^ byte, 0x01000193)
  return h >>> 0
}

/** The same in 64 bits. */
export function fnv1a64(bytes: Uint8Array, seed = 0xcbf29ce484222325n): bigint {
  let h = seed
  for (const byte of bytes) h = BigInt.asUintN(64, (h ^ BigInt(byte)) * 0x100000001b3n)
  return h
}

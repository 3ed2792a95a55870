/**
 * lane64, the hash of a feature: any bytes to 64 bits, never 0.
 *
 *     h = seed ^ length * K0
 *     each whole 8 bytes but the last 1-8:  h = (h ^ lane) * K1;  h ^= h >> 32
 *     the last 1-8 bytes, zero-extended:    h = mix(h ^ lane)
 *
 * Every step is invertible for a fixed lane, so two strings of equal length collide only by chance of 64 bits.
 * mix is the finaliser of MurmurHash3 (Appleby, public domain). Not a cryptographic hash.
 */
export const K0: u64 = 0x9e3779b97f4a7c15
export const K1: u64 = 0xbea225f9eb34556d

// @ts-ignore: decorator
@inline
export function mix(x: u64): u64 {
  x ^= x >> 33
  x *= 0xff51afd7ed558ccd
  x ^= x >> 33
  x *= 0xc4ceb9fe1a85ec53
  return x ^ (x >> 33)
}

/** Reads up to 8 bytes past the end of the range. */
// @ts-ignore: decorator
@inline
export function lane64(at: usize, length: usize, seed: u64): u64 {
  let h = seed ^ (<u64>length * K0)
  while (length > 8) {
    h = (h ^ load<u64>(at)) * K1
    h ^= h >> 32
    at += 8
    length -= 8
  }
  if (length) h ^= load<u64>(at) & (<u64>-1 >> ((8 - <u64>length) << 3))
  h = mix(h)
  return select<u64>(h, 1, h != 0)
}

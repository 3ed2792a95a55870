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

// @ts-ignore: decorator
@inline
function step(h: u64, lane: u64): u64 {
  h = (h ^ lane) * K1
  return h ^ (h >> 32)
}

// @ts-ignore: decorator
@inline
function tail(h: u64, at: usize, length: usize): u64 {
  h = mix(h ^ (load<u64>(at) & (<u64>-1 >> <u64>(64 - (length << 3)))))
  return select<u64>(h, 1, h != 0)
}

/** For ranges whose lengths are much alike, as those of characters are. Reads up to 8 bytes past the end. */
// @ts-ignore: decorator
@inline
export function lane64(at: usize, length: usize, seed: u64): u64 {
  let h = seed ^ (<u64>length * K0)
  while (length > 8) {
    h = step(h, load<u64>(at))
    at += 8
    length -= 8
  }
  if (!length) return select<u64>(mix(h), 1, mix(h) != 0)
  return tail(h, at, length)
}

/** What {@link lane64} begins with for 9 bytes, the length of three Chinese characters. */
// @ts-ignore: decorator
@inline
export function nineOf(seed: u64): u64 {
  return seed ^ (9 * K0)
}

/** {@link lane64} of 9 bytes. */
// @ts-ignore: decorator
@inline
export function lane64Nine(at: usize, begin: u64): u64 {
  const h = mix(step(begin, load<u64>(at)) ^ load<u8>(at, 8))
  return select<u64>(h, 1, h != 0)
}

/** Not inlined: a loop in a loop slows the outer one down, although few ranges of words are so long. */
function lane64Long(at: usize, length: usize, seed: u64): u64 {
  return lane64(at, length, seed)
}

/**
 * The same for ranges of 1 byte and more whose lengths vary, as those of words do: up to two whole lanes are taken by
 * select, because a branch on their number would often fail. Reads up to 16 bytes past the end.
 */
// @ts-ignore: decorator
@inline
export function lane64Varied(at: usize, length: usize, seed: u64): u64 {
  if (length > 24) return lane64Long(at, length, seed)
  let h = seed ^ (<u64>length * K0)
  const whole = (length - 1) >> 3
  h = select<u64>(step(h, load<u64>(at)), h, whole > 0)
  h = select<u64>(step(h, load<u64>(at, 8)), h, whole > 1)
  return tail(h, at + (whole << 3), length - (whole << 3))
}

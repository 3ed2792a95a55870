/**
 * Fingerprints that come with the records, as hexadecimal digits: read into an entry. src/signing/given/fingerprints.ts reads all other
 * spellings, and src/hashing/word-digest.ts is the same digest in TypeScript.
 */

/** 16 for what is no hexadecimal digit. */
// @ts-ignore: decorator
@inline
function digitAt(at: usize): u32 {
  const c = <u32>load<u8>(at)
  if (c - 48 < 10) return c - 48
  const letter = (c | 32) - 97
  return letter < 6 ? letter + 10 : 16
}

/**
 * Writes digest and fingerprint (little endian, zeros behind it) of `length` digits.
 *
 * @param bits    of the widest fingerprint that the entry has room for
 * @param stated  whether all fingerprints have to have as many
 * @returns the bits of the fingerprint, -1 for digits that have to be looked at outside
 */
export function signHex(at: usize, length: usize, to: usize, bits: u32, stated: bool): i32 {
  const size = <u32>length << 2
  if (stated ? size != bits : size > bits || (size != 64 && size != 128 && size != 256)) return -1
  const fingerprint = to + 16
  memory.fill(fingerprint, 0, bits >> 3)
  for (let byte: usize = 0; byte < length >> 1; byte++) {
    const first = at + length - 2 - (byte << 1)
    const upper = digitAt(first)
    const lower = digitAt(first + 1)
    if ((upper | lower) & 16) return -1
    store<u8>(fingerprint + byte, (upper << 4) | lower)
  }
  digestOfWords(fingerprint, size >> 5, to)
  return <i32>size
}

// @ts-ignore: decorator
@inline
function finish(x: u32): u32 {
  x = (x ^ (x >> 16)) * 0x85ebca6b
  x = (x ^ (x >> 13)) * 0xc2b2ae35
  return x ^ (x >> 16)
}

/** MurmurHash3 x86-128 (A. Appleby) of `count` words; those that are missing from a block of four count as 0. */
function digestOfWords(words: usize, count: u32, to: usize): void {
  let a: u32 = 0
  let b: u32 = 0
  let c: u32 = 0
  let d: u32 = 0
  for (let i: u32 = 0; i < count; i += 4) {
    const at = words + (<usize>i << 2)
    const r = i + 2 < count ? load<u32>(at, 8) : 0
    const s = i + 2 < count ? load<u32>(at, 12) : 0
    a = (rotl<u32>(a ^ (rotl<u32>(load<u32>(at) * 0x239b961b, 15) * 0xab0e9789), 19) + b) * 5 + 0x561ccd1b
    b = (rotl<u32>(b ^ (rotl<u32>(load<u32>(at, 4) * 0xab0e9789, 16) * 0x38b34ae5), 17) + c) * 5 + 0x0bcaa747
    c = (rotl<u32>(c ^ (rotl<u32>(r * 0x38b34ae5, 17) * 0xa1e38b93), 15) + d) * 5 + 0x96cd1c35
    d = (rotl<u32>(d ^ (rotl<u32>(s * 0xa1e38b93, 18) * 0x239b961b), 13) + a) * 5 + 0x32ac3b17
  }
  const length = count << 2
  b ^= length
  c ^= length
  d ^= length
  a = (a ^ length) + b + c + d
  const f = finish(b + a)
  const g = finish(c + a)
  const h = finish(d + a)
  const sum = finish(a) + f + g + h
  store<u32>(to, sum)
  store<u32>(to, f + sum, 4)
  store<u32>(to, g + sum, 8)
  store<u32>(to, h + sum, 12)
}

/**
 * 128-bit digest of the token text: SipHash-1-3 with 128-bit output under a fixed key (Aumasson and Bernstein 2012).
 * Two texts with the same digest are taken for equal without being compared again.
 */
const KEY0: u64 = 0x6c6569746f6e6721 // "leitong!" and its complement: any fixed key serves
const KEY1: u64 = 0x939a968b909198de

let v0: u64 = 0
let v1: u64 = 0
let v2: u64 = 0
let v3: u64 = 0

// @ts-ignore: decorator
@inline
function finish(rounds: i32): u64 {
  for (let i = 0; i < rounds; i++) {
    v0 += v1
    v1 = rotl(v1, 13) ^ v0
    v0 = rotl(v0, 32)
    v2 += v3
    v3 = rotl(v3, 16) ^ v2
    v0 += v3
    v3 = rotl(v3, 21) ^ v0
    v2 += v1
    v1 = rotl(v1, 17) ^ v2
    v2 = rotl(v2, 32)
  }
  return v0 ^ v1 ^ v2 ^ v3
}

/** Writes 16 bytes at `to`; reads up to 8 bytes past the range. */
export function digest(at: usize, length: usize, to: usize): void {
  let a: u64 = KEY0 ^ 0x736f6d6570736575
  let b: u64 = KEY1 ^ 0x646f72616e646f6d ^ 0xee
  let c: u64 = KEY0 ^ 0x6c7967656e657261
  let d: u64 = KEY1 ^ 0x7465646279746573
  const end = at + length
  const last = (<u64>length & 0xff) << 56
  while (true) {
    const left = end - at
    // The final word holds the remaining 0-7 bytes and the length, as SipHash pads.
    const word = left >= 8 ? load<u64>(at) : left ? (load<u64>(at) & (<u64>-1 >> ((8 - <u64>left) << 3))) | last : last
    d ^= word
    a += b
    b = rotl(b, 13) ^ a
    a = rotl(a, 32)
    c += d
    d = rotl(d, 16) ^ c
    a += d
    d = rotl(d, 21) ^ a
    c += b
    b = rotl(b, 17) ^ c
    c = rotl(c, 32)
    a ^= word
    if (left < 8) break
    at += 8
  }
  v0 = a
  v1 = b
  v2 = c ^ 0xee
  v3 = d
  store<u64>(to, finish(3))
  v1 ^= 0xdd
  store<u64>(to + 8, finish(3))
}

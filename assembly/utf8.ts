/** UTF-8 in and out, with the replacement rules of the WHATWG decoder (one U+FFFD for each maximal bad part). */

/** How many bytes the last `decode` took. */
export let size: usize = 0

// @ts-ignore: decorator
@inline
function isTail(at: usize, end: usize): bool {
  return at < end && (load<u8>(at) & 0xc0) == 0x80
}

function bad(bytes: usize): u32 {
  size = bytes
  return 0xfffd
}

/** The code point at `at` (< `end`); sets `size`. */
export function decode(at: usize, end: usize): u32 {
  const lead: u32 = load<u8>(at)
  if (lead < 0x80) {
    size = 1
    return lead
  }
  if (lead < 0xc2 || lead > 0xf4) return bad(1)
  if (!isTail(at + 1, end)) return bad(1)
  const second: u32 = load<u8>(at, 1)
  if (lead < 0xe0) {
    size = 2
    return ((lead & 31) << 6) | (second & 63)
  }
  // Overlong forms, surrogates and values past U+10FFFF are bad from their second byte on.
  if (lead == 0xe0 ? second < 0xa0 : lead == 0xed ? second > 0x9f : lead == 0xf0 ? second < 0x90 : lead == 0xf4 ? second > 0x8f : false)
    return bad(1)
  if (!isTail(at + 2, end)) return bad(2)
  const third: u32 = load<u8>(at, 2)
  if (lead < 0xf0) {
    size = 3
    return ((lead & 15) << 12) | ((second & 63) << 6) | (third & 63)
  }
  if (!isTail(at + 3, end)) return bad(3)
  size = 4
  return ((lead & 7) << 18) | ((second & 63) << 12) | ((third & 63) << 6) | (load<u8>(at, 3) & 63)
}

/** As {@link decode}, faster where three sound bytes make the character, as most beyond ASCII do in Chinese. Reads 4 bytes. */
// @ts-ignore: decorator
@inline
export function decodeSound(at: usize, end: usize): u32 {
  const four = load<u32>(at)
  const lead = four & 255
  // E0 and ED begin forms that may be bad.
  if ((four & 0xc0c0f0) != 0x8080e0 || lead == 0xe0 || lead == 0xed || at + 3 > end) return decode(at, end)
  size = 3
  return ((lead & 15) << 12) | (((four >> 8) & 63) << 6) | ((four >> 16) & 63)
}

/** Writes a code point at `to` and returns the address after it. */
// @ts-ignore: decorator
@inline
export function encode(cp: u32, to: usize): usize {
  if (cp < 0x80) {
    store<u8>(to, cp)
    return to + 1
  }
  if (cp < 0x800) {
    store<u8>(to, 0xc0 | (cp >> 6))
    store<u8>(to, 0x80 | (cp & 63), 1)
    return to + 2
  }
  if (cp < 0x10000) {
    store<u8>(to, 0xe0 | (cp >> 12))
    store<u8>(to, 0x80 | ((cp >> 6) & 63), 1)
    store<u8>(to, 0x80 | (cp & 63), 2)
    return to + 3
  }
  store<u8>(to, 0xf0 | (cp >> 18))
  store<u8>(to, 0x80 | ((cp >> 12) & 63), 1)
  store<u8>(to, 0x80 | ((cp >> 6) & 63), 2)
  store<u8>(to, 0x80 | (cp & 63), 3)
  return to + 4
}

/**
 * Whether the 16 bytes at `at` begin with five Chinese characters of the main block (U+4E00 to U+9FFF), of 3 bytes each. All of them are
 * letters without spaces that no normalisation changes. Reads 17 bytes.
 */
// @ts-ignore: decorator
@inline
export function isIdeographs(at: usize): bool {
  return i8x16.all_true(ofIdeographs(at))
}

/**
 * With how many of them the 60 bytes at `at` begin, 0 to 20, without a branch: where a run ends is as good as random. Reads 62 bytes.
 */
// @ts-ignore: decorator
@inline
export function ideographRun(at: usize): usize {
  const bytes = ctz(~(runBits(at) | (runBits(at + 15) << 15) | (runBits(at + 30) << 30) | (runBits(at + 45) << 45)))
  // A third of it, rounded down.
  return <usize>((bytes * 171) >> 9)
}

// @ts-ignore: decorator
@inline
function runBits(at: usize): u64 {
  return <u64>(i8x16.bitmask(ofIdeographs(at)) & 0x7fff)
}

/** Which of 15 bytes are of a Chinese character, if all of them are; the last byte always. */
// @ts-ignore: decorator
@inline
function ofIdeographs(at: usize): v128 {
  const block = v128.load(at)
  const lead = i8x16(-1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, 0)
  const tail = i8x16(0, -64, -64, 0, -64, -64, 0, -64, -64, 0, -64, -64, 0, -64, -64, 0)
  const isTail = i8x16.eq(v128.and(block, tail), i8x16(0, -128, -128, 0, -128, -128, 0, -128, -128, 0, -128, -128, 0, -128, -128, 0))
  const isLead = i8x16.lt_u(i8x16.sub(block, i8x16.splat(-28)), i8x16.splat(6))
  // Below E4 B8 80 lie other characters.
  const early = v128.and(i8x16.eq(block, i8x16.splat(-28)), i8x16.lt_u(v128.load(at, 1), i8x16.splat(-72)))
  return v128.bitselect(v128.andnot(isLead, early), isTail, lead)
}

/** The same for one character of 3 bytes, given the 4 bytes that start with it. */
// @ts-ignore: decorator
@inline
export function isIdeograph(four: u32): bool {
  const lead = four & 255
  return (four & 0xc0c000) == 0x808000 && lead - 0xe4 < 6 && (lead != 0xe4 || (four & 0xff00) >= 0xb800)
}

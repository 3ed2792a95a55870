/**
 * Normalised text to tokens: a token text, and where each token starts in it.
 *
 * A feature is n consecutive tokens, that is one range of the token text. Word tokens end with one space, also the last
 * one, so equal shingles are equal bytes wherever they stand; single characters stand bare. Starts are u32, one more than
 * tokens; where n differs by script the top bit marks a token of a script without spaces.
 */
import { CLASS, IGNORABLE, SPACE, UNSPACED, property } from './unicode'
import { decode, isIdeograph, isIdeographs, size } from './utf8'

/** Length in bytes of the token text that the last tokeniser wrote. */
export let tokenBytes: usize = 0

export const BARE: u32 = 0x80000000

/** A bit for each of the 16 bytes that is an ASCII letter, digit or underscore. */
// @ts-ignore: decorator
@inline
export function wordBits(block: v128): i32 {
  const letter = i8x16.lt_u(i8x16.sub(v128.or(block, i8x16.splat(32)), i8x16.splat(97)), i8x16.splat(26))
  const digit = i8x16.lt_u(i8x16.sub(block, i8x16.splat(48)), i8x16.splat(10))
  return i8x16.bitmask(v128.or(v128.or(letter, digit), i8x16.eq(block, i8x16.splat(95))))
}

/** Five starts three bytes apart. */
// @ts-ignore: decorator
@inline
function storeFive(start: usize, first: u32): usize {
  v128.store(start, i32x4.add(i32x4.splat(first), i32x4(0, 3, 6, 9)))
  store<u32>(start, first + 12, 16)
  return start + 20
}

/** Twenty starts three bytes apart. */
// @ts-ignore: decorator
@inline
export function storeTwenty(start: usize, first: u32): void {
  const four = i32x4.add(i32x4.splat(first), i32x4(0, 3, 6, 9))
  v128.store(start, four)
  v128.store(start, i32x4.add(four, i32x4.splat(12)), 16)
  v128.store(start, i32x4.add(four, i32x4.splat(24)), 32)
  v128.store(start, i32x4.add(four, i32x4.splat(36)), 48)
  v128.store(start, i32x4.add(four, i32x4.splat(48)), 64)
}

/** Sixteen starts one byte apart. */
// @ts-ignore: decorator
@inline
function storeSixteen(start: usize, from: u32): void {
  const first = i32x4.add(i32x4.splat(from), i32x4(0, 1, 2, 3))
  v128.store(start, first)
  v128.store(start, i32x4.add(first, i32x4.splat(4)), 16)
  v128.store(start, i32x4.add(first, i32x4.splat(8)), 32)
  v128.store(start, i32x4.add(first, i32x4.splat(12)), 48)
}

/** Closes the starts of tokens that end at `out`; returns how many there are. */
export function finishTokens(to: usize, out: usize, starts: usize, start: usize): u32 {
  tokenBytes = out - to
  store<u32>(start, <u32>tokenBytes)
  v128.store(out, i8x16.splat(0))
  return <u32>((start - starts) >> 2)
}

/** Marks, of tokens that are single characters, those of scripts without spaces. */
export function markBare(text: usize, starts: usize, count: u32): void {
  const end = text + tokenBytes
  for (let at = starts, stop = starts + (<usize>count << 2); at < stop; at += 4) {
    const from = load<u32>(at)
    const place = text + from
    if (load<u8>(place) < 0x80) continue
    if (isIdeograph(load<u32>(place)) || (property(decode(place, end)) & CLASS) == UNSPACED) store<u32>(at, from | BARE)
  }
}

/** Every code point is a token and the text is its own token text. */
export function tokenizeAll(text: usize, length: usize, starts: usize): u32 {
  const end = text + length
  let at = text
  let start = starts
  while (at < end) {
    const ascii = min<usize>(ctz(i8x16.bitmask(v128.load(at)) | 0x10000), end - at)
    storeSixteen(start, <u32>(at - text))
    start += ascii << 2
    at += ascii
    if (ascii == 16) continue
    while (isIdeographs(at)) {
      start = storeFive(start, <u32>(at - text))
      at += 15
    }
    // Normalised text is sound UTF-8: the lead byte tells the length.
    while (at < end) {
      const lead = load<u8>(at)
      if (lead < 0x80) break
      store<u32>(start, <u32>(at - text))
      start += 4
      at += 2 + <usize>(lead >= 0xe0) + <usize>(lead >= 0xf0)
    }
  }
  tokenBytes = length
  store<u32>(start, <u32>length)
  return <u32>((start - starts) >> 2)
}

/**
 * Code points, with white space (and, if asked, punctuation) collapsed: one space between two characters of scripts
 * that use spaces, nothing elsewhere. `gaps` has the bit of each class that counts as a gap.
 */
export function tokenizeCharacters(text: usize, length: usize, to: usize, starts: usize, gaps: u32): u32 {
  const end = text + length
  const collapse = (gaps & (1 << SPACE)) != 0
  const skipped: u32 = collapse ? 1 << IGNORABLE : 0
  const spaces = i8x16.splat(collapse ? -1 : 0)
  const others = i8x16.splat(gaps & 1 ? -1 : 0)
  let at = text
  let out = to
  let start = starts
  let gap = false
  // Whether the last character belongs to a script that uses spaces.
  let spaced = false
  while (at < end) {
    const block = v128.load(at)
    const space = v128.or(i8x16.lt_u(block, i8x16.splat(33)), i8x16.eq(block, i8x16.splat(127)))
    const letter = i8x16.lt_u(i8x16.sub(v128.or(block, i8x16.splat(32)), i8x16.splat(97)), i8x16.splat(26))
    const digit = i8x16.lt_u(i8x16.sub(block, i8x16.splat(48)), i8x16.splat(10))
    const word = v128.or(v128.or(letter, digit), i8x16.eq(block, i8x16.splat(95)))
    const gapped = v128.or(v128.and(space, spaces), v128.andnot(others, v128.or(word, space)))
    const high = i8x16.bitmask(block)
    const width = min<i32>(ctz(high | 0x10000), <i32>min<usize>(end - at, 16))
    // Runs of characters to keep, as words.ts finds them.
    const runs = ~i8x16.bitmask(gapped) & ((1 << width) - 1)
    let place: i32 = 0
    while (place < width) {
      const rest = runs >> place
      if (!(rest & 1)) {
        gap = true
        if (!rest) break
        place += ctz(rest)
      }
      if (gap && spaced) {
        store<u32>(start, <u32>(out - to))
        start += 4
        store<u8>(out, 32)
        out++
      }
      gap = false
      spaced = true
      const run = ctz(~(runs >> place))
      storeSixteen(start, <u32>(out - to))
      v128.store(out, v128.load(at + place))
      start += run << 2
      out += run
      place += run
    }
    at += width
    if (width == 16 || at >= end) continue
    if (isIdeograph(load<u32>(at))) {
      while (isIdeographs(at)) {
        v128.store(out, v128.load(at))
        start = storeFive(start, <u32>(out - to))
        at += 15
        out += 15
      }
      for (let one = load<u32>(at); isIdeograph(one); one = load<u32>(at)) {
        store<u32>(start, <u32>(out - to))
        start += 4
        store<u32>(out, one)
        at += 3
        out += 3
      }
      gap = false
      spaced = false
      continue
    }
    const found = property(decode(at, end)) & CLASS
    const bit: u32 = 1 << found
    if (bit & gaps) gap = true
    else if (!(bit & skipped)) {
      const now = found != UNSPACED
      if (gap && spaced && now) {
        store<u32>(start, <u32>(out - to))
        start += 4
        store<u8>(out, 32)
        out++
      }
      gap = false
      spaced = now
      store<u32>(start, <u32>(out - to))
      start += 4
      store<u32>(out, load<u32>(at))
      out += size
    }
    at += size
  }
  return finishTokens(to, out, starts, start)
}

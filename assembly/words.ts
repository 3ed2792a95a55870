/**
 * Bytes to tokens in one pass, for words and letters without spaces. Nearly all text needs no more of normalising than lower case and narrow
 * forms of ASCII, which is done on the way; a text with any other character that normalising changes comes here again when it is normalised.
 */
import { CASE, NFKC, OVERFLOW, WIDTH } from './normalize'
import { BARE, finishTokens, storeTwenty, wordBits } from './tokenize'
import { CLASS, FOLD, FOLD_UNSAFE, IGNORABLE, SIMPLE, UNSAFE, UNSPACED, WIDE, WORD, folding, narrow, property } from './unicode'
import { decode, decodeSound, encode, ideographRun, size } from './utf8'

/** The least byte that a Chinese character of the main block begins with: letters of other scripts are not held against it. */
const FIRST_IDEOGRAPH: u8 = 0xe4

// @ts-ignore: decorator
@inline
function lowered(block: v128, upper: v128): v128 {
  return v128.or(block, v128.and(i8x16.lt_u(i8x16.sub(block, i8x16.splat(65)), upper), i8x16.splat(32)))
}

/**
 * Writes the token text of `length` bytes at `from` to `to`, and the starts of its tokens: word runs, and with `auto` each letter of a script
 * without spaces by itself. There must be room for 4 * length + 512 bytes, since folding may make three bytes of one and a space may follow each;
 * with `flags` 0 nothing is folded, and 2 * length + 512 do.
 *
 * @param flags  of normalising; 0 for text that is normalised
 * @returns      how many tokens there are, or OVERFLOW for a text that has to be normalised before
 */
export function normalizeWords(from: usize, length: usize, to: usize, starts: usize, flags: u32, auto: bool): usize {
  const end = from + length
  const lower = (flags & CASE) != 0
  const nfkc = (flags & NFKC) != 0
  const narrows = (flags & (NFKC | WIDTH)) != 0
  const change: u32 = (lower ? FOLD : 0) | (flags & WIDTH ? WIDE : 0)
  const left: u32 = nfkc ? UNSAFE | SIMPLE | (lower ? FOLD_UNSAFE : 0) : 0
  const upper = i8x16.splat(lower ? 26 : 0)
  let at = from
  let out = to
  let start = starts
  let inside = false
  while (at < end) {
    if (!inside && at + 64 <= end) {
      // 64 bytes of ASCII at a time.
      const a = v128.load(at)
      const b = v128.load(at, 16)
      const c = v128.load(at, 32)
      const d = v128.load(at, 48)
      if (!i8x16.bitmask(v128.or(v128.or(a, b), v128.or(c, d)))) {
        const words = <u64>wordBits(a) | (<u64>wordBits(b) << 16) | (<u64>wordBits(c) << 32) | (<u64>wordBits(d) << 48)
        const before = words << 1
        // First bytes of words, and the first bytes behind them: two masks, so that no word waits for the length of the one before it.
        let firsts = words & ~before
        let ends = before & ~words
        while (ends) {
          const first = <usize>ctz(firsts)
          const run = <usize>ctz(ends) - first
          store<u32>(start, <u32>(out - to))
          start += 4
          v128.store(out, lowered(v128.load(at + first), upper))
          if (run > 16) copyLong(at + first, run, out, upper)
          store<u8>(out + run, 32)
          out += run + 1
          firsts &= firsts - 1
          ends &= ends - 1
        }
        // A word that may go on: the next 64 bytes begin with it.
        const next = <usize>ctz(firsts)
        at += next
        if (next) continue
      }
    }
    const block = v128.load(at)
    const width = min<i32>(ctz(i8x16.bitmask(block) | 0x10000), <i32>min<usize>(end - at, 16))
    // Bits from `width` on stay clear, so that a run ends there at the latest; whether the word goes on is seen below.
    const runs = wordBits(block) & ((1 << width) - 1)
    let place: i32 = 0
    while (place < width) {
      if (!inside) {
        const rest = runs >> place
        if (!rest) break
        place += ctz(rest)
        store<u32>(start, <u32>(out - to))
        start += 4
        inside = true
      }
      const run = ctz(~(runs >> place))
      v128.store(out, lowered(v128.load(at + place), upper))
      out += run
      place += run
      if (place >= width) break
      store<u8>(out, 32)
      out++
      inside = false
    }
    at += width
    // Characters beyond ASCII, as long as they follow each other.
    while (at < end) {
      if (auto && load<u8>(at) >= FIRST_IDEOGRAPH) {
        let run = min(ideographRun(at), (end - at) / 3)
        if (run) {
          if (inside) {
            store<u8>(out, 32)
            out++
            inside = false
          }
          while (true) {
            // As many as there can be: what is too much is written over.
            v128.store(out, v128.load(at))
            v128.store(out, v128.load(at, 16), 16)
            v128.store(out, v128.load(at, 32), 32)
            v128.store(out, v128.load(at, 48), 48)
            storeTwenty(start, <u32>(out - to) | BARE)
            start += run << 2
            at += run * 3
            out += run * 3
            if (run < 20) break
            run = min(ideographRun(at), (end - at) / 3)
          }
        }
      }
      if (at >= end) break
      if (load<i8>(at) >= 0) {
        // One character of ASCII between two others, as a comma is between Chinese words.
        if (inside || load<i8>(at, 1) >= 0 || wordBits(v128.load(at)) & 1) break
        at++
        continue
      }
      let cp = decodeSound(at, end)
      at += size
      // Full-width ASCII, the most frequent of all that changes, as its plain form; without a branch, since it is as good as random.
      cp = select(cp - 0xfee0, cp, narrows && cp - 0xff01 < 94)
      let found = property(cp)
      if (found & (left | change)) {
        if (found & left) return OVERFLOW
        cp = changed(cp, (found & change & WIDE) != 0, lower)
        if (!cp) return OVERFLOW
        found = property(cp)
      }
      found &= CLASS
      if (found == WORD || (found == UNSPACED && !auto)) {
        if (!inside) {
          store<u32>(start, <u32>(out - to))
          start += 4
          inside = true
        }
        out = encode(cp, out)
      } else if (found != IGNORABLE) {
        if (inside) {
          store<u8>(out, 32)
          out++
          inside = false
        }
        if (found == UNSPACED) {
          store<u32>(start, <u32>(out - to) | BARE)
          start += 4
          out = encode(cp, out)
        }
      }
    }
  }
  if (inside) {
    store<u8>(out, 32)
    out++
  }
  return finishTokens(to, out, starts, start)
}

/** What lies behind the first 16 bytes of a word. */
function copyLong(from: usize, length: usize, to: usize, upper: v128): void {
  for (let i: usize = 16; i < length; i += 16) v128.store(to + i, lowered(v128.load(from + i), upper))
}

/** What a character becomes that folding or a narrow form changes; 0 when that is not one character. */
function changed(cp: u32, isWide: bool, lower: bool): u32 {
  if (isWide) cp = narrow(cp)
  const text = lower ? folding(cp) : 0
  if (!text) return cp
  const at = <usize>(text >> 16)
  const length = <usize>(text & 0xffff)
  const folded = decode(at, at + length)
  return size == length ? folded : 0
}

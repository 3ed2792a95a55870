/**
 * Bytes to normalised UTF-8: decodes (bad bytes become U+FFFD), then NFKC, full case folding and full-width forms, each
 * when asked for. White space and punctuation are the tokenisers' business.
 *
 * Almost all text is copied: ASCII 16 bytes at a time, other characters after one look at their properties. Only a
 * segment that holds an UNSAFE character (one that NFKC changes, or that may combine with the one before it) goes
 * through the whole of decompose, reorder, compose; it starts at the last starter before it, which is taken back.
 */
import { alloc, mark, release } from './memory'
import { FOLD, FOLD_UNSAFE, SIMPLE, UNSAFE, WIDE, combining, compose, decomposition, folding, narrow, property } from './unicode'
import { decode, decodeSound, encode, ideographRun, isIdeograph, size } from './utf8'

export const NFKC: u32 = 1
export const CASE: u32 = 2
export const WIDTH: u32 = 4

/** The answer of `normalize` when the output has no room; the caller comes back with more. */
export const OVERFLOW: usize = <usize>-1

// @ts-ignore: decorator
@inline
function copy(text: u64, to: usize): usize {
  const length = <usize>(text & 0xffff)
  memory.copy(to, <usize>(text >> 16), length)
  return to + length
}

/** Normalises `length` bytes at `from` into `to`, then zeroes 64 bytes; needs `room` >= length + 192. Returns the length. */
export function normalize(from: usize, length: usize, to: usize, room: usize, flags: u32): usize {
  const end = from + length
  const limit = to + room - 160
  const lower = (flags & CASE) != 0
  const nfkc = (flags & NFKC) != 0
  const unsafe: u32 = nfkc ? UNSAFE | (lower ? FOLD_UNSAFE : 0) : 0
  const change: u32 = unsafe | (nfkc ? SIMPLE : 0) | (lower ? FOLD : 0) | (flags & WIDTH ? WIDE : 0)
  const upper = i8x16.splat(lower ? 26 : 0)
  const narrows = (change & (SIMPLE | WIDE)) != 0
  let at = from
  let out = to
  // The last starter: where it was read and where it was written.
  let starter = from
  let written = to
  while (at < end) {
    if (out > limit) return OVERFLOW
    // The block may reach past the end: what lies there is read, written and then overwritten.
    const block = v128.load(at)
    const isUpper = i8x16.lt_u(i8x16.sub(block, i8x16.splat(65)), upper)
    v128.store(out, v128.or(block, v128.and(isUpper, i8x16.splat(32))))
    const ascii = min<usize>(ctz(i8x16.bitmask(block) | 0x10000), end - at)
    if (ascii) {
      at += ascii
      out += ascii
      starter = at - 1
      written = out - 1
    }
    // Characters beyond ASCII, as long as they follow each other.
    while (at < end && load<i8>(at) < 0) {
      if (out > limit) return OVERFLOW
      if (at + 60 <= end) {
        const bytes = ideographRun(at) * 3
        if (bytes) {
          v128.store(out, v128.load(at))
          v128.store(out, v128.load(at, 16), 16)
          v128.store(out, v128.load(at, 32), 32)
          v128.store(out, v128.load(at, 48), 48)
          at += bytes
          out += bytes
          // Nothing combines with an ideograph, so the last one need not be taken back.
          starter = at
          written = out
          continue
        }
      }
      let four = load<u32>(at)
      if (isIdeograph(four) && at + 3 <= end) {
        do {
          store<u32>(out, four)
          at += 3
          out += 3
          four = load<u32>(at)
        } while (isIdeograph(four) && at + 3 <= end && out <= limit)
        starter = at
        written = out
        continue
      }
      const cp = decodeSound(at, end)
      const taken = size
      if (cp - 0xff01 < 94 && narrows) {
        // Full-width ASCII, the most frequent of all that changes.
        const plain = cp - 0xfee0
        starter = at
        written = out
        at += taken
        store<u8>(out, plain | (lower && plain - 65 < 26 ? 32 : 0))
        out++
        continue
      }
      const found = property(cp) & change
      if (found & unsafe) {
        if (starter == at) written = out
        const bound = segmentEnd(starter, end, unsafe)
        out = recompose(starter, bound, written, limit, lower)
        if (out == OVERFLOW) return OVERFLOW
        at = starter = bound
        written = out
        continue
      }
      starter = at
      written = out
      at += taken
      out = found ? replace(cp, found, lower, out) : encode(cp, out)
    }
  }
  memory.fill(out, 0, 64)
  return out - to
}

/** Writes what one character becomes by itself. */
function replace(cp: u32, found: u32, lower: bool, out: usize): usize {
  if (found & SIMPLE) {
    const text = decomposition(cp)
    if (!lower) return copy(text, out)
    const end = <usize>(text >> 16) + <usize>(text & 0xffff)
    for (let at = <usize>(text >> 16); at < end; at += size) out = fold(decode(at, end), out)
    return out
  }
  if (found & WIDE) cp = narrow(cp)
  return lower ? fold(cp, out) : encode(cp, out)
}

function fold(cp: u32, out: usize): usize {
  const text = folding(cp)
  return text ? copy(text, out) : encode(cp, out)
}

/** The end of the segment at `from`: its first character and every unsafe one after it. */
function segmentEnd(from: usize, end: usize, unsafe: u32): usize {
  decode(from, end)
  let at = from + size
  while (at < end && property(decode(at, end)) & unsafe) at += size
  return at
}

/** Decomposes one code point (and folds case), storing at `to` unless it is 0; returns how many code points it gave. */
function decompose(cp: u32, lower: bool, to: usize): u32 {
  if (cp - 0xac00 < 11172) {
    const s = cp - 0xac00
    const tail = s % 28
    if (to) {
      store<u32>(to, 0x1100 + s / 588)
      store<u32>(to, 0x1161 + (s % 588) / 28, 4)
      if (tail) store<u32>(to, 0x11a7 + tail, 8)
    }
    return tail ? 3 : 2
  }
  const text = decomposition(cp)
  if (text) return each(text, lower, to)
  if (lower) {
    const folded = folding(cp)
    // A folded form may itself decompose, and folds to itself.
    if (folded) return each(folded, false, to)
  }
  if (to) store<u32>(to, cp)
  return 1
}

function each(text: u64, lower: bool, to: usize): u32 {
  let at = <usize>(text >> 16)
  const end = at + <usize>(text & 0xffff)
  let count: u32 = 0
  while (at < end) {
    const part = decode(at, end)
    at += size
    const again = lower ? folding(part) : decomposition(part)
    if (again) count += each(again, false, to ? to + (count << 2) : 0)
    else {
      if (to) store<u32>(to + (count << 2), part)
      count++
    }
  }
  return count
}

/** Normalises one segment from its code points; linear in its length, however many marks it piles up. */
function recompose(from: usize, bound: usize, to: usize, limit: usize, lower: bool): usize {
  let count: u32 = 0
  for (let at = from; at < bound; at += size) {
    const cp = decode(at, bound)
    const taken = size
    count += decompose(cp, lower, 0)
    size = taken
  }
  const before = mark()
  const codes = alloc((<usize>count << 2) + 16)
  if (!codes) return OVERFLOW
  let filled = codes
  for (let at = from; at < bound; ) {
    const cp = decode(at, bound)
    at += size
    filled += decompose(cp, lower, filled) << 2
  }
  for (let i: u32 = 0; i < count; ) {
    if (!combining(load<u32>(codes + (i << 2)))) {
      i++
      continue
    }
    let j = i + 1
    while (j < count && combining(load<u32>(codes + (j << 2)))) j++
    if (j - i > 1 && !reorder(codes + (i << 2), j - i)) {
      release(before)
      return OVERFLOW
    }
    i = j
  }
  const kept = composeAll(codes, count)
  let out = to
  for (let i: u32 = 0; i < kept; i++) {
    if (out > limit) {
      release(before)
      return OVERFLOW
    }
    out = encode(load<u32>(codes + (i << 2)), out)
  }
  release(before)
  return out
}

/** Stable sort of marks by combining class: insertion for a few, counting for many. */
function reorder(codes: usize, count: u32): bool {
  if (count <= 32) {
    for (let i: u32 = 1; i < count; i++) {
      const cp = load<u32>(codes + (i << 2))
      const rank = combining(cp)
      let j = i
      while (j && combining(load<u32>(codes + ((j - 1) << 2))) > rank) {
        store<u32>(codes + (j << 2), load<u32>(codes + ((j - 1) << 2)))
        j--
      }
      store<u32>(codes + (j << 2), cp)
    }
    return true
  }
  const copied = alloc(<usize>count << 2)
  const starts = alloc(257 << 2)
  if (!copied || !starts) return false
  memory.copy(copied, codes, <usize>count << 2)
  memory.fill(starts, 0, 257 << 2)
  for (let i: u32 = 0; i < count; i++) {
    const at = starts + ((combining(load<u32>(copied + (i << 2))) + 1) << 2)
    store<u32>(at, load<u32>(at) + 1)
  }
  for (let i: usize = 1; i < 257; i++) store<u32>(starts + (i << 2), load<u32>(starts + (i << 2)) + load<u32>(starts + ((i - 1) << 2)))
  for (let i: u32 = 0; i < count; i++) {
    const cp = load<u32>(copied + (i << 2))
    const at = starts + (combining(cp) << 2)
    const place = load<u32>(at)
    store<u32>(codes + (<usize>place << 2), cp)
    store<u32>(at, place + 1)
  }
  return true
}

/** Canonical composition in place; returns how many code points remain. */
function composeAll(codes: usize, count: u32): u32 {
  let starter: i32 = -1
  let last: u32 = 0
  let out: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const cp = load<u32>(codes + (i << 2))
    const rank = combining(cp)
    // A mark reaches its starter only when nothing between them has the same or a higher class.
    if (starter >= 0 && (<i32>out - 1 == starter || last < rank)) {
      const at = codes + (<usize>starter << 2)
      const whole = compose(load<u32>(at), cp)
      if (whole) {
        store<u32>(at, whole)
        continue
      }
    }
    if (!rank) starter = <i32>out
    last = rank
    store<u32>(codes + (out << 2), cp)
    out++
  }
  return out
}

/**
 * One line of JSON, checked against the grammar, with the places of a few of its fields.
 *
 * Unusual lines (an escape in a key, a wanted field of an unexpected type, deep nesting) are left to the host, which also says why
 * a line is no JSON: here it only has to be certain that an accepted line is sound.
 */
import { encode } from './utf8'

/** Numbers of the fields that may be wanted: the id, the rank, and from TEXTS on the texts; at most FIELDS in all. */
export const ID: u32 = 0
export const RANK: u32 = 1
export const TEXTS: u32 = 2
const FIELDS: u32 = 16

/** Names of the wanted fields: address and length of each, length 0 for none. */
const names: usize = memory.data(128, 8)
let wanted: u32 = 0

/** Places of the values in the last line, start and end; start 0 where a field is missing. */
const places: usize = memory.data(128, 8)
/** Kinds of the values. */
const kinds: usize = memory.data(16, 4)

export const STRING: u8 = 1
/** A string with escapes. */
export const ESCAPED: u8 = 2
export const NUMBER: u8 = 3
export const NULL: u8 = 4
const OTHER: u8 = 5

/** Sets the name of a field; it stays where the host put it. */
export function jsonField(field: u32, at: usize, length: u32): bool {
  if (field >= FIELDS) return false
  store<u32>(names + (field << 3), <u32>at)
  store<u32>(names + (field << 3), length, 4)
  wanted = max(wanted, field + 1)
  return true
}

export function fieldCount(): u32 {
  return wanted
}

// @ts-ignore: decorator
@inline
export function valueStart(field: u32): usize {
  return <usize>load<u32>(places + (field << 3))
}

// @ts-ignore: decorator
@inline
export function valueEnd(field: u32): usize {
  return <usize>load<u32>(places + (field << 3), 4)
}

// @ts-ignore: decorator
@inline
export function valueKind(field: u32): u8 {
  return load<u8>(kinds + field)
}

// @ts-ignore: decorator
@inline
function skipSpace(at: usize, end: usize): usize {
  while (at < end) {
    const byte = load<u8>(at)
    if (byte != 32 && byte != 9 && byte != 10 && byte != 13) break
    at++
  }
  return at
}

let escaped = false

/** From behind the opening quote to the closing one; 0 when the string is not sound. Sets `escaped`. */
function skipString(at: usize, end: usize): usize {
  escaped = false
  while (at < end) {
    const block = v128.load(at)
    const stop = v128.or(
      v128.or(i8x16.eq(block, i8x16.splat(34)), i8x16.eq(block, i8x16.splat(92))),
      i8x16.lt_u(block, i8x16.splat(32)),
    )
    const found = i8x16.bitmask(stop)
    if (!found) {
      at += 16
      continue
    }
    at += ctz(found)
    if (at >= end) return 0
    const byte = load<u8>(at)
    if (byte == 34) return at
    if (byte != 92) return 0
    escaped = true
    const next = load<u8>(at, 1)
    if (next == 117) {
      if (at + 6 > end || hex4(at + 2) < 0) return 0
      at += 6
    } else {
      // " / \ b f n r t
      if (next != 34 && next != 47 && next != 92 && next != 98 && next != 102 && next != 110 && next != 114 && next != 116) return 0
      at += 2
    }
  }
  return 0
}

function hex4(at: usize): i32 {
  let value = 0
  for (let i = 0; i < 4; i++) {
    const byte = <u32>load<u8>(at + i)
    const digit = byte - 48 < 10 ? byte - 48 : (byte | 32) - 97 < 6 ? (byte | 32) - 87 : 255
    if (digit == 255) return -1
    value = (value << 4) | digit
  }
  return value
}

function skipDigits(at: usize): usize {
  while (<u32>load<u8>(at) - 48 < 10) at++
  return at
}

/** To behind a number; 0 when it is not sound. */
function skipNumber(at: usize): usize {
  if (load<u8>(at) == 45) at++
  const first = <u32>load<u8>(at) - 48
  if (first > 9) return 0
  at = first ? skipDigits(at) : at + 1
  if (load<u8>(at) == 46) {
    const digits = skipDigits(at + 1)
    if (digits == at + 1) return 0
    at = digits
  }
  if ((load<u8>(at) | 32) == 101) {
    at++
    const sign = load<u8>(at)
    if (sign == 43 || sign == 45) at++
    const digits = skipDigits(at)
    if (digits == at) return 0
    at = digits
  }
  return at
}

let kind: u8 = 0

/** To behind a string, number or literal; 0 when it is none. Sets `kind`. */
function skipScalar(at: usize, end: usize): usize {
  const byte = load<u8>(at)
  if (byte == 34) {
    const close = skipString(at + 1, end)
    kind = escaped ? ESCAPED : STRING
    return close ? close + 1 : 0
  }
  if (byte == 45 || <u32>byte - 48 < 10) {
    kind = NUMBER
    return skipNumber(at)
  }
  kind = OTHER
  if (load<u32>(at) == 0x65757274) return at + 4
  if (load<u32>(at) == 0x736c6166 && load<u8>(at, 4) == 101) return at + 5
  kind = NULL
  return load<u32>(at) == 0x6c6c756e ? at + 4 : 0
}

/** From the opening quote of a key to its value; 0 when that is not sound. */
function skipKey(at: usize, end: usize): usize {
  if (load<u8>(at) != 34) return 0
  const close = skipString(at + 1, end)
  if (!close) return 0
  at = skipSpace(close + 1, end)
  return load<u8>(at) == 58 ? skipSpace(at + 1, end) : 0
}

/** To behind an object or list; 0 when it is not sound or nested more than 60 deep. */
function skipNested(at: usize, end: usize): usize {
  // One bit for each open bracket, 1 for an object.
  let open: u64 = 0
  let depth = 0
  while (true) {
    const byte = load<u8>(at)
    if (byte == 123 || byte == 91) {
      if (++depth > 60) return 0
      open = (open << 1) | <u64>(byte == 123)
      at = skipSpace(at + 1, end)
      if (load<u8>(at) != byte + 2) {
        if (byte == 123) at = skipKey(at, end)
        if (!at || at >= end) return 0
        continue
      }
    } else {
      at = skipScalar(at, end)
      if (!at) return 0
    }
    // Behind a value, or on the bracket that closes an empty one.
    while (true) {
      if (!depth) return at
      at = skipSpace(at, end)
      const next = load<u8>(at)
      at++
      if (next == 44) {
        at = skipSpace(at, end)
        if (open & 1) at = skipKey(at, end)
        if (!at || at >= end) return 0
        break
      }
      if (next != <u8>(open & 1 ? 125 : 93)) return 0
      depth--
      open >>= 1
    }
  }
}

/**
 * Checks the line from `at` to `end` (its line end excluded) and finds the wanted fields. The byte at the end is read: a
 * line feed or zero must stand there. 0: not for us, 1: a sound object, 2: white space only.
 */
export function scanLine(at: usize, end: usize): u32 {
  memory.fill(places, 0, wanted << 3)
  at = skipSpace(at, end)
  if (at >= end) return 2
  if (load<u8>(at) != 123) return 0
  at = skipSpace(at + 1, end)
  if (load<u8>(at) == 125) return skipSpace(at + 1, end) >= end ? 1 : 0
  while (true) {
    const key = at + 1
    if (load<u8>(at) != 34) return 0
    const close = skipString(key, end)
    if (!close || escaped) return 0
    at = skipSpace(close + 1, end)
    if (load<u8>(at) != 58) return 0
    at = skipSpace(at + 1, end)
    const value = at
    const byte = load<u8>(at)
    if (byte == 123 || byte == 91) {
      at = skipNested(at, end)
      kind = OTHER
    } else at = skipScalar(at, end)
    if (!at || at > end) return 0
    remember(key, <u32>(close - key), value, at)
    at = skipSpace(at, end)
    const next = load<u8>(at)
    if (next == 125) return skipSpace(at + 1, end) >= end ? 1 : 0
    if (next != 44) return 0
    at = skipSpace(at + 1, end)
  }
}

function remember(key: usize, length: u32, from: usize, to: usize): void {
  for (let field: u32 = 0; field < wanted; field++) {
    if (load<u32>(names + (field << 3), 4) != length) continue
    if (memory.compare(<usize>load<u32>(names + (field << 3)), key, length)) continue
    store<u32>(places + (field << 3), <u32>from)
    store<u32>(places + (field << 3), <u32>to, 4)
    store<u8>(kinds + field, kind)
  }
}

/** Writes the text of a string value (its quotes included in the range) at `to`; returns the address behind it. */
export function unescape(from: usize, end: usize, to: usize, plain: bool): usize {
  let at = from + 1
  end--
  if (plain) {
    memory.copy(to, at, end - at)
    return to + (end - at)
  }
  while (at < end) {
    const block = v128.load(at)
    v128.store(to, block)
    const escapes = i8x16.bitmask(i8x16.eq(block, i8x16.splat(92)))
    // By a branch, so that the next 16 bytes need not wait for what these are.
    if (!escapes && at + 16 <= end) {
      at += 16
      to += 16
      continue
    }
    const run = min<usize>(ctz(escapes | 0x10000), end - at)
    at += run
    to += run
    if (at >= end) break
    const next = load<u8>(at, 1)
    at += 2
    if (next != 117) {
      // b, f, n, r and t stand for control characters, the others for themselves.
      const byte: u8 = next == 110 ? 10 : next == 116 ? 9 : next == 114 ? 13 : next == 98 ? 8 : next == 102 ? 12 : next
      store<u8>(to, byte)
      to++
      continue
    }
    let cp = <u32>hex4(at)
    at += 4
    if (cp - 0xd800 < 0x800) {
      const low = cp < 0xdc00 && at + 6 <= end && load<u16>(at) == 0x755c ? <u32>hex4(at + 2) : 0
      if (low - 0xdc00 < 0x400) {
        cp = 0x10000 + ((cp - 0xd800) << 10) + (low - 0xdc00)
        at += 6
      } else cp += 0x102000 // half a character: src/tokenizing/surrogates.ts
    }
    to = encode(cp, to)
  }
  return to
}

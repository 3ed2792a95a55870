/** The hot path of JSON lines: the text of a line, where `sign` takes it, and the record of its places. */
import { ESCAPED, ID, NULL, RANK, STRING, TEXTS, fieldCount, scanLine, unescape, valueEnd, valueKind, valueStart } from './json'
import { input, reserve } from './text'
import { scriptOf } from './traditional'

/** Bytes of a record: ten u32, see `writeRecord`; src/kernel/lines.ts reads them. */
export const RECORD: usize = 40

/** Code points in a range of sound UTF-8: all bytes but continuation bytes. */
export function codePoints(at: usize, length: usize): u32 {
  const end = at + length
  let count: u32 = 0
  for (; at + 16 <= end; at += 16) count += 16 - popcnt(i8x16.bitmask(i8x16.lt_s(v128.load(at), i8x16.splat(-64))))
  for (; at < end; at++) count += <u32>(<i32>load<i8>(at) >= -64)
  return count
}

/** Whether a text surely has more than white space: an ASCII character above space or an ideograph near its start. */
function isClearlyText(at: usize, length: usize): bool {
  const end = at + min<usize>(length, 64)
  for (; at < end; at++) {
    const byte = load<u8>(at)
    if ((byte > 32 && byte < 127) || byte - 0xe4 < 6) return true
  }
  return false
}

/** The text of the last line, where `sign` takes it; its length, or -1 when the host must look at the line. */
export function loadText(): isize {
  let total: usize = 0
  const fields = fieldCount()
  for (let field: u32 = TEXTS; field < fields; field++) {
    if (!valueStart(field)) continue
    const kind = valueKind(field)
    if (kind == NULL) continue
    if (kind != STRING && kind != ESCAPED) return -1
    total += valueEnd(field) - valueStart(field)
  }
  if (!total) return -1
  const into = reserve(total)
  if (!into) return -1
  let to = into
  let any = false
  for (let field: u32 = TEXTS; field < fields; field++) {
    if (!valueStart(field) || valueKind(field) == NULL) continue
    if (any) {
      store<u8>(to, 10)
      to++
    }
    any = true
    to = unescape(valueStart(field), valueEnd(field), to, valueKind(field) == STRING)
  }
  const length = to - into
  return isClearlyText(into, length) ? <isize>length : -1
}

/** Whether the id is a string, a number or missing; others are left to the host. */
export function hasPlainId(): bool {
  return !valueStart(ID) || valueKind(ID) <= NULL
}

/** Kind of the id, for the host: 0 none, 1 to be taken as it stands, 2 a string with escapes. */
function idKind(): u32 {
  if (!valueStart(ID) || valueKind(ID) == NULL) return 0
  return valueKind(ID) == ESCAPED ? 2 : 1
}

/** Writes start and end of a field's value relative to `base`, 0 and 0 for none. */
function writePlace(field: u32, base: usize, to: usize): void {
  const start = field < fieldCount() ? valueStart(field) : 0
  store<u32>(to, start ? <u32>(start - base) : 0)
  store<u32>(to, start ? <u32>(valueEnd(field) - base) : 0, 4)
}

/**
 * Writes the record of the line from `at` to `next`, whose text of `size` bytes is the input: start, end, number of the line, code points of
 * its text, features, start and end of the id and of the rank, kind of the id and above it the script of the text; offsets count from `piece`.
 */
export function writeRecord(to: usize, piece: usize, at: usize, next: usize, line: u32, size: usize, features: u32): void {
  store<u32>(to, <u32>(at - piece))
  store<u32>(to, <u32>(next - piece), 4)
  store<u32>(to, line, 8)
  store<u32>(to, codePoints(input(), size), 12)
  store<u32>(to, features, 16)
  writePlace(ID, piece, to + 20)
  writePlace(RANK, piece, to + 28)
  store<u32>(to, idKind() | (scriptOf(input(), size) << 8), 36)
}

/** The end of the line at `at`: behind its line feed, or `end`. */
export function lineEnd(at: usize, end: usize): usize {
  while (at < end) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(10)))
    if (found) return min(at + ctz(found) + 1, end)
    at += 16
  }
  return end
}

export { scanLine }

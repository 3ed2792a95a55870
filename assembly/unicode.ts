/** The Unicode properties of src/tokenizing/unicode.generated.ts; the layout of the blob is in scripts/tables/unicode.mjs. */
import { AT_STAGE1, AT_STAGE2, BLOB, COUNT_CCC, COUNT_FOLD, COUNT_NFKD, COUNT_PAIR, COUNT_WIDE } from './unicode-blob.generated'

export const CLASS: u32 = 7
export const WORD: u32 = 1
export const SPACE: u32 = 2
export const IGNORABLE: u32 = 3
export const UNSPACED: u32 = 4
export const UNSAFE: u32 = 8
export const WIDE: u32 = 16
export const FOLD: u32 = 32
export const FOLD_UNSAFE: u32 = 64
export const SIMPLE: u32 = 128

// @ts-ignore: decorator
@inline
function section(number: usize): usize {
  return BLOB + load<u32>(BLOB + number * 4)
}

// Known when it is built: the blob itself comes later.
const STAGE1: usize = BLOB + AT_STAGE1
const STAGE2: usize = BLOB + AT_STAGE2

/** Where the host puts the blob, before the first text: plain TypeScript reads the same bytes, and one copy of them travels. */
export function unicodeTable(): usize {
  return BLOB
}

/** Class (`& CLASS`) and flags of a code point below 0x110000. */
// @ts-ignore: decorator
@inline
export function property(cp: u32): u32 {
  return load<u8>(STAGE2 + (<usize>load<u16>(STAGE1 + ((cp >> 8) << 1)) << 8) + (cp & 255))
}

/** Index of `key` in an ascending table of u32, or -1. */
function find(table: usize, count: i32, key: u32): i32 {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = load<u32>(table + (<usize>middle << 2))
    if (value == key) return middle
    if (value < key) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Where and how long the UTF-8 of a mapping is: address << 16 | length, or 0 when there is none. */
// @ts-ignore: decorator
@inline
function mapped(first: usize, count: i32, cp: u32): u64 {
  const index = find(section(first), count, cp)
  if (index < 0) return 0
  const at = section(first + 1) + (<usize>index << 1)
  const start = load<u16>(at)
  return (<u64>(section(first + 2) + start) << 16) | <u64>(load<u16>(at, 2) - start)
}

export function decomposition(cp: u32): u64 {
  return mapped(2, COUNT_NFKD, cp)
}

export function folding(cp: u32): u64 {
  return mapped(5, COUNT_FOLD, cp)
}

/** The plain form of a full-width or half-width one, else the code point itself. */
export function narrow(cp: u32): u32 {
  const index = find(section(8), COUNT_WIDE, cp)
  return index < 0 ? cp : load<u32>(section(9) + (<usize>index << 2))
}

/** Canonical combining class; 0 for starters. */
export function combining(cp: u32): u32 {
  if (cp < 0x300) return 0
  const table = section(10)
  let low = 0
  let high = COUNT_CCC - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const first = load<u32>(table + (<usize>middle << 3))
    if (first >>> 8 > cp) high = middle - 1
    else if (load<u32>(table + (<usize>middle << 3), 4) < cp) low = middle + 1
    else return first & 255
  }
  return 0
}

/** The canonical composition of two code points, or 0. */
export function compose(first: u32, second: u32): u32 {
  // Hangul by arithmetic: L + V, LV + T.
  if (first - 0x1100 < 19 && second - 0x1161 < 21) return 0xac00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
  if (first - 0xac00 < 11172 && (first - 0xac00) % 28 == 0 && second - 0x11a8 < 27) return first + (second - 0x11a7)
  const table = section(11)
  const key = (<u64>first << 32) | second
  let low = 0
  let high = COUNT_PAIR - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = load<u64>(table + (<usize>middle << 3))
    if (value == key) return load<u32>(section(12) + (<usize>middle << 2))
    if (value < key) low = middle + 1
    else high = middle - 1
  }
  return 0
}

/** Traditional characters to simplified ones, in place: both are three bytes long. */
import { ALONE_COUNT, PAIRS, PAIR_COUNT } from './traditional-blob.generated'
import { isIdeograph } from './utf8'

const FIRST: u32 = 0x3400
const COUNT: u32 = 0x6c00
/** By code point from FIRST on: what it becomes, or 0; filled when first used. */
const table = memory.data(0x6c00 * 2, 16)
/** By code point from FIRST on: TRADITIONAL where it becomes another, SIMPLIFIED where simplified texts alone have it, or 0. */
const scripts = memory.data(0x6c00, 16)
let filled = false

const SIMPLIFIED: u32 = 1
const TRADITIONAL: u32 = 2
/**
 * Bytes of a text that tell its script, how many telling characters are looked at, and how many of one script tell it.
 * src/tokenizing/chinese/script.ts has the same numbers.
 */
const BEGINNING: usize = 2048
const TELLING: u32 = 32
const ENOUGH: u32 = 4
const TIMES: u32 = 8

function fill(): void {
  filled = true
  const end = PAIRS + ((<usize>PAIR_COUNT) << 2)
  for (let pair = PAIRS; pair < end; pair += 4) {
    store<u16>(table + (<usize>(load<u16>(pair) - FIRST) << 1), load<u16>(pair, 2))
    if (pair < PAIRS + ((<usize>ALONE_COUNT) << 2)) store<u8>(scripts + <usize>(load<u16>(pair, 2) - FIRST), SIMPLIFIED)
  }
  for (let pair = PAIRS; pair < end; pair += 4) store<u8>(scripts + <usize>(load<u16>(pair) - FIRST), TRADITIONAL)
}

/** Where the host puts the pairs, once, before the first text. */
export function traditionalPairs(): usize {
  return PAIRS
}

/** Goes over normalised text, which is sound UTF-8. */
export function simplify(text: usize, length: usize): void {
  if (!filled) fill()
  const end = text + length
  let at = text
  while (at < end) {
    const ascii = ctz(i8x16.bitmask(v128.load(at)) | 0x10000)
    at += ascii
    while (at < end) {
      const four = load<u32>(at)
      const lead = four & 255
      if (lead < 0x80) break
      if (isIdeograph(four) || (lead == 0xe3 && (four & 0xff00) >= 0x9000) || lead == 0xe4) {
        const cp = ((four & 15) << 12) | ((four >> 2) & 0xfc0) | ((four >> 16) & 63)
        const to: u32 = load<u16>(table + (<usize>(cp - FIRST) << 1))
        if (to) {
          store<u8>(at, 0xe0 | (to >> 12))
          store<u8>(at, 0x80 | ((to >> 6) & 63), 1)
          store<u8>(at, 0x80 | (to & 63), 2)
        }
        at += 3
      } else at += 2 + <usize>(lead >= 0xe0) + <usize>(lead >= 0xf0)
    }
  }
}

/** The script of Chinese text in sound UTF-8, as its beginning tells: 0 neither or both, 1 simplified, 2 traditional characters. */
export function scriptOf(text: usize, length: usize): u32 {
  if (!filled) fill()
  const end = text + min(length, BEGINNING)
  let simplified: u32 = 0
  let traditional: u32 = 0
  let kana: u32 = 0
  let at = text
  while (at < end && simplified + traditional + kana < TELLING) {
    at += ctz(i8x16.bitmask(v128.load(at)) | 0x10000)
    while (at + 3 <= end && simplified + traditional + kana < TELLING) {
      const four = load<u32>(at)
      const lead = four & 255
      if (lead < 0x80) break
      if (isIdeograph(four)) {
        const cp = ((four & 15) << 12) | ((four >> 2) & 0xfc0) | ((four >> 16) & 63)
        const script: u32 = load<u8>(scripts + <usize>(cp - FIRST))
        simplified += script & SIMPLIFIED
        traditional += script >> 1
      } else kana += u32((four & 0xfcff) == 0x80e3 && (four & 0xff00) != 0x8000)
      at += 2 + <usize>(lead >= 0xe0) + <usize>(lead >= 0xf0)
    }
    if (at + 3 > end) break
  }
  if (traditional >= ENOUGH && traditional >= TIMES * (simplified + kana)) return TRADITIONAL
  return u32(simplified >= ENOUGH && simplified >= TIMES * (traditional + kana))
}

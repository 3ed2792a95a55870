/** Traditional characters to simplified ones, in place: both are three bytes long. */
import { PAIRS, PAIR_COUNT } from './traditional-blob.generated'
import { isIdeograph } from './utf8'

const FIRST: u32 = 0x3400
const COUNT: u32 = 0x6c00
/** By code point from FIRST on: what it becomes, or 0; filled when first used. */
const table = memory.data(0x6c00 * 2, 16)
let filled = false

function fill(): void {
  filled = true
  for (let pair = PAIRS; pair < PAIRS + ((<usize>PAIR_COUNT) << 2); pair += 4)
    store<u16>(table + (<usize>(load<u16>(pair) - FIRST) << 1), load<u16>(pair, 2))
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

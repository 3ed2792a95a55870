/**
 * Unicode properties from the generated blob (its layout: scripts/tables/unicode.mjs), for the plain TypeScript stages.
 * The kernel reads the very same bytes, so both follow one Unicode version on every host.
 */
import { bytesOfBase64 } from '../hashing/base64.js'
import { UNICODE_BLOB, UNICODE_COUNTS, UNICODE_PACKING } from './unicode.generated.js'

export { UNICODE_VERSION } from './unicode.generated.js'

/** Classes of code points, by which text is cut into tokens. */
export const CharacterClass = {
  /** Punctuation and symbols. */
  other: 0,
  /** Letters, marks, digits and connectors of scripts that put spaces between words. */
  word: 1,
  /** White space and control characters. */
  space: 2,
  /** Characters without an appearance of their own: joiners, soft hyphens, variation selectors, byte order marks. */
  ignorable: 3,
  /** Letters, marks and digits of scripts without spaces; private and unassigned characters. */
  unspaced: 4,
} as const
export type CharacterClass = (typeof CharacterClass)[keyof typeof CharacterClass]

interface Blob {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The start of each section. */
  readonly section: Uint32Array
  readonly stage1: Uint16Array
  readonly stage2: Uint8Array
}
let blob: Blob | undefined

/** Unpacked when it is first asked for: many a process only answers for its version or its options. */
function loadBlob(): Blob {
  const bytes = unpack(UNICODE_BLOB)
  const section = new Uint32Array(bytes.buffer, 0, 14)
  const stage1 = new Uint16Array(bytes.buffer, section[0], 0x1100)
  blob = { bytes, section, stage1, stage2: bytes.subarray(section[1] as number, section[2]) }
  return blob
}
const loaded = (): Blob => blob ?? loadBlob()

const u8 = (n: number) => loaded().bytes.subarray(loaded().section[n] as number, loaded().section[n + 1])
const u16 = (n: number, count: number) => new Uint16Array(loaded().bytes.buffer, loaded().section[n], count)
const u32 = (n: number, count: number) => new Uint32Array(loaded().bytes.buffer, loaded().section[n], count)

/** The blob, for the kernel. */
export const unicodeBytes = (): Uint8Array => loaded().bytes

/** The blob as it is packed: of numbers of two and four bytes the differences, each byte of them in a run of its own, which compress well. */
function unpack(base64: string): Uint8Array<ArrayBuffer> {
  const packed = bytesOfBase64(base64)
  const unpacked = packed.slice()
  const starts = new Uint32Array(unpacked.buffer, 0, 14)
  UNICODE_PACKING.forEach(([width, stride], number) => {
    if (width === 1) return
    const from = starts[number] as number
    const count = ((starts[number + 1] as number) - from) / width
    const numbers = width === 2 ? new Uint16Array(unpacked.buffer, from, count) : new Uint32Array(unpacked.buffer, from, count)
    for (let i = 0; i < count; i++) {
      let difference = 0
      for (let byte = 0; byte < width; byte++) difference |= (packed[from + byte * count + i] as number) << (8 * byte)
      numbers[i] = difference + (i < stride ? 0 : (numbers[i - stride] as number))
    }
  })
  return unpacked
}

/** The class of a code point, 0 to 0x10ffff. */
export function classOf(cp: number): CharacterClass {
  const { stage1, stage2 } = blob ?? loadBlob()
  return ((stage2[((stage1[cp >> 8] as number) << 8) | (cp & 255)] as number) & 7) as CharacterClass
}

/** A table of code points and the texts they map to. */
function textMap(first: number, count: number): ReadonlyMap<number, readonly number[]> {
  const keys = u32(first, count)
  const at = u16(first + 1, count + 1)
  const text = u8(first + 2)
  const decoder = new TextDecoder()
  const map = new Map<number, readonly number[]>()
  keys.forEach((key, i) => {
    const mapped = decoder.decode(text.slice(at[i], at[i + 1]))
    map.set(
      key,
      Array.from(mapped, (c) => c.codePointAt(0) as number),
    )
  })
  return map
}

/** The maps, built when the first is asked for: signing is the kernel's, so most processes never do. */
function buildMaps() {
  const wideKeys = u32(8, UNICODE_COUNTS.wide)
  const wideTo = u32(9, UNICODE_COUNTS.wide)
  const combiningClasses = new Map<number, number>()
  const ranges = u32(10, UNICODE_COUNTS.cccRange * 2)
  for (let i = 0; i < ranges.length; i += 2) {
    const first = ranges[i] as number
    for (let cp = first >>> 8; cp <= (ranges[i + 1] as number); cp++) combiningClasses.set(cp, first & 255)
  }
  const compositions = new Map<number, number>()
  const pairs = u32(11, UNICODE_COUNTS.pair * 2)
  const composites = u32(12, UNICODE_COUNTS.pair)
  composites.forEach((whole, i) => {
    compositions.set(pairKey(pairs[2 * i + 1] as number, pairs[2 * i] as number), whole)
  })
  return {
    decompositions: textMap(2, UNICODE_COUNTS.nfkd),
    foldings: textMap(5, UNICODE_COUNTS.fold),
    widths: new Map(Array.from(wideKeys, (key, i) => [key, wideTo[i] as number])),
    combiningClasses,
    compositions,
  }
}
let built: ReturnType<typeof buildMaps> | undefined
const maps = () => {
  built ??= buildMaps()
  return built
}

function pairKey(first: number, second: number): number {
  return first * 0x110000 + second
}

const isSyllable = (cp: number) => cp >= 0xac00 && cp < 0xac00 + 11172

/** Full compatibility decomposition (NFKD) of one code point. */
export function decomposition(cp: number): readonly number[] {
  if (!isSyllable(cp)) return maps().decompositions.get(cp) ?? [cp]
  const s = cp - 0xac00
  const leadAndVowel = [0x1100 + Math.floor(s / 588), 0x1161 + Math.floor((s % 588) / 28)]
  return s % 28 ? [...leadAndVowel, 0x11a7 + (s % 28)] : leadAndVowel
}

/** Full case folding (status C and F of CaseFolding.txt) of one code point. */
export function folding(cp: number): readonly number[] {
  return maps().foldings.get(cp) ?? [cp]
}

/** The plain character for a full-width or half-width form; any other code point stands for itself. */
export function narrowed(cp: number): number {
  return maps().widths.get(cp) ?? cp
}

/** Canonical combining class, 0 to 254; 0 for starters. */
export function combiningClass(cp: number): number {
  return maps().combiningClasses.get(cp) ?? 0
}

/** The canonical composition of two code points, if there is one. */
export function composition(first: number, second: number): number | undefined {
  const lead = first - 0x1100
  const vowel = second - 0x1161
  if (lead >= 0 && lead < 19 && vowel >= 0 && vowel < 21) return 0xac00 + (lead * 21 + vowel) * 28
  const tail = second - 0x11a7
  if (isSyllable(first) && (first - 0xac00) % 28 === 0 && tail > 0 && tail < 28) return first + tail
  return maps().compositions.get(pairKey(first, second))
}

/**
 * Packs the Unicode properties that the kernel needs into one blob: src/tokenizing/unicode.generated.ts.
 *
 *     node scripts/tables/unicode.mjs /usr/share/unicode      (Debian package unicode-data, or the UCD from unicode.org)
 *
 * The result is committed, because a fingerprint must not depend on the Unicode version of the machine that builds.
 * Layout of the blob (little endian, every section starts on a multiple of 4):
 *
 *     u32[14]   start of each section below, in order
 *     stage1    u16[4352]   code point >> 8 -> number of its block in stage2
 *     stage2    u8[256 * blocks]   class (bits 0-2) and flags, see CLASS and FLAG below
 *     nfkdKey   u32[]       code points with a full compatibility decomposition, ascending (Hangul excluded: arithmetic)
 *     nfkdAt    u16[]       where its UTF-8 starts in nfkdText, one more than keys
 *     nfkdText  u8[]
 *     foldKey   u32[], foldAt u16[], foldText u8[]   the same for full case folding (status C and F)
 *     wideKey   u32[], wideTo u32[]                  full-width and half-width forms and what they stand for
 *     cccRange  u32[]       (first << 8 | class, last) pairs, ascending
 *     pairKey   u64[] as u32 (second, first), pairTo u32[]   canonical compositions, ascending by first, then second
 *     end       the length of the blob
 *
 * In the file, numbers of two and four bytes are written as differences, and their lowest bytes first, then the next ones: that
 * compresses to less than half. unicode.ts unpacks it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? '/usr/share/unicode'
const MAX = 0x110000
const read = (name) => readFileSync(join(folder, name), 'utf8')
const version = /(\d+\.\d+\.\d+)/.exec(read('PropList.txt').slice(0, 200))[1]

/** Rows of a UCD file as [first, last, ...fields]. */
function* rows(name) {
  for (const line of read(name).split('\n')) {
    const bare = line.replace(/#.*/, '').trim()
    if (!bare) continue
    const [range, ...fields] = bare.split(';').map((field) => field.trim())
    const [first, last = first] = range.split('..').map((hex) => Number.parseInt(hex, 16))
    yield [first, last, ...fields]
  }
}

const category = new Array(MAX).fill('Cn')
const ccc = new Uint8Array(MAX)
const canonical = new Map()
const compatible = new Map()
const wide = new Map()
let open = -1
for (const line of read('UnicodeData.txt').split('\n')) {
  if (!line) continue
  const field = line.split(';')
  const cp = Number.parseInt(field[0], 16)
  const first = open >= 0 ? open : cp
  open = field[1].endsWith(', First>') ? cp : -1
  for (let i = first; i <= cp; i++) category[i] = field[2]
  ccc[cp] = Number(field[3])
  if (!field[5]) continue
  const [, tag, codes] = /^(?:<(\w+)> )?(.*)$/.exec(field[5])
  const to = codes.split(' ').map((hex) => Number.parseInt(hex, 16))
  if (!tag) canonical.set(cp, to)
  else compatible.set(cp, to)
  if (tag === 'wide' || tag === 'narrow') wide.set(cp, to[0])
}

const collect = (name, property, value) => {
  const found = new Set()
  for (const [first, last, key, setting] of rows(name))
    if (key === property && (value === undefined || setting === value)) for (let i = first; i <= last; i++) found.add(i)
  return found
}
const excluded = collect('DerivedNormalizationProps.txt', 'Full_Composition_Exclusion')
const quickNo = collect('DerivedNormalizationProps.txt', 'NFKC_QC', 'N')
const quickMaybe = collect('DerivedNormalizationProps.txt', 'NFKC_QC', 'M')
const whiteSpace = collect('PropList.txt', 'White_Space')
const ignorable = collect('DerivedCoreProperties.txt', 'Default_Ignorable_Code_Point')

// Scripts that do not put spaces between words: each of their letters is a token of its own under `auto`.
const UNSPACED = [
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Yi',
  'Tai_Le',
  'New_Tai_Lue',
  'Tai_Tham',
  'Tai_Viet',
  'Tangut',
  'Khitan_Small_Script',
  'Nushu',
]
const unspaced = new Set()
for (const script of UNSPACED) for (const cp of collect('Scripts.txt', script)) unspaced.add(cp)
// Marks shared by the kana (the prolonged sound mark and its like) are filed under Common.
for (const [first, last, scripts] of rows('ScriptExtensions.txt'))
  if (scripts.split(' ').every((s) => ['Hani', 'Hira', 'Kana', 'Bopo', 'Yiii', 'Tang'].includes(s)))
    for (let i = first; i <= last; i++) unspaced.add(i)

const fold = new Map()
for (const [cp, , status, to] of rows('CaseFolding.txt'))
  if (status === 'C' || status === 'F')
    fold.set(
      cp,
      to.split(' ').map((hex) => Number.parseInt(hex, 16)),
    )

const isHangul = (cp) => cp >= 0xac00 && cp < 0xd7a4
const expand = (cp) => (canonical.get(cp) ?? compatible.get(cp))?.flatMap(expand) ?? [cp]
const nfkd = new Map()
for (const cp of new Set([...canonical.keys(), ...compatible.keys()])) if (!isHangul(cp)) nfkd.set(cp, expand(cp))

const CLASS = { other: 0, word: 1, space: 2, ignorable: 3, unspaced: 4 }
const classOf = (cp) => {
  if (ignorable.has(cp)) return CLASS.ignorable
  const gc = category[cp]
  if (whiteSpace.has(cp) || gc === 'Cc') return CLASS.space
  // Unknown characters stand for something that only the author's font knows: each one counts by itself.
  if (gc === 'Cn' || gc === 'Co') return CLASS.unspaced
  if ('LMN'.includes(gc[0])) return unspaced.has(cp) ? CLASS.unspaced : CLASS.word
  return gc === 'Pc' ? CLASS.word : CLASS.other
}
const FLAG = { unsafe: 8, wide: 16, fold: 32, foldUnsafe: 64, simple: 128 }
const text = (codes) => String.fromCodePoint(...codes)
const isStable = (cp) => !ccc[cp] && !quickNo.has(cp) && !quickMaybe.has(cp)
/** Whether NFKC replaces this character by others without a look at its neighbours, folded or not. */
const isSimple = (cp) =>
  quickNo.has(cp) &&
  !ccc[cp] &&
  nfkd.has(cp) &&
  nfkd.get(cp).every((to) => isStable(to) && (fold.get(to) ?? [to]).every((t) => isStable(t) && !nfkd.has(t))) &&
  text(nfkd.get(cp)).normalize('NFC') === text(nfkd.get(cp))
const flags = (cp) => {
  let flag = 0
  if (isSimple(cp)) flag |= FLAG.simple
  else if (ccc[cp] || quickNo.has(cp) || quickMaybe.has(cp)) flag |= FLAG.unsafe
  if (wide.has(cp)) flag |= FLAG.wide
  const folded = fold.get(cp)
  if (folded) {
    flag |= FLAG.fold
    if (folded.length > 1 || folded.some((to) => quickNo.has(to) || ccc[to])) flag |= FLAG.foldUnsafe
  }
  return flag
}

const blocks = new Map()
const stage1 = new Uint16Array(MAX >> 8)
for (let block = 0; block < MAX >> 8; block++) {
  const bytes = Buffer.alloc(256)
  for (let i = 0; i < 256; i++) bytes[i] = classOf((block << 8) | i) | flags((block << 8) | i)
  const key = bytes.toString('latin1')
  if (!blocks.has(key)) blocks.set(key, blocks.size)
  stage1[block] = blocks.get(key)
}

const mapping = (map) => {
  const keys = [...map.keys()].sort((a, b) => a - b)
  const texts = keys.map((cp) => Buffer.from(text(map.get(cp))))
  const at = new Uint16Array(keys.length + 1)
  let end = 0
  texts.forEach((bytes, i) => {
    end += bytes.length
    if (end > 65535) throw new Error('offsets outgrew 16 bits')
    at[i + 1] = end
  })
  return [Uint32Array.from(keys), at, Buffer.concat(texts)]
}
const wideKeys = [...wide.keys()].sort((a, b) => a - b)
const ranges = []
for (let cp = 0; cp < MAX; cp++) {
  if (!ccc[cp]) continue
  const first = cp
  while (cp + 1 < MAX && ccc[cp + 1] === ccc[first]) cp++
  ranges.push(((first << 8) | ccc[first]) >>> 0, cp)
}
const pairs = [...canonical].filter(([cp, to]) => to.length === 2 && !excluded.has(cp) && !isHangul(cp))
pairs.sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1])

const sections = [
  stage1,
  Buffer.concat([...blocks.keys()].map((key) => Buffer.from(key, 'latin1'))),
  ...mapping(nfkd),
  ...mapping(fold),
  Uint32Array.from(wideKeys),
  Uint32Array.from(wideKeys.map((cp) => wide.get(cp))),
  Uint32Array.from(ranges),
  Uint32Array.from(pairs.flatMap(([, [first, second]]) => [second, first])),
  Uint32Array.from(pairs.map(([cp]) => cp)),
]
const parts = []
const starts = []
let end = 4 * (sections.length + 1)
for (const section of sections) {
  starts.push(end)
  const bytes = Buffer.from(section.buffer, section.byteOffset, section.byteLength)
  const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
  parts.push(padded)
  end += padded.length
}
/** Of each section the bytes of a number, and how far back the number is that it is told as the difference from. */
const PACKING = [
  [2, 1],
  [1, 1],
  [4, 1],
  [2, 1],
  [1, 1],
  [4, 1],
  [2, 1],
  [1, 1],
  [4, 1],
  [4, 1],
  [4, 2],
  [4, 2],
  [4, 1],
]
const packed = parts.map((part, number) => {
  const [width, stride] = PACKING[number]
  if (width === 1) return part
  const count = part.length / width
  const bytes = Buffer.alloc(part.length)
  const at = (i) => (i < 0 ? 0 : part.readUIntLE(i * width, width))
  for (let i = 0; i < count; i++) {
    const difference = (at(i) - at(i - stride)) >>> 0
    for (let byte = 0; byte < width; byte++) bytes[byte * count + i] = difference >>> (8 * byte)
  }
  return bytes
})
const blob = Buffer.concat([Buffer.from(Uint32Array.from([...starts, end]).buffer), ...packed])
writeFileSync(
  new URL('../../src/tokenizing/unicode.generated.ts', import.meta.url),
  `/** Generated by scripts/tables/unicode.mjs from the Unicode Character Database; the layout stands there. Do not edit. */
export const UNICODE_VERSION = '${version}'
export const UNICODE_COUNTS = { nfkd: ${nfkd.size}, fold: ${fold.size}, wide: ${wide.size}, cccRange: ${ranges.length / 2}, pair: ${pairs.length} }
/** Of each section the bytes of a number, and how far back the number is that it is told as the difference from. */
export const UNICODE_PACKING: readonly (readonly [width: 1 | 2 | 4, stride: number])[] = ${JSON.stringify(PACKING)}
export const UNICODE_BLOB =
  '${blob.toString('base64')}'
`,
)
console.log(`Unicode ${version}: ${blob.length} bytes, ${blocks.size} blocks, ${nfkd.size} decompositions, ${fold.size} foldings`)

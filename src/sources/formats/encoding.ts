/** Encodings: which one a file has, and its bytes as text. */

import { LeitongError } from '../../errors.js'
import { loadPackage } from '../../packages.js'
import { fromLatin1, fromUtf8, isUtf8 } from './utf8.js'

export type Encoding = string

/** Bytes of a byte order mark, which belongs to no record. */
export function markLength(head: Uint8Array): number {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 3
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) ? 2 : 0
}

/** Names of the detector that the decoder does not know. */
const NAMES: Readonly<Record<string, Encoding>> = {
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'iso8859-15': 'iso-8859-15',
}

/** Bytes at the start of a file that tell its encoding; more of them take longer and seldom tell more. */
export const HEAD_BYTES = 65536

/** The encoding that is named, or under `auto` the one that the first bytes show. */
export const encodingOf = (bytes: Uint8Array, named: Encoding): Encoding =>
  named === 'auto' ? detectEncoding(bytes.subarray(0, HEAD_BYTES)) : named

/**
 * All bytes of a file as text, without its byte order mark.
 *
 * @param path  for the message
 * @throws {LeitongError} `SOURCE_READ` when they are not sound in the encoding
 */
export function decodeFile(path: string, bytes: Uint8Array, named: Encoding): string {
  const encoding = encodingOf(bytes, named)
  const text = decodeBytes(bytes.subarray(markLength(bytes)), encoding)
  if (text === undefined) throw new LeitongError('SOURCE_READ', path, `not sound ${encoding}`)
  return text
}

/**
 * The encoding of a file by its first bytes ({@link HEAD_BYTES} are plenty): a byte order mark; UTF-16 when every other byte is zero;
 * UTF-8 when most lines are sound UTF-8; UTF-16 by its few zero bytes; else what their statistics say, provided that the
 * bytes are sound in it; UTF-8 when nothing fits.
 */
export function detectEncoding(head: Uint8Array): Encoding {
  const mark = markLength(head)
  if (mark === 3) return 'utf-8'
  if (mark === 2) return head[0] === 0xff ? 'utf-16le' : 'utf-16be'
  const zeros = [0, 0]
  for (let i = 0; i < head.length; i++) if (!head[i]) zeros[i & 1] = (zeros[i & 1] as number) + 1
  const [even, odd] = zeros as [number, number]
  if (odd > head.length / 8 && even * 8 < odd) return 'utf-16le'
  if (even > head.length / 8 && odd * 8 < even) return 'utf-16be'
  if (isUtf8(head) || mostLinesAreUtf8(head)) return 'utf-8'
  // Chinese in UTF-16 has zero bytes at its line ends and spaces only; text in other encodings has none.
  if (odd && !even && lineFeedsAreWide(head, 0)) return 'utf-16le'
  if (even && !odd && lineFeedsAreWide(head, 1)) return 'utf-16be'
  // Its statistics take long to load, and few files get here.
  const jschardet = loadPackage<typeof import('jschardet')>('jschardet', 'guess encodings')
  const guesses = jschardet.detectAll(head).map(({ encoding, confidence }) => ({ label: labelOf(encoding), confidence }))
  const [best] = guesses
  if (!best) return 'utf-8'
  const western = westernOf(head)
  if (western && (WESTERN.has(best.label) || western.isPlain))
    return best.label === 'iso-8859-15' && EUROS.test(fromLatin1(head)) ? best.label : 'windows-1252'
  // Few letters make for little confidence; then the next one must be far behind.
  const next = guesses.find(({ label }) => label !== best.label)?.confidence ?? 0
  return (best.confidence > 0.2 || best.confidence > 3 * next) && isSound(head, best.label) ? best.label : 'utf-8'
}

/**
 * Encodings that differ in a few signs. Their statistics share the confidence among them, so that none is far ahead: a list of names and amounts has few words
 * that show a language.
 */
const WESTERN: ReadonlySet<Encoding> = new Set(['windows-1252', 'iso-8859-1', 'iso-8859-15'])
/** Bytes that are other characters in ISO 8859-15, the euro among them. */
const EUROS = /[\xa4\xa6\xa8\xb4\xb8\xbc-\xbe]/
/** Letters of windows-1252 beyond ASCII. */
const LETTERS = String.raw`\x8a\x8c\x8e\x9a\x9c\x9e\x9f\xaa\xba\xc0-\xd6\xd8-\xf6\xf8-\xff`
/** Signs that stand alone or at the ends of words: quotes, dashes, currencies, §, °. */
const SIGNS = String.raw`\x80\x82\x84\x85\x8b\x91-\x97\x9b\xa0\xa1\xa3\xa4\xa7\xa9\xab\xae\xb0-\xb4\xb7\xbb\xbd\xbf`
/** A stretch of letters with what is beyond ASCII in it. */
const STRETCH = /[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*/g
/** Of two letters beyond ASCII side by side one is ñ, ç, ð or þ: Íñigo, ção, Þór. */
const TAIL = String.raw`[\xc7\xd0\xd1\xde\xe7\xf0\xf1\xfe]`
/** A Latin word: its letters beyond ASCII stand one by one between others, or two by two as above. */
const WORD = new RegExp(
  `^[${SIGNS}]*(?=[^]*[A-Za-z])(?:[A-Za-z]|[${LETTERS}](?![${LETTERS}])|(?:${TAIL}(?!${TAIL})[${LETTERS}]|[${LETTERS}]${TAIL})(?![${LETTERS}])|(?<=[A-Za-z])(?:\x92(?=[A-Za-z${LETTERS}])|[\xb4\xb7](?=[A-Za-z])))+[${SIGNS}]*$`,
)
const SIGNS_ALONE = new RegExp(`^[${SIGNS}]+$`)
/** Stretches of another form, as a share of the words, at most. Two-byte scripts and Cyrillic have hardly another form: test/sources/formats. */
const MOST_OTHERS = 0.1
/**
 * Letters beyond ASCII of one language each, as Spanish, Portuguese, Italian, French, German, Dutch, Catalan, the languages of the north and
 * Icelandic; and those of lists of several. Czech, Hungarian, Turkish and Baltic words that are read as windows-1252 have others beside
 * them: õ is Portuguese before e alone.
 */
const ALPHABETS = [
  'áéíóúñüªº',
  'áâãàçéêíóôúüªº',
  'àèéìòùî',
  'àâæçéèêëîïôœùûüÿ',
  'äöüßé',
  'ëïéèöüê',
  'àçèéíïòóúü',
  'åäöé',
  'æøåéöä',
  'áðéíóúýþæö',
  'äöüßéàâçêñáíóúãåôîïë',
]
const SETS = ALPHABETS.map((letters) => new Set(letters))

/** Whether what is no ASCII are letters of Western Europe within Latin words; undefined where they are not. */
function westernOf(head: Uint8Array): { readonly isPlain: boolean } | undefined {
  let words = 0
  let others = 0
  const seen = new Set<string>()
  for (const [stretch] of fromLatin1(head).matchAll(STRETCH)) {
    if (SIGNS_ALONE.test(stretch)) continue
    if (!WORD.test(stretch)) others++
    else {
      words++
      const text = stretch.replace(/[\xf5\xd5](?=[eE])/g, '')
      for (const [letter] of decodeWindows(text)
        .toLowerCase()
        .matchAll(/[^\x00-\x7f]/g))
        if (/\p{L}/u.test(letter)) seen.add(letter)
    }
  }
  if (!words || others > MOST_OTHERS * words) return undefined
  return { isPlain: SETS.some((set) => [...seen].every((letter) => set.has(letter))) }
}

function labelOf(encoding: string | null): Encoding {
  const name = (encoding ?? '').toLowerCase()
  return NAMES[name] ?? name
}

/** Whether every line feed is a unit of UTF-16, its low byte at even (0) or odd (1) places. */
function lineFeedsAreWide(head: Uint8Array, low: 0 | 1): boolean {
  for (let at = head.indexOf(10); at >= 0; at = head.indexOf(10, at + 1)) {
    if ((at & 1) !== low || head[low ? at - 1 : at + 1] !== 0) return false
  }
  return true
}

/** Whether bytes are sound in an encoding, a last character that may be cut aside. */
function isSound(head: Uint8Array, label: Encoding): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

function mostLinesAreUtf8(head: Uint8Array): boolean {
  // Lines of ASCII are sound in all of them, and do not vote.
  let sound = 0
  let broken = 0
  for (let start = 0; start < head.length; ) {
    const end = head.indexOf(10, start) + 1 || head.length
    // The last line may be cut within a character: it does not vote.
    if (end === head.length && head[end - 1] !== 10) break
    const line = head.subarray(start, end)
    if (!isUtf8(line)) broken++
    else if (line.some((byte) => byte > 127)) sound++
    start = end
  }
  if (!sound && !broken) return isUtf8(trimCharacter(head))
  return sound >= broken
}

/** Without the bytes of a last character that may have been cut. */
function trimCharacter(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && end > bytes.length - 3 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end > 0 && (bytes[end - 1] as number) >= 0xc0 ? end - 1 : bytes.length)
}

export const isWide = (encoding: Encoding) => encoding === 'utf-16le' || encoding === 'utf-16be'

/** Encodings in which the second byte of a character may look like ASCII. */
export const isDoubleByte = (encoding: Encoding) => ['gb18030', 'gbk', 'big5', 'shift_jis'].includes(encoding)

/**
 * UTF-16 as one byte a unit, so that record ends are found by the same code: ASCII as itself, all else as 0x80.
 */
export function narrow(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (!isWide(encoding)) return bytes
  const low = encoding === 'utf-16le' ? 0 : 1
  const units = new Uint8Array(bytes.length >> 1)
  for (let i = 0; i < units.length; i++) {
    const unit = bytes[2 * i + low] as number
    units[i] = bytes[2 * i + 1 - low] || unit > 0x7f ? 0x80 : unit
  }
  return units
}

const decoders = new Map<Encoding, { decode(bytes: Uint8Array): string }>()

/** Characters of windows-1252 from 0x80 to 0x9f; all others have the number of their byte. Some versions of Node give these theirs too. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const decodeWindows = (latin1: string) => latin1.replace(/[\x80-\x9f]/g, (character) => WINDOWS[character.charCodeAt(0) - 0x80] as string)

/** Bytes as text; undefined when they are not sound in that encoding. */
export function decodeBytes(bytes: Uint8Array, encoding: Encoding): string | undefined {
  if (encoding === 'utf-8') return isUtf8(bytes) ? fromUtf8(bytes) : undefined
  if (encoding === 'windows-1252' || encoding === 'iso-8859-1') return decodeWindows(fromLatin1(bytes))
  let decoder = decoders.get(encoding)
  if (!decoder) {
    decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
    decoders.set(encoding, decoder)
  }
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

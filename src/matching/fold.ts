/** One spelling for letters, whatever the keyboard. */
import { normalizeCodePoints } from '../tokenizing/normalize.js'
import { combiningClass, decomposition } from '../tokenizing/unicode.js'

const HOW = new Set(['nfkc', 'case', 'traditional'] as const)
const ASCII = /^[\x20-\x7e]*$/
const HANGUL_JAMO = (cp: number) => cp >= 0x1100 && cp < 0x1200

/** Texts that people and programs write where there is nothing to write. */
const NOTHING = new Set([
  '-',
  '--',
  '---',
  '—',
  '——',
  '/',
  '\\',
  '.',
  '?',
  '??',
  'n/a',
  '#n/a',
  'null',
  '(null)',
  '\\n',
  'unknown',
  'not available',
])
const NICHTS = new Set(['无', '不详', '未知', '暂无', '没有', '空', '未填', '未填写', '不明'])

/**
 * Case, width, accents, traditional characters and runs of white space are evened out; texts that stand for no value become empty.
 *
 * @example
 * fold('  Böhlen ') // 'bohlen'
 * fold('N/A')       // ''
 */
export function fold(value: string): string {
  const text = (ASCII.test(value) ? value.toLowerCase() : foldUnicode(value)).replace(/\s+/gu, ' ').trim()
  return NOTHING.has(text) || NICHTS.has(text) ? '' : text
}

/**
 * Characters that no neighbour changes: ASCII, Chinese and its punctuation, full-width forms. Each is folded once; most tables hold nothing else.
 */
const ALONE = /^[\0-\x7e\u2010-\u2027\u3000-\u3029\u4e00-\u9fff\uff01-\uff5e]*$/
const FOLDED: (string | undefined)[] = []

function foldUnicode(value: string): string {
  if (!ALONE.test(value)) return foldWhole(value)
  let text = ''
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    text += FOLDED[code] ??= foldWhole(value[at] as string)
  }
  return text
}

function foldWhole(value: string): string {
  const codes = normalizeCodePoints(
    Array.from(value, (c) => c.codePointAt(0) as number),
    HOW,
  )
  let text = ''
  for (const cp of codes) {
    const parts = decomposition(cp)
    // Korean syllables decompose into letters, which is no accent to lose.
    if (parts.length === 1 || HANGUL_JAMO(parts[0] as number)) text += String.fromCodePoint(cp)
    else for (const part of parts) if (combiningClass(part) === 0) text += String.fromCodePoint(part)
  }
  return text
}

/** One spelling for what a person looks for and for names: case, width, accents and umlauts make no difference. Small enough for a page. */

/** Accents of Latin, Greek and Cyrillic letters; vowel signs of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f]/gu
/** German, Danish, Norwegian and Swedish letters with two usual spellings, and the second one. */
const PAIRS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const ALONE: Readonly<Record<string, string>> = { ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' }

/** @example plain('ＫÄTHE') // 'kathe' */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[øßæœłđ]/gu, (letter) => ALONE[letter] as string)

/**
 * The plain spellings that a name or a word may have been given: with letters for its umlauts, and without.
 *
 * @example spellingsOf('Käthe') // ['kathe', 'kaethe']
 */
export function spellingsOf(text: string): string[] {
  const written = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[äöüøå]/gu, (letter) => PAIRS[letter] as string)
  return [...new Set([plain(text), plain(written)])]
}

/**
 * What to look for in plain text so that umlauts are found however either side writes them: the spellings of what is looked for, and the one
 * with umlauts where it has letters for them.
 *
 * @example lookedFor('kaethe') // ['kaethe', 'kathe']
 */
export function lookedFor(words: string): string[] {
  const spelt = spellingsOf(words)
  return [...new Set([...spelt, ...spelt.map((one) => one.replace(/([aou])e/gu, '$1'))])]
}

/**
 * Where one of some plain texts stands first in a text, in its UTF-16 units.
 *
 * @param wanted  as {@link lookedFor} gives it
 */
export function findPlain(text: string, wanted: readonly string[]): readonly [from: number, to: number] | undefined {
  const whole = plain(text)
  const [found] = wanted
    .flatMap((one) => (one && whole.includes(one) ? [[whole.indexOf(one), one.length] as const] : []))
    .sort((a, b) => a[0] - b[0])
  if (!found) return undefined
  if (whole.length === text.length) return [found[0], found[0] + found[1]]
  let [at, from] = [0, -1]
  let end = 0
  for (const { segment, index } of SEGMENTS.segment(text)) {
    if (from < 0 && at + plain(segment).length > found[0]) from = index
    at += plain(segment).length
    end = index + segment.length
    if (at >= found[0] + found[1]) break
  }
  return [Math.max(0, from), end]
}

const SEGMENTS = new Intl.Segmenter()

/** Normalisation of code points, in plain form: spellings that mean the same become one before texts are cut. */
import { simplified } from './chinese/traditional.js'
import { combiningClass, composition, decomposition, folding, narrowed } from './unicode.js'

/**
 * Differences that may be evened out before texts are compared; each can be chosen by itself.
 *
 * - `nfkc`: Unicode compatibility composition: `ﬁ` → `fi`, `①` → `1`, `ｶﾞ` → `ガ`, `e` + `´` → `é`
 * - `case`: full case folding: `Straße` → `strasse`
 * - `width`: full-width and half-width forms alone (`nfkc` includes them): `Ａ！` → `A!`
 * - `space`: white space and control characters: one space between two characters of scripts that use spaces, else none
 * - `punctuation`: punctuation and symbols, treated like white space
 * - `traditional`: traditional characters as simplified ones, after all else: `電腦` → `电脑`
 *
 * `space` and `punctuation` act when characters are the tokens; words are cut at both in any case.
 */
export type Normalization = 'nfkc' | 'case' | 'width' | 'space' | 'punctuation' | 'traditional'

export const NORMALIZATIONS: readonly Normalization[] = ['nfkc', 'case', 'width', 'space', 'punctuation', 'traditional']

/**
 * Applies `nfkc`, `case`, `width` and `traditional` to code points. With `nfkc` and `case` together, characters are decomposed, folded,
 * decomposed again, reordered and composed, so that neither undoes the other.
 *
 * @returns the normalised code points; `space` and `punctuation` are left to the tokenizer
 * @see Unicode Standard Annex #15
 */
export function normalizeCodePoints(codes: readonly number[], how: ReadonlySet<Normalization>): number[] {
  const normalized = normalizeByUnicode(codes, how)
  return how.has('traditional') ? normalized.map(simplified) : normalized
}

function normalizeByUnicode(codes: readonly number[], how: ReadonlySet<Normalization>): number[] {
  const fold = how.has('case') ? folding : (cp: number) => [cp]
  if (!how.has('nfkc')) return replaced(codes, (cp) => fold(how.has('width') ? narrowed(cp) : cp))
  return compose(reorder(replaced(codes, (cp) => decomposition(cp).flatMap(fold).flatMap(decomposition))))
}

/** Each code point replaced by others. A text has few different ones, so each is asked for once. */
function replaced(codes: readonly number[], by: (cp: number) => readonly number[]): number[] {
  const known = new Map<number, readonly number[]>()
  const out: number[] = []
  for (const cp of codes) {
    let parts = known.get(cp)
    if (!parts) {
      parts = by(cp)
      known.set(cp, parts)
    }
    for (const part of parts) out.push(part)
  }
  return out
}

/** Canonical ordering: marks between two starters in ascending combining class, equal classes as they came. */
function reorder(codes: number[]): number[] {
  let start = 0
  while (start < codes.length) {
    let end = start
    while (end < codes.length && combiningClass(codes[end] as number)) end++
    if (end - start > 1) {
      const marks = codes.slice(start, end).sort((a, b) => combiningClass(a) - combiningClass(b))
      for (let i = 0; i < marks.length; i++) codes[start + i] = marks[i] as number
    }
    start = end + 1
  }
  return codes
}

function compose(codes: readonly number[]): number[] {
  const out: number[] = []
  let starter = -1
  for (const cp of codes) {
    const rank = combiningClass(cp)
    const last = out.length - 1
    // A mark reaches its starter only when nothing between them has the same or a higher class.
    if (starter >= 0 && (last === starter || combiningClass(out[last] as number) < rank)) {
      const whole = composition(out[starter] as number, cp)
      if (whole !== undefined) {
        out[starter] = whole
        continue
      }
    }
    if (!rank) starter = out.length
    out.push(cp)
  }
  return out
}

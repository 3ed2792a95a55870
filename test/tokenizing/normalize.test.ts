/**
 * tokenizing/normalize: does our Unicode agree with the host's?
 *
 * Oracle   String.prototype.normalize and the property escapes of regular expressions.
 * Covers   NFKC of every code point and of random strings; case folding against toLowerCase of upper case; canonical
 *          equivalence and idempotence under nfkc + case; character classes; the docstrings' examples.
 * Leaves   code points newer than the host's Unicode: the tables follow one version everywhere.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Normalization, normalizeCodePoints } from '../../src/tokenizing/normalize.js'
import { CharacterClass, classOf } from '../../src/tokenizing/unicode.js'
import { anyText } from '../arbitraries.js'

const codesOf = (text: string) => Array.from(text, (c) => c.codePointAt(0) as number)
const textOf = (codes: readonly number[]) => codes.map((cp) => String.fromCodePoint(cp)).join('')
const normalize = (text: string, ...how: Normalization[]) => textOf(normalizeCodePoints(codesOf(text), new Set(how)))
const known = /^[^\p{Cn}\p{Cs}]*$/u

describe('nfkc', () => {
  it('equals the host for every code point, alone and between letters and marks', () => {
    for (let cp = 0; cp < 0x110000; cp++) {
      const c = String.fromCodePoint(cp)
      if (!known.test(c)) continue
      for (const text of [c, `e${c}\u0301\u0323`, `${c}${c}`]) {
        if (normalize(text, 'nfkc') !== text.normalize('NFKC')) expect.fail(`U+${cp.toString(16)} in ${JSON.stringify(text)}`)
      }
    }
  })

  it('equals the host for random strings', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => known.test(text)),
        (text) => {
          expect(normalize(text, 'nfkc')).toBe(text.normalize('NFKC'))
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('nfkc with case', () => {
  it('maps canonically equivalent strings to one, and is idempotent', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => known.test(text) && !/[\u0345\u1f80-\u1fff]/.test(text.normalize('NFD'))),
        (text) => {
          const once = normalize(text, 'nfkc', 'case')
          expect(normalize(text.normalize('NFD'), 'nfkc', 'case')).toBe(once)
          expect(normalize(text.normalize('NFC'), 'nfkc', 'case')).toBe(once)
          expect(normalize(once, 'nfkc', 'case')).toBe(once)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('sees no difference between upper and lower case', () => {
    for (const text of ['Straße', 'ΣΊΣΥΦΟΣ', 'Ĳsland', 'ﬃ', 'Éclair', 'ЖУК', 'ａＢ']) {
      expect(normalize(text.toUpperCase(), 'nfkc', 'case')).toBe(normalize(text.toLowerCase(), 'nfkc', 'case'))
    }
  })
})

describe('the switches', () => {
  it('do what their documentation says', () => {
    expect(normalize('ﬁ①ｶﾞe\u0301', 'nfkc')).toBe('fi1ガé')
    expect(normalize('Straße', 'case')).toBe('strasse')
    expect(normalize('Ａ！', 'width')).toBe('A!')
    expect(normalize('Ａ', 'width', 'case')).toBe('a')
    expect(normalize('ﬁ①Ａ')).toBe('ﬁ①Ａ')
  })
})

describe('character classes', () => {
  const host: [RegExp, CharacterClass][] = [
    [/^[\p{Default_Ignorable_Code_Point}]$/u, CharacterClass.ignorable],
    [/^[\p{White_Space}\p{Cc}]$/u, CharacterClass.space],
    [/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u, CharacterClass.unspaced],
    [/^[\p{P}\p{S}]$/u, CharacterClass.other],
    [/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hangul}\p{Script=Devanagari}]$/u, CharacterClass.word],
  ]

  it('agree with the host', () => {
    for (let cp = 0; cp < 0x110000; cp++) {
      const c = String.fromCodePoint(cp)
      if (!known.test(c)) continue
      const found = host.find(([pattern]) => pattern.test(c))
      // Connectors belong to words; ideographic marks of class P and S do not count as letters; letter-like symbols vary.
      if (!found || /[\p{Pc}]/u.test(c) || (found[1] === CharacterClass.unspaced && !/[\p{L}\p{M}\p{N}]/u.test(c))) continue
      if (found[1] === CharacterClass.word && !/[\p{L}\p{M}\p{N}]/u.test(c)) continue
      if (classOf(cp) !== found[1]) expect.fail(`U+${cp.toString(16)} is ${classOf(cp)}, expected ${found[1]}`)
    }
  })

  it('take connectors for parts of words and the long vowel mark for kana', () => {
    expect(classOf('_'.charCodeAt(0))).toBe(CharacterClass.word)
    expect(classOf('ー'.charCodeAt(0))).toBe(CharacterClass.unspaced)
    expect(classOf(0xe000)).toBe(CharacterClass.unspaced)
  })
})

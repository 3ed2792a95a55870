/**
 * tokenizing/tokenize: are texts cut where a reader would cut them, and do short texts stay apart?
 *
 * Oracle   regular expressions of the host, and lists written by hand.
 * Covers   word runs; characters with and without gaps; auto; shingles across both; short texts and texts of nothing.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shingles, type TokenizeOptions, tokenize } from '../../src/tokenizing/tokenize.js'
import { anyText } from '../arbitraries.js'

const options = (given: Partial<TokenizeOptions>): TokenizeOptions => ({
  tokenizer: 'auto',
  normalize: [],
  ngram: 3,
  charNgram: 5,
  ...given,
})
const cut = (text: string, given: Partial<TokenizeOptions>) => tokenize(text, options(given)).map((token) => token.text)
const grams = (text: string, given: Partial<TokenizeOptions>) => shingles(tokenize(text, options(given)), options(given))

describe('words', () => {
  it('are runs of letters, marks, digits and connectors', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => /^[^\p{Cn}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]*$/u.test(text)),
        (text) => {
          const runs = text.match(/[\p{L}\p{M}\p{N}\p{Pc}]+/gu)?.map((word) => `${word} `)
          expect(cut(text, { tokenizer: 'word' })).toEqual(runs ?? (text ? [text] : []))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('are not broken by soft hyphens and joiners', () => {
    expect(cut('co\u00adoperate ab\u200dc', { tokenizer: 'word' })).toEqual(['cooperate ', 'abc '])
  })
})

describe('auto', () => {
  it('takes letters of scripts without spaces one by one', () => {
    expect(cut('Hello, 世界 and ไทย!', { normalize: ['case'] })).toEqual(['hello ', '世', '界', 'and ', 'ไ', 'ท', 'ย'])
  })

  it('lets the first token of a feature decide how many follow', () => {
    expect(grams('相似的文字 in plain words', {})).toEqual([
      '相似的文字',
      '似的文字in ',
      '的文字in plain ',
      '文字in plain words ',
      'in plain words ',
    ])
  })
})

describe('characters', () => {
  it('are code points as they come, without normalisation', () => {
    expect(cut('a 𠮷\n,', { tokenizer: 'char' })).toEqual(['a', ' ', '𠮷', '\n', ','])
  })

  it('collapse white space between words and drop it beside Chinese', () => {
    expect(cut('  a \n b 中 文\tc ', { tokenizer: 'char', normalize: ['space'] }).join('')).toBe('a b中文c')
  })

  it('treat punctuation as white space when asked', () => {
    expect(cut('你好，世界。don’t -- stop_it', { tokenizer: 'char', normalize: ['space', 'punctuation'] }).join('')).toBe(
      '你好世界don t stop_it',
    )
  })
})

describe('features', () => {
  it('are every window of n tokens', () => {
    expect(grams('abcdef', { tokenizer: 'char', ngram: 4 })).toEqual(['abcd', 'bcde', 'cdef'])
    expect(grams('the cat sat on the mat', { tokenizer: 'word' })).toEqual(['the cat sat ', 'cat sat on ', 'sat on the ', 'on the mat '])
  })

  it('of a text shorter than its window are the text itself', () => {
    expect(grams('abc', { tokenizer: 'char', ngram: 5 })).toEqual(['abc'])
    expect(grams('two words', { tokenizer: 'word' })).toEqual(['two words '])
  })

  it('of a text of punctuation only are that text, so that such texts differ', () => {
    expect(grams('?!', { tokenizer: 'word' })).toEqual(['?!'])
    expect(grams('...', { tokenizer: 'char', normalize: ['nfkc', 'space', 'punctuation'] })).toEqual(['...'])
    expect(grams('', {})).toEqual([])
  })

  it('are never shared by two different short texts', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (a, b) => {
        fc.pre(a !== b)
        const [left, right] = [a, b].map((text) => grams(text, { tokenizer: 'char', ngram: 6 }))
        expect(left).not.toEqual(right)
      }),
    )
  })
})

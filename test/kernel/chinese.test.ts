/**
 * kernel, chinese and tagged: is it equal to plain TypeScript, bit for bit, with the whole dictionary?
 *
 * Oracle   createReferenceKernel.
 * Covers   mixes of words, ideographs, letters, digits, punctuation, astral characters and broken UTF-8; the model; stop
 *          words, tags, traditional characters; runs longer than the kernel's tables; kernels that change their lexicon.
 * Seed     fast-check prints seed and path on failure.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KernelOptions } from '../../src/kernel/kernel.js'
import { createReferenceKernel } from '../../src/kernel/reference.js'
import { createKernel, instantiateKernel } from '../../src/kernel/wasm.js'
import { NORMALIZATIONS } from '../../src/tokenizing/normalize.js'
import { anyText } from '../arbitraries.js'
import { jiebaDictionary, lexiconOf } from '../support/lexicon.js'

const full = lexiconOf(jiebaDictionary().toString())
const LEXICONS = {
  plain: full,
  hmm: { ...full, hmm: true },
  stop: { ...full, stopWords: ['的', '了', '我们', 'the', 'nfkc', '。'] },
  nouns: { ...full, hmm: true, tags: ['n', 'v', 'eng', '-nr'] },
  both: { ...full, stopWords: ['是', '新'], tags: ['-u', '-x'] },
}
const words = jiebaDictionary()
  .toString()
  .split('\n')
  .filter((_, i) => i % 97 === 0)
  .map((line) => line.split(' ')[0] as string)

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 4, arbitrary: fc.integer({ min: 0x4e00, max: 0x9fff }).map((cp) => String.fromCodePoint(cp)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...'。！？…；\n, .%-+#_/wnvx1290abZ的了是在我不有人\u00ad\u200d'.split(''),
      '...',
      'T恤',
      'AT&T',
      '电脑/n ',
      '，/w ',
      'a/b/v ',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('𠮷', '㐀', '㑳', '電腦', '發展', 'Ａ', 'é', 'カナ', 'ไทย', '한국', '\u{2cbf0}', '豈') },
  { weight: 1, arbitrary: anyText },
)
const bytes = fc
  .tuple(fc.array(piece, { maxLength: 40 }), fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 2 }), fc.boolean())
  .map(([parts, changes, isBroken]) => {
    const text = Buffer.from(parts.join(''))
    for (const [at, value] of isBroken && text.length ? changes : []) text[at % text.length] = value
    return text
  })
const options = fc.record({
  tokenizer: fc.constantFrom('chinese', 'chinese', 'chinese', 'tagged', 'word') as fc.Arbitrary<'chinese' | 'tagged' | 'word'>,
  normalize: fc.subarray([...NORMALIZATIONS]),
  ngram: fc.integer({ min: 1, max: 3 }),
  lexicon: fc.constantFrom(...(Object.keys(LEXICONS) as (keyof typeof LEXICONS)[])),
})
const instance = instantiateKernel()

function answers(make: typeof createReferenceKernel, given: KernelOptions, text: Uint8Array | string) {
  const kernel = make(given)
  return {
    features: kernel.load(text),
    tokens: Buffer.from(kernel.tokenText()).toString(),
    tags: [...kernel.tokenTags()].join(' '),
    flags: [...kernel.tokenFlags()].join(''),
    hashes: kernel.features(),
    simhash: kernel.simhash(64, 'tf'),
  }
}

function same(given: KernelOptions, text: Uint8Array | string): void {
  expect(answers((o) => createKernel(o, instance), given, text)).toEqual(answers(createReferenceKernel, given, text))
}

const kernelOptions = (given: { tokenizer: KernelOptions['tokenizer']; lexicon: keyof typeof LEXICONS }): KernelOptions => ({
  normalize: [],
  ngram: 1,
  charNgram: 1,
  seed: 0,
  ...given,
  lexicon: LEXICONS[given.lexicon],
})

describe('the wasm kernel equals the reference on Chinese', () => {
  // The whole dictionary is loaded anew when the lexicon changes: cases are grouped by it.
  for (const lexicon of Object.keys(LEXICONS) as (keyof typeof LEXICONS)[]) {
    it(`with the lexicon ${lexicon}`, () => {
      fc.assert(
        fc.property(bytes, options, (text, given) => same(kernelOptions({ ...given, lexicon }), text)),
        { numRuns: 400 },
      )
    })
  }

  it('for lexicons that take turns', () => {
    fc.assert(
      fc.property(bytes, options, (text, given) => same(kernelOptions(given), text)),
      { numRuns: 20 },
    )
  })

  it('for runs longer than its tables, also those of letters alone', () => {
    const long = [
      '研究生命起源'.repeat(1500),
      'a'.repeat(9000),
      `${'a'.repeat(5000)}中文${'b'.repeat(5000)}`,
      `${'é\u00ad'.repeat(4500)}的`,
      '𠮷'.repeat(4097),
    ]
    for (const text of long) for (const lexicon of ['plain', 'hmm'] as const) same(kernelOptions({ tokenizer: 'chinese', lexicon }), text)
  })
})

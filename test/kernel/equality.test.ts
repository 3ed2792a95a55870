/**
 * kernel: is the wasm kernel equal to plain TypeScript, bit for bit?
 *
 * Oracle   createReferenceKernel, which is itself tested against the host's Unicode and naive code elsewhere.
 * Covers   every answer of the Kernel interface, under every tokenizer, random normalisations, n-grams and seeds, for any
 *          bytes: invalid UTF-8, lone surrogates, astral characters, NUL, the empty text; every code point by itself and
 *          after a letter; texts of 100 MB; piles of combining marks. Fewer examples in `npm test`, all in `npm run test:whole`.
 * Seed     fast-check prints seed and path on failure.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KernelOptions } from '../../src/kernel/kernel.js'
import { createReferenceKernel } from '../../src/kernel/reference.js'
import { createKernel, instantiateKernel } from '../../src/kernel/wasm.js'
import { NORMALIZATIONS } from '../../src/tokenizing/normalize.js'
import { TOKENIZERS } from '../../src/tokenizing/tokenize.js'
import { anyBytes, anyText } from '../arbitraries.js'
import { smallLexicon } from '../support/lexicon.js'
import { isFirstTier, sized } from '../support/long.js'

const lexicon = smallLexicon()
/** Widths on both sides of those in which fingerprints are kept. */
const BITS = [1, 6, 8, 16, 31, 32, 33, 63, 64, 128]

const options: fc.Arbitrary<KernelOptions> = fc.record({
  tokenizer: fc.constantFrom(...TOKENIZERS),
  normalize: fc.subarray([...NORMALIZATIONS]),
  ngram: fc.integer({ min: 1, max: 9 }),
  charNgram: fc.integer({ min: 1, max: 9 }),
  seed: fc.oneof(fc.constant(0), fc.maxSafeNat()),
})

// One instance serves all cases, so that what one text leaves behind is seen by the next.
const instance = instantiateKernel()

function answers(make: typeof createReferenceKernel, given: KernelOptions, text: Uint8Array | string, widths: readonly number[] = BITS) {
  // Not among the options: too long to print.
  const kernel = make({ ...given, lexicon })
  const features = kernel.load(text)
  return {
    features,
    tokenText: Buffer.from(kernel.tokenText()).toString('hex'),
    tags: kernel.tokenTags(),
    flags: kernel.tokenFlags(),
    hashes: kernel.features(),
    set: kernel.featureSet(),
    digest: Buffer.from(kernel.digest()).toString('hex'),
    simhash: widths.flatMap((bits) => (['tf', 'unit'] as const).map((weight) => kernel.simhash(bits, weight))),
    minhash: [1, 7, 64].map((k) => kernel.minhash(k)),
    band: kernel.bandRow(16, 3, 5),
  }
}

function same(given: KernelOptions, text: Uint8Array | string, widths = BITS): void {
  expect(answers((o) => createKernel(o, instance), given, text, widths)).toEqual(answers(createReferenceKernel, given, text, widths))
}

/** Of texts whose length is what matters. */
const OF_LONG_TEXTS = sized([64], BITS)

describe('the wasm kernel equals the reference', () => {
  it('for any bytes and options', () => {
    fc.assert(
      fc.property(anyBytes, options, (bytes, given) => same(given, bytes)),
      { numRuns: sized(500, 3000) },
    )
  })

  it('for any string, also with lone surrogates', () => {
    fc.assert(
      fc.property(anyText, options, (text, given) => same(given, text)),
      { numRuns: sized(300, 1000) },
    )
  })

  it('for longer texts, which cross the blocks of the kernel', () => {
    const long = fc.tuple(anyText, anyText, fc.integer({ min: 2, max: 300 })).map(([a, b, n]) => `${a}${b}`.repeat(n).slice(0, 9000))
    fc.assert(
      fc.property(long, options, (text, given) => same(given, text)),
      { numRuns: 25 },
    )
  })

  // In `npm test` every code point under one of the six, and all under all beyond it.
  it('for every code point, alone, after a letter and before a mark', () => {
    let turn = 0
    for (const normalize of [['nfkc', 'case', 'space', 'punctuation'], ['nfkc'], ['case', 'width']] as const) {
      for (const tokenizer of ['char', 'auto'] as const) {
        const given = { tokenizer, normalize, ngram: 2, charNgram: 1, seed: 0 }
        const wasm = createKernel(given, instance)
        const reference = createReferenceKernel(given)
        const own = turn++
        for (let block = 0; block < 0x110000; block += 1024) {
          if (isFirstTier && (block >> 10) % 6 !== own) continue
          // Planes 4 to 13 are empty, 15 and 16 private: of their blocks of 256, which the tables know one by one, a few each.
          const plane = block >> 16
          const step = (plane > 3 && plane < 14) || plane > 14 ? 61 : 1
          let text = ''
          for (let cp = block; cp < block + 1024; cp += step) text += `${String.fromCodePoint(cp)}e${String.fromCodePoint(cp)}\u0301 `
          wasm.load(text)
          reference.load(text)
          if (Buffer.compare(wasm.tokenText(), reference.tokenText()))
            expect.fail(`${tokenizer} ${normalize}: differs in U+${block.toString(16)} and after`)
        }
      }
    }
  })

  it('for a pile of marks, which is reordered in linear time', () => {
    const marks = '\u0301\u0323\u0315\u0345\u0f71\u0f74\u1dce'.repeat(20_000)
    const given: KernelOptions = { tokenizer: 'char', normalize: ['nfkc', 'case'], ngram: 5, charNgram: 5, seed: 0 }
    const wasm = createKernel(given)
    const reference = createReferenceKernel(given)
    expect(wasm.load(`e${marks}`)).toBe(reference.load(`e${marks}`))
    expect(Buffer.compare(wasm.tokenText(), reference.tokenText())).toBe(0)
  })

  it('for text that grows elevenfold under nfkc', () => {
    const text = '\ufdfa'.repeat(5000)
    same({ tokenizer: 'char', normalize: ['nfkc'], ngram: 4, charNgram: 4, seed: 1 }, text, OF_LONG_TEXTS)
  })

  it.each(TOKENIZERS)('for text that outgrows its room in an instance that has seen no other: %s', (tokenizer) => {
    for (const text of [
      '\u337f'.repeat(4000),
      Array.from({ length: 1500 }, (_, i) => `\ufdfa${i} `).join(''),
      `a${'\ufdfa'.repeat(300)} b`,
    ]) {
      const given: KernelOptions = { tokenizer, normalize: ['nfkc', 'case', 'space'], ngram: 2, charNgram: 2, seed: 0 }
      const [wasm, reference] = [(options: KernelOptions) => createKernel(options), createReferenceKernel].map((make) =>
        answers(make, given, text, OF_LONG_TEXTS),
      )
      expect(wasm).toEqual(reference)
    }
  })
})

/** In `npm test` a text has one. */
const MEGABYTES = sized(1, 100)

describe('texts of 100 MB', () => {
  const given: KernelOptions = { tokenizer: 'auto', normalize: ['nfkc', 'case'], ngram: 3, charNgram: 5, seed: 0 }

  it('are signed, and a period of one block gives the features of that block', () => {
    const period = 'alpha beta gamma delta 中文字符 '
    const kernel = createKernel(given)
    const short = createKernel(given)
    short.load(period.repeat(3))
    const features = kernel.load(Buffer.alloc(MEGABYTES << 20, period))
    expect(features).toBeGreaterThan(MEGABYTES * 200_000)
    // The last period is cut short, so the long text may have a few features of its own.
    const known = new Set(short.featureSet().hashes)
    const own = [...kernel.featureSet().hashes].filter((hash) => !known.has(hash))
    expect(own.length).toBeLessThanOrEqual(5)
    expect(kernel.minhash(128).includes(0xffffffff)).toBe(false)
    expect(kernel.simhash(64, 'tf')).not.toBe(0n)
  })

  it('of one letter are signed too', () => {
    const kernel = createKernel({ ...given, tokenizer: 'char' })
    expect(kernel.load(Buffer.alloc(MEGABYTES << 20, 'a'))).toBe((MEGABYTES << 20) - 2)
    expect(kernel.featureSet().counts).toEqual(Uint32Array.of((MEGABYTES << 20) - 2))
    const one = createKernel({ ...given, tokenizer: 'char' })
    one.load('aaa')
    expect(kernel.minhash(64)).toEqual(one.minhash(64))
    expect(kernel.simhash(64, 'tf')).toBe(one.simhash(64, 'tf'))
  })

  it('that do not fit end in an error with a code, which tells how many bytes they have', () => {
    expect(() => createKernel(given).load(Buffer.alloc(1 << 30))).toThrow(expect.objectContaining({ code: 'TEXT_TOO_LARGE' }))
    if (isFirstTier) return
    expect(() => createKernel(given).load('中'.repeat(120 << 20))).toThrow(`a text of ${360 << 20} bytes`)
  })

  it('are taken as strings as far as in bytes', () => {
    const kernel = createKernel({ ...given, tokenizer: 'char' })
    expect(kernel.load('a'.repeat(MEGABYTES << 20))).toBe((MEGABYTES << 20) - 2)
  })
})

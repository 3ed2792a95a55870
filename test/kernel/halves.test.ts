/**
 * kernel: are texts that differ in halves of characters (lone surrogates) different, and is nothing else changed?
 *
 * Oracle   `===` over strings; a text with other private characters in the place of the halves.
 * Covers   both kernels, JSON lines as the kernel reads them, what an index keeps; every tokenizer, random normalisations.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KernelOptions } from '../../src/kernel/kernel.js'
import { createReferenceKernel } from '../../src/kernel/reference.js'
import { createKernel, instantiateKernel } from '../../src/kernel/wasm.js'
import { payloadOfText, textOfPayload } from '../../src/methods/live/payload.js'
import { NORMALIZATIONS } from '../../src/tokenizing/normalize.js'
import { withoutLone } from '../../src/tokenizing/surrogates.js'
import { TOKENIZERS } from '../../src/tokenizing/tokenize.js'
import { anyText } from '../arbitraries.js'
import { smallLexicon } from '../support/lexicon.js'

const lexicon = smallLexicon()
const options: fc.Arbitrary<KernelOptions> = fc.record({
  tokenizer: fc.constantFrom(...TOKENIZERS),
  normalize: fc.subarray([...NORMALIZATIONS]),
  ngram: fc.integer({ min: 1, max: 5 }),
  charNgram: fc.integer({ min: 1, max: 5 }),
  seed: fc.constant(0),
})
const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit))
const instance = instantiateKernel()
const KERNELS = [
  (given: KernelOptions) => createKernel({ ...given, lexicon }, instance),
  (given: KernelOptions) => createReferenceKernel({ ...given, lexicon }),
]

/** One text with halves at the same places, whichever they are: between characters that are no halves. */
const around = fc.array(
  anyText.map((text) => `${text.replace(/\p{Surrogate}/gu, '')}.`),
  { minLength: 2, maxLength: 5 },
)
const filled = (parts: readonly string[], halves: readonly string[]) =>
  parts.map((part, i) => (i ? `${halves[(i - 1) % halves.length]}${part}` : part)).join('')

describe.each([0, 1])('kernel %i', (kernel) => {
  const digestOf = (text: string, given: KernelOptions) => {
    const made = (KERNELS[kernel] as (typeof KERNELS)[number])(given)
    made.load(text)
    return Buffer.from(made.digest()).toString('hex')
  }

  it('digests of two texts are equal only where their halves are', () => {
    const halves = fc.array(half, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(around, halves, halves, options, (parts, some, others, given) => {
        const [a, b] = [filled(parts, some), filled(parts, others)]
        expect(digestOf(a, given) === digestOf(b, given)).toBe(a === b)
      }),
      { numRuns: 1000 },
    )
  })

  it('under characters as they come, digests are equal where strings are', () => {
    const given: KernelOptions = { tokenizer: 'char', normalize: [], ngram: 2, charNgram: 2, seed: 0 }
    const few = fc
      .array(fc.constantFrom('\ud800', '\ud801', '\udc00', '\ufffd', '\u{10fffd}', 'a'), { maxLength: 3 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(few, few, (a, b) => {
        expect(digestOf(a, given) === digestOf(b, given)).toBe(a === b)
      }),
      { numRuns: 2000 },
    )
  })
})

it('texts without halves stay as they are', () => {
  fc.assert(
    fc.property(
      anyText.filter((text) => text.isWellFormed()),
      (text) => {
        expect(withoutLone(text)).toBe(text)
        expect(Buffer.from(payloadOfText(text))).toEqual(Buffer.from(text))
      },
    ),
  )
})

it('an index gives back the text that it took', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(textOfPayload(payloadOfText(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

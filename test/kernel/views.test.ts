/**
 * kernel: do the views over the kernel's memory say what lies there?
 *
 * Oracle   plain TypeScript: lines cut at line feeds and read by JSON.parse, tokens and shingles of the reference tokenizer.
 * Covers   records of lines (places, ids with and without escapes, ranks), the feature table, token texts, views after the memory
 *          has grown, kernels that are lent to one call.
 * Seed     fast-check prints seed and path on failure.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintBytes } from '../../src/fingerprinting/simhash.js'
import { lane64 } from '../../src/hashing/lane64.js'
import { DIGEST_BYTES, EntryBlock } from '../../src/kernel/entry-block.js'
import type { KernelExports } from '../../src/kernel/exports.js'
import { FeatureTable } from '../../src/kernel/feature-table.js'
import type { KernelOptions } from '../../src/kernel/kernel.js'
import { LineSigner } from '../../src/kernel/lines.js'
import { scoped } from '../../src/kernel/memory.js'
import { prepareText, TokenText } from '../../src/kernel/text.js'
import { configureKernel, createKernel, instantiateKernel, withKernel } from '../../src/kernel/wasm.js'
import { withoutLone } from '../../src/tokenizing/surrogates.js'
import { shingles, textOf, tokenize } from '../../src/tokenizing/tokenize.js'
import { anyText } from '../arbitraries.js'
import { smallLexicon } from '../support/lexicon.js'

const OPTIONS: KernelOptions = { tokenizer: 'auto', ngram: 2, charNgram: 3, normalize: ['nfkc', 'case'], seed: 7 }
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const simhashEntry = (kernel: KernelExports) =>
  new EntryBlock(kernel, {
    signature: 'simhash',
    bits: 64,
    unit: false,
    positions: 0,
    bands: 0,
    bandRows: 0,
    withDigest: true,
    bytes: DIGEST_BYTES + fingerprintBytes(64),
  })

function configured(): KernelExports {
  const kernel = instantiateKernel()
  configureKernel(kernel, OPTIONS)
  return kernel
}

describe('records of lines', () => {
  const word = fc.stringMatching(/^[a-z"\\\u00e9\u4f60]{1,6}$/)
  const line = fc.record(
    {
      id: fc.oneof(word, fc.integer(), fc.constant(null)),
      date: fc.oneof(fc.integer(), word),
      text: fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `a ${words.join(' ')}`),
      more: fc.constantFrom(1, 'x'),
    },
    { requiredKeys: ['text'] },
  )

  it('are where the lines and their fields are', () => {
    const kernel = configured()
    const signer = new LineSigner(kernel, simhashEntry(kernel), { id: 'id', rank: 'date', text: ['text'] }, false)
    const reference = createKernel(OPTIONS)
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (documents) => {
        // The last line has no line feed.
        const text = documents.map((document) => JSON.stringify(document)).join('\n')
        const piece = encoder.encode(text)
        signer.load(piece)
        const { records, entries, lines, stoppedAt, isFull } = signer.sign(0, piece.length, 1 << 20)
        expect([records.count, lines, stoppedAt, isFull]).toEqual([documents.length, documents.length, piece.length, false])
        expect(entries.length).toBe(documents.length * 24)
        let start = 0
        for (const [i, document] of documents.entries()) {
          const end = Math.min(piece.length, start + encoder.encode(JSON.stringify(document)).length + 1)
          expect([records.line(i), records.start(i), records.end(i)]).toEqual([i, start, end])
          expect(records.codePoints(i)).toBe(Array.from(document.text).length)
          expect(records.features(i)).toBe(reference.load(document.text))
          const { id } = document
          expect(records.hasId(i)).toBe(id !== undefined && id !== null)
          if (records.hasId(i)) expect(JSON.parse(decoder.decode(records.id(i, piece)))).toBe(id)
          if (typeof id === 'string') expect(records.hasEscapedId(i)).toBe(/["\\]/.test(id))
          const rank = decoder.decode(records.rank(i, piece))
          expect(rank ? JSON.parse(rank) : undefined).toBe(document.date)
          start = end
        }
      }),
      { numRuns: 200 },
    )
  })

  it('stay right for a piece that needs more memory than the one before', () => {
    const kernel = configured()
    const signer = new LineSigner(kernel, simhashEntry(kernel), { id: 'id', text: ['text'] }, false)
    const entryOf = (piece: Uint8Array) => {
      signer.load(piece)
      const { records, entries } = signer.sign(0, piece.length, 1 << 24)
      return { id: decoder.decode(records.id(0, piece)), entry: entries.slice(0, 24) }
    }
    const small = encoder.encode('{"id":1,"text":"one small line"}\n')
    const large = encoder.encode(`{"id":2,"text":"one small line"}\n${' '.repeat(9 << 20)}`)
    const before = kernel.memory.buffer
    const first = entryOf(small)
    const second = entryOf(large)
    expect(kernel.memory.buffer).not.toBe(before)
    expect(second).toEqual({ id: '2', entry: first.entry })
  })

  it('are of at most as many fields as the kernel reads', () => {
    const kernel = configured()
    const fields = { id: 'id', text: Array.from({ length: 15 }, (_, i) => `text${i}`) }
    expect(() => new LineSigner(kernel, simhashEntry(kernel), fields, false)).toThrow('15 text fields are too many')
  })
})

describe('the feature table', () => {
  it('has the distinct features in order of appearance, with their occurrences and lengths', () => {
    const kernel = configured()
    const table = new FeatureTable(kernel)
    fc.assert(
      fc.property(anyText, (text) => {
        const features = prepareText(kernel, text)
        const found = scoped(kernel, () => {
          expect(table.build(features)).toBe(true)
          return { hashes: [...table.hashes], counts: [...table.counts], lengths: [...table.lengths] }
        })
        const counted = new Map<string, number>()
        for (const feature of shingles(tokenize(withoutLone(text), OPTIONS), OPTIONS)) counted.set(feature, (counted.get(feature) ?? 0) + 1)
        expect(found.hashes).toEqual([...counted.keys()].map((feature) => lane64(encoder.encode(feature), 7n)))
        expect(found.counts).toEqual([...counted.values()])
        expect(found.lengths).toEqual([...counted.keys()].map((feature) => Array.from(feature.replaceAll(' ', '')).length))
      }),
      { numRuns: 300 },
    )
  })
})

describe('token texts', () => {
  it('are cut where tokens start', () => {
    const kernel = configured()
    fc.assert(
      fc.property(anyText, (text) => {
        prepareText(kernel, text)
        const tokens = new TokenText(kernel)
        const expected = tokenize(withoutLone(text), OPTIONS)
        const found = Array.from({ length: tokens.count }, (_, i) =>
          decoder.decode(tokens.bytes.slice(tokens.startOf(i), tokens.startOf(i + 1))),
        )
        expect(found).toEqual(expected.map((token) => textOf([token])))
      }),
      { numRuns: 300 },
    )
  })
})

describe('a kernel that is lent', () => {
  const lexicon = smallLexicon()

  it('is another one for a call within the call', () => {
    withKernel(OPTIONS, (outer) => {
      const kernel = createKernel(OPTIONS, outer)
      kernel.load('the text of the outer call')
      const before = kernel.digest()
      withKernel(OPTIONS, (inner) => {
        expect(inner).not.toBe(outer)
        createKernel(OPTIONS, inner).load('another text')
      })
      expect(kernel.digest()).toEqual(before)
    })
  })

  it('gives back its text and its blocks, and answers the same with any dictionary before', () => {
    const chinese: KernelOptions = { ...OPTIONS, tokenizer: 'chinese', lexicon }
    const marks = [OPTIONS, chinese, OPTIONS, { ...chinese, lexicon: smallLexicon() }, chinese, chinese].map((options) =>
      withKernel(options, (kernel) => {
        const mark = kernel.mark()
        const lent = createKernel(options, kernel)
        const own = createKernel(options)
        for (const one of [lent, own]) one.load('我们喜欢读书, the river market '.repeat(50))
        expect(lent.digest()).toEqual(own.digest())
        kernel.alloc(1 << 20)
        return mark
      }),
    )
    // The dictionary of the last two stays where it is.
    expect(marks.at(-1)).toBe(marks.at(-2))
  })

  it('is not used again after a call that failed', () => {
    let failed: KernelExports | undefined
    expect(() =>
      withKernel(OPTIONS, (kernel) => {
        failed = kernel
        throw new RangeError('of the caller')
      }),
    ).toThrow('of the caller')
    withKernel(OPTIONS, (kernel) => expect(kernel).not.toBe(failed))
  })
})

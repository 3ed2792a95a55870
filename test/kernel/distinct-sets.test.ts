/**
 * kernel: are feature sets without counts, and those of lines of JSON that the kernel reads by itself, the sets of the text?
 *
 * Oracle   the counted set of the same text, which has another algorithm; JSON.parse.
 * Covers   any text under several tokenizers; few features that repeat so often that a table is taken; lines with escapes, in any order of
 *          fields, with missing texts and values of other types; lines that are left to the host.
 * Seed     fast-check prints seed and path on failure.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EntryBlock } from '../../src/kernel/entry-block.js'
import { takeFeatureSet, takeSet } from '../../src/kernel/feature-set.js'
import type { KernelOptions } from '../../src/kernel/kernel.js'
import { LineSigner } from '../../src/kernel/lines.js'
import { prepareText } from '../../src/kernel/text.js'
import { configureKernel, instantiateKernel } from '../../src/kernel/wasm.js'
import { anyText } from '../arbitraries.js'

const kernel = instantiateKernel()
const options: fc.Arbitrary<KernelOptions> = fc.record({
  tokenizer: fc.constantFrom('auto', 'char', 'word'),
  normalize: fc.constant(['nfkc', 'case'] as const),
  ngram: fc.integer({ min: 1, max: 3 }),
  charNgram: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(9),
})

/** Hashes of the text, by the table that counts. */
const counted = (text: string) => [...(takeFeatureSet(kernel, prepareText(kernel, text))?.hashes ?? [])]
const hashesOf = (bytes: Uint8Array | undefined) => bytes && [...new BigUint64Array(bytes.slice().buffer)]
const distinct = (text: string) => hashesOf(takeSet(kernel, prepareText(kernel, text), false))

describe('a set without counts', () => {
  it('is the set with counts, less the counts', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.array(anyText, { maxLength: 20 }).map((parts) => parts.join(' ')),
        ),
        options,
        (text, given) => {
          configureKernel(kernel, given)
          expect(distinct(text)).toEqual(counted(text))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is found where features repeat without end', () => {
    configureKernel(kernel, { tokenizer: 'word', normalize: [], ngram: 1, charNgram: 1, seed: 0 })
    for (const words of [['a'], ['a', 'b'], Array.from({ length: 100 }, (_, i) => `w${i}`)]) {
      const text = Array.from({ length: 200_000 }, (_, i) => words[i % words.length]).join(' ')
      expect(distinct(text)).toHaveLength(words.length)
      expect(distinct(text)).toEqual(counted(text))
    }
  })

  it('gives its memory back', () => {
    configureKernel(kernel, { tokenizer: 'word', normalize: [], ngram: 1, charNgram: 1, seed: 0 })
    prepareText(kernel, 'one two two')
    const mark = kernel.mark()
    takeSet(kernel, 3, false)
    expect(kernel.mark()).toBe(mark)
  })
})

describe('the set of a line of JSON', () => {
  const own = instantiateKernel()
  const given: KernelOptions = { tokenizer: 'auto', normalize: ['nfkc', 'case'], ngram: 2, charNgram: 2, seed: 3 }
  configureKernel(own, given)
  const entry = new EntryBlock(own, {
    signature: 'none',
    bits: 64,
    unit: false,
    positions: 0,
    bands: 0,
    bandRows: 0,
    withDigest: true,
    bytes: 16,
  })
  const lines = new LineSigner(own, entry, { id: 'id', text: ['title', 'text'] }, false)
  /** Sets of lines from a number on, as many as come in one go. */
  const setsFrom = (all: readonly string[], from: number) => {
    const bytes = all.map((line) => Buffer.from(line))
    let end = 0
    const ends = Uint32Array.from(bytes, (line) => {
      end += line.length
      return end
    })
    lines.reserve(end).set(Buffer.concat(bytes))
    const { next, sizes, bytes: sets } = lines.sets(ends, from)
    const hashes = hashesOf(sets) as bigint[]
    let at = 0
    const setOfSize = (size: number) => {
      at += size
      return hashes.slice(at - size, at)
    }
    return { next, sets: Array.from(sizes, setOfSize) }
  }
  const setOf = (line: string) => setsFrom([line], 0).sets[0]

  it('is that of its text', () => {
    const value = fc.oneof(
      { weight: 6, arbitrary: anyText.map((text) => text.toWellFormed?.() ?? text) },
      fc.constant(null),
      fc.constant(undefined),
    )
    let [taken, left] = [0, 0]
    fc.assert(
      fc.property(value, value, fc.boolean(), fc.boolean(), (title, text, isLast, hasFeed) => {
        const record = isLast ? { id: 1, more: { text: 'no' }, text, title } : { title, text, id: 'x' }
        const found = setOf(JSON.stringify(record) + (hasFeed ? '\n' : ''))
        if (!found) {
          left++
          return
        }
        taken++
        configureKernel(kernel, given)
        const whole = [title, text].filter((part) => typeof part === 'string').join('\n')
        expect(found).toEqual(counted(whole))
      }),
      { numRuns: 1000 },
    )
    expect(taken).toBeGreaterThan(2 * left)
  })

  it('is left to the host where a text is something else, missing or broken', () => {
    for (const line of ['{"text":1}', '{"text":["a"]}', '{"id":1}', '{"text":"a"', '', '{"te\\u0078t":"a"}', '{"text":"  "}'])
      expect(setOf(line), line).toBeUndefined()
  })

  it('comes behind those of the lines before it, up to the first that is left to the host', () => {
    const texts = ['one two three', '天地玄黃', 'four five six seven', 'eight', 'nine ten']
    const all = texts.map((text, i) => `${JSON.stringify(i === 3 ? { text: 1 } : { id: i, text })}${i === 4 ? '' : '\n'}`)
    configureKernel(kernel, given)
    const expected = texts.map(counted)
    for (const [from, next] of [
      [0, 3],
      [1, 3],
      [3, 3],
      [4, 5],
    ] as const)
      expect(setsFrom(all, from), `from ${from}`).toEqual({ next, sets: expected.slice(from, next) })
  })

  it('waits for the next go where there is no room for it', () => {
    configureKernel(own, { ...given, tokenizer: 'char', charNgram: 4, ngram: 4 })
    configureKernel(kernel, { ...given, tokenizer: 'char', charNgram: 4, ngram: 4 })
    const texts = [1, 2, 3].map((seed) => {
      let state = seed
      return Array.from({ length: 800_000 }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        return String.fromCharCode(33 + (state >>> 25))
      }).join('')
    })
    const all = texts.map((text) => JSON.stringify({ text }))
    const sets: bigint[][] = []
    const goes: number[] = []
    for (let from = 0; from < all.length; from = goes.at(-1) as number) {
      const found = setsFrom(all, from)
      expect(found.next).toBeGreaterThan(from)
      goes.push(found.next)
      sets.push(...found.sets)
    }
    expect(goes.length).toBeGreaterThan(1)
    for (const [i, text] of texts.entries()) {
      const expected = counted(text)
      expect(sets[i]?.length).toBe(expected.length)
      expect(sets[i]?.every((hash, place) => hash === expected[place])).toBe(true)
    }
  })
})

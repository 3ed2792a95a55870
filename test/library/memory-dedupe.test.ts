/**
 * The batch of the browser build, over documents in memory.
 *
 * Oracle   `dedupe` of Node on the same documents and options, which reads a spool, signs in workers and measures there.
 * Covers   random documents and generated corpora, English and Chinese; methods, measures, keep rules, star and components, all pairs;
 *          ids, selectors, documents that cannot be judged; signatures that come with the records; rows signed by their fields; what is refused.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as browser from '../../src/browser.js'
import * as node from '../../src/index.js'
import { createCorpus } from '../../src/research.js'
import { anyText } from '../arbitraries.js'
import { createRandom, createText, edit } from '../support/texts.js'

type Options = Parameters<typeof node.dedupe>[1]

/** All that a result says, or its error. */
interface Outcome {
  readonly code?: string
  readonly message?: string
  readonly kept?: readonly unknown[]
  readonly removed?: readonly unknown[]
  readonly groups?: readonly unknown[]
  readonly pairs?: readonly unknown[]
  readonly rejects?: readonly unknown[]
  readonly figures?: Readonly<Record<string, unknown>>
}

type Dedupe = (documents: readonly object[], options: object) => Promise<browser.DedupeResult | node.DedupeResult>

async function outcome(dedupe: Dedupe, documents: readonly unknown[], options: object): Promise<Outcome> {
  try {
    const result = await dedupe(documents as readonly object[], options)
    const kept: unknown[] = []
    for await (const document of result.kept()) kept.push(document)
    const { documents: count, bytes, kept: stays, removed, groups, rejects, copies, plan, signature } = result.summary
    const { manyCopies, crowded, unpaired, sampled } = result.summary.limits
    const all = {
      kept,
      removed: [...result.removed()],
      groups: [...result.groups()],
      pairs: [...result.pairs()],
      rejects: [...result.rejects()],
      figures: { count, bytes, stays, removed, groups, rejects, copies, plan, signature, manyCopies, crowded, unpaired, sampled },
    }
    await result.close()
    return all
  } catch (error) {
    if (!(error instanceof node.LeitongError)) throw error
    return { code: error.code, message: error.message }
  }
}

async function same(documents: readonly unknown[], options: object) {
  const expected = await outcome(node.dedupe as Dedupe, documents, { ...options, workers: 1 })
  expect(await outcome(browser.dedupe, documents, options)).toEqual(expected)
  return expected
}

const VARIANTS = [
  {},
  { method: 'simhash' },
  { method: 'simhash', bits: 128, distance: 20, threshold: 0.6 },
  { method: 'simhash', bits: 32, weight: 'unit', verify: false },
  { method: 'exact' },
  { method: 'rare' },
  { method: 'minhash', numPerm: 70, threshold: 0.5 },
  { method: 'minhash', verify: false, threshold: 0.6 },
  { tokenizer: 'char', ngram: 3, measure: 'cosine', threshold: 0.7 },
  { tokenizer: 'word', measure: 'multiset', normalize: ['case'] },
  { method: 'simhash', measure: 'weighted', weight: 'level', threshold: 0.7 },
  { method: 'simhash', measure: 'bits', threshold: 0.9 },
  { method: 'simhash', measure: 'combined', infoField: ['tags'], threshold: 0.6 },
  { maxCopies: 2 },
] as const satisfies readonly Options[]
const KEEP = ['first', 'last', 'longest', 'shortest', 'newest:date', 'lowest:rank'] as const
const anyOptions = fc.record({
  variant: fc.constantFrom<object>(...VARIANTS),
  keep: fc.constantFrom(...KEEP),
  groupBy: fc.constantFrom('star', 'components'),
  pairs: fc.boolean(),
})

/** Families of edited texts, some equal, in a random order, with fields for every keep rule. */
function families(seed: number, count: number): unknown[] {
  const random = createRandom(seed)
  const documents: unknown[] = []
  while (documents.length < count) {
    const text = createText(random, 20 + Math.floor(random() * 60), random() < 0.5)
    for (let size = 1 + Math.floor(random() * 6); size; size--)
      documents.push({
        ...(random() < 0.8 ? { id: random() < 0.5 ? documents.length : `d${documents.length}` } : {}),
        text: random() < 0.3 ? text : edit(random, text, random() * 0.2),
        tags: ['a', 'b', 'c'].filter(() => random() < 0.5),
        date: `20${10 + Math.floor(random() * 10)}-03-01`,
        rank: Math.floor(random() * 5),
      })
  }
  return documents.sort(() => random() - 0.5)
}

describe('dedupe in memory is that of Node', () => {
  it('on families of texts under every method, keep rule and grouping', async () => {
    let removed = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(), anyOptions, async (seed, { variant, ...options }) => {
        const expected = await same(families(seed, 80), { ...variant, ...options })
        expect(expected.code).toBeUndefined()
        removed += expected.removed?.length ?? 0
      }),
      { numRuns: 24, examples: VARIANTS.map((variant, i) => [i, { variant, keep: 'longest', groupBy: 'components', pairs: true }]) },
    )
    expect(removed).toBeGreaterThan(500)
  })

  it('on any texts, also such as cannot be judged', async () => {
    const anyDocument = fc.oneof(
      { weight: 6, arbitrary: anyText },
      { weight: 6, arbitrary: fc.record({ id: fc.oneof(fc.integer(), fc.string(), fc.bigInt()), text: anyText, title: anyText }) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>({}, { text: 7 }, { text: null, id: 'x' }, { text: ' ' }, null, [1], { id: 3 }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anyDocument, { maxLength: 12 }), anyOptions, async (documents, { variant, keep, ...options }) => {
        await same([...documents, ...documents.slice(0, 3)], { ...variant, ...options, keep: keep.includes(':') ? 'first' : keep })
      }),
      { numRuns: 30 },
    )
  })

  it('on fingerprints and vectors that come with the records, of a size that is stated or not', async () => {
    const random = createRandom(5)
    const near = (value: bigint) => value ^ (1n << BigInt(Math.floor(random() * 64)))
    const prints = Array.from({ length: 60 }, () => BigInt(Math.floor(random() * 2 ** 52)) << 11n)
    const hashes = prints.flatMap((print) => [print, near(print), near(near(near(near(print))))])
    const hex = (value: bigint) => value.toString(16).padStart(16, '0')
    const ofPrints = hashes.map((value, id) => ({ id, hash: hex(value) }))
    const ofVectors = prints.flatMap((_, i) =>
      [0, 0.1, 0.9].map((turn, j) => ({ id: 3 * i + j, vector: [Math.cos(i), Math.sin(i), turn, i % 3] })),
    )
    for (const options of [{ fingerprintBits: 64 }, {}, { maxDistance: 1, groupBy: 'components' }]) {
      const expected = await same(ofPrints, { fingerprintField: 'hash', pairs: true, ...options })
      expect(expected.pairs?.length).toBeGreaterThan(50)
    }
    for (const options of [{ vectorDimensions: 4 }, { threshold: 0.99, keep: 'last' }]) {
      const expected = await same(ofVectors, { vectorField: 'vector', pairs: true, ...options })
      expect(expected.pairs?.length).toBeGreaterThan(50)
    }
    const mixed = await same([{ hash: 'zz' }, ...ofPrints.slice(0, 3), { hash: 'ff'.repeat(16) }], { fingerprintField: 'hash' })
    expect(mixed.code).toBe('SIGNATURES_MIXED')
  })

  it('on rows that are signed by their fields', async () => {
    const fields = { key: ['id'], fields: { name: { kind: 'short', weight: 2 }, text: { kind: 'long' } } }
    const rows = families(8, 80).map((document, i) => ({ ...(document as object), id: i, name: `name ${i % 4}` }))
    for (const options of [
      { profile: 'li2015' },
      { method: 'minhash', threshold: 0.6 },
      { method: 'simhash', measure: 'jaccard', distance: 8 },
    ]) {
      const expected = await same(rows, { ...options, fields, pairs: true })
      expect(expected.pairs?.length, JSON.stringify(options)).toBeGreaterThan(10)
    }
  })

  it.each(['articles_en', 'articles_zh', 'petitions'] as const)('on a generated corpus of kind %s', async (kind) => {
    const documents = [...createCorpus({ kind, size: 240, seed: 9 }).records()]
    for (const options of [{ pairs: true }, { method: 'simhash', groupBy: 'components' }, { method: 'exact', keep: 'last' }]) {
      const expected = await same(documents, options)
      expect(expected.figures?.['count']).toBe(documents.length)
    }
  })

  it('with selectors, accessors of classes, and refusals of fields that are not there', async () => {
    class Letter {
      readonly #body: string
      constructor(
        readonly key: number,
        body: string,
      ) {
        this.#body = body
      }
      get text() {
        return this.#body
      }
    }
    const texts = [...'aabca'].map((letter) => `${letter} letter about the ferry and the harbour of the town`)
    const letters = texts.map((text, i) => new Letter(i + 10, text))
    await same(letters, { id: 'key' })
    await same(letters, { id: (letter: Letter) => `k${letter.key}`, text: (letter: Letter) => letter.text.toUpperCase() })
    await same(letters, { textField: ['txt'] })
    await same(letters, { keep: 'newest:tiem' })
    await same([{ id: 1 }, { id: 2 }], {})
    await same([{ text: 'one text' }, { id: 2 }], { strict: true })
    await same([{ text: 'x'.repeat(3000) }, { text: 'short' }], { maxRecord: 1024 })
    await same([], {})
    await same(texts, { measure: 'containment' })
  })
})

it('takes async iterables, gives back the documents themselves, and can be stopped', async () => {
  const documents = families(3, 40) as { text: string }[]
  async function* stream() {
    yield* documents
  }
  const { removed } = await outcome(node.dedupe as Dedupe, documents, { workers: 1 })
  const phases = new Set<string>()
  const result = await browser.dedupe(stream(), { onProgress: (phase) => phases.add(phase) })
  expect([...result.removed()]).toEqual(removed)
  for await (const document of result.kept()) expect(documents).toContain(document)
  expect([...phases]).toEqual(['read', 'search', 'verify'])
  const stop = new AbortController()
  const stopped = browser.dedupe(documents, { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) })
  await expect(stopped).rejects.toThrow('enough')
})

it.each([
  [{ files: ['x.jsonl'] }, {}],
  [[], { workers: 2 }],
  [[], { temp: '/tmp' }],
  [[], { fields: 'fields.json' }],
  [[], { table: 'letters' }],
  [[], { method: 'simhash', weight: 'tfidf', model: 'input' }],
  [[], { method: 'simhash', weight: 'tfidf', model: 'corpus.model' }],
])('refuses what needs Node: %j %j', async (input, options) => {
  await expect(browser.dedupe(input as never, options as never)).rejects.toMatchObject({ code: 'NEEDS_NODE' })
})

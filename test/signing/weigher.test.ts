/**
 * signing/weigher: are weighted fingerprints and weighted similarities those of the formulas?
 *
 * Oracle   the plain TypeScript stages: tokens, shingles, a map of counts, the weight's own formula, simhash over weights.
 * Covers   every tokenizer, n-grams, bits, weights with and without a model, titles, marked sentences, other hashes, the
 *          weighted measure; and that a batch gives what one text after the other gives.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare } from '../../src/jobs/compare.js'
import { dedupe } from '../../src/library/dedupe.js'
import { createFingerprinter } from '../../src/methods/fingerprint.js'
import type { OptionsInput } from '../../src/options/options.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { kernelOptions } from '../../src/signing/signature.js'
import '../../src/signing/dictionaries.js'
import { hammingDistance, simhash } from '../../src/fingerprinting/simhash.js'
import { city64 } from '../../src/hashing/city64.js'
import { lane64 } from '../../src/hashing/lane64.js'
import { md5 } from '../../src/hashing/md5.js'
import { shingles, tokenize } from '../../src/tokenizing/tokenize.js'
import { corpusStatistics } from '../../src/weighting/idf.js'
import { type CorpusModel, decodeModel, encodeModel } from '../../src/weighting/model.js'
import { quantize } from '../../src/weighting/quantize.js'
import { WEIGHTS } from '../../src/weighting/weights.js'
import { temporaryFolder } from '../support/files.js'

const encode = (text: string) => new TextEncoder().encode(text)
const resolve = (values: OptionsInput) =>
  resolveOptions([{ values: values as Record<string, unknown>, where: '' }], { workers: 1, memory: 1 << 28, temp: '/tmp' })
type Resolved = ReturnType<typeof resolve>

/** Features in order of first appearance with what weights ask for, and their weights. */
function weighed(text: string, options: Resolved, model?: CorpusModel) {
  const given = kernelOptions(options)
  const texts = shingles(tokenize(text, given), given)
  const counts = new Map<string, number>()
  for (const feature of texts) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const features = [...counts.keys()]
  const hashes = features.map((feature) => lane64(encode(feature), BigInt(options.seed)))
  const known = new Map(model ? Array.from(model.hashes, (hash, i) => [hash, model.documents[i] as number]) : [])
  const table = {
    size: features.length,
    counts: Uint32Array.from(counts.values()),
    lengths: Uint32Array.from(features, (feature) => [...feature.replaceAll(' ', '')].length),
    documents: Uint32Array.from(hashes, (hash) => known.get(hash) ?? 0),
    flags: new Uint32Array(features.length),
    tagNames: [''],
  }
  const weights = new Float64Array(features.length)
  WEIGHTS[options.weight].weigh(table, weights, model && corpusStatistics(model.total, options.idf))
  return { features, hashes, weights }
}

function expected(text: string, options: Resolved, model?: CorpusModel): bigint {
  const { features, hashes, weights } = weighed(text, options, model)
  const whole = new Int32Array(features.length)
  quantize(weights, features.length, whole)
  return simhash(
    hashes.map((hash, i) => [hash, whole[i] as number] as const),
    options.bits,
  )
}

function modelOf(texts: readonly string[], options: Resolved): CorpusModel {
  const counts = new Map<bigint, number>()
  for (const text of texts) for (const hash of new Set(weighed(text, options).hashes)) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const frequent = [...counts].filter(([, n]) => n > 1).sort(([a], [b]) => (a < b ? -1 : 1))
  const columns = { hashes: BigUint64Array.from(frequent, ([hash]) => hash), documents: Uint32Array.from(frequent, ([, n]) => n) }
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  return decodeModel(encodeModel({ features: '', total: texts.length, ...columns }, digest), 'm', digest)
}

const words = fc.array(
  fc.constantFrom('market', 'river', 'the', 'of', 'engine', '市场', '河流', '的', '发动机', '因此', '2024', 'a', '。', '\n'),
  {
    minLength: 1,
    maxLength: 60,
  },
)
const text = words.map((list) => list.join(' '))

describe('weighted fingerprints', () => {
  const options = fc.record({
    tokenizer: fc.constantFrom('char', 'word', 'auto', 'chinese'),
    ngram: fc.integer({ min: 1, max: 4 }),
    charNgram: fc.integer({ min: 1, max: 4 }),
    bits: fc.constantFrom(8, 16, 32, 64, 128),
    weight: fc.constantFrom('squared', 'tfidf', 'topic-length'),
    idf: fc.constantFrom('plain', 'smooth'),
    seed: fc.nat(3),
  })

  it('are those of the formulas', () => {
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 8 }), options, (one, corpus, given) => {
        const resolved = resolve({ ...given, method: 'simhash' } as OptionsInput)
        const model = given.weight === 'squared' ? undefined : modelOf(corpus, { ...resolved, weight: 'tf' })
        const { fingerprint } = createFingerprinter(resolved, model)(one)
        expect(BigInt(`0x${fingerprint}`)).toBe(expected(one, resolved, model))
      }),
      { numRuns: 150 },
    )
  })

  it('of long texts do not overflow', () => {
    const long = Array.from({ length: 30_000 }, (_, i) => `word${i % 7919}`).join(' ')
    const resolved = resolve({ method: 'simhash', weight: 'squared', ngram: 1, tokenizer: 'word' })
    expect(BigInt(`0x${createFingerprinter(resolved)(long).fingerprint}`)).toBe(expected(long, resolved))
  })

  it('with another hash are made of that hash', () => {
    const resolved = resolve({ method: 'simhash', hash: 'md5', tokenizer: 'word', ngram: 1, normalize: ['case'] })
    const { fingerprint } = createFingerprinter(resolved)('River market river')
    const low = (word: string) => BigInt.asUintN(64, md5(encode(word)) as bigint)
    expect(BigInt(`0x${fingerprint}`)).toBe(
      simhash(
        [
          [low('river'), 2],
          [low('market'), 1],
        ],
        64,
      ),
    )
  })

  it('of level 1-5 take the levels from tagged text: the sentence of the five steps', () => {
    const levels = [
      ['CSDN', 4],
      ['博客', 5],
      ['结构', 3],
      ['之', 1],
      ['法', 2],
      ['算法', 3],
      ['之', 1],
      ['道', 2],
      ['的', 1],
      ['作者', 5],
      ['July', 5],
    ] as const
    const tagged = levels.map(([word, level]) => `${word}/${level}`).join(' ')
    const resolved = resolve({ method: 'simhash', weight: 'level', tokenizer: 'tagged', normalize: [] })
    // Every occurrence adds its level: 之 stands twice.
    const features = levels.map(([word, level]) => [lane64(encode(`${word} `), 0n), level] as const)
    expect(BigInt(`0x${createFingerprinter(resolved)(tagged).fingerprint}`)).toBe(simhash(features, 64))
  })

  it('of the example sentences: the two about the cat are nearer to each other than either to the third', () => {
    const sign = createFingerprinter(resolve({ method: 'simhash', weight: 'tf', tokenizer: 'word', ngram: 1 }))
    const [the, a, ice] = ['the cat sat on the mat', 'the cat sat on a mat', 'we all scream for ice cream'].map((text) =>
      BigInt(`0x${sign(text).fingerprint}`),
    ) as [bigint, bigint, bigint]
    expect(hammingDistance(the, a)).toBeLessThan(Math.min(hammingDistance(the, ice), hammingDistance(a, ice)))
  })
})

describe('the composite weight', () => {
  it('counts words of the title and of marked sentences more', () => {
    const resolved = resolve({ method: 'simhash', weight: 'composite', tokenizer: 'chinese' })
    const model = modelOf(['无', '关'], { ...resolved, weight: 'tf' })
    const fingerprint = createFingerprinter(resolved, model)
    const body = '小区供暖温度太低。孩子夜里睡不好。因此物业应当维修锅炉。'
    const plain = fingerprint({ text: body.replace('因此', '平时') }).fingerprint
    const marked = fingerprint({ text: body }).fingerprint
    const titled = fingerprint({ text: body.replace('因此', '平时'), title: '维修锅炉' }).fingerprint
    expect(new Set([plain, marked, titled]).size).toBe(3)
    const hash = (word: string) => BigInt.asUintN(64, lane64(encode(`${word} `), 0n))
    const distance = (hex: string, word: string) => {
      let x = BigInt(`0x${hex}`) ^ hash(word)
      let bits = 0
      for (; x; x &= x - 1n) bits++
      return bits
    }
    // What counts more pulls the fingerprint its way.
    expect(distance(titled, '锅炉') + distance(titled, '维修')).toBeLessThan(distance(plain, '锅炉') + distance(plain, '维修'))
  })
})

it('markers of a file leave the corpus model where it is, whatever texts come after them', () => {
  const markers = join(temporaryFolder(), 'markers.txt')
  writeFileSync(markers, 'bridge\n')
  const resolved = resolve({ method: 'simhash', weight: 'composite', tokenizer: 'word', ngram: 1, markers: [markers] })
  const common = Array.from({ length: 2000 }, (_, i) => `word${i}`)
  const model = modelOf([common.join(' '), common.join(' ')], { ...resolved, weight: 'tf' })
  const short = 'The bridge of word1 and word2 stands.'
  const fingerprint = createFingerprinter(resolved, model)
  const first = fingerprint({ text: short })
  // The workspace is laid out anew for it.
  fingerprint({ text: common.join(' bridge ').repeat(4) })
  expect(fingerprint({ text: short })).toEqual(first)
})

describe('rows of tables', () => {
  const row = fc.record({
    short: fc.uniqueArray(
      fc.record({
        field: fc.constantFrom('name', 'district', 'category', 'phone'),
        value: fc.string({ minLength: 1 }),
        weight: fc.integer({ min: 1, max: 9 }),
      }),
      {
        selector: ({ field }) => field,
      },
    ),
    long: fc.array(fc.record({ text, weight: fc.constantFrom(1, 1, 3) }), { maxLength: 2 }),
  })

  it('have a feature of its weight for each short field, and the words of the long ones times theirs', () => {
    fc.assert(
      fc.property(row, fc.constantFrom('lane64', 'city64'), ({ short, long }, hash) => {
        const options = resolve({ method: 'simhash', tokenizer: 'word', ngram: 1, hash } as OptionsInput)
        const features = short.map((field) => ({ ...field, feature: `${field.field}=${field.value}` }))
        const given = { short: features, long: long.map((field, i) => ({ ...field, field: `long${i}` })) }
        const { fingerprint } = createFingerprinter(options)({ text: 'all of it', row: given })
        const hashOf = (feature: string, isWord = true) =>
          hash === 'lane64' ? lane64(encode(feature), 0n) : (city64(encode(isWord ? feature.slice(0, -1) : feature)) as bigint)
        const counted = new Map<string, number>()
        for (const { text: words, weight } of long) {
          // A text of which nothing is left is a token only when it is all there is.
          for (const { text: word } of tokenize(words, kernelOptions(options))) counted.set(word, (counted.get(word) ?? 0) + weight)
        }
        fc.pre(long.every(({ text: words }) => /[a-z\u4e00-\u9fff0-9]/.test(words)))
        const weights = [
          ...[...counted].map(([word, n]) => [hashOf(word), n] as const),
          ...features.map(({ feature, weight }) => [hashOf(feature, false), weight] as const),
        ]
        expect(BigInt(`0x${fingerprint}`)).toBe(simhash(weights, 64))
      }),
      { numRuns: 200 },
    )
  })

  it('with the same values in other fields are no copies', async () => {
    const folder = temporaryFolder()
    const fields = join(folder, 'fields.json')
    writeFileSync(fields, JSON.stringify({ fields: { owner: {}, tenant: {} } }))
    const rows = [
      { id: 1, owner: 'Ada Brook', tenant: null },
      { id: 2, owner: null, tenant: 'Ada Brook' },
      { id: 3, owner: 'Ada  Brook', tenant: null },
    ]
    const input = join(folder, 'rows.jsonl')
    writeFileSync(input, rows.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const run = await dedupe({ files: [input] }, { fields, method: 'simhash', verify: false, distance: 3, pairs: true })
    expect([...run.pairs()].map(({ a, b }) => [a, b])).toEqual([[1, 3]])
    await run.close()
  })
})

describe('the weighted measure', () => {
  it('is the sum of the lesser weights over the sum of the greater', () => {
    fc.assert(
      fc.property(text, text, fc.array(text, { minLength: 2, maxLength: 8 }), (left, right, corpus) => {
        const resolved = resolve({ measure: 'weighted', weight: 'tfidf', tokenizer: 'auto', ngram: 1, charNgram: 1 })
        const model = modelOf(corpus, { ...resolved, weight: 'tf' })
        const vector = (one: string) => {
          const { hashes, weights } = weighed(one, resolved, model)
          return new Map(hashes.map((hash, i) => [hash, Math.max(1, Math.round((weights[i] as number) * 65536))]))
        }
        const [a, b] = [vector(left), vector(right)]
        let [lesser, greater] = [0, 0]
        for (const hash of new Set([...a.keys(), ...b.keys()])) {
          lesser += Math.min(a.get(hash) ?? 0, b.get(hash) ?? 0)
          greater += Math.max(a.get(hash) ?? 0, b.get(hash) ?? 0)
        }
        const found = compare({ text: left }, { text: right }, resolved, model).similarity
        expect(found).toBeCloseTo(lesser / greater, 12)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a batch', () => {
  it('counts its own model, also of documents that come only once', async () => {
    async function* documents() {
      for (let i = 0; i < 40; i++)
        yield { id: i, text: `common words of every letter and number ${i} of ${i % 5} streets with lamp ${i % 3}` }
    }
    const run = await dedupe(documents(), { method: 'simhash', weight: 'tfidf', tokenizer: 'word', ngram: 1, distance: 3 })
    expect(run.summary.documents).toBe(40)
    expect(run.summary.signature).toMatch(/weight=tfidf idf=plain model=[0-9a-f]{32} /)
    await run.close()
  })

  it('takes other information into the combined similarity', async () => {
    const text = 'The council will rebuild the harbour bridge next spring and close the old road for a month'
    const documents = [
      { id: 1, text, keywords: ['bridge', 'harbour'] },
      { id: 2, text: `${text} today`, keywords: 'harbour; bridge' },
      { id: 3, text: `${text} soon`, keywords: ['football'] },
    ]
    const run = await dedupe(documents, {
      profile: 'wang2019',
      tokenizer: 'word',
      stopWords: [],
      weight: 'tf',
      pairs: true,
      threshold: 0.101,
    })
    const pairs = [...run.pairs()]
    expect(run.summary.options.distance).toBe(64)
    for (const { a, b, similarity, distance } of pairs) {
      const info = a === 1 && b === 2 ? 1 : undefined
      if (info !== undefined) expect(similarity).toBeCloseTo(0.9 / ((distance ?? 0) + 1) + 0.1 * info, 9)
      else expect(similarity).toBeLessThan(0.9 / ((distance ?? 0) + 1) + 0.1)
    }
    expect(pairs.length).toBeGreaterThan(0)
    await run.close()
  })

  const data = process.env['LEITONG_DATA']
  it.skipIf(!data)('reproduces the printed results of the profile blog', () => {
    const read = (name: string) => new TextDecoder('gb18030').decode(readFileSync(`${data}/lyq/${name}-split.txt`))
    const [test1, train2, train1] = ['testNews1', 'trainNews2', 'trainNews1'].map(read) as [string, string, string]
    const similarity = (bits: 8 | 16 | 32) => [
      compare({ text: test1 }, { text: train2 }, resolve({ profile: 'blog', bits })).similarity,
      compare({ text: train2 }, { text: train1 }, resolve({ profile: 'blog', bits })).similarity,
    ]
    expect([similarity(8), similarity(16), similarity(32)]).toEqual([
      [0.625, 0.75],
      [0.5625, 0.75],
      [0.75, 0.875],
    ])
    const prints = (bits: 8 | 16 | 32) =>
      [test1, train2, train1].map((one) =>
        BigInt(`0x${createFingerprinter(resolve({ profile: 'blog', bits }))(one).fingerprint}`)
          .toString(2)
          .padStart(bits, '0'),
      )
    expect(prints(8)).toEqual(['00011001', '00000000', '10000100'])
    expect(prints(16)).toEqual(['1100001000011001', '0111011000000000', '0011001010000100'])
    expect(prints(32)).toEqual(['00000000000010001100001000011001', '00000000000000000111011000000000', '00000000000000000011001010000100'])
  })
})

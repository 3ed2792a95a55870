/**
 * The rules of the sources, to the letter: each one that is easily lost on the way from a paper to a program.
 *
 * Oracle   worked numbers and statements of the sources; simhash over weights that are spelled out here.
 * Covers   levels of every occurrence; equal contents with other information; markers that are stop words, replaced, read in both ways; factors;
 *          rare words; names that tell such signatures apart; remainders through a double; values of rows in full width.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blogFingerprint, blogRemainder } from '../../src/fingerprinting/blog.js'
import { hammingDistance, simhash } from '../../src/fingerprinting/simhash.js'
import { lane64 } from '../../src/hashing/lane64.js'
import { compare } from '../../src/jobs/compare.js'
import { dedupe } from '../../src/library/dedupe.js'
import { createFingerprinter } from '../../src/methods/fingerprint.js'
import { signatureName } from '../../src/methods/methods.js'
import { machineDefaults } from '../../src/options/machine.js'
import type { OptionsInput } from '../../src/options/options.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { reloadDictionaries } from '../../src/signing/lexicons.js'
import '../../src/signing/dictionaries.js'
import { canonicalValue } from '../../src/sources/rows/canonical.js'
import { factorsName, factorsOf, isFactors } from '../../src/weighting/factors.js'
import { type CorpusModel, decodeModel, encodeModel } from '../../src/weighting/model.js'
import { temporaryFolder, writeLines } from '../support/files.js'

const encode = (text: string) => new TextEncoder().encode(text)
const hashOf = (word: string) => lane64(encode(`${word} `), 0n)
const resolve = (values: OptionsInput) => resolveOptions([{ values: values as Record<string, unknown>, where: '' }], machineDefaults())
const folder = temporaryFolder()

/** A model of 100 documents: the words with how many documents have them. */
function modelOf(words: Readonly<Record<string, number>>): CorpusModel {
  const known = Object.entries(words).map(([word, documents]) => [hashOf(word), documents] as const)
  known.sort(([x], [y]) => (x < y ? -1 : 1))
  const [hashes, documents] = [BigUint64Array.from(known, ([hash]) => hash), Uint32Array.from(known, ([, n]) => n)]
  return decodeModel(
    encodeModel({ features: '', total: 100, hashes, documents }, () => new Uint8Array(16)),
    'model',
  )
}

describe('intro: levels', () => {
  const resolved = resolve({ method: 'simhash', weight: 'level', tokenizer: 'tagged', normalize: [] })
  const sign = (text: string) => createFingerprinter(resolved)(text).fingerprint

  it('are added for every occurrence of a word', () => {
    expect(sign('之/1 之/1 之/1 法/2')).not.toBe(sign('法/2'))
    expect(sign('之/1 之/1 之/1 法/2')).toBe(sign('之/3 法/2'))
    expect(sign('之/1 之/5 法/2')).toBe(sign('之/5 之/1 法/2'))
    const weights = [
      [hashOf('之'), 6],
      [hashOf('法'), 2],
      [hashOf('道'), 5],
    ] as const
    expect(BigInt(`0x${sign('之/1 法/2 之/5 道/5')}`)).toBe(simhash(weights, 64))
  })

  it('make the example with its 6 bits', () => {
    const [csdn, blog] = [0b100101n << 58n, 0b101011n << 58n]
    expect(simhash([[csdn, 4], [blog, 5]], 6)).toBe(0b101011n) // biome-ignore format: two words with their levels
  })

  it('are named, so that signatures of before are not compared', () => expect(signatureName(resolved)).toContain('levels=sum'))
})

describe('wang2019: equal contents', () => {
  const text = '学校食堂的饭菜价格上涨之后，家长们希望公开账目'
  const record = (id: number, keywords: string[], more = '') => ({ id, text: text + more, keywords })

  it('go through mu like any others: distance 0 gives mu, and the other information the rest', async () => {
    const documents = [record(1, ['食堂', '价格']), record(2, ['地铁', '晚点'], '啊'), record(3, ['食堂', '价格'], '了')]
    await using result = await dedupe(documents, { profile: 'wang2019' })
    const pairs = [...result.pairs()]
    const similarity = (a: number, b: number) => pairs.find((pair) => pair.a === a && pair.b === b)?.similarity
    expect(similarity(1, 2)).toBeCloseTo(0.9, 9)
    expect(similarity(1, 3)).toBe(1)
    await using strict = await dedupe(documents, { profile: 'wang2019', threshold: 0.95 })
    expect([...strict.removed()].map(({ id }) => id)).toEqual([3])
  })

  it('are compared with their other information by compare, too', () => {
    const options = resolve({ method: 'simhash', measure: 'combined', threshold: 0.25 })
    const similarity = (left: string[], right: string[]) => compare({ text, info: left }, { text, info: right }, options).similarity
    expect(similarity([], [])).toBe(1)
    expect(similarity(['食堂'], [])).toBeCloseTo(0.9, 12)
    expect(similarity(['食堂', '价格'], ['价格', '食堂'])).toBe(1)
    const half = similarity(['食堂', '价格'], ['价格', '学校'])
    expect(half).toBeGreaterThan(0.9)
    expect(half).toBeLessThan(0.96)
  })

  it('without any other information are equal', async () => {
    await using result = await dedupe(
      [
        { id: 1, text },
        { id: 2, text },
      ],
      { profile: 'wang2019', threshold: 0.95 },
    )
    expect([...result.removed()]).toMatchObject([{ id: 2, similarity: 1 }])
  })
})

describe('zhang2020: marker words', () => {
  const options = (more: OptionsInput = {}) => resolve({ profile: 'zhang2020', ...more })
  const words = { 物业: 3, 锅炉: 9, 小区: 30, 供暖: 12, 孩子: 25, 夜里: 14, 温度: 20, 维修: 8 }
  const sign = (text: string, more: OptionsInput = {}) => createFingerprinter(options(more), modelOf(words))(text).fingerprint
  const texts = (marker: string) => `小区供暖温度太低。${marker}物业维修锅炉。孩子夜里难受。`

  it('are looked for before stop words go: 但是 is the example of the source', () => {
    expect(sign(texts('但是'))).not.toBe(sign(texts('')))
    // A marker that is a stop word marks, and weighs nothing itself: all such markers do the same.
    expect(sign(texts('但是'))).toBe(sign(texts('所以')))
    // Stop words that mark nothing go without a trace.
    expect(sign(texts('然后'))).toBe(sign(texts('')))
  })

  it('can be replaced, or taken as words of which a feature has one', () => {
    const own = join(folder, 'markers.txt')
    writeFileSync(own, '孩子\n')
    expect(sign(texts('但是'), { markers: [own], onlyMarkers: true })).toBe(sign(texts(''), { markers: [own], onlyMarkers: true }))
    expect(sign(texts(''), { markers: [own], onlyMarkers: true })).not.toBe(sign(texts('')))
    // In the sentence every word of it counts five times, by the word that one alone.
    const byWord = sign(texts(''), { markers: [own], onlyMarkers: true, marked: 'word' })
    expect(byWord).not.toBe(sign(texts(''), { markers: [own], onlyMarkers: true }))
    expect(byWord).toBe(sign(texts(''), { markers: [own], onlyMarkers: true, marked: 'word', factors: 'title=1' }))
    expect(sign('锅炉。孩子', { markers: [own], onlyMarkers: true, marked: 'word', factors: 'marked=1000' })).toBe(sign('孩子'))
  })

  it('of several words are found where these words stand side by side in a sentence', () => {
    const own = join(folder, 'phrases.txt')
    const other = join(folder, 'other-phrases.txt')
    writeFileSync(own, '最重要\n锅炉 夜里\n')
    // With a factor this large the marked words alone decide: a marker that is found marks, and all markers of a sentence do the same.
    const mark = (text: string, markers: string, stopWords: OptionsInput['stopWords'] = ['zh']) =>
      sign(text, { markers: [markers], onlyMarkers: true, factors: 'marked=50', stopWords })
    const with_ = (phrase: string) => `小区供暖温度太低。${phrase}物业维修锅炉。孩子夜里难受。`
    // 最 is a stop word and 重要 is none; either alone is no marker.
    writeFileSync(other, '维修\n')
    expect(mark(with_('最重要'), own)).toBe(mark(with_('最重要'), other))
    expect(mark(with_('重要'), own)).not.toBe(mark(with_('重要'), other))
    expect(mark(with_('最'), own)).not.toBe(mark(with_('最'), other))
    expect(mark(with_('最重要'), own, [])).toBe(mark(with_('最重要'), other, []))
    // Words of two sentences are not side by side.
    writeFileSync(own, '锅炉孩子\n')
    expect(mark('物业锅炉孩子小区。温度', own)).not.toBe(mark('物业锅炉孩子小区。温度', other))
    expect(mark('物业锅炉。孩子小区。温度', own)).toBe(mark('物业锅炉。孩子小区。温度', other))
  })

  it('of several words are found by the oracle of texts as lists of words', () => {
    const own = join(folder, 'drawn.txt')
    const list = ['red', 'green', 'blue', 'white']
    const english = modelOf({ red: 3, green: 5, blue: 7, white: 9 })
    const factors = 'marked=1000,title=1,length=0'
    const signed = (text: string, markers: readonly string[]) => {
      writeFileSync(own, `${markers.join('\n')}\n`)
      reloadDictionaries()
      return createFingerprinter(options({ tokenizer: 'word', stopWords: [], markers: [own], onlyMarkers: true, factors }), english)(text)
        .fingerprint
    }
    const words = fc.array(fc.constantFrom(...list), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), words, (sentences, marker) => {
        const text = `${sentences.map((sentence) => sentence.join(' ')).join('. ')}.`
        const holds = (sentence: string[]) => sentence.some((_, at) => marker.every((word, i) => sentence[at + i] === word))
        const marked = [...new Set(sentences.filter(holds).flat())]
        // A marker for each marked word by itself marks the same sentences, if no other sentence has that word.
        fc.pre(sentences.every((sentence) => holds(sentence) || !sentence.some((word) => marked.includes(word))))
        expect(signed(text, [marker.join(' ')])).toBe(signed(text, marked.length ? marked : ['absent']))
      }),
      { numRuns: 60 },
    )
  })

  it('of several words are refused where a feature has fewer', () => {
    const own = join(folder, 'refused.txt')
    writeFileSync(own, 'in conclusion\n')
    expect(() => sign(texts(''), { markers: [own], marked: 'word' })).toThrow('"in conclusion"')
    expect(() => sign(texts(''), { markers: [own] })).not.toThrow()
  })

  it('and factors and rare words are in the name of the signature', () => {
    const own = join(folder, 'other-markers.txt')
    writeFileSync(own, '孩子\n')
    const names = [
      {},
      { markers: [own] },
      { markers: [own], onlyMarkers: true },
      { marked: 'word' },
      { factors: 'title=1' },
      { minDocuments: 5 },
    ]
    expect(new Set(names.map((more) => signatureName(options(more as OptionsInput)))).size).toBe(names.length)
    expect(signatureName(options({ factors: 'marked=5,n=1.5' }))).toBe(signatureName(options()))
  })

  it('have factors, so that each part can be left out', () => {
    expect(factorsOf('marked=1')).toMatchObject({ marked: 1, title: 5, both: 5, length: 1, byTag: { n: 1.5, v: 1.3 } })
    expect(factorsOf('both=25+a=2')).toMatchObject({ marked: 5, both: 25, byTag: { n: 1.5, v: 1.3, a: 2 } })
    expect(['marked', 'marked=x', 'colour=2', 'title=-1', 'n==2'].map(isFactors)).toEqual([false, false, false, false, false])
    expect(factorsName('title=2')).toBe('n=1.5,v=1.3,length=1,marked=5,title=2,both=5')
    expect(() => options({ factors: 'colour=2' })).toThrow('factors')
    // Without the factor a marker that is a stop word leaves no trace.
    expect(sign(texts('但是'), { factors: 'marked=1' })).toBe(sign(texts(''), { factors: 'marked=1' }))
  })

  it('are beside rare words, which can be left out', () => {
    const common = createFingerprinter(options({ minDocuments: 10, factors: 'marked=1' }), modelOf(words))
    expect(common('小区供暖锅炉').fingerprint).toBe(common('小区供暖').fingerprint)
    expect(common('小区供暖没见过').fingerprint).toBe(common('小区供暖').fingerprint)
  })
})

describe('blog: the remainder', () => {
  it('goes through a double, as a JVM has it', () => {
    expect(blogRemainder('中华人民共和国国务院', 32)).toBe(829197376n)
    expect(blogRemainder('www.people.com.cn', 32)).toBe(1067676672n)
    expect(blogRemainder('a', 8)).toBe(97n)
  })
})

describe('blog: the number of bits', () => {
  // As the published program prints them on a JVM.
  const printed = [
    [1, '0'],
    [2, '00'],
    [6, '101000'],
    [13, '0011111101000'],
    [20, '00100000011111101000'],
    [33, '000000000000000100000011111101000'],
    [64, '0000000000000000000000000000000000000000000000100000011111101000'],
  ] as const
  const text = '道路/n 施工/v 噪音/n 扰民/v 道路/n 中华人民共和国国务院/nt ，/wd'

  it.each(printed)('%i gives what a JVM prints', (bits, digits) => {
    expect(blogFingerprint(text, bits).fingerprint.toString(2).padStart(bits, '0')).toBe(digits)
    const { fingerprint } = createFingerprinter(resolve({ profile: 'blog', bits }))(text)
    expect(fingerprint).toBe(
      BigInt(`0b${digits}`)
        .toString(16)
        .padStart(Math.ceil(bits / 4), '0'),
    )
  })

  it('is any from 1 to 64, or 128, for every simhash, whose bits are the upper ones of 64', () => {
    const sign = (bits: number) =>
      BigInt(`0x${createFingerprinter(resolve({ method: 'simhash', bits }))('the same few words').fingerprint}`)
    for (let bits = 1; bits <= 64; bits++) expect(sign(bits)).toBe(sign(64) >> BigInt(64 - bits))
    for (const bits of [0, 65, 127, 129, 6.5]) expect(() => resolve({ method: 'simhash', bits })).toThrow('from 1 to 64, or 128')
  })

  it.each([6, 33, 47])('is searched at %i bits as at any other', async (bits) => {
    const documents = Array.from({ length: 60 }, (_, i) => ({ id: i, text: `word${i % 7} of ${i} and word${(i * 5) % 11}` }))
    const distance = Math.floor(bits / 4)
    const options = { method: 'simhash', bits, distance, verify: false, pairs: true } as const
    await using result = await dedupe(documents, options)
    const sign = createFingerprinter(resolve({ method: 'simhash', bits }))
    const prints = documents.map(({ text }) => BigInt(`0x${sign(text).fingerprint}`))
    const near = documents.flatMap(({ id: b }) =>
      documents
        .filter(({ id: a }) => a < b && hammingDistance(prints[a] as bigint, prints[b] as bigint) <= distance)
        .map(({ id: a }) => [a, b]),
    )
    const found = [...result.pairs()].map(({ a, b }) => [a, b])
    expect(new Set(found.map(String))).toEqual(new Set(near.map(String)))
    expect(near.length).toBeGreaterThan(0)
  })
})

describe('li2015: values', () => {
  it.each([
    ['２０２４-０５-２５', 'date', '2024-05-25'],
    ['２０２４年５月２５日', 'date', '2024-05-25'],
    ['2024年5月', 'date', '2024-05'],
    ['2024-05', 'date', '2024-05'],
    ['2024年13月', 'date', undefined],
    ['１２３', 'number', '123'],
    ['１，２３４．５０', 'number', '1234.5'],
    ['1,234', 'number', '1234'],
    ['-12,345,678.90', 'number', '-12345678.9'],
    ['1,23', 'number', '1.23'],
    ['12,34,567', 'number', '1234567'],
    ['ｙｅｓ', 'boolean', 'true'],
  ] as const)('%s as a %s is %s', (value, type, spelled) => expect(canonicalValue(value, type)).toBe(spelled))

  it('in full width reject no row', async () => {
    const fields = writeLines(join(folder, 'fields.json'), [{ fields: { filed: { type: 'date' }, matter: { kind: 'long' } } }])
    const rows = [
      { id: 1, filed: '2024-05-25', matter: '食堂涨价' },
      { id: 2, filed: '２０２４-０５-２５', matter: '食堂涨价' },
    ]
    await using result = await dedupe(rows, { profile: 'li2015', fields } as never)
    expect([[...result.rejects()], [...result.removed()].map(({ id }) => id)]).toEqual([[], [2]])
  })
})

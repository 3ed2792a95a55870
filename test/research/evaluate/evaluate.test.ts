/**
 * engine/evaluating: are labelled sets read, truths drawn and methods run as asked, and are the figures those of the metrics?
 *
 * Oracle   sets written here whose answer is known; comparing all texts by the library's own measure.
 * Covers   every form of a labelled set, rules of truth, lists of methods, the product with options, curves, memory and time; the same set
 *          through every experiment; what is refused and how.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LiveDocument, ROW } from '../../../src/jobs/live/document.js'
import { open } from '../../../src/jobs/live/open.js'
import { resolveWithMachine } from '../../../src/library/dedupe.js'
import { evaluate } from '../../../src/research/evaluate/evaluate.js'
import { sample, sizesOf } from '../../../src/research/evaluate/experiments/experiment.js'
import { EXPERIMENTS } from '../../../src/research/evaluate/experiments/experiments.js'
import { fingerprintRecords } from '../../../src/research/evaluate/experiments/li2015.js'
import { liveDocuments } from '../../../src/research/evaluate/experiments/live-documents.js'
import { timeRates } from '../../../src/research/evaluate/experiments/rate-table.js'
import { ROW_OPTIONS, storeVerdict, timeStores } from '../../../src/research/evaluate/experiments/store-table.js'
import { generateSet } from '../../../src/research/evaluate/generated.js'
import { type LabelledDocument, type LabelledSet, readLabelledSet } from '../../../src/research/evaluate/labelled-set.js'
import { parseMethods } from '../../../src/research/evaluate/methods.js'
import { measureRun } from '../../../src/research/evaluate/peak-memory.js'
import { truthOf } from '../../../src/research/evaluate/truth.js'
import { cutBy, cuttersOf } from '../../../src/research/evaluate/words.js'
import { scaleCorpus } from '../../../src/research/generating/scale.js'
import { plainFingerprints } from '../../../src/research/rivals/fingerprints.js'
import { kernelOptions } from '../../../src/signing/signature.js'
import { withoutLone } from '../../../src/tokenizing/surrogates.js'
import { tokenize } from '../../../src/tokenizing/tokenize.js'
import { ticksOf } from '../../../src/writing/sheet-page.js'
import { anyText } from '../../arbitraries.js'
import { temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText } from '../../support/texts.js'

const folder = temporaryFolder()
const cut = cuttersOf(resolveWithMachine({}))

/** Texts of which every third has a slightly edited twin right behind it, with the group of both. */
function corpus(n: number): LabelledSet {
  const random = createRandom(7)
  const documents: LabelledDocument[] = []
  for (let i = 0; documents.length < n; i++) {
    const text = createText(random, 60)
    const twins = i % 3 ? [text] : [text, text.replace(/^\S+ \S+/, 'zinnia zinnia')]
    for (const own of twins) {
      const id = `d${documents.length}`
      documents.push({ id, text: own, ...(twins.length > 1 ? { group: `g${i}` } : {}), record: { id, text: own } })
    }
  }
  return { name: 'corpus', documents, pairs: undefined }
}

function put(name: string, files: Readonly<Record<string, string | Buffer>>): string {
  const path = join(folder, name)
  mkdirSync(path)
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content)
  return path
}
const jsonl = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

describe('labelled sets', () => {
  const docs = jsonl({ id: 'x', text: 'one' }, { id: 'y', text: 'two', title: 'T' }, { id: 3, text: 'three' })

  it('are folders of documents and pairs, compressed or not', async () => {
    const pairs = jsonl({ a: 'y', b: 'x', jaccard: 0.9 }, { a: 'x', b: 3, jaccard: 0.4, same_document: true })
    const set = await readLabelledSet(put('pairs', { 'docs.jsonl.gz': gzipSync(docs), 'pairs.jsonl': pairs }))
    expect(set.name).toBe('pairs')
    expect(set.documents.map(({ id, text, title }) => [id, text, title])).toEqual([
      ['x', 'one', undefined],
      ['y', 'two', 'T'],
      ['3', 'three', undefined],
    ])
    expect([...truthOf(set, 'pairs').pairs].sort()).toEqual([1, 2])
    expect([...truthOf(set, 'jaccard >= 0.5').pairs]).toEqual([1])
    expect([...truthOf(set, 'same_document').pairs]).toEqual([2])
    expect(truthOf(set).rule).toBe('same_document')
    expect([...truthOf(set, 'pairs').groups]).toEqual([0, 0, 0])
    expect(() => truthOf(set, 'group')).toThrow('the set has no groups')
    expect(() => truthOf(set, 'cosine>=0.5')).toThrow('a field that the listed pairs have')
    expect(() => truthOf(set, '>=0.5')).toThrow('FIELD>=N')
  })

  it('are tables with groups or pairs beside them, all fields being the text', async () => {
    const records = 'id,name,town\n1,"Li, Wei",Xi\u2019an\n2,Wang,\n3,Li Wei,Xian\n'
    const grouped = await readLabelledSet(put('grouped', { 'records.csv': records, 'truth.csv': 'group,id\n7,1\n7,3\n' }))
    expect(grouped.documents.map(({ text, group }) => [text, group])).toEqual([
      ['Li, Wei\nXi\u2019an', '7'],
      ['Wang', undefined],
      ['Li Wei\nXian', '7'],
    ])
    expect([...truthOf(grouped).pairs]).toEqual([2])
    expect(() => truthOf(grouped, 'pairs')).toThrow('lists no pairs')
    const two = await readLabelledSet(put('two', { 'a.csv': 'id,text\na1,x\n', 'b.tsv': 'id\ttext\nb1\ty\n', 'truth.csv': 'a,b\na1,b1\n' }))
    expect(truthOf(two)).toMatchObject({ rule: 'pairs', pairs: new Set([1]) })
  })

  it('are files of documents with a group field of any name', async () => {
    const path = writeLines(join(folder, 'file.jsonl'), [
      { id: 1, body: 'x', cluster: 5 },
      { id: 2, body: 'y', cluster: 5 },
      { id: 3, body: 'z', cluster: null },
    ])
    const set = await readLabelledSet(path, { textField: ['body'], groupField: 'cluster' })
    expect([...truthOf(set).pairs]).toEqual([1])
    expect(set.documents.map(({ text }) => text)).toEqual(['x', 'y', 'z'])
  })

  it.each([
    ['no-documents', { 'pairs.jsonl': '' }, 'SOURCE_MISSING'],
    ['unknown-id', { 'docs.jsonl': docs, 'pairs.jsonl': jsonl({ a: 'x', b: 'q' }) }, 'LABELS_FILE'],
    ['bad-json', { 'docs.jsonl': '{"id":' }, 'SOURCE_READ'],
    ['bad-row', { 'docs.csv': 'id,text\n1,a,b\n' }, 'SOURCE_READ'],
    ['bad-truth', { 'docs.jsonl': docs, 'truth.csv': 'x,y\n1,2\n' }, 'FIELD_MISSING'],
    ['bad-format', { 'docs.html': '<p>' }, 'FORMAT_UNKNOWN'],
  ])('that are wrong (%s) are refused', async (name, files, code) => {
    await expect(readLabelledSet(put(name, files as unknown as Record<string, string>))).rejects.toMatchObject({ code })
  })
})

describe('lists of methods', () => {
  it('give settings to the method they follow', () => {
    const names = (list: string) => parseMethods(list).map(({ name }) => name)
    expect(names('shingle:w=4,mod=10,leitong, md5')).toEqual(['shingle:w=4,mod=10', 'leitong', 'md5'])
    expect(names('leitong:threshold=0.5,num-perm=64,simhash')).toEqual(['leitong:threshold=0.5,num-perm=64', 'simhash'])
  })

  it.each([
    ['nothing', 'OPTION_VALUE'],
    ['', 'OPTION_VALUE'],
    ['shingle:width=4', 'OPTION_UNKNOWN'],
    ['shingle:w=many', 'OPTION_VALUE'],
    ['shingle:4', 'OPTION_VALUE'],
    ['leitong:threshold=2', 'OPTION_VALUE'],
    ['leitong:no-such=2', 'OPTION_UNKNOWN'],
    ['profile:', 'OPTION_VALUE'],
  ])('refuse %s', (list, code) => {
    expect(() => parseMethods(list)).toThrow(expect.objectContaining({ code }))
  })
})

describe('evaluating', () => {
  it('says of each method what its pairs are worth', async () => {
    const set = corpus(120)
    const list = 'leitong:threshold=0.4,leitong:method=exact,shingle:w=2,mod=1,threshold=0,md5'
    const { documents, truth, results } = await evaluate(set, parseMethods(list), { cut })
    expect([documents, truth.rule, truth.pairs]).toEqual([120, 'group', 30])
    expect(truth.groups).toBe(30)
    const [ours, exact, everything, digest] = results
    // Two words of sixty differ: everyone finds the twins, and nothing else is alike.
    expect(ours).toMatchObject({ found: 30, right: 30, rejected: 0, documents: { found: 60, truth: 60, right: 60 } })
    expect(everything?.documents).toMatchObject({ found: 120, right: 60, precision: { value: 0.5 } })
    expect(ours?.pairwise.f1).toMatchObject({ value: 1, high: 1 })
    expect(ours?.pairwise.f1.low).toBeLessThan(0.95)
    expect(exact).toMatchObject({ found: 0, right: 0 })
    expect(digest).toMatchObject({ found: 0, pairwise: { precision: { value: 1, low: 0, high: 1 }, recall: { value: 0 } } })
    // At threshold 0 nearly all pairs are found, and the curve knows where it should have stopped.
    expect(everything?.found).toBeGreaterThan(2000)
    expect(everything?.pairwise.precision.value).toBeLessThan(0.05)
    expect(Math.max(...(everything?.curve ?? []).map(({ f1 }) => f1))).toBe(1)
    // All in one group: every document meets its group, two of 120 belong there.
    expect(everything?.bCubed.recall.value).toBe(1)
    for (const { seconds, peakMemory } of results) {
      expect(seconds).toBeGreaterThan(0)
      expect(peakMemory).toBeGreaterThan(20e6)
    }
  })

  it('says how many records a method could not judge', async () => {
    const row = (id: number, filed: string) => ({ id: `${id}`, text: 'same', record: { id, filed, matter: `the matter ${id % 2}` } })
    const rows = { fields: { filed: { type: 'date' as const }, matter: { kind: 'long' as const } } }
    const documents = [row(0, '2024-03-05'), row(1, 'not a date'), row(2, '2024-03-05')]
    const set: LabelledSet = { name: 'rows', documents, pairs: [{ a: 0, b: 2, facts: {} }], rows }
    const { results } = await evaluate(set, parseMethods('profile:li2015,md5'), { cut })
    expect(results.map(({ rejected, found }) => [rejected, found])).toEqual([
      [1, 1],
      [0, 3],
    ])
  })

  it('can be stopped between methods that never wait', async () => {
    await measureRun(() => 'the watcher is up')
    let isHeard = false
    setImmediate(() => {
      isHeard = true
    })
    expect((await measureRun(() => isHeard)).value).toBe(true)
  })

  it('cuts words of a segmenter without stop words for those rivals that the sources call traditional', async () => {
    expect(cut.words('我们的医院和病人，The food')).toEqual(['医院', '病人', 'food'])
    const own = writeLines(join(folder, 'stop.txt'), [])
    writeFileSync(own, '病人\n')
    expect(cuttersOf(resolveWithMachine({ stopWords: [own] })).words('我们的医院和病人')).toEqual(['我们', '的', '医院', '和'])
    // Alike but for stop words: one fingerprint over words, another one over characters.
    const texts = ['医院的病人投诉护士', '我们医院病人都投诉了护士', '地铁站口积水严重']
    const documents = texts.map((text, i) => ({ id: `${i}`, text, record: { text } }))
    const set: LabelledSet = { name: 'stops', documents, pairs: [{ a: 0, b: 1, facts: {} }] }
    const { results } = await evaluate(set, parseMethods('simhash-words:distance=0,simhash:distance=0'), { cut })
    expect(results.map(({ found, right }) => [found, right])).toEqual([
      [1, 1],
      [0, 0],
    ])
  })

  it('cuts words as told', () => {
    expect(cut.tokens('The Cat, 世界')).toEqual(['the', 'cat', '世', '界'])
    expect(cutBy(resolveWithMachine({ tokenizer: 'word', normalize: [] }))('The Cat')).toEqual(['The', 'Cat'])
    fc.assert(
      fc.property(fc.constantFrom('char', 'word', 'auto', 'chinese', 'tagged'), fc.array(anyText, { maxLength: 4 }), (tokenizer, texts) => {
        const options = resolveWithMachine({ tokenizer, normalize: ['nfkc', 'case'] })
        const mine = cutBy(options)
        const how = { ...kernelOptions(options), ngram: 1, charNgram: 1 }
        for (const text of texts)
          expect(mine(text)).toEqual(tokenize(withoutLone(text), how).map((token) => token.text.trimEnd() || token.text))
      }),
      { numRuns: 60 },
    )
  })
})

describe('generated sets', () => {
  it.each([...EXPERIMENTS.values()].map(({ name, corpus: options }) => [name, options] as const))(
    'of %s are labelled, and labels stay out of the records',
    (name, options) => {
      const { documents } = generateSet(name, scaleCorpus(options, { size: 200 }))
      expect(documents).toHaveLength(200)
      for (const { text, record, group } of documents) {
        expect(text.length).toBeGreaterThan(50)
        expect(group).toBeDefined()
        expect(record).not.toHaveProperty('group')
        expect(record).not.toHaveProperty('edit')
      }
      expect(new Set(documents.map(({ id }) => id)).size).toBe(200)
      expect(truthOf({ name, documents, pairs: undefined }).pairs.size).toBeGreaterThan(3)
    },
  )

  it('keep the proportions of the source at any size', () => {
    const given = EXPERIMENTS.get('zhang2020')?.corpus
    if (!given) throw new Error('no such experiment')
    expect(scaleCorpus(given, {})).toMatchObject({ size: 12_500, noise: 10_000, groupSize: 500 })
    const { documents } = generateSet('tenth', scaleCorpus(given, { size: 1250, seed: 2 }))
    const sizes = new Map<string | undefined, number>()
    for (const { group } of documents) sizes.set(group, (sizes.get(group) ?? 0) + 1)
    expect([...sizes.values()].filter((size) => size > 1)).toEqual([50, 50, 50, 50, 50])
  })

  it('have as many similar documents in groups of another size', () => {
    for (const { name, corpus: options } of EXPERIMENTS.values()) {
      const { documents } = generateSet(name, scaleCorpus(options, { size: 500, groupSize: 5 }))
      const sizes = new Map<string | undefined, number>()
      for (const { group } of documents) sizes.set(group, (sizes.get(group) ?? 0) + 1)
      const similar = Math.round(500 * (1 - (options.noise ?? 0) / options.size))
      const groups = [...sizes.values()].filter((size) => size > 1)
      expect(groups, name).toEqual(Array(Math.floor(similar / 5)).fill(5))
    }
  })
})

describe('experiments', () => {
  it.each([...EXPERIMENTS.values()].map((experiment) => [experiment.name, experiment] as const))(
    '%s runs on any set',
    async (name, experiment) => {
      const set = corpus(name === 'intro' ? 30 : 90)
      // What the experiment compares, without profiles, so that this test is about the experiment.
      const list = experiment.methods.split(',').filter((method) => method && !method.startsWith('profile:'))
      const { evaluation, measured, sheet } = await experiment.run(set, list.length ? parseMethods(list.join(',')) : [], { cut })
      expect(evaluation?.results.map(({ method }) => method) ?? []).toEqual(list)
      for (const result of evaluation?.results ?? []) if (result.method === 'simhash') expect(result.right).toBeGreaterThan(0)
      expect(Object.keys(measured)).toEqual(
        { zhang2020: ['timings'], wang2019: ['timings', 'skew', 'rates'], li2015: ['hashes', 'searches', 'stores'], intro: ['searches'] }[
          name
        ],
      )
      for (const rows of Object.values(measured))
        for (const row of rows) expect(Number(row['seconds'] ?? row['every'] ?? row['response'])).toBeGreaterThanOrEqual(0)
      for (const { columns, rows } of sheet.tables) for (const row of rows) expect(row.length).toBe(columns.length)
      for (const { series } of sheet.charts) for (const { points } of series) expect(points.flat().every(Number.isFinite)).toBe(true)
    },
  )

  it('find the same pairs by every way of the introduction and with second hashing', async () => {
    const set = corpus(30)
    const ways = (await EXPERIMENTS.get('intro')?.run(set, [], { cut }))?.measured['searches'] ?? []
    const largest = ways.filter(({ documents }) => documents === 30)
    expect(largest.map(({ way }) => way)).toEqual(['4 blocks', 'probe every variant', 'store every variant'])
    expect(new Set(largest.map(({ pairs }) => pairs)).size).toBe(1)
    expect(largest.map(({ stored }) => stored)).toEqual([120, 30, 30 * 43745])
    const skew = (await EXPERIMENTS.get('wang2019')?.run(set, [], { cut }))?.measured['skew'] ?? []
    expect(new Set(skew.map(({ pairs }) => pairs)).size).toBe(1)
  })

  it('li2015 asks stores that it makes, and leaves alone what is there', async () => {
    const url = join(temporaryFolder(), 'index')
    const documents = Array.from({ length: 40 }, (_, id) => ({ id, text: `a text of its own, number ${id}` }))
    const timings = await timeStores(['memory:', 'lmdb', url], documents, [10, 40], undefined)
    expect(timings.map(({ store, documents }) => [store, documents])).toEqual(
      ['memory:', 'lmdb', url].flatMap((store) => [
        [store, 10],
        [store, 40],
      ]),
    )
    for (const { first, every, adds } of timings) expect(Math.min(first, every, adds)).toBeGreaterThan(0)
    await expect(open(url, { create: false })).rejects.toMatchObject({ code: 'INDEX_MISSING' })
    const mine = await open(url)
    await mine.add({ id: 1, text: 'mine' })
    await mine.close()
    await expect(timeStores([url], documents, [10], undefined)).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
    await using still = await open(url, { create: false })
    expect((await still.stats()).documents).toBe(1)
  })

  it('li2015 files rows in stores by their fields, and leaves out those that it cannot judge', async () => {
    const rows = [
      { id: 'a', text: '', record: { id: 'a', district: '南山', filed: '2024-05-25', matter: '食堂又涨价了' } },
      { id: 'b', text: '', record: { id: 'b', district: '南山', filed: 'yesterday', matter: '食堂又涨价了' } },
    ]
    const fields = { district: {}, filed: { type: 'date' as const }, matter: { kind: 'long' as const } }
    const options = resolveWithMachine(ROW_OPTIONS)
    const found = await liveDocuments({ name: 'rows', documents: rows, pairs: undefined, rows: { fields } } as never, options)
    expect(found.map((document) => document[ROW]?.short.map(({ feature }) => feature))).toEqual([['district=南山', 'filed=2024-05-25']])
    const index = await open('memory:rows-of-li2015', ROW_OPTIONS)
    const [document] = found as [LiveDocument]
    await index.add(document)
    // The same text with other fields is another row.
    expect((await index.stats()).signature).toContain('hash=city64')
    expect(await index.query({ id: 9, text: document['text'] })).not.toMatchObject([{ distance: 0 }])
    expect(await index.query(document)).toMatchObject([{ distance: 0 }])
    await index.close()
  })

  it('li2015 judges the claim on stores where both are there', () => {
    const of = (store: string, first: number, adds: number) => ({ store, documents: 30, first, every: 2, adds })
    expect(storeVerdict([of('memory:', 1, 1), of('mongodb://x', 1, 1)])).toBeUndefined()
    expect(storeVerdict([of('mysql://x', 2, 5), of('mongodb://x', 1, 10)])?.[0]).toContain('does not hold here')
    const better = { ...of('mongodb://x', 1, 10), every: 1 }
    expect(storeVerdict([of('mysql://x', 2, 5), better])?.[0]).toMatch(
      /the first match 2\.00, all matches 2\.00, inserts 2\.00\. The claim holds here/,
    )
  })

  it('wang2019 sends requests at rates, half of the documents being there', async () => {
    const rates = await timeRates(corpus(60), ['memory:rates'], undefined)
    expect(rates.map(({ way, rate, requests }) => [way, rate, requests])).toEqual(
      ['simhash-words', 'profile:wang2019'].flatMap((way) => [50, 100, 200, 400, 800].map((rate) => [way, rate, 6])),
    )
    for (const { response, processor } of rates) expect(Math.min(response, processor)).toBeGreaterThanOrEqual(0)
    await expect(open('memory:rates', { create: false })).rejects.toMatchObject({ code: 'INDEX_MISSING' })
  })

  it('li2015 compares rows field by field, by all three methods of the source', async () => {
    const experiment = EXPERIMENTS.get('li2015')
    if (!experiment) throw new Error('no such experiment')
    const set = generateSet('li2015', scaleCorpus(experiment.corpus, { size: 150, groupSize: 4, seed: 3 }))
    const { evaluation, measured } = await experiment.run(set, parseMethods(`${experiment.methods},distance=12`), { cut })
    expect(evaluation).toMatchObject({ documents: 150, truth: { rule: 'group', groups: 2, pairs: 12 } })
    expect(evaluation?.results.map(({ method }) => method)).toEqual(['i-match', 'simhash', 'simhash-words', 'profile:li2015,distance=12'])
    expect(evaluation?.results[3]?.right).toBeGreaterThan(0)
    // What rows say is what counts, not how it is spelled: other values of the fields, and texts that are the same, are no pair.
    const rows = (name: string): LabelledDocument => {
      const absent = { id_number: null, filed: null, anonymous: null }
      const record = {
        ...absent,
        id: name,
        name,
        phone: `${name}${name}`,
        district: name,
        category: name,
        amount: name.length,
        matter: name,
      }
      return { id: name, text: 'the same', record }
    }
    const [profile] = parseMethods('profile:li2015')
    expect((await profile?.find({ ...set, documents: [rows('甲'), rows('乙丙'), rows('甲')] }, []))?.pairs).toMatchObject([{ a: 0, b: 2 }])

    const searches = measured['searches'] ?? []
    const at = (method: string) => searches.filter((row) => row['method'] === method)
    expect(at('Single-Pass').map(({ documents }) => documents)).toEqual([30, 60, 90, 120, 150])
    at('4 blocks').forEach(({ comparisons }, i) => {
      expect(Number(comparisons)).toBeLessThan(Number(at('Single-Pass')[i]?.['comparisons']))
    })
    expect(new Set((measured['hashes'] ?? []).map(({ hash }) => hash)).size).toBe(6)
  })

  it('leave no file behind', async () => {
    const set = generateSet('rows', { kind: 'rows', size: 10 })
    const before = process.env['TMPDIR']
    const own = join(folder, 'fields-here')
    mkdirSync(own)
    process.env['TMPDIR'] = own
    try {
      const [method] = parseMethods('leitong')
      await method?.find(set, [])
      expect(readdirSync(own)).toEqual([])
    } finally {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    }
  })

  it('fingerprint records as the rival does, word by word', async () => {
    const { documents } = corpus(20)
    const words = documents.map(({ id, text }) => ({ id, text, tokens: cut.tokens(text) }))
    for (const hash of ['md5', 'city64', 'djb']) expect([...fingerprintRecords(words, hash)]).toEqual([...plainFingerprints(words, hash)])
  })

  it('take samples that are the same again, and whole sets whole', () => {
    const items = [...Array(50).keys()]
    expect(sample(items, 20)).toEqual(sample(items, 20))
    expect(new Set(sample(items, 20)).size).toBe(20)
    expect(sample(items, 50).sort((a, b) => a - b)).toEqual(items)
    expect(sizesOf(corpus(12))).toEqual([2, 5, 7, 10, 12])
  })
})

describe('ticks', () => {
  it.each([
    [0.55, 1],
    [0, 0],
    [3, 29_000],
    [0.9371, 0.9379],
  ])('from %d to %d are round, even and reach around', (low, high) => {
    const ticks = ticksOf(low, high)
    expect(ticks.length).toBeGreaterThan(1)
    expect(ticks.length).toBeLessThan(9)
    expect(ticks[0]).toBeLessThanOrEqual(low)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(high)
    const steps = ticks.slice(1).map((tick, i) => tick - (ticks[i] as number))
    for (const step of steps) expect(step).toBeCloseTo(steps[0] as number, 9)
  })
})

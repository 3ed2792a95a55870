/**
 * The measure `combined` in a live index: content and other information together, through the blocks of a store.
 *
 * Oracle   the formula of wang2019 over the fingerprints and signatures of every pair; the batch.
 * Covers   every store of one machine, and Redis with the second hashing of the source; equal contents with other information; a distance
 *          at which the other information decides; texts without any; profile `wang2019` with its corpus model; `addIfNew`; options
 *          that are remembered; export and import; inputs that are read without the information; what an index may keep.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { combinedSimilarity } from '../../../src/comparing/combined.js'
import { hammingDistance } from '../../../src/fingerprinting/simhash.js'
import { createFingerprinter, dedupe, type Exported, openIndex } from '../../../src/index.js'
import { createIndex } from '../../../src/library/memory/text-index.js'
import { NO_MACHINE } from '../../../src/options/running.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { infoSimilarity, signInfo } from '../../../src/signing/info.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { describeWith } from '../../support/servers.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
const OPTIONS = { method: 'simhash', measure: 'combined', infoField: ['keywords', 'tags'], threshold: 0.25, mu: 0.9 } as const
const resolved = resolveOptions([{ values: OPTIONS, where: '' }], NO_MACHINE)

const random = createRandom(5)
const stock = Array.from({ length: 8 }, (_, i) => `keyword ${i}`)
const some = () => stock.filter(() => random() < 0.4)
const bases = Array.from({ length: 12 }, () => createText(random, 200))
/** Copies from equal to unlike, so that distances go beyond the radius; some without any other information. */
interface Article {
  readonly id: number
  readonly text: string
  readonly keywords?: readonly string[]
  readonly tags?: string
}
const documents: readonly Article[] = Array.from({ length: 120 }, (_, id) => ({
  id,
  text: edit(random, bases[id % 12] as string, (id % 5) / 200),
  ...(id % 7 ? (id % 2 ? { keywords: some(), tags: some().join('；') } : { keywords: [`base ${id % 12}`] }) : {}),
}))

interface Pair {
  readonly similarity: number
  readonly distance: number
}

const sign = createFingerprinter({ ...OPTIONS, measure: 'jaccard', infoField: [] } as never)
const prints = documents.map(({ text }) => BigInt(`0x${sign(text).fingerprint}`))
const infos = documents.map(({ keywords = [], tags = '' }) => signInfo([...keywords, ...tags.split('；').filter(Boolean)], resolved))

function expectedOf(a: number): Map<number, Pair> {
  const all = documents.map(({ id: b }): [number, Pair] => {
    const distance = hammingDistance(prints[a] as bigint, prints[b] as bigint)
    const info = infoSimilarity(infos[a] as Uint8Array, infos[b] as Uint8Array, resolved)
    return [b, { similarity: combinedSimilarity(distance, info, 0.9), distance }]
  })
  return new Map(all.filter(([, { similarity }]) => similarity >= 0.25 - 1e-9))
}

async function holds(url: string, more: { readonly overflow?: number } = {}): Promise<void> {
  const index = await openIndex(url, { ...OPTIONS, ...more })
  for await (const _ of index.addAll(documents));
  for (const document of documents) {
    const expected = expectedOf(document.id)
    const found = await index.query(document)
    expect(found.map(({ id }) => id as number).sort((a, b) => a - b)).toEqual([...expected.keys()])
    for (const { id, similarity, distance } of found) {
      expect(similarity).toBeCloseTo((expected.get(id as number) as Pair).similarity, 12)
      expect(distance).toBe((expected.get(id as number) as Pair).distance)
    }
    expect(found.map(({ similarity }) => similarity)).toEqual(
      found.map(({ similarity }) => similarity).sort((a, b) => Number(b) - Number(a)),
    )
  }
  expect(await index.verify()).toEqual({ records: documents.length, problems: [] })
  expect((await index.stats()).keep).toBe('info')
  await index.close()
}

describe('the combined similarity in a live index', () => {
  it('is that of the formula, for pairs at every distance where the other information decides', () => {
    const pairs = documents.flatMap(({ id }) => [...expectedOf(id).values()])
    expect(new Set(pairs.map(({ distance }) => distance))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    // At 4 bits apart content alone is not enough: 0.9 / 5 is 0.18.
    const all = documents.flatMap(({ id: a }) => documents.map(({ id: b }) => hammingDistance(prints[a] as bigint, prints[b] as bigint)))
    expect(pairs.filter(({ distance }) => distance === 4).length).toBeLessThan(all.filter((distance) => distance === 4).length)
  })

  it.each([
    ['memory', 'memory:combined'],
    ['a folder', join(folder, 'lmdb')],
    ['SQLite', `sqlite:${join(folder, 'combined.db')}`],
  ])('holds in %s', (_, url) => holds(url))

  it('gives the pairs of a batch', async () => {
    await using batch = await dedupe(documents, { ...OPTIONS, pairs: true } as never)
    const found = new Map([...batch.pairs()].map(({ a, b, similarity }) => [`${a} ${b}`, similarity]))
    const expected = documents.flatMap(({ id: a }) =>
      [...expectedOf(a)].flatMap(([b, { similarity }]) => (a < b ? [[`${a} ${b}`, similarity] as const] : [])),
    )
    expect(new Set(found.keys())).toEqual(new Set(expected.map(([pair]) => pair)))
    for (const [pair, similarity] of expected) expect(found.get(pair)).toBeCloseTo(similarity, 6)
  })

  it('gives equal contents mu, and the rest by what else is known of them', async () => {
    const index = await openIndex('memory:equal', OPTIONS)
    const text = 'the same words in every one of these'
    await index.add({ id: 1, text, keywords: ['a', 'b'] })
    expect(await index.addIfNew({ id: 2, text, keywords: ['c', 'd'] })).toMatchObject({ stored: false, similarity: 0.9, distance: 0 })
    expect(await index.addIfNew({ id: 3, text, keywords: ['b', 'a'] })).toMatchObject({ stored: false, similarity: 1 })
    expect(await index.query(text)).toMatchObject([{ id: 1, similarity: 0.9 }])
    // Under its id, with other information, it is another document.
    expect(await index.add({ id: 1, text, keywords: ['z'] })).toMatchObject({ status: 'new', replaced: true })
    await index.close()
  })

  it('is there in a browser', async () => {
    const index = createIndex(OPTIONS as never)
    await index.add({ id: 1, text: 'the same words in every one', keywords: ['a'] })
    expect(await index.query({ text: 'the same words in every one', keywords: ['b'] })).toMatchObject([{ id: 1, similarity: 0.9 }])
  })

  it('comes out of an export as it went in', async () => {
    const index = await openIndex('memory:from', OPTIONS)
    for await (const _ of index.addAll(documents.slice(0, 30)));
    const lines: Exported[] = []
    for await (const line of index.export()) lines.push(line)
    const other = await openIndex('memory:into', OPTIONS)
    expect(await other.import(lines)).toBe(30)
    const [asked] = documents
    expect(await other.query(asked as object)).toEqual(await index.query(asked as object))
    const damaged = lines.map((line) => ('row' in line ? { ...line, info: undefined } : line))
    await expect((await openIndex('memory:damaged', OPTIONS)).import(damaged)).rejects.toThrow('no other information')
  })

  it('keeps the signature of the information and nothing else', async () => {
    await expect(openIndex('memory:keeps', { ...OPTIONS, payload: 'text' })).rejects.toThrow('other information (info), not text')
    await expect(openIndex('memory:keeps', { payload: 'info' })).rejects.toThrow('under measure "combined" alone')
    await expect(openIndex('memory:keeps', { ...OPTIONS, measure: 'bits' } as never)).rejects.toThrow('of batches')
  })
})

describe('the path of wang2019, by the command', () => {
  const rows = [
    { id: 1, text: '今天天气很好啊', keywords: ['a', 'b'] },
    { id: 2, text: '今天天气很好', keywords: ['c', 'd'] },
    { id: 3, text: '全新的文章说了别的事情' },
  ]
  const input = writeLines(join(folder, 'w.jsonl'), rows)
  const model = join(folder, 'w.model')
  const index = join(folder, 'wang')

  it('builds a model, files by blocks, and answers by the formula', async () => {
    await leitong(['model', 'build', input, '--profile', 'wang2019', '-o', model])
    expect((await leitong(['index', 'create', index, '--profile', 'wang2019', '--model', model])).code).toBe(0)
    const added = await leitong(['index', 'add', index, input, '--profile', 'wang2019'])
    expect(
      added.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { id: 1, status: 'new' },
      { id: 2, status: 'duplicate', duplicate_of: 1, similarity: 0.9, distance: 0 },
      { id: 3, status: 'new' },
    ])
  })

  it('opens under its profile again, whatever is found by it', async () => {
    expect((await leitong(['index', 'stats', index])).code).toBe(0)
    await expect(openIndex(index, { find: 'versions', create: false })).rejects.toMatchObject({ code: 'INDEX_OPTIONS' })
  })

  it('does not read documents without the information that the index compares', async () => {
    for (const command of ['add', 'query']) {
      const { code, stderr } = await leitong(['index', command, index, input])
      expect([code, stderr]).toEqual([2, expect.stringContaining('--info-field keywords,tags,references')])
    }
    const { code, stderr } = await leitong(['sync', input, index])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--info-field keywords,tags,references')])
    expect((await leitong(['index', 'query', index, input, '--info-field', 'keywords'])).code).toBe(0)
  })

  it('takes the information in a sync', async () => {
    const more = join(folder, 'more.jsonl')
    writeFileSync(more, `${JSON.stringify({ id: 4, text: '今天天气很好了', keywords: ['a', 'b'] })}\n`)
    const { stdout } = await leitong(['sync', more, index, '--profile', 'wang2019'])
    expect(JSON.parse(stdout)).toMatchObject({ id: 4, duplicate_of: 1, similarity: 1 })
  })
})

describe('buckets that are cut again', () => {
  it('are of stores that file postings: memory and LMDB refuse the option', async () => {
    const settings = { profile: 'wang2019', weight: 'tf', overflow: 2 } as const
    for (const url of [`memory:overflow${process.pid}`, join(folder, 'overflow')]) {
      await expect(openIndex(url, settings)).rejects.toMatchObject({
        code: 'OPTION_CONFLICT',
        message: expect.stringContaining('overflow'),
      })
      await expect(openIndex(url, { create: false })).rejects.toMatchObject({ code: 'INDEX_MISSING' })
    }
    await using index = await openIndex(`sqlite:${join(folder, 'overflow.db')}`, settings)
    expect((await index.stats()).documents).toBe(0)
  })
})

await describeWith('redis', 'in Redis, blocks and then the formula', (url) => {
  it(
    'holds with buckets that are cut again beyond three times the mean',
    () => holds(`${url}#combined${process.pid}`, { overflow: 2 }),
    120_000,
  )
})

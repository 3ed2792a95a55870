/**
 * The live index.
 *
 * Oracle   brute force over feature Sets, written here; the batch `dedupe` with all its pairs.
 * Covers   add, replace, idempotence, get, remove; batch forms; queries first, limited and all; every method, measure and kind
 *          of keeping; other options refused; 64 clients at once; export and import between stores; the same groups from every
 *          store, and as single-pass over the pairs of a batch.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Added, dedupe, type Exported, type LiveIndex, type LiveOptions, type Measure, openIndex } from '../../../src/index.js'
import { createKernel, measure, overlapOf } from '../../../src/stages.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
let next = 0
const URLS = { memory: () => `memory:live-${next++}`, lmdb: () => join(folder, `index-${next++}`) }
const EACH = Object.entries(URLS)

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

/** Families of texts, shuffled: alike within, unlike across. */
function families(seed: number, count: number, size: number, share = 0.05) {
  const random = createRandom(seed)
  const texts = Array.from({ length: count }, (_, family) => {
    const text = createText(random, 80, family % 3 === 2)
    return Array.from({ length: size }, (_, i) => ({ id: `${family}-${i}`, text: i ? edit(random, text, share) : text }))
  }).flat()
  return texts
    .map((text) => [random(), text] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, text]) => text)
}

const kernel = createKernel({ tokenizer: 'auto', ngram: 2, charNgram: 3, normalize: ['nfkc', 'case', 'space', 'punctuation'], seed: 0 })
function featuresOf(text: string) {
  kernel.load(text)
  return kernel.featureSet()
}

const text = 'The committee met on Monday to discuss the new bridge over the river and its cost.'
const near = 'The committee met on Monday to discuss the new bridge over the river and its price.'
const other = '居民反映小区夜间施工噪音严重影响休息，希望有关部门尽快处理。'
/** The share of features that `text` and `near` have in common. */
const SIMILARITY = 0.875
const NO_MATCH = { duplicateOf: undefined, similarity: undefined, distance: undefined }

describe.each(EACH)('one document at a time, %s', (_, newUrl) => {
  /** An index that holds `text` as a and `near` as 7. */
  async function withTwo(): Promise<LiveIndex> {
    const index = await openIndex(newUrl(), { threshold: 0.7, payload: 'text' })
    await index.add({ id: 'a', text })
    await index.add({ id: 7, text: near })
    return index
  }

  it('answers that a document is new, and the second time that it is unchanged', async () => {
    await using index = await openIndex(newUrl(), { threshold: 0.7 })
    const answer = { ...NO_MATCH, id: 'a', stored: true, replaced: false, group: 'a' }
    expect(await index.add({ id: 'a', text })).toEqual({ ...answer, status: 'new' })
    expect(await index.add({ id: 'a', text })).toEqual({ ...answer, status: 'unchanged' })
  })

  it('stores a duplicate, with its best match and in its group', async () => {
    await using index = await openIndex(newUrl(), { threshold: 0.7 })
    await index.add({ id: 'a', text })
    const match = { duplicateOf: 'a', similarity: SIMILARITY, distance: undefined, group: 'a' }
    expect(await index.add({ id: 7, text: near })).toEqual({ ...match, id: 7, status: 'duplicate', stored: true, replaced: false })
  })

  it('leaves a duplicate out where only new ones are asked for', async () => {
    await using index = await withTwo()
    expect(await index.addIfNew({ id: 8, text: near })).toMatchObject({ duplicateOf: 7, similarity: 1, group: 'a', stored: false })
    expect(await index.get(8)).toBeUndefined()
  })

  it('tells 7 and "7" apart', async () => {
    await using index = await withTwo()
    expect(await index.get('7')).toBeUndefined()
    expect(await index.get(7)).toEqual({ id: 7, group: 'a', text: near })
  })

  it('answers queries with the best first: all, the first found, or the best few', async () => {
    await using index = await withTwo()
    const [a, seven] = [
      { id: 'a', similarity: 1, distance: undefined, group: 'a' },
      { id: 7, similarity: SIMILARITY, distance: undefined, group: 'a' },
    ]
    expect(await index.query(text)).toEqual([a, seven])
    expect(await index.query(text, { first: true })).toHaveLength(1)
    expect(await index.query(near, { limit: 1 })).toMatchObject([{ id: 7 }])
  })

  it('replaces what stands under an id, which then founds a group of its own', async () => {
    await using index = await withTwo()
    expect(await index.add({ id: 7, text: other })).toMatchObject({ status: 'new', replaced: true, group: 7 })
    expect(await index.query({ id: 'any', text: near })).toMatchObject([{ id: 'a' }])
    expect((await index.stats()).documents).toBe(2)
  })

  it('finds a removed document no more', async () => {
    await using index = await withTwo()
    expect([await index.remove('a'), await index.remove('a')]).toEqual([true, false])
    expect(await index.query(text)).toMatchObject([{ id: 7 }])
    await index.remove(7)
    expect(await index.query(text)).toEqual([])
    expect((await index.stats()).documents).toBe(0)
  })

  it('refuses documents without id or text, and a limit of none', async () => {
    await using index = await openIndex(newUrl())
    await expect(index.add({ text })).rejects.toMatchObject({ code: 'INDEX_DOCUMENT' })
    await expect(index.add({ id: 1 })).rejects.toMatchObject({ code: 'INDEX_DOCUMENT' })
    await expect(index.add({ id: Number.NaN, text })).rejects.toMatchObject({ code: 'INDEX_DOCUMENT' })
    await expect(index.query(text, { limit: 0 })).rejects.toMatchObject({ code: 'OPTION_VALUE' })
  })
})

describe.each(EACH)('many documents, %s', (_, newUrl) => {
  it('does in batches what it does one by one', async () => {
    const documents = families(5, 40, 8)
    const [single, batch] = [await openIndex(newUrl()), await openIndex(newUrl())]
    const one: Added[] = []
    for (const document of documents) one.push(await single.addIfNew(document))
    const asynchronous = async function* () {
      yield* documents
    }
    expect(await all(batch.addAll(asynchronous(), { ifNew: true }))).toEqual(one)
    const queries = documents.map(({ text: asked }) => asked)
    const answers = await all(batch.queryAll(queries))
    for (const [i, asked] of queries.entries()) expect(answers[i]?.matches).toEqual(await single.query(asked))
    expect((await all(batch.queryAll(documents))).map(({ id }) => id)).toEqual(documents.map(({ id }) => id))
    const kept = one.filter(({ stored }) => stored).map(({ id }) => id)
    expect(await all(batch.removeAll([...kept, 'nobody']))).toEqual([...kept, 'nobody'].map((id) => ({ id, removed: id !== 'nobody' })))
    expect((await batch.stats()).documents).toBe(0)
    await single.close()
    await batch.close()
  })

  it('leaves exactly one of each group as new, whoever comes first', async () => {
    const url = newUrl()
    const clients = [await openIndex(url, { method: 'simhash', distance: 20, threshold: 0.5 }), await openIndex(url)]
    const documents = families(64, 50, 20, 0.01)
    const added: Added[] = []
    let at = 0
    await Promise.all(
      Array.from({ length: 64 }, async (_, worker) => {
        while (at < documents.length) added.push(await (clients[worker % 2] as LiveIndex).addIfNew(documents[at++] as never))
      }),
    )
    const news = added.filter(({ status }) => status === 'new').map(({ id }) => String(id).split('-')[0])
    expect(added).toHaveLength(1000)
    expect(news.sort()).toEqual([...new Set(documents.map(({ id }) => id.split('-')[0]))].sort())
    for (const client of clients) await client.close()
  })
})

describe.each(EACH)('answers as brute force does, %s', (_, newUrl) => {
  const ways: LiveOptions[] = [
    { method: 'simhash', distance: 12, threshold: 0.6 },
    { method: 'simhash', bits: 128, distance: 20, threshold: 0.5, measure: 'cosine', payload: 'text' },
    { method: 'simhash', verify: false, distance: 8 },
    { method: 'minhash', threshold: 0.6, measure: 'multiset' },
  ]
  it.each(ways.map((options) => [JSON.stringify(options), options] as const))('%s', async (_name, options) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1e6 }), async (seed) => {
        const documents = families(seed, 8, 6, 0.08)
        const index = await openIndex(newUrl(), options)
        await all(index.addAll(documents))
        const { threshold, measure: by, bits, distance } = index.options
        const sets = documents.map((document) => featuresOf(document.text))
        const prints = documents.map((document) => {
          kernel.load(document.text)
          return kernel.simhash(bits, 'tf')
        })
        for (const [i, document] of documents.entries()) {
          const expected = documents.flatMap(({ id }, j) => {
            const similarity = measure(overlapOf(sets[i] as never, sets[j] as never), by as Measure)
            const apart = ((prints[i] as bigint) ^ (prints[j] as bigint)).toString(2).replaceAll('0', '').length
            const near = index.options.method === 'minhash' || apart <= distance
            return near && (similarity >= threshold || !index.options.verify) ? [[id, index.options.verify ? similarity : undefined]] : []
          })
          const found = (await index.query(document.text)).map(({ id, similarity }) => [id, similarity])
          // Bands miss one in 500 at the threshold: what they find is right, and equal texts are always found.
          if (index.options.method === 'minhash') {
            for (const match of found) expect(expected).toContainEqual(match)
            expect(found).toContainEqual([document.id, 1])
            expect(found.length).toBeGreaterThanOrEqual(expected.filter(([, value]) => Number(value) > 0.75).length)
          } else expect(found.sort()).toEqual(expected.sort())
        }
        await index.close()
      }),
      { numRuns: 3 },
    )
  })
})

describe.each(EACH)('options of an index, %s', (_, newUrl) => {
  /** An index with options of its own; one in memory goes when nobody has it open. */
  const withOptions = () => openIndex(newUrl(), { method: 'simhash', distance: 5 })

  it('finds no index where there is none', async () => {
    await expect(openIndex(newUrl(), { create: false })).rejects.toMatchObject({ code: 'INDEX_MISSING', exit: 3 })
  })

  it.each([
    [{ method: 'minhash' }, 'method is "simhash", not "minhash"'],
    [{ payload: 'none' }, 'keep is "features", not "none"'],
    [{ blockLimit: 7 }, 'block-limit is 1000, not 7'],
    [{ method: 'simhash', distance: 6, blockLimit: 7 }, 'distance is 5, not 6; block-limit is 1000, not 7'],
  ] as const)('refuses others, and says which: %o', async (options, message) => {
    await using held = await withOptions()
    await expect(openIndex(held.url, options)).rejects.toMatchObject({ code: 'INDEX_OPTIONS', message: expect.stringContaining(message) })
  })

  it('takes the same, and others for how documents are read', async () => {
    await using held = await withOptions()
    await using index = await openIndex(held.url, { distance: 5, payload: 'features', idField: 'key' })
    expect(await index.add({ key: 1, text })).toMatchObject({ id: 1, status: 'new' })
    expect(index.options.method).toBe('simhash')
  })

  it('refuses an option that is none', async () => {
    await using held = await withOptions()
    await expect(openIndex(held.url, { ditsance: 5 } as never)).rejects.toMatchObject({ code: 'OPTION_UNKNOWN' })
  })
})

const PAYLOADS = ['features', 'text', 'none'] as const
describe.each(EACH.flatMap(([store, newUrl]) => PAYLOADS.map((payload) => [store, payload, newUrl] as const)))(
  'transfer, %s keeping %s',
  (_, payload, newUrl) => {
    const documents = families(9, 10, 4)
    async function exported(): Promise<{ from: LiveIndex; lines: Exported[] }> {
      const from = await openIndex(newUrl(), { payload })
      await all(from.addAll(documents))
      return { from, lines: JSON.parse(JSON.stringify(await all(from.export()))) as Exported[] }
    }

    it('moves everything to another index', async () => {
      const { from, lines } = await exported()
      await using to = await openIndex(newUrl(), { payload })
      expect(await to.import(lines)).toBe(40)
      for (const { id, text: asked } of documents) {
        expect(await to.query(asked)).toEqual(await from.query(asked))
        expect(await to.get(id)).toEqual(await from.get(id))
      }
      await from.close()
    })

    it('moves to other options where texts are kept', async () => {
      const { from, lines } = await exported()
      await from.close()
      await using changed = await openIndex(newUrl(), { tokenizer: 'char' })
      if (payload === 'text') expect(await changed.import(lines)).toBe(40)
      else await expect(changed.import(lines)).rejects.toMatchObject({ code: 'IMPORT_OPTIONS' })
    })

    it('refuses an export that breaks off', async () => {
      const { from, lines } = await exported()
      await from.close()
      await using short = await openIndex(newUrl(), { payload })
      await expect(short.import(lines.slice(0, -1))).rejects.toMatchObject({ code: 'SOURCE_READ' })
    })
  },
)

it('gives the same answers and groups from every store', async () => {
  const documents = families(21, 60, 5)
  const answers: unknown[] = []
  for (const [, newUrl] of EACH) {
    const index = await openIndex(newUrl(), { threshold: 0.7 })
    const added = await all(index.addAll(documents))
    await index.remove(documents[3]?.id)
    answers.push([added, await all(index.queryAll(documents))])
    await index.close()
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

it('finds the pairs that a batch finds, and groups them by single pass', async () => {
  const documents = families(33, 40, 5, 0.04)
  const batch = await dedupe(documents, { pairs: true })
  const pairs = [...batch.pairs()].map(({ a, b, similarity }) => JSON.stringify([a, b, similarity]))
  const similarityOf = new Map([...batch.pairs()].map(({ a, b, similarity }) => [`${a} ${b}`, similarity]))
  await batch.close()
  const index = await openIndex(URLS.lmdb())
  const added = await all(index.addAll(documents))
  const order = new Map(documents.map(({ id }, i) => [id, i]))
  const found: string[] = []
  for (const { id, text } of documents)
    for (const match of await index.query(text))
      if ((order.get(id) as number) < (order.get(match.id as string) as number))
        found.push(JSON.stringify([id, match.id, match.similarity]))
  expect(found.sort()).toEqual(pairs.sort())
  // Single pass: each joins the group of the most similar document before it, of equally similar ones the oldest.
  const groups = new Map<string, string>()
  for (const [i, { id }] of documents.entries()) {
    let best: { group: string; similarity: number } | undefined
    for (const before of documents.slice(0, i)) {
      const similarity = similarityOf.get(`${before.id} ${id}`)
      if (similarity !== undefined && (!best || similarity > best.similarity)) best = { group: groups.get(before.id) as string, similarity }
    }
    groups.set(id, best?.group ?? id)
    expect(added[i]?.group).toBe(groups.get(id))
  }
  await index.close()
})

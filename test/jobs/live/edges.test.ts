/**
 * The live index where it is easily got wrong, in every store of one machine.
 *
 * Oracle   brute force over fingerprints of the kernel.
 * Covers   fingerprints shorter than a word; texts without content; an index that takes in
 *          its own export; imports of what is no export, and into
 *          other options; a corpus model too large to be held.
 */
import { createHash } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Exported, type LiveIndex, openIndex } from '../../../src/index.js'
import { createKernel } from '../../../src/stages.js'
import { encodeModel } from '../../../src/weighting/model.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
let next = 0
const URLS = {
  memory: () => `memory:edges-${next++}`,
  lmdb: () => join(folder, `index-${next++}`),
  sqlite: () => `sqlite:${join(folder, `index-${next++}.db`)}`,
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

describe.each(Object.entries(URLS))('live index at its edges, %s', (_, newUrl) => {
  it.each([8, 16] as const)('searches fingerprints of %i bits', async (bits) => {
    const random = createRandom(bits)
    const base = createText(random, 60)
    const documents = Array.from({ length: 60 }, (_, id) => ({ id, text: id % 2 ? edit(random, base, 0.1) : createText(random, 40) }))
    const kernel = createKernel({ tokenizer: 'auto', ngram: 2, charNgram: 3, normalize: ['nfkc', 'case', 'space', 'punctuation'], seed: 0 })
    const prints = documents.map(({ text }) => {
      kernel.load(text)
      return kernel.simhash(bits, 'tf')
    })
    const url = newUrl()
    const index: LiveIndex = await openIndex(url, { method: 'simhash', bits, distance: 2, verify: false })
    await all(index.addAll(documents))
    for (const [i, { text }] of documents.entries()) {
      const expected = documents.flatMap(({ id }, j) => {
        const apart = ((prints[i] as bigint) ^ (prints[j] as bigint)).toString(2).replaceAll('0', '').length
        return apart <= 2 ? [[id, apart]] : []
      })
      const found = (await index.query(text)).map(({ id, distance }) => [id, distance])
      expect(found.sort()).toEqual(expected.sort())
    }
    expect(await index.verify()).toEqual({ records: documents.length, problems: [] })
    await index.close()
  })

  it('refuses texts without content, as a batch does, and says which', async () => {
    const index = await openIndex(newUrl(), { textField: ['title', 'body'] })
    for (const body of ['', ' \n\t\u3000'])
      for (const add of [index.add.bind(index), index.addIfNew.bind(index)])
        await expect(add({ id: 7, title: '', body })).rejects.toMatchObject({
          code: 'INDEX_DOCUMENT',
          message: expect.stringContaining('the text of 7 is empty'),
        })
    const documents = [
      { id: 1, body: 'a text of its own' },
      { id: 'two', body: '  ' },
    ]
    await expect(all(index.addAll(documents))).rejects.toMatchObject({ message: expect.stringContaining('the text of "two" is empty') })
    expect(await index.query('')).toEqual([])
    expect((await index.stats()).documents).toBe(0)
    await index.close()
  })

  it('takes in its own export, and comes to an end', async () => {
    const index = await openIndex(newUrl(), { method: 'exact', payload: 'none' })
    // More than any store reads at once.
    await all(index.addAll(Array.from({ length: 1100 }, (_, id) => ({ id, text: `document ${id}` }))))
    let lines = 0
    const exported = async function* () {
      for await (const line of index.export()) {
        if (++lines > 5000) throw new Error('it has no end')
        yield line
      }
    }
    expect(await index.import(exported())).toBe(1100)
    expect((await index.stats()).documents).toBe(1100)
    expect(await index.verify()).toEqual({ records: 1100, problems: [] })
    await index.close()
  })

  it('refuses what is no export, and takes nothing of it', async () => {
    const from = await openIndex(newUrl(), { method: 'simhash' })
    await from.add({ id: 'a', text: 'a text of its own' })
    const [head, line, end] = (await all(from.export())) as [Exported, Exported, Exported]
    await from.close()
    const index = await openIndex(newUrl(), { method: 'simhash' })
    const wrong: [unknown[], RegExp][] = [
      [[], /no export/],
      [[null], /no export/],
      [[{ leitong_index: 2 }, line, end], /no export/],
      [[[head], line, end], /no export/],
      [[head, null, end], /line 2/],
      [[head, 'a', end], /line 2/],
      [[head, { ...line, row: 'AAAA' }, end], /line 2.*row of 3 bytes, not 24/],
      [[head, { ...line, row: undefined }, end], /line 2.*row/],
      [[head, { ...line, group: undefined }, end], /line 2.*group/],
      [[head, { ...line, features: 7 }, end], /line 2.*features/],
      [[head, { ...line, id: null }, end], /line 2.*id/],
      [[head, line, end, line], /line 4.*follows the end/],
      [[head, line], /not whole/],
    ]
    for (const [lines, cause] of wrong)
      await expect(index.import(lines as Exported[]), String(cause)).rejects.toMatchObject({
        code: 'SOURCE_READ',
        message: expect.stringMatching(cause),
      })
    // The last two are an export that broke off, or more than one: what was whole until then is in.
    expect((await index.stats()).documents).toBe(1)
    await index.close()
  })

  it('names the options that keep an export from coming in', async () => {
    const from = await openIndex(newUrl(), { threshold: 0.7, payload: 'features' })
    await from.add({ id: 'a', text: 'a text of its own' })
    const lines = await all(from.export())
    await from.close()
    const others = [
      [{ threshold: 0.8 }, /threshold is 0\.8 here, and was 0\.7(?:;|$)/],
      [{ threshold: 0.7, payload: 'text' }, /keep is "text" here, and was "features"$/],
      [{ threshold: 0.7, method: 'exact' }, /method is "exact" here, and was "minhash"/],
    ] as const
    for (const [options, message] of others) {
      const index = await openIndex(newUrl(), options)
      await expect(index.import(lines)).rejects.toMatchObject({
        code: 'IMPORT_OPTIONS',
        message: expect.stringMatching(message),
        remedy: expect.stringContaining("payload: 'text'"),
      })
      await index.close()
    }
    const broken = [{ ...lines[0], signature: 'leitong0 minhash' }, ...lines.slice(1)]
    const same = await openIndex(newUrl(), { threshold: 0.7 })
    await expect(same.import(broken)).rejects.toMatchObject({
      code: 'IMPORT_OPTIONS',
      message: expect.stringContaining('leitong0 minhash'),
    })
    await same.close()
  })
})

it('remembers where a large corpus model lies, and which it was', async () => {
  const features = (await openIndex('memory:', { method: 'simhash' }).then((index) => index.stats())).signature.replace(
    /^.*(?=tokenizer=)/,
    '',
  )
  const write = (name: string, total: number) => {
    const hashes = BigUint64Array.from({ length: 400_000 }, (_, i) => BigInt(i) << 44n)
    const model = { features, total, hashes, documents: new Uint32Array(hashes.length).fill(2) }
    writeFileSync(
      join(folder, name),
      encodeModel(model, (bytes) => createHash('sha256').update(bytes).digest()),
    )
  }
  write('large.model', 10)
  const url = URLS.lmdb()
  const index = await openIndex(url, { method: 'simhash', weight: 'tfidf', model: join(folder, 'large.model') })
  await index.add({ id: 1, text: 'a text of its own' })
  expect(JSON.stringify(await all(index.export())).length).toBeLessThan(10_000)
  await index.close()
  const again = await openIndex(url)
  expect(await again.query('a text of its own')).toHaveLength(1)
  await again.close()
  renameSync(join(folder, 'large.model'), join(folder, 'moved.model'))
  await expect(openIndex(url)).rejects.toMatchObject({
    code: 'SOURCE_MISSING',
    message: expect.stringContaining(join(folder, 'large.model')),
  })
  await (await openIndex(url, { model: join(folder, 'moved.model') })).close()
  write('large.model', 11)
  await expect(openIndex(url)).rejects.toMatchObject({ code: 'SIGNATURES_UNLIKE' })
})

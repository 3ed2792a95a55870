/**
 * One folder, many processes, and their sudden ends.
 *
 * Covers   kill -9 of four writers at 40 random moments: what was acknowledged is there, what is there is whole; two processes
 *          that offer the same texts: one of each group is new; failures that stay with their call; a disk that is full: an error, and nothing acknowledged lost;
 *          damaged sealed rows.
 */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { driver } from '../../src/stores/lmdb/lmdb.js'
import type { Offer } from '../../src/stores/store.js'
import { temporaryFolder } from '../support/files.js'
import { createRandom, createText, edit } from '../support/texts.js'
import { type Acknowledged, checkAcknowledged, killWriters, note, startWriter } from '../support/writers.js'
import { metaOf, rowOf } from './contract/support.js'

const folder = temporaryFolder()

it('loses nothing acknowledged when writers are killed at any moment', async () => {
  const url = join(folder, 'killed')
  await (await openIndex(url, { method: 'simhash', payload: 'text' })).close()
  await killWriters(url, { rounds: 10, writers: 4, within: 200 }, createRandom(9))
})

it('lets one of each group be new when two processes offer them', async () => {
  const url = join(folder, 'offered')
  await (await openIndex(url, { method: 'simhash', distance: 20, threshold: 0.5 })).close()
  const random = createRandom(77)
  const documents = Array.from({ length: 40 }, (_, group) => {
    const text = createText(random, 80)
    return Array.from({ length: 15 }, (_, i) => ({ id: `${group}-${i}`, text: edit(random, text, 0.01) }))
  }).flat()
  const path = join(folder, 'documents.json')
  writeFileSync(
    path,
    JSON.stringify(
      documents
        .map((document) => [random(), document] as const)
        .sort((a, b) => a[0] - b[0])
        .map(([, each]) => each),
    ),
  )
  const writers = ['a', 'b'].map((name) => startWriter(['offer', url, name, path]))
  await Promise.all(writers.map(({ ended }) => ended))
  const news = writers.flatMap(({ lines }) => lines).map((line) => Number(line.slice(4)))
  expect(news.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, group) => group))
})

it('says so when the disk is full, and keeps what it has acknowledged', async () => {
  const url = join(folder, 'full')
  await (await openIndex(url, { method: 'simhash', payload: 'text' })).close()
  // Files end at 4 MB: for whoever writes that is a full disk.
  const writer = startWriter(['write', url, 'w', '5'], 'ulimit -f 4096')
  await writer.ended
  expect(writer.lines.at(-1)).toMatch(/^error STORE .*(full|a limit of file sizes)/)
  const acknowledged: Acknowledged = new Map()
  note(writer.lines, acknowledged)
  expect(acknowledged.size).toBeGreaterThan(500)
  await checkAcknowledged(url, acknowledged)
})

it('keeps the failure of one from others who share its transaction', async () => {
  const url = join(folder, 'shared')
  const store = await driver.open(url, metaOf({ kind: 'exact' }))
  const offer = (id: string, fails: boolean): Offer => ({
    id,
    entry: rowOf(id.length, new Uint8Array()),
    decide() {
      if (fails) throw new Error('no')
      return { id, entry: rowOf(id.length, new Uint8Array()), group: id, payload: new Uint8Array() }
    },
  })
  const answers = await Promise.allSettled([
    store.update([offer('"a"', false)]),
    store.update([offer('"bb"', false), offer('"ccc"', true)]),
    store.update([offer('"dddd"', false)]),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await store.get(['"a"', '"bb"', '"ccc"', '"dddd"'])).map((record) => record?.id)).toEqual(['"a"', undefined, undefined, '"dddd"'])
  expect(await store.verify()).toEqual({ records: 2, problems: [] })
  // A folder by another name is the same index.
  symlinkSync(url, `${url}-link`)
  const linked = await driver.open(`lmdb:${url}-link`, undefined)
  await linked.remove(['"a"'])
  expect(await store.get(['"a"'])).toEqual([undefined])
  await linked.close()
  await store.close()
})

it('opens with damaged sealed rows, finds everything, and verify tells', async () => {
  const url = join(folder, 'sealed')
  const index = await openIndex(url, { method: 'simhash', payload: 'none' })
  const documents = Array.from({ length: 5000 }, (_, id) => ({ id, text: `document ${id} ${id * 7919} ${id * 104729}` }))
  for await (const added of index.addAll(documents)) expect(added.stored).toBe(true)
  await index.close()
  const path = join(url, 'index.lmdb')
  const bytes = readFileSync(path)
  // Numbers of sealed records stand behind each other as doubles.
  const at = bytes.indexOf(Buffer.from(new Float64Array([2001, 2002, 2003]).buffer))
  bytes[at] = 1
  writeFileSync(path, bytes)
  const again = await openIndex(url)
  expect((await again.query(documents[2001]?.text as string)).map(({ id }) => id)).toContain(2001)
  expect((await again.verify()).problems.join()).toMatch(/rows from 1: .*checksum/)
  await again.compact()
  expect(await again.verify()).toEqual({ records: 5000, problems: [] })
  await again.close()
})

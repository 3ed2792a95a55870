/**
 * What a store on a server keeps when something fails.
 *
 * Oracle   what was acknowledged: to a process until it was killed, and to this one at any time.
 * Covers   kill -9 of our process while it writes; kill -9 of the server, which then starts again; connections that are cut, also between a
 *          request and its answer; two processes that offer the same texts. The handle that was open goes on by itself, each call
 *          has its answer, and that answer is the one it would have had: what is offered is new once.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type LiveIndex, openIndex } from '../../../src/index.js'
import type { Lab } from '../../support/fault-lab.js'
import { temporaryFolder } from '../../support/files.js'
import { startProxy } from '../../support/proxy.js'
import { createRandom, createText, edit } from '../../support/texts.js'
import { killWriters, startWriter, textsOf } from '../../support/writers.js'

export const OPTIONS = { method: 'simhash', payload: 'text' } as const
export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Writes, removes and asks until it is told to stop; the texts that must then be there. Every call must succeed. */
async function keepWriting(index: LiveIndex, name: string, seed: number, going: () => boolean): Promise<Map<string, string>> {
  const random = createRandom(seed)
  const number = (below: number) => Math.floor(random() * below)
  const texts = new Map<string, string>()
  const textOf = (id: string, version: number) => `${id} in its version ${version} ${number(1e9)} ${number(1e9)}`
  for (let version = 1; going() || version < 3; version++) {
    const id = `${name}-${number(50)}`
    const kind = number(10)
    if (kind === 0) {
      await index.remove(id)
      texts.delete(id)
    } else if (kind === 1) {
      const documents = Array.from({ length: 20 }, (_, i) => ({ id: `${name}-${50 + i}`, text: textOf(`${name}-${50 + i}`, version) }))
      for await (const added of index.addAll(documents)) expect(added.stored).toBe(true)
      for (const document of documents) texts.set(document.id, document.text)
    } else {
      const text = textOf(id, version)
      const added = await index.add({ id, text })
      expect(added).toMatchObject({ stored: true, replaced: texts.has(id) })
      texts.set(id, text)
      if (kind === 2) expect((await index.query(text)).map((found) => found.id)).toContain(id)
    }
  }
  return texts
}

/** Offers texts of so many groups by several clients at once, until each has answered, over and over with other groups. */
async function keepOffering(index: LiveIndex, seed: number, going: () => boolean): Promise<string[]> {
  const random = createRandom(seed)
  const wrong: string[] = []
  for (let group = 0; going(); group++) {
    const text = createText(random, 60)
    const answers = await Promise.all([1, 2, 3].map((i) => index.addIfNew({ id: `offer-${group}-${i}`, text })))
    const statuses = answers.map(({ status }) => status).sort()
    if (statuses.join() !== 'duplicate,duplicate,new') wrong.push(`${group}: ${statuses}`)
  }
  return wrong
}

/** Four that write and one that offers through one handle, while `trouble` lasts; then everything is as it should be. */
export async function writeThrough(url: string, trouble: () => Promise<void>): Promise<void> {
  const index = await openIndex(url, OPTIONS)
  let going = true
  const writing = [1, 2, 3, 4].map((i) => keepWriting(index, `w${i}`, i, () => going))
  const offering = keepOffering(index, 5, () => going)
  const [, wrong, ...written] = await Promise.all([
    trouble().finally(() => {
      going = false
    }),
    offering,
    ...writing,
  ])
  expect(wrong).toEqual([])
  await index.close()
  const texts = await textsOf(url)
  const offers = [...texts.keys()].filter((id) => id.startsWith('offer-'))
  expect(new Set(offers.map((id) => id.split('-')[1])).size).toBe(offers.length)
  for (const id of offers) texts.delete(id)
  expect(texts).toEqual(new Map(written.flatMap((part) => [...part])))
}

async function offerTwice(url: string, members: number): Promise<void> {
  await (await openIndex(url, { threshold: 0.5 })).close()
  const random = createRandom(77)
  const documents = Array.from({ length: 20 }, (_, group) => {
    const text = createText(random, 80)
    return Array.from({ length: members }, (_, i) => ({ id: `${group}-${i}`, text: edit(random, text, 0.01) }))
  }).flat()
  documents.sort(() => random() - 0.5)
  const path = join(temporaryFolder(), 'documents.json')
  writeFileSync(path, JSON.stringify(documents))
  const writers = ['a', 'b'].map((name) => startWriter(['offer', url, name, path]))
  await Promise.all(writers.map(({ ended }) => ended))
  const news = writers.flatMap(({ lines }) => lines).map((line) => Number(line.slice(4)))
  expect(news.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, group) => group))
}

export interface FaultSetup {
  /** The URL of the server by way of another port. */
  through(port: number): string
  /** Milliseconds before a server that was killed starts again. @default 50 */
  readonly down?: number
  /** Times that five writers are killed. @default 3 */
  readonly rounds?: number
  /** Texts of each group that two processes offer. @default 12 */
  readonly members?: number
}

export function faultContract({ home, url }: Lab, { through, down = 50, rounds = 3, members = 12 }: FaultSetup): void {
  const port = Number(new URL(url).port)
  const random = createRandom(31)

  it('loses nothing acknowledged when our processes are killed', async () => {
    const place = `${url}#killed`
    await (await openIndex(place, OPTIONS)).close()
    await killWriters(place, { rounds, writers: 5, within: 150 }, random)
  })

  it('goes on when the server was killed and has started again', async () => {
    await writeThrough(`${url}#restarted`, async () => {
      for (let i = 0; i < 2; i++) {
        await pause(200 + random() * 300)
        await home.crash()
        await pause(down)
        home.restart()
        // Until it answers again.
        await using probe = await home.until(() => openIndex(`${url}#restarted`, { create: false }))
        await probe.get('w1-1')
      }
    })
  })

  it('goes on when connections are cut', async () => {
    const proxy = await startProxy(port)
    await writeThrough(`${through(proxy.port)}#cut`, async () => {
      for (let i = 0; proxy.cuts < 16; i++) {
        await pause(random() * 60)
        await proxy.cut(i % 2 ? 1 + random() * 20 : 0)
      }
    })
    proxy.close()
  })

  it('lets one of each group be new when two processes offer them', () => offerTwice(`${url}#offered`, members))
}

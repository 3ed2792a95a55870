/**
 * The browser build in a real Chromium: are its fingerprints those of Node, to the bit?
 */
import { createReadStream } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compare, dedupe, type FieldsInput, fingerprint, openIndex } from '../../src/index.js'
import { createCorpus } from '../../src/research.js'
import { hammingPairs } from '../../src/stages.js'
import { anyText } from '../arbitraries.js'
import { launchChromium } from '../support/browser.js'
import { PEOPLE_FIELDS, peopleOf } from '../support/people.js'

let browser: Browser
let server: Server

beforeAll(async () => {
  browser = await launchChromium()
  server = createServer((request, response) => {
    if (request.url === '/leitong.js') {
      response.setHeader('content-type', 'text/javascript')
      createReadStream(new URL('../../dist/browser/leitong.js', import.meta.url)).pipe(response)
    } else {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><script type="module">window.leitong = await import("/leitong.js"); document.title = "ready"</script>')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await browser.close()
  server.close()
})

it('a browser signs, compares and searches as Node does', async () => {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => document.title === 'ready')
  // Lone surrogates do not survive the way into the page as JSON.
  const texts = fc.sample(anyText, { numRuns: 300, seed: 5 }).map((text) => text.toWellFormed())
  const variants = [
    {},
    { bits: 128 },
    { method: 'minhash' },
    { method: 'exact' },
    { tokenizer: 'char', normalize: 'none', seed: 7 },
  ] as const
  type Leitong = typeof import('../../src/browser-file.js')
  const found = await page.evaluate(
    ({ texts: given, variants: options }) => {
      const { fingerprint: sign, compare: measure } = (window as unknown as { leitong: Leitong }).leitong
      return {
        prints: given.map((text) => options.map((option) => sign(text, option as never))),
        alike: given.slice(1).map((text, i) => measure(given[i] as string, text).similarity),
      }
    },
    { texts, variants },
  )
  expect(found.prints).toEqual(texts.map((text) => variants.map((option) => fingerprint(text, option as never))))
  expect(found.alike).toEqual(texts.slice(1).map((text, i) => compare(texts[i] as string, text).similarity))

  const pairs = await page.evaluate(() => {
    const { hammingPairs: search } = (window as unknown as { leitong: Leitong }).leitong
    const all: number[] = []
    search(BigUint64Array.from([1n, 3n, 255n, 254n]), { bits: 64, distance: 1 }, (triples) => {
      all.push(...triples)
      return false
    })
    return all
  })
  const expected: number[] = []
  hammingPairs(BigUint64Array.from([1n, 3n, 255n, 254n]), { bits: 64, distance: 1 }, (triples) => {
    expected.push(...triples)
    return false
  })
  expect(pairs).toEqual(expected)
  await page.close()
})

it('a browser finds the duplicates that Node finds', async () => {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => document.title === 'ready')
  const documents = (['articles_en', 'articles_zh'] as const).flatMap((kind) => [...createCorpus({ kind, size: 120, seed: 4 }).records()])
  const variants = [{ pairs: true }, { method: 'simhash', keep: 'longest', groupBy: 'components' }, { method: 'exact' }] as const
  type Leitong = typeof import('../../src/browser-file.js')
  const found = await page.evaluate(
    async ({ given, options }) => {
      const { dedupe: find } = (window as unknown as { leitong: Leitong }).leitong
      return Promise.all(
        options.map(async (option) => {
          const result = await find(given, option)
          const kept: unknown[] = []
          for await (const document of result.kept()) kept.push(document)
          return JSON.stringify([kept, [...result.removed()], [...result.groups()], [...result.pairs()]])
        }),
      )
    },
    { given: documents, options: variants },
  )
  for (const [i, option] of variants.entries()) {
    const result = await dedupe(documents, option)
    const kept: unknown[] = []
    for await (const document of result.kept()) kept.push(document)
    const removed = [...result.removed()]
    expect(found[i]).toBe(JSON.stringify([kept, removed, [...result.groups()], [...result.pairs()]]))
    if (i === 0) expect(removed.length).toBeGreaterThan(20)
    await result.close()
  }
  await page.close()
})

it('a browser finds the rows that Node finds', async () => {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => document.title === 'ready')
  const rows = peopleOf(6, 400)
  const variants = [
    { measure: 'fields', fields: PEOPLE_FIELDS as FieldsInput, pairs: true },
    { measure: 'match', groupBy: 'components' },
  ] as const
  type Leitong = typeof import('../../src/browser-file.js')
  const found = await page.evaluate(
    async ({ given, options }) => {
      const { dedupe: find } = (window as unknown as { leitong: Leitong }).leitong
      const said: string[] = []
      for (const option of options) {
        const result = await find(given, option)
        said.push(JSON.stringify(Array.from(result.removed(), ({ id, duplicateOf }) => [id, duplicateOf])))
      }
      return said
    },
    { given: rows, options: variants },
  )
  for (const [i, option] of variants.entries()) {
    const result = await dedupe(rows, option)
    const removed = [...result.removed()]
    expect(found[i]).toBe(JSON.stringify(removed.map(({ id, duplicateOf }) => [id, duplicateOf])))
    expect(removed.length).toBeGreaterThan(20)
    await result.close()
  }
  const options = { measure: 'fields', fields: PEOPLE_FIELDS as FieldsInput } as const
  const answered = await page.evaluate(
    async ([given, option]) => {
      const index = (window as unknown as { leitong: Leitong }).leitong.createIndex(option)
      const answers: unknown[] = []
      for (const row of given) answers.push(await index.addIfNew(row), await index.query(row))
      return JSON.stringify(answers)
    },
    [rows.slice(0, 100), options] as const,
  )
  const index = await openIndex('memory:', options)
  const answers: { status?: string }[] = []
  for (const row of rows.slice(0, 100)) answers.push(await index.addIfNew(row), (await index.query(row)) as object)
  expect(answered).toBe(JSON.stringify(answers))
  expect(answers.filter(({ status }) => status === 'duplicate').length).toBeGreaterThan(5)
  await index.close()
  await page.close()
})

it('an index in a browser answers as one in Node', async () => {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => document.title === 'ready')
  const documents = [...createCorpus({ kind: 'petitions', size: 80, seed: 2 }).records()].map(({ id, text }) => ({ id, text }))
  type Leitong = typeof import('../../src/browser-file.js')
  const found = await page.evaluate(async (given) => {
    const index = (window as unknown as { leitong: Leitong }).leitong.createIndex()
    const answers: unknown[] = []
    for (const document of given) answers.push(await index.addIfNew(document), await index.query(document.text))
    return JSON.stringify(answers)
  }, documents)
  const index = await openIndex('memory:')
  const answers: { status?: string }[] = []
  for (const document of documents) answers.push(await index.addIfNew(document), (await index.query(document.text)) as object)
  expect(found).toBe(JSON.stringify(answers))
  expect(answers.filter(({ status }) => status === 'duplicate').length).toBeGreaterThan(5)
  await index.close()
  await page.close()
})

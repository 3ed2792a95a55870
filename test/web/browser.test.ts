/**
 * The browser build in a real Chromium: are its fingerprints those of Node, to the bit?
 */
import { createReadStream } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compare, fingerprint, hammingPairs } from '../../src/index.js'
import { anyText } from '../arbitraries.js'
import { launchChromium } from '../support/browser.js'

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
  type Leitong = typeof import('../../src/browser.js')
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

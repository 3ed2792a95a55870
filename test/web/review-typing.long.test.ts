/**
 * Decisions made faster than a service answers, in a real Chromium.
 *
 * Oracle   what was pressed and touched, one for each group; the file of decisions of the service, where each is once, and in its order.
 * Covers   200 decisions at 80 ms a key through 300 ms of latency, and 200 by touch at 390 px; a service that is away for a while, and a page that
 *          is loaded anew meanwhile; 300 groups by one hand; a list of many groups at 390 px and at twice the size.
 */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Served, serve } from '../../src/server/serve.js'
import { settingsOf } from '../../src/server/settings.js'
import { launchChromium } from '../support/browser.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { askReview } from '../support/reviews/ask-review.js'
import { letters } from '../support/reviews/letters.js'
import { type Slow, startSlow } from '../support/slow.js'

const GROUPS = 330
const folder = temporaryFolder()
let browser: Browser
let served: Served
let slow: Slow

const ask = <Answer>(path: string, body?: object) => askReview<Answer>(served, path, body)

beforeAll(async () => {
  browser = await launchChromium()
  served = await serve(settingsOf({ data: join(folder, 'data'), keys: false, port: 0, log: 'silent', folders: { mail: folder } }))
  slow = await startSlow(served.url, 300)
  writeLines(join(folder, 'letters.jsonl'), letters(GROUPS, 21))
})
afterAll(async () => {
  await browser.close()
  await slow.close()
  await served.close()
})

async function opened(name: string, url: string, more: object = {}): Promise<{ page: Page; errors: string[]; total: number }> {
  await ask('', { name, source: ['mail/letters.jsonl'] })
  const { groups: total } = await ask<{ groups: number }>(`/${name}/run`, {})
  const page = await (await browser.newContext({ locale: 'en-US', ...more })).newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript(() => localStorage.setItem('leitong person', 'Li'))
  await page.goto(`${url}/?review=${name}`)
  await page.waitForSelector('.group')
  return { page, errors, total }
}

interface Stored {
  readonly act: string
  readonly key: string
  readonly members: readonly { readonly id: string }[]
}

/** All acts of a review, once so many are there; those there are where no more come for a minute. */
async function stored(name: string, count: number): Promise<Stored[]> {
  for (let [before, at] = [0, Date.now()]; ; ) {
    const text = await (await fetch(`${served.url}/review/${name}/export/decisions.jsonl`)).text()
    const acts = text.split('\n').filter(Boolean)
    if (acts.length > before) [before, at] = [acts.length, Date.now()]
    if (acts.length >= count || Date.now() - at > 60_000) return acts.map((line) => JSON.parse(line) as Stored)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The groups of the queue, the riskiest first. */
async function queued(name: string): Promise<{ readonly id: string; readonly name: string; readonly state: string }[]> {
  const all = []
  for (let offset = 0; ; offset += 200) {
    const { groups } = await ask<{ groups: { id: string; name: string; state: string }[] }>(`/${name}/queue?limit=200&offset=${offset}`)
    all.push(...groups)
    if (groups.length < 200) return all
  }
}

// Beside each other: most of their time is waiting.
it.concurrent('200 decisions at 80 ms a key, and 300 ms to the service, are 200 decisions', async () => {
  const { page, errors, total } = await opened('typed', slow.url)
  expect(total).toBeGreaterThan(300)
  const order = await queued('typed')
  // Duplicates, none of these, and put off, one behind the other.
  const pressed = Array.from({ length: 200 }, (_, i) => (['m', 'Shift+X', 'd', 'm'] as const)[i % 4] as string)
  const begin = performance.now()
  for (const [i, key] of pressed.entries()) {
    await page.keyboard.press(key)
    const left = begin + 80 * (i + 1) - performance.now()
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  }
  // All are seen before the service has answered.
  expect(await page.locator('[data-progress]').textContent()).toBe(`150 of ${total} decided`)
  expect(await page.locator('[data-tab=deferred]').textContent()).toBe('Deferred 50')
  const acts = await stored('typed', 200)
  expect(acts).toHaveLength(200)
  expect(new Set(acts.map(({ key }) => key)).size).toBe(200)
  const kindOf = { m: 'duplicate', d: 'defer' } as Readonly<Record<string, string>>
  const firstOf = new Map(order.map(({ name }, i) => [name.replace(/-\d+$/, ''), i]))
  for (const [i, { act, members }] of acts.entries()) {
    expect([i, act === 'split' ? 'distinct' : act]).toEqual([i, kindOf[pressed[i] as string] ?? 'distinct'])
    // In the order of the queue: the decision that was pressed for a group is on that group.
    expect(firstOf.get(String(members[0]?.id).replace(/-\d+$/, ''))).toBe(i)
  }
  const states = (await queued('typed')).map(({ state }) => state)
  expect(states.slice(0, 200)).toEqual(pressed.map((key) => (key === 'd' ? 'deferred' : 'decided')))
  expect(new Set(states.slice(200))).toEqual(new Set(['open']))
  // Three fast undos take back three.
  for (let i = 0; i < 3; i++) await page.keyboard.press('u')
  await stored('typed', 203)
  expect(await page.locator('[data-progress]').textContent()).toBe(`148 of ${total} decided`)
  expect(errors).toEqual([])
  await page.context().close()
})

it.concurrent('200 decisions by touch at 390 px are 200 decisions', async () => {
  const { page, errors, total } = await opened('touched', slow.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.locator('.group').first().tap()
  await page.waitForSelector('.view .go')
  const button = page.locator('[data-act=duplicate]')
  const { x, y, width, height } = (await button.boundingBox()) as { x: number; y: number; width: number; height: number }
  for (let i = 0; i < 200; i++) {
    // The place of the button is the same for every group.
    await page.waitForFunction((count) => document.querySelector('[data-progress]')?.textContent?.startsWith(`${count} of`), i)
    await page.waitForSelector('[data-act=duplicate]:not(:disabled)')
    await page.touchscreen.tap(x + width / 2, y + height / 2)
  }
  await page.waitForFunction((text) => document.querySelector('[data-progress]')?.textContent === text, `200 of ${total} decided`)
  const acts = await stored('touched', 200)
  expect(acts.map(({ act }) => act)).toEqual(Array(200).fill('duplicate'))
  expect((await ask<{ states: { decided: number } }>('/touched')).states.decided).toBe(200)
  expect(errors).toEqual([])
  await page.context().close()
})

it.concurrent('300 groups by one hand take at most 320 keys', async () => {
  const { page, errors, total } = await opened('hand', served.url)
  await page.waitForSelector('.view .go')
  let keys = 0
  for (let group = 0; group < 300; group++) {
    await page.keyboard.press(group % 5 === 4 ? 'Shift+X' : 'm')
    keys++
  }
  await page.waitForFunction((text) => document.querySelector('[data-progress]')?.textContent === text, `300 of ${total} decided`)
  expect(keys).toBeLessThanOrEqual(320)
  await stored('hand', 300)
  expect((await ask<{ states: { decided: number } }>('/hand')).states.decided).toBe(300)
  expect(errors).toEqual([])
  await page.context().close()
})

it('a service that is away, and a page that is loaded anew meanwhile, lose nothing', async () => {
  const { page, errors, total } = await opened('away', slow.url)
  await page.waitForSelector('.view .go')
  for (let i = 0; i < 3; i++) await page.keyboard.press('m')
  await stored('away', 3)
  slow.isAway = true
  await page.keyboard.press('m')
  await page.keyboard.press('Shift+X')
  await page.locator('[data-unsent]', { hasText: '2 not sent yet' }).waitFor()
  expect(await page.locator('[data-progress]').textContent()).toBe(`5 of ${total} decided`)
  slow.isAway = false
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const acts = await stored('away', 5)
  expect(acts.map(({ act }) => act).map((act) => (act === 'split' ? 'distinct' : act))).toEqual([
    'duplicate',
    'duplicate',
    'duplicate',
    'duplicate',
    'distinct',
  ])
  expect(new Set(acts.map(({ key }) => key)).size).toBe(5)
  await page.waitForFunction((text) => document.querySelector('[data-progress]')?.textContent === text, `5 of ${total} decided`)
  // What was done before the page was loaded is undone by the same key.
  await page.keyboard.press('u')
  await page.waitForFunction((text) => document.querySelector('[data-progress]')?.textContent === text, `4 of ${total} decided`)
  expect(errors).toEqual([])
  await page.context().close()
})

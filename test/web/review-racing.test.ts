/**
 * Keys that come before the review page is ready for them, in a real Chromium, before a service that answers late.
 *
 * Oracle   one decision for each key, on the groups in their order.
 * Covers   a key in the very moment in which the list is seen; keys while the list is asked for anew; a step while it is;
 *          a search while a decision is on its way.
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

const folder = temporaryFolder()
let browser: Browser
let served: Served
let slow: Slow

beforeAll(async () => {
  browser = await launchChromium()
  served = await serve(settingsOf({ data: join(folder, 'data'), keys: false, port: 0, log: 'silent', folders: { mail: folder } }))
  slow = await startSlow(served.url, 300)
  writeLines(join(folder, 'letters.jsonl'), letters(12, 21))
})
afterAll(async () => {
  await browser.close()
  await slow.close()
  await served.close()
})

async function opened(name: string, begin: (page: Page) => Promise<void> = async () => {}): Promise<Page> {
  await askReview(served, '', { name, source: ['mail/letters.jsonl'] })
  await askReview(served, `/${name}/run`, {})
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await page.addInitScript(() => localStorage.setItem('leitong person', 'Li'))
  await begin(page)
  await page.goto(`${slow.url}/?review=${name}`)
  return page
}

const decided = (page: Page, count: number) =>
  page.waitForFunction((text) => document.querySelector('[data-progress]')?.textContent === text, `${count} of 12 decided`)

it('a key in the moment in which the list is seen is a decision on its first group', async () => {
  const page = await opened('first', async (page) => {
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('.group')) return
        watch.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true }))
      })
      watch.observe(document, { childList: true, subtree: true })
    })
  })
  await decided(page, 1)
  await page.context().close()
})

it('keys while the list is asked for anew are decisions and steps', async () => {
  const page = await opened('anew')
  await page.waitForSelector('.view .go')
  const ids: (string | null)[] = []
  const inHand = async () => ids.push(await page.locator('.view').getAttribute('data-shown'))
  await inHand()
  await page.getByRole('button', { name: 'Refresh' }).click()
  for (const key of ['m', 'm', 'j', 'm']) await page.keyboard.press(key)
  await decided(page, 3)
  await page.waitForSelector('.view .go')
  await inHand()
  const queue = async () => (await askReview<{ groups: { id: string; state: string }[] }>(served, '/anew/queue')).groups
  const groups = await queue()
  // The third was stepped over; the one behind the fourth is in hand.
  expect(ids).toEqual([groups[0]?.id, groups[4]?.id])
  await expect
    .poll(async () => (await queue()).map(({ state }) => state).slice(0, 5), { timeout: 60_000 })
    .toEqual(['decided', 'decided', 'open', 'decided', 'open'])
  await page.context().close()
})

it('a search while a decision is on its way counts it', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const page = await opened('sought', async (page) => {
    await page.route('**/acts', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
  })
  await page.waitForSelector('.view .go')
  await page.keyboard.press('m')
  await decided(page, 1)
  await page.keyboard.press('/')
  await page.keyboard.type('no such letter')
  await page.waitForFunction(() => document.querySelector('[data-found]')?.textContent?.startsWith('0 of 12'))
  expect(await page.locator('[data-progress]').textContent()).toBe('1 of 12 decided')
  // What the tabs say is of the groups that fit.
  await expect.poll(() => page.locator('[role=tab] .figures').allTextContents()).toEqual(['0', '0', '0', '0'])
  expect(await page.locator('[data-progress]').textContent()).toBe('1 of 12 decided')
  const answered = page.waitForResponse((reply) => reply.request().method() === 'POST' && reply.url().endsWith('/acts'))
  answer()
  await answered
  await decided(page, 1)
  await page.context().close()
})

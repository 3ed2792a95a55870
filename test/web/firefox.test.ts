/**
 * The main ways of both pages in Debian's Firefox; every way is tried in Chromium (page.test.ts, review.test.ts).
 *
 * Covers   the page that needs no installation, from disk without a network: a table is dropped, searched, decided, and what it writes is what the
 *          command writes; decisions survive a reload. The review page before a service with keys: a file is dropped, becomes a review, is decided by
 *          keys and by mouse, applied, and its outputs are downloaded; the session survives a reload. axe without violations.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startService } from '../server/started.js'
import { violations } from '../support/axe.js'
import { drop, launchFirefox } from '../support/browser.js'
import { leitong, temporaryFolder } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { find, openAll, PageOnDisk } from './page-on-disk.js'

const folder = temporaryFolder()
const disk = new PageOnDisk(folder)
const table = ['id,title,text', ...letters(6, 3).map(({ id, title, text }) => `${id},${title},${text}`)].join('\r\n')
const rowsOf = (bytes: Buffer) => bytes.toString().trimEnd().split('\r\n').slice(1)
let browser: Browser

beforeAll(async () => {
  ;[browser] = await Promise.all([launchFirefox(), disk.write()])
  writeFileSync(join(folder, 'letters.csv'), table)
})
afterAll(() => browser.close())

it('the page that needs no installation: drop, find, decide, download', async () => {
  const { page, fetched, errors } = await disk.open(browser)
  // Files of gzip behind each other: a browser unpacks the first one.
  const lines = table.split('\r\n')
  const members = [lines.slice(0, 8), lines.slice(8)].map((some) => gzipSync(`${some.join('\r\n')}\r\n`))
  await drop(page, 'letters.csv.gz', Buffer.concat(members))
  expect(await page.textContent('form')).toContain(`${lines.length - 1} records`)
  await drop(page, 'letters.csv', table)
  expect(await page.$$eval('.sample th', (all) => all.map((one) => one.textContent))).toEqual(['id', 'title', 'text'])
  expect(await find(page)).toBe(6)
  const { kept } = await disk.sameAsCommand(page)
  expect(rowsOf(kept)).toHaveLength(6)
  await openAll(page)
  expect(await page.$$eval('.member del, .member ins', (all) => all.length)).toBeGreaterThan(0)
  expect(await violations(page)).toEqual([])
  await page.click('#g1 [data-decide=different]')
  const { bytes } = await disk.download(page, 'decisions')
  writeFileSync(join(folder, 'decisions.jsonl'), bytes)
  const ran = await leitong(['dedupe', 'letters.csv', '--decisions', 'decisions.jsonl', '--json', '-o', 'decided.csv'], { cwd: folder })
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([0, { groups: 5, decisions: { conflicts: 0 } }])

  await page.waitForSelector('.saved')
  await page.reload()
  await page.waitForSelector('.saved')
  await disk.choose(page, 'letters.csv')
  await find(page)
  await openAll(page)
  expect(await page.$$eval('[aria-pressed=true][data-decide]', (all) => all.map((one) => one.closest('li')?.id))).toEqual(['g1'])
  expect([fetched(), errors]).toEqual([[], []])
  await page.context().close()
}, 120_000)

it('the review page: drop, decide, apply, download', async () => {
  const service = await startService()
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(service.url)
  await page.getByLabel('Key of the service').fill(service.key)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.drop')
  await drop(page, 'letters.csv', table)
  await page.click('form .main')
  await page.waitForSelector('.view .go')
  expect(await page.locator('[data-found]').textContent()).toContain('6 of 6 groups')
  const decided = (count: number) =>
    page.waitForFunction((text) => document.querySelector('[data-progress]')?.textContent === text, `${count} of 6 decided`)
  await page.keyboard.press('m')
  await page.waitForSelector('dialog[open] input')
  await page.keyboard.type('Li')
  await page.keyboard.press('Enter')
  await decided(1)
  for (let count = 2; count < 6; count++) {
    await page.keyboard.press('m')
    await decided(count)
  }
  await page.keyboard.press('u')
  await decided(4)
  await page.keyboard.press('m')
  await decided(5)
  await page.locator('.view .go').click()
  await decided(6)
  expect(await violations(page)).toEqual([])
  await page.reload()
  await decided(6)

  await page.locator('[data-menu=outputs]').click()
  await page.locator('.menu-body').getByText('Apply the decisions').click()
  await page.waitForSelector('[data-plan]')
  await page.locator('dialog .go').click()
  const saved = page.waitForEvent('download')
  await page.locator('dialog li button', { hasText: 'kept' }).click()
  expect(rowsOf(readFileSync(await (await saved).path()))).toHaveLength(6)
  expect(errors).toEqual([])
  await page.context().close()
}, 120_000)

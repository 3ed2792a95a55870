/**
 * The review page in a real Chromium, before a service that asks for keys.
 *
 * Covers   no key, a wrong key, the right one; every request of a review sends it, the stream of events and the download of a file too; the heading
 *          leads back to the list without losing it; a session survives a reload, and ends with its key; it is nowhere in the address or the browser's storage; axe.
 */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startService } from '../server/started.js'
import { violations } from '../support/axe.js'
import { launchChromium } from '../support/browser.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

it('asks for the key once, and keeps a session, of which no program of the page knows', async () => {
  const folder = temporaryFolder()
  const service = await startService({ folders: { mail: folder } })
  writeLines(join(folder, 'letters.jsonl'), letters(4, 3))
  expect((await service.ask('POST', '/review', { name: 'letters', source: ['mail/letters.jsonl'] })).status).toBe(201)
  expect((await service.work('letters/run')).state).toBe('done')

  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  const errors: string[] = []
  const refused: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`))
  await page.addInitScript(() => localStorage.setItem('leitong person', 'Li'))
  await page.goto(`${service.url}/?review=letters`)
  const field = page.getByLabel('Key of the service')
  await field.waitFor()
  expect(await page.content()).not.toContain('信1')
  expect(await violations(page)).toEqual([])
  await field.fill('unknownkey')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('unknown').waitFor()
  expect(await violations(page)).toEqual([])
  expect(new Set(refused)).toEqual(new Set(['401 /review', '401 /session']))
  refused.length = 0

  await field.fill(service.key)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.view .go')
  await page.keyboard.press('m')
  await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '1 of 4 decided')
  expect(await violations(page)).toEqual([])
  // The stream of events has the key too: what another client does is seen.
  const queue = (await service.ask('GET', '/review/letters/queue?state=open')).json
  await service.ask('POST', '/review/letters/acts', { act: 'defer', by: '王', run: 1, members: [{ group: queue.groups[0].id, place: 0 }] })
  await page.waitForSelector('.group.deferred')
  const saved = page.waitForEvent('download')
  await page.locator('[data-menu=outputs]').click()
  await page.getByText('groups.csv').click()
  expect((await saved).suggestedFilename()).toBe('letters-groups.csv')

  // The heading leads to the list of reviews, and the list back to the review, with no new load.
  await page.getByRole('link', { name: 'leitong' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('.start li')
  expect(page.url()).toBe(`${service.url}/`)
  // The list of before is shown until the service has answered.
  await page.locator('.start li', { hasText: '1 of 4 decided' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'letters' }).click()
  await page.waitForSelector('.group')
  expect(refused).toEqual([])
  expect(page.url()).not.toContain(service.key)
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))).not.toContain(service.key)

  // The session survives a reload, and ends with its key.
  await page.reload()
  await page.waitForSelector('.group')
  expect(await field.count()).toBe(0)
  const { entry, key: spare } = (await service.ask('POST', '/keys', { name: 'spare', scopes: ['admin'] })).json
  const again = await (await page.context().browser()?.newContext({ locale: 'en-US' }))?.newPage()
  await again?.goto(`${service.url}/?review=letters`)
  await again?.getByLabel('Key of the service').fill(spare)
  await again?.keyboard.press('Enter')
  await again?.waitForSelector('.group')
  await service.ask('DELETE', `/keys/${entry.id}`)
  await again?.reload()
  await again?.getByLabel('Key of the service').waitFor()
  expect(errors).toEqual([])
  await page.context().close()
}, 120_000)

/**
 * The cases of the table through the page that needs no installation, in a real Chromium without a network.
 *
 * Oracle   the command that the page shows, run as it stands: kept, removed and groups are equal to the byte. And the table of doors (cases.ts):
 *          whoever is removed is like the one that stays, of two that are alike one is removed, and refusals have the words of the table.
 * Covers   every method and measure, options that are written by hand, rows with fields; nothing is fetched, nothing fails.
 */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/browser.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { type OpenedPage, PageOnDisk } from '../web/page-on-disk.js'
import { CASES, CASES_OF_HALVES, type DoorCase } from './cases.js'

const disk = new PageOnDisk(temporaryFolder())
let browser: Browser
let opened: OpenedPage

beforeAll(async () => {
  browser = await launchChromium()
  await disk.write()
  opened = await disk.open(browser)
})
afterAll(() => browser.close())

/** Asks the page, and waits for what was found or for the refusal, which comes back. */
async function ask({ options, fields, documents }: DoorCase): Promise<string | undefined> {
  const { page } = opened
  writeLines(join(disk.folder, 'documents.jsonl'), documents)
  await disk.choose(page, 'documents.jsonl')
  await page.check('input[value=options]')
  await page.fill('textarea[name=options]', JSON.stringify({ ...options, ...(fields ? { fields } : {}) }))
  await page.click('form .main')
  await page.waitForSelector('.results, .failed', { timeout: 20_000 })
  const failed = await page.$('.failed')
  return failed ? `${await failed.getAttribute('data-code')}: ${await failed.textContent()}` : undefined
}

describe('page', () => {
  it.each([...CASES, ...CASES_OF_HALVES])('$name', async (given) => {
    const refused = given.refusedBy?.page
    const refusal = await ask(given)
    if (refused) {
      expect(refusal).toMatch(refused)
      expect(refusal).not.toMatch(/provideDictionary/)
      return
    }
    expect(refusal).toBeUndefined()
    const { removed } = await disk.sameAsCommand(opened.page)
    const gone = removed
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: number; duplicate_of: number })
    const isAlike = (a: number, b: number) => given.alike.some(([c, d]) => (a === c && b === d) || (a === d && b === c))
    expect(gone.filter(({ id, duplicate_of }) => !isAlike(id, duplicate_of))).toEqual([])
    const isGone = new Set(gone.map(({ id }) => id))
    expect(given.alike.filter(([a, b]) => !isGone.has(a) && !isGone.has(b))).toEqual([])
    expect([opened.fetched(), opened.errors]).toEqual([[], []])
  })
})

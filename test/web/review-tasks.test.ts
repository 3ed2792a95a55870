/**
 * Runs as the review page shows them, in a real Chromium.
 *
 * Covers   a review that is made on the page, opened when its run is done; progress in both languages, of a run that somebody else began too;
 *          a run that is stopped, and one that fails; axe without violations.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { type Started, startService } from '../server/started.js'
import { violations } from '../support/axe.js'
import { launchChromium } from '../support/browser.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { askReview } from '../support/reviews/ask-review.js'
import { letters, unlikeTexts } from '../support/reviews/letters.js'

const folder = temporaryFolder()
const file = join(folder, 'letters.jsonl')
const FEW = letters(5, 3)
/** Enough for a run of some seconds. */
const MANY = unlikeTexts(200_000)

let browser: Browser
let service: Started
beforeAll(async () => {
  browser = await launchChromium()
  service = await startService({ keys: false, folders: { mail: folder } })
})
afterAll(() => browser.close())

async function opened(path: string, locale = 'en-US'): Promise<{ page: Page; errors: string[] }> {
  const page = await (await browser.newContext({ locale })).newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${service.url}/${path}`)
  return { page, errors }
}

/** Holds the run of a review where it has told how long it still takes, so that nobody has to be in time to see it. @returns lets it go on */
async function held(review: string): Promise<() => void> {
  const isTold = async () => typeof (await service.ask('GET', `/review/${review}`)).json.task?.progress?.left === 'number'
  for (;;) {
    if (await isTold()) {
      const child = Number(spawnSync('pgrep', ['-P', String(process.pid), '-f', 'tasks/child']).stdout.toString())
      if (child) process.kill(child, 'SIGSTOP')
      const goOn = () => void (child && process.kill(child, 'SIGCONT'))
      onTestFailed(goOn)
      if (child && (await isTold())) return goOn
      goOn()
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function create(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Files').fill('mail/letters.jsonl')
  await page.getByText('Create and run').click()
}

it('a review is made, its run is seen, and it is opened when that is done', async () => {
  writeLines(file, FEW)
  const { page, errors } = await opened('')
  await create(page, 'made')
  await page.waitForSelector('.group')
  expect(new URL(page.url()).searchParams.get('review')).toBe('made')
  expect(await page.locator('[data-found]').textContent()).toContain('5 of 5 groups')
  expect(await page.locator('[data-task]').count()).toBe(0)

  // A run that another client begins is seen, with what is done of it; people go on beside it.
  const other = await opened('?review=made', 'zh-CN')
  await other.page.waitForSelector('.group')
  writeLines(file, [...FEW, ...MANY])
  const run = askReview(service, '/made/run', {})
  const goOn = await held('made')
  for (const { page: one, says } of [
    { page, says: /^Run: .*\d+ %.* s left/ },
    { page: other.page, says: /^运行：.*\d+ %.*还需 \d+ 秒/ },
  ])
    await one.waitForFunction(
      (text) => new RegExp(text).test(document.querySelector('[data-task=running]')?.textContent ?? ''),
      says.source,
    )
  expect(await page.getByText('Run again').isDisabled()).toBe(true)
  expect(await violations(page)).toEqual([])
  goOn()
  await run
  for (const one of [page, other.page]) {
    await one.waitForSelector('main[data-run="2"]')
    await one.waitForFunction(() => !document.querySelector('[data-task]'))
  }
  expect([...errors, ...other.errors]).toEqual([])
  await page.context().close()
  await other.page.context().close()
})

it('a run is stopped on the page, and what fails is said there', async () => {
  writeLines(file, [...FEW, ...MANY])
  const { page, errors } = await opened('')
  await create(page, 'stopped')
  await page.waitForSelector('[data-task=running]')
  expect(await violations(page)).toEqual([])
  await page.getByText('Stop', { exact: true }).click()
  await page.waitForFunction(() => !document.querySelector('[data-task]'))
  await page.getByText('stopped', { exact: true }).click()
  await page.getByText('This review has not been run.').waitFor()
  // What comes now is no text.
  writeLines(file, [{ id: 1, words: 'none' }])
  await page.getByText('Run again').click()
  await page.locator('.said', { hasText: 'text' }).waitFor()
  expect(await violations(page)).toEqual([])
  writeLines(file, FEW)
  await page.getByText('Run again').click()
  await page.waitForSelector('.group')
  expect(errors).toEqual([])
  await page.context().close()
})

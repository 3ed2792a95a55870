/**
 * Runs as the review page shows them, in a real Chromium.
 *
 * Covers   a review that is made on the page, opened when its run is done; progress in both languages, of a run that somebody else began too;
 *          a run that is stopped, and one that fails; a file that is dropped on the start page: its columns, texts or rows, its review; axe without violations.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compress, init } from '@bokuweb/zstd-wasm'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { Reviews } from '../../src/reviewing/reviews.js'
import { settingsOf } from '../../src/server/settings.js'
import { Tasks } from '../../src/server/tasks/tasks.js'
import { type Started, startService } from '../server/started.js'
import { violations } from '../support/axe.js'
import { drop, launchChromium } from '../support/browser.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { peopleOf } from '../support/people.js'
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
  await page.locator('[data-menu=tools]').click()
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
  const runAgain = async () => {
    await page.locator('[data-menu=tools]').click()
    await page.getByText('Run again').click()
  }
  await runAgain()
  await page.locator('.said', { hasText: 'text' }).waitFor()
  expect(await violations(page)).toEqual([])
  writeLines(file, FEW)
  await runAgain()
  await page.waitForSelector('.group')
  expect(errors).toEqual([])
  await page.context().close()
})

it.each(['en-US', 'zh-CN'])('a file that is dropped shows its columns, is asked about, and becomes a review (%s)', async (locale) => {
  const { page, errors } = await opened('', locale)
  // Texts: the column with the long values is found, and copies are looked for.
  await drop(
    page,
    '信访 2024.jsonl',
    letters(4, 3)
      .map((one) => JSON.stringify(one))
      .join('\n'),
  )
  expect(await page.$$eval('.sample th', (all) => all.map((one) => one.textContent))).toEqual(expect.arrayContaining(['id', 'text']))
  expect(await page.isChecked('input[value=copies]')).toBe(true)
  expect(await page.inputValue('select[name=text]')).toBe('text')
  expect(await page.inputValue('input[name=review]')).toBe('信访-2024')
  expect(await page.textContent('form .main')).toBe(locale === 'zh-CN' ? '开始查找' : 'Find duplicates')
  expect(await violations(page)).toEqual([])
  await page.fill('input[name=review]', `dropped-${locale}`)
  await page.click('form .main')
  await page.waitForSelector('.group')
  expect(await page.locator('[data-found]').textContent()).toContain('4')

  // Rows: short values are compared column by column.
  await page.goto(service.url)
  const rows = peopleOf(4, 120)
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => columns.map((column) => (row as unknown as Record<string, unknown>)[column] ?? '').join(','))
  await drop(page, 'people.csv', [columns.join(','), ...lines].join('\n'))
  expect(await page.isChecked('input[value=fields]')).toBe(true)
  await page.fill('input[name=review]', `people-${locale}`)
  await page.click('form .main')
  await page.waitForSelector('table.fields, .fields')
  expect((await service.ask('GET', `/review/people-${locale}`)).json).toMatchObject({ options: { measure: 'fields' } })

  // What cannot be read is said, in words of the page.
  await page.goto(service.url)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await page.locator('[role=alert]', { hasText: locale === 'zh-CN' ? '已知的扩展名' : 'picture.png' }).waitFor()
  expect(errors).toEqual([])
  await page.context().close()
})

it.each(['gz', 'zst'])(
  'a file that is packed (.%s), and larger than what is looked at, becomes a review',
  async (ending) => {
    const { page, errors } = await opened('')
    await init()
    // Letters of three megabytes in several pieces, few of them alike.
    const lines = [
      ...letters(4, 3),
      ...Array.from({ length: 400 }, (_, i) => ({ id: `own-${i}`, title: '', text: randomBytes(4000).toString('base64') })),
    ].map((one) => `${JSON.stringify(one)}\n`)
    const pieces = [lines.slice(0, 3), lines.slice(3)].map((some) => Buffer.from(some.join('')))
    const packed = Buffer.concat(pieces.map((piece) => (ending === 'gz' ? gzipSync(piece) : compress(piece, 3))))
    await drop(page, `letters.jsonl.${ending}`, packed)
    expect(await page.$$eval('[role=alert]', (all) => all.map((one) => one.textContent).join(''))).toBe('')
    expect(await page.$$eval('.sample th', (all) => all.map((one) => one.textContent))).toEqual(expect.arrayContaining(['id', 'text']))
    expect(await page.inputValue('input[name=review]')).toBe('letters')
    await page.fill('input[name=review]', `packed-${ending}`)
    await page.click('form .main')
    await page.waitForSelector('.group')
    expect(await page.locator('[data-found]').textContent()).toContain('4 of 4')
    expect((await service.ask('GET', `/review/packed-${ending}`)).json.documents).toBe(lines.length)
    // One that is cut off within what is looked at is told of.
    await page.goto(service.url)
    await drop(page, `cut.jsonl.${ending}`, packed.subarray(0, 100))
    await page.locator('[role=alert]', { hasText: `cut.jsonl.${ending}` }).waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  },
  60_000,
)

it('a workbook that is too large to be looked at says what to do', async () => {
  const { page } = await opened('')
  const large = join(service.folder, 'large.xlsx')
  writeFileSync(large, '')
  truncateSync(large, (64 << 20) + 1)
  await page.setInputFiles('input[type=file]', large)
  await page.locator('[role=alert]', { hasText: 'up to 64 MB' }).waitFor()
  await page.context().close()
}, 60_000)

it('an upload that a review reads is not removed with the old ones', async () => {
  const source = (await service.ask('GET', '/review/people-en-US')).json.source as string[]
  expect(source).toEqual([expect.stringMatching(/^@uploads\/[0-9a-f]{24}\/file\.csv$/)])
  // Another that nothing reads is as old; the service clears up every hour.
  const unused = (await service.ask('POST', '/uploads?name=unused.csv', 'a', { 'content-type': 'application/octet-stream' })).json.upload
  const uploads = join(service.folder, 'uploads')
  for (const id of readdirSync(uploads)) utimesSync(join(uploads, id), 0, 0)
  const none = { getRange: () => [] }
  const settings = settingsOf({ data: service.folder, keys: false })
  const host = { settings, state: { tasks: none, beats: none }, reviews: new Reviews(join(service.folder, 'reviews')) }
  const tasks = new Tasks(host as unknown as ConstructorParameters<typeof Tasks>[0])
  await tasks.clean()
  expect(readdirSync(uploads)).not.toContain(unused)
  expect(readdirSync(uploads)).toContain(source[0]?.split('/')[1])
  expect(await askReview(service, '/people-en-US/run', {})).toMatchObject({ run: 2 })
})

/**
 * `leitong review FILE`: a review, its service and its page, in a real Chromium.
 *
 * Covers   the link, which works once and stays in no address; the key that survives a reload, in a cookie that no program reads; a request that
 *          does not say where it comes from, or comes from elsewhere; the same file again; the page runs it again; without a file the list.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/browser.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'

const program = new URL('../../dist/cli/main.js', import.meta.url).pathname
const folder = temporaryFolder()
const file = join(folder, '来信 2025.jsonl')
const running: ChildProcess[] = []
let browser: Browser

beforeAll(async () => {
  writeLines(file, letters(4, 3))
  browser = await launchChromium()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM')
  await browser.close()
})

/** The link that the command prints. */
async function opened(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, 'review', ...args, '--data', join(folder, 'data'), '--no-open', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) return line
  throw new Error('no link')
}

it('opens by a link that works once, and stays open when the page is loaded anew', async () => {
  const link = await opened(file)
  const { origin, searchParams } = new URL(link)
  expect(searchParams.get('review')).toBe('来信-2025')
  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(link)
  await page.waitForSelector('.group')
  expect(page.url()).not.toContain('enter')
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await page.reload()
  await page.waitForSelector('.view .go')
  // The first decision asks who decides, and then is made; the keys behind it are decisions again.
  await page.keyboard.press('m')
  await page.waitForSelector('dialog[open] input')
  await page.keyboard.type('李')
  await page.keyboard.press('Enter')
  await page.keyboard.press('m')
  await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent?.startsWith('已定 2 /'))
  // The page can run it again, though its file is one of the machine.
  await page.locator('[data-menu=tools]').click()
  await page.getByText('重新运行').click()
  await page.waitForSelector('main[data-run="2"]')

  // Who has the link after that has nothing, and the cookie is good for our own page alone.
  const other = await browser.newContext({ locale: 'zh-CN' })
  const late = await other.newPage()
  await late.goto(link)
  await late.getByLabel('服务密钥').waitFor()
  const headers = { cookie: `${cookie?.name}=${cookie?.value}`, 'content-type': 'application/json' }
  const ask = (more: Record<string, string>, method = 'POST') =>
    fetch(`${origin}/review${method === 'POST' ? '' : '/来信-2025'}`, {
      method,
      headers: { ...headers, ...more },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
  expect((await ask({}, 'GET')).status).toBe(200)
  expect((await ask({})).status).toBe(421)
  expect((await ask({ origin: 'http://127.0.0.1:1' })).status).toBe(421)
  expect((await ask({ origin })).status).toBe(400)
  expect((await fetch(`${origin}/review`)).status).toBe(401)
  const ended = await fetch(`${origin}/session`, { method: 'DELETE', headers: { cookie: headers.cookie, origin } })
  expect(ended.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await ask({}, 'GET')).status).toBe(401)
  await context.close()
  await other.close()
}, 120_000)

async function endAll(): Promise<void> {
  for (const child of running.splice(0)) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

it('opens the review that there is of the same file', async () => {
  await endAll()
  expect(new URL(await opened(file)).searchParams.get('review')).toBe('来信-2025')
}, 120_000)

it('without a file opens the list of reviews, each of which can be run again', async () => {
  await endAll()
  const page = await browser.newPage({ locale: 'en-GB' })
  await page.goto(await opened())
  await page.getByRole('link', { name: '来信-2025' }).click()
  await page.waitForSelector('.view .go')
  await page.locator('[data-menu=tools]').click()
  await page.getByText('Run again').click()
  await page.waitForSelector('main[data-run="3"]')
  await page.close()
  await endAll()
  expect(new URL(await opened('--name', '来信-2025')).searchParams.get('review')).toBe('来信-2025')
  // What a new review would take needs a file.
  const { status, stderr } = spawnSync(process.execPath, [program, 'review', '--find', 'versions', '--data', join(folder, 'data')], {
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toContain('name its files')
}, 120_000)

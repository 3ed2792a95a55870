/**
 * Takes the pictures of the report, the review page and the page that needs no installation in docs/images: a wide and a narrow window, light and dark, from generated letters.
 * Needs `npm run build`, Chromium and a font with Chinese characters (Debian: fonts-noto-cjk).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const root = new URL('../', import.meta.url).pathname
const SHOTS = [
  { name: 'report-light', width: 1440, height: 1000, colorScheme: 'light', locale: 'en-US' },
  { name: 'report-dark', width: 1440, height: 1000, colorScheme: 'dark', locale: 'zh-CN' },
  { name: 'report-phone-light', width: 390, height: 844, colorScheme: 'light', locale: 'zh-CN' },
  { name: 'report-phone-dark', width: 390, height: 844, colorScheme: 'dark', locale: 'en-US' },
  // What each field adds: the waterfall of a pair of rows.
  { name: 'report-rows-light', width: 1440, height: 1000, colorScheme: 'light', locale: 'en-US', report: 'rows.html' },
]

if (!execFileSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).trim()) {
  console.error('no font with Chinese characters: install fonts-noto-cjk')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'leitong-pictures-'))
const leitong = (...args) => execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), ...args], { cwd: folder })
leitong('generate', 'petitions', '--size', '600', '--seed', '7', '-o', 'letters.jsonl')
leitong('dedupe', 'letters.jsonl', '--threshold', '0.5', '--report', 'report.html')
leitong('generate', 'rows', '--size', '600', '--seed', '3', '-o', 'rows.jsonl')
leitong('dedupe', 'rows.jsonl', '--id-field', 'id', '--measure', 'match', '--report', 'rows.html')
leitong('page', '-o', 'leitong.html')

// The review page, of the same letters.
const { serve } = await import('../dist/server/serve.js')
const { settingsOf } = await import('../dist/server/settings.js')
const served = await serve(settingsOf({ data: join(folder, 'data'), keys: false, port: 0, log: 'silent', folders: { mail: folder } }))
const ask = async (path, body) => {
  const answer = await fetch(`${served.url}/review${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = await answer.json()
  // A task: its events end when it is over.
  if (answer.status === 202) await (await fetch(`${served.url}/tasks/${said.id}/events`)).text()
  return said
}
/** Asks for work and waits for its end. */
const done = async (path, body) => {
  await ask(path, body)
  const review = path.split('/')[1]
  while ((await (await fetch(`${served.url}/review/${review}`)).json()).isRunning) await new Promise((wake) => setTimeout(wake, 100))
}
await ask('', { name: 'letters', source: ['mail/letters.jsonl'], options: { threshold: 0.5 } })
await done('/letters/run', {})
const act = { act: 'duplicate', by: 'Li', rule: 'run', run: 1, filter: { similarity: '0.8..' } }
await ask('/letters/bulk', { ...act, groups: (await ask('/letters/bulk', { ...act, preview: true })).groups })
await done('/letters/lab', {})
// One more, with what leaving passages out does.
await ask('', { name: 'forms', source: ['mail/letters.jsonl'], options: { threshold: 0.5 } })
await done('/forms/run', {})
await done('/forms/passages', { least: 10, over: 10 })
const { passages } = await (await fetch(`${served.url}/review/forms/passages`)).json()
for (const { key } of passages.slice(0, 2)) await ask(`/forms/passages/${key}`, { on: true, by: 'Li' })
await done('/forms/run', {})
const REVIEWS = [
  { name: 'review-light', width: 1440, height: 900, colorScheme: 'light', locale: 'en-US' },
  { name: 'review-dark', width: 1440, height: 900, colorScheme: 'dark', locale: 'zh-CN' },
  { name: 'review-phone-light', width: 390, height: 844, colorScheme: 'light', locale: 'zh-CN' },
  { name: 'review-thresholds-dark', width: 1440, height: 900, colorScheme: 'dark', locale: 'en-US', key: 't', shows: '.around li' },
  {
    name: 'review-passages-light',
    width: 1440,
    height: 900,
    colorScheme: 'light',
    locale: 'en-US',
    review: 'forms',
    key: 'p',
    shows: '[data-effect]',
  },
]

/** Beside what was found, the page before it is asked for. */
const PAGES = [
  { name: 'page-light', width: 1440, height: 1000, colorScheme: 'light', locale: 'en-US' },
  { name: 'page-phone-dark', width: 390, height: 844, colorScheme: 'dark', locale: 'zh-CN', isAsked: true },
]

const images = join(root, 'docs/images')
mkdirSync(images, { recursive: true })
const executablePath = execFileSync('which', [process.env.CHROMIUM ?? 'chromium'], { encoding: 'utf8' }).trim()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const { name, width, height, colorScheme, locale, report = 'report.html' } of SHOTS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale })
    await page.goto(`file://${join(folder, report)}`)
    await page.waitForSelector('#app[data-ready]')
    await page.locator('.head').first().click()
    await page.locator('.member').nth(1).waitFor()
    await page.screenshot({ path: join(images, `${name}.png`) })
    await page.close()
  }
  for (const { name, review = 'letters', width, height, colorScheme, locale, key, shows } of REVIEWS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale })
    await page.addInitScript(() => localStorage.setItem('leitong person', 'Li'))
    await page.goto(`${served.url}/?review=${review}`)
    await page.waitForSelector('.group')
    // On a telephone the list comes first.
    if (width <= 760) await page.locator('.group').first().click()
    await page.waitForSelector('.view .go')
    if (key) await page.keyboard.press(key)
    if (shows) await page.waitForSelector(shows)
    await page.screenshot({ path: join(images, `${name}.png`) })
    await page.close()
  }
  for (const { name, width, height, colorScheme, locale, isAsked } of PAGES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale })
    await page.goto(`file://${join(folder, 'leitong.html')}`)
    await page.setInputFiles('input[name=file]', join(folder, 'letters.jsonl'))
    await page.waitForSelector('form .main:not(:disabled)')
    if (!isAsked) {
      await page.fill('input[name=threshold]', '0.5')
      await page.click('form .main')
      await page.waitForSelector('.results nav')
      await page.locator('.head').first().click()
      await page.locator('.member').nth(1).waitFor()
      await page.locator('.results').scrollIntoViewIfNeeded()
      await page.evaluate(() => document.querySelector('.results').scrollIntoView())
    }
    await page.screenshot({ path: join(images, `${name}.png`) })
    await page.close()
  }
} finally {
  await browser.close()
  await served.close()
  rmSync(folder, { recursive: true })
}
console.log(`${SHOTS.length + REVIEWS.length + PAGES.length} pictures in docs/images`)

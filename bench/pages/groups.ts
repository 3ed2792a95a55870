/**
 * How long the page that needs no installation stands still with many groups, in a real Chromium: `npx tsx bench/pages/groups.ts [GROUPS]`, after
 * `npm run build`.
 *
 * A file of generated letters is dropped on the page and searched, then its list is used as people use it. It prints, for each act, the time until
 * its answer is seen (a median) and the longest task on the thread that draws, which a person feels as a freeze. A machine that is busy with others may hold any
 * task up; what is in the page itself holds it up in every round, so the least of some rounds is shown too.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../../test/support/browser.js'
import { median } from '../row.ts'
import { writeLetters } from './letters.ts'

const COMMAND = new URL('../../dist/bundle/leitong.js', import.meta.url).pathname
const groups = Number(process.argv[2] ?? 100_000)
const ROUNDS = 5
const folder = mkdtempSync(join(tmpdir(), 'leitong-groups-'))
const input = join(folder, 'letters.jsonl')
await writeLetters(input, groups)
spawnSync(process.execPath, [COMMAND, 'page', '-o', join(folder, 'leitong.html')], { stdio: 'ignore' })
const browser = await launchChromium()
try {
  const page = await (await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 }, bypassCSP: true })).newPage()
  // What tsx puts around functions that have names.
  await page.addInitScript('globalThis.__name = (one) => one; globalThis.tasks = []')
  await page.addInitScript(
    "new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })",
  )
  await page.goto(`file://${join(folder, 'leitong.html')}`)
  /** Acts, waits for the answer, and a little longer, for tasks that come behind it. */
  const timed = async (act: () => Promise<unknown>, isShown: string) => {
    await page.evaluate('tasks.length = 0')
    const start = performance.now()
    await act()
    await page.waitForFunction(isShown, undefined, { polling: 'raf', timeout: 0 })
    const took = performance.now() - start
    await page.waitForTimeout(300)
    return { took, longest: (await page.evaluate('Math.max(0, ...tasks)')) as number }
  }
  const show = (name: string, all: readonly { readonly took: number; readonly longest: number }[]) => {
    const took = median(all.map((one) => one.took)).toFixed(0)
    const longest = all.map((one) => one.longest)
    console.log(
      `${name.padEnd(32)} ${took.padStart(6)} ms; longest task: least ${Math.min(...longest).toFixed(0)}, median ${median(longest).toFixed(0)} ms`,
    )
  }
  const count = "document.querySelector('.count').textContent"
  show('dropped, columns shown', [
    await timed(() => page.setInputFiles('input[name=file]', input), "document.querySelector('form .main:not(:disabled)') !== null"),
  ])
  await page.fill('input[name=threshold]', '0.6')
  show('searched, list shown', [await timed(() => page.click('form .main'), "document.querySelector('.results nav') !== null")])
  console.log(`${await page.textContent('.count')}`)
  const acts: Readonly<Record<string, readonly [act: (round: number) => Promise<unknown>, isShown: (round: number) => string]>> = {
    'another order': [
      (round) => page.selectOption('#sort', round % 2 ? 'bySize' : 'byScore'),
      () => "document.querySelectorAll('ol.groups > li').length === 100",
    ],
    'a bar chosen': [
      (round) =>
        page
          .locator('.bar:not(:disabled)')
          .nth(-1 - (round % 3))
          .click(),
      () => "document.querySelector('.chip') !== null",
    ],
    'the bar let go': [() => page.click('.chip'), () => "document.querySelector('.chip') === null"],
    'a search in all texts': [
      (round) => page.fill('#search', `${12_345 + round}号来信`),
      () => `/^[1-9]\\d? /.test(${count}) && !/%/.test(${count})`,
    ],
    'the search let go': [() => page.fill('#search', ''), () => `${count}.startsWith('${groups.toLocaleString('en-US')}')`],
    'a group opened': [
      (round) => page.locator('ol.groups > li:not(.open) .head').nth(round).click(),
      (round) => `document.querySelectorAll('ol.groups .body').length > ${round}`,
    ],
    'a group decided': [
      (round) => page.locator('[data-decide=different]').nth(round).click(),
      (round) => `document.querySelectorAll('[data-decide=different][aria-pressed=true]').length > ${round}`,
    ],
    'all groups on the page opened': [
      () => page.click('#expand'),
      (round) => `document.querySelectorAll('ol.groups .body').length ${round % 2 ? '< 100' : '=== 100'}`,
    ],
  }
  const results = new Map(Object.keys(acts).map((name) => [name, [] as { took: number; longest: number }[]]))
  const once = async (name: string, round: number) => {
    const [act, isShown] = acts[name] as (typeof acts)[string]
    results.get(name)?.push(await timed(() => act(round), isShown(round)))
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ['another order', 'a bar chosen', 'the bar let go', 'a search in all texts', 'the search let go'])
      await once(name, round)
  for (const name of ['a group opened', 'a group decided', 'all groups on the page opened'])
    for (let round = 0; round < ROUNDS; round++) await once(name, round)
  for (const [name, all] of results) show(name, all)
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}

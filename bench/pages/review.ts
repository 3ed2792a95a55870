/**
 * How fast the review page is with many groups, in a real Chromium: `npx tsx bench/pages/review.ts [GROUPS]`, after `npm run build`.
 *
 * Groups are generated, go through the batch, and are asked for over HTTP as people do. It prints the time until the first groups are seen,
 * frames while the list is scrolled, the time from a filter to the list that fits it, from a key that decides to the next group, and the memory of
 * the browser and of the service; medians and the worst of some rounds.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { serve } from '../../dist/server/serve.js'
import { settingsOf } from '../../dist/server/settings.js'
import { launchChromium } from '../../test/support/browser.js'
import { median } from '../row.ts'
import { writeLetters } from './letters.ts'

const groups = Number(process.argv[2] ?? 100_000)
const ROUNDS = 7
const DECISIONS = 50
const folder = mkdtempSync(join(tmpdir(), 'leitong-review-'))

const show = (name: string, values: readonly number[]) =>
  console.log(
    `${name.padEnd(52)} median ${median(values).toFixed(0).padStart(5)} ms, worst ${Math.max(...values)
      .toFixed(0)
      .padStart(5)} ms`,
  )

/** Milliseconds from an act in the page to the frame that shows its answer. */
async function timed(page: Page, act: string, isShown: string): Promise<number> {
  return page.evaluate(
    ([doing, shown]) =>
      new Promise<number>((resolve, reject) => {
        const isDone = new Function(`return ${shown}`) as () => boolean
        const start = performance.now()
        new Function(doing as string)()
        const look = () => {
          const took = performance.now() - start
          if (isDone()) resolve(took)
          else if (took > 60_000) reject(new Error(`not shown after a minute: ${shown}`))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    [act, isShown] as const,
  )
}

const found = "document.querySelector('[data-found]').textContent.split(' ')[0]"
const rows = "document.querySelectorAll('.row .group').length"

console.log(`${groups} groups`)
await writeLetters(join(folder, 'letters.jsonl'), groups)
const served = await serve(settingsOf({ data: join(folder, 'data'), keys: false, port: 0, log: 'silent', folders: { mail: folder } }))
const browser = await launchChromium()
const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } })
try {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${served.url}/review${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    const said = (await answer.json()) as Record<string, unknown>
    if (answer.status !== 202) return said
    // Every change of a task as it comes, until it is over.
    await (await fetch(`${served.url}/tasks/${said['id']}/events`)).text()
    return (await (await fetch(`${served.url}/review/large`)).json()) as Record<string, unknown>
  }
  // What tsx puts around functions that have names.
  await context.addInitScript('globalThis.__name = (one) => one')
  await ask('', { name: 'large', source: ['mail/letters.jsonl'], options: { threshold: 0.6 } })
  const start = performance.now()
  const described = await ask('/large/run', {})
  console.log(
    `the run: ${((performance.now() - start) / 1000).toFixed(1)} s, ${described['groups']} groups of ${described['documents']} texts`,
  )

  const [paints, lists]: [number[], number[]] = [[], []]
  for (let i = 0; i < ROUNDS; i++) {
    const page = await context.newPage()
    await page.goto(`${served.url}/?review=large`)
    await page.waitForSelector('.row .group')
    lists.push(await page.evaluate(() => performance.now()))
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN))
    await page.close()
  }
  show('first paint', paints)
  show('first paint to groups in the list', lists)

  const page = await context.newPage()
  await page.goto(`${served.url}/?review=large`)
  await page.waitForSelector('.row .group')
  const frames = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const list = document.querySelector('.list') as HTMLElement
        const gaps: number[] = []
        let last = performance.now()
        const step = (now: number) => {
          gaps.push(now - last)
          last = now
          list.scrollTop += gaps.length % 60 === 0 ? 400_000 : 240
          if (gaps.length < 600) requestAnimationFrame(step)
          else resolve(gaps.slice(1))
        }
        requestAnimationFrame(step)
      }),
  )
  show('frames of 10 s of scrolling, with jumps', frames)
  console.log(`frames over 100 ms: ${frames.filter((gap) => gap > 100).length} of ${frames.length}`)

  await page.evaluate(() => document.querySelector('.list')?.scrollTo(0, 0))
  await page.locator('.side summary').first().click()
  await page.waitForSelector('.facets .bar')
  const filters: Record<string, number[]> = { 'a filter by size': [], 'a filter by mark': [], 'filters cleared': [], 'another order': [] }
  const all = Number(described['groups']).toLocaleString('en-US')
  for (let i = 0; i < ROUNDS; i++) {
    filters['a filter by size']?.push(
      await timed(
        page,
        `document.querySelectorAll('.facets .bars')[0].children[${1 + (i % 3)}].click()`,
        `${found} !== '${all}' && ${rows} > 0`,
      ),
    )
    filters['filters cleared']?.push(
      await timed(
        page,
        "[...document.querySelectorAll('.side button')].find((b) => b.textContent === 'Clear filters').click()",
        `${found} === '${all}' && ${rows} > 0`,
      ),
    )
    filters['a filter by mark']?.push(
      await timed(page, "document.querySelectorAll('.facets fieldset')[0].querySelectorAll('input')[1].click()", `${found} !== '${all}'`),
    )
    await timed(page, "document.querySelectorAll('.facets fieldset')[0].querySelectorAll('input')[1].click()", `${found} === '${all}'`)
    const first = await page.locator('.row .group').first().getAttribute('data-group')
    filters['another order']?.push(
      await timed(
        page,
        `const s = document.querySelector('.finding select'); s.value = '${i % 2 ? 'risk' : 'input'}'; s.dispatchEvent(new Event('change', { bubbles: true }))`,
        `(document.querySelector('.row .group')?.dataset.group ?? '${first}') !== '${first}'`,
      ),
    )
  }
  for (const [name, values] of Object.entries(filters)) show(name, values)
  const searches: number[] = []
  for (let i = 0; i < ROUNDS; i++)
    searches.push(
      await timed(
        page,
        `const s = document.querySelector('input[type=search]'); s.value = '${(i * 7 + 123) % groups}号来信'; s.dispatchEvent(new Event('input', { bubbles: true }))`,
        `/^[1-9]\\d{0,2}$/.test(${found}) && ${rows} > 0 && document.querySelector('.row').textContent.includes('${(i * 7 + 123) % groups}号来信')`,
      ),
    )
  show('a search in all texts, 150 ms of waiting included', searches)

  // Last: what is decided is no longer among the open groups.
  const deciding = await context.newPage()
  await deciding.addInitScript(() => localStorage.setItem('leitong person', 'bench'))
  await deciding.goto(`${served.url}/?review=large`)
  await deciding.waitForSelector('.row .group')
  await deciding.keyboard.press('j')
  await deciding.waitForSelector('.view h2')
  const shown = "document.querySelector('.view h2')?.textContent"
  const decided: number[] = []
  for (let i = 0; i < DECISIONS; i++) {
    const before = await deciding.evaluate(shown)
    decided.push(
      await timed(
        deciding,
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true }))",
        `${shown} !== ${JSON.stringify(before)} && ${shown} !== undefined`,
      ),
    )
  }
  show('a decision by a key, until the next group is shown', decided)
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const peaks = processInfo.map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024)
  console.log(
    `most memory: a process of the browser ${Math.max(...peaks).toFixed(0)} MB, the service ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
  )
  await deciding.close()
} finally {
  await browser.close()
  await served.close()
  rmSync(folder, { recursive: true })
}

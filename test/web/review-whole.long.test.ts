/**
 * A whole review by keyboard in a real Chromium, of a set of the size that offices have: 2 330 letters.
 *
 * Oracle   what was pressed: each decision is held against the group it was made on, after a restart, a new run, and an edited text.
 * Covers   every group decided by keys alone; with LEITONG_DATA the letters of its petitions.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Served, serve } from '../../src/server/serve.js'
import { settingsOf } from '../../src/server/settings.js'
import { launchChromium } from '../support/browser.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { askReview } from '../support/reviews/ask-review.js'
import { type Letter, letters } from '../support/reviews/letters.js'

const COUNT = 2330
const folder = temporaryFolder()
const file = join(folder, 'letters.jsonl')
let browser: Browser
let served: Served

interface Listed {
  readonly total: number
  readonly groups: readonly { readonly id: string; readonly state: string; readonly size: number; readonly marks: readonly string[] }[]
}
interface Detail {
  readonly id: string
  readonly kept: number
  readonly states: readonly string[]
  readonly members: readonly { readonly place: number; readonly name: string; readonly state: string }[]
}

const start = () => serve(settingsOf({ data: join(folder, 'data'), keys: false, port: 0, log: 'silent', folders: { mail: folder } }))

const ask = <Answer>(path: string, body?: object) => askReview<Answer>(served, path, body)

async function everyGroup(): Promise<Detail[]> {
  const all: Detail[] = []
  for (let offset = 0, total = 1; offset < total; offset += 200) {
    const listed = await ask<Listed>(`/whole/queue?sort=input&limit=200&offset=${offset}`)
    total = listed.total
    for (const { id } of listed.groups) all.push(await ask<Detail>(`/whole/groups/${id}`))
  }
  return all
}

/** What was said of every document, by its name. */
const saidOf = (groups: readonly Detail[]) =>
  new Map(groups.flatMap(({ members }) => members.map(({ name, state }) => [name, state] as const)))

function letterSet(): Letter[] {
  const data = process.env['LEITONG_DATA']
  if (!data) return letters(1000, 14).slice(0, COUNT)
  const lines = gunzipSync(readFileSync(join(data, 'petitions/docs.jsonl.gz'))).toString()
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Letter)
}

beforeAll(async () => {
  browser = await launchChromium()
  served = await start()
})
afterAll(async () => {
  await browser.close()
  await served.close()
})

it('a whole set is reviewed by keys, and each decision outlives a restart, new runs and an edit', async () => {
  const all = letterSet()
  expect(all).toHaveLength(COUNT)
  writeLines(file, all)
  await ask('', { name: 'whole', source: ['mail/letters.jsonl'] })
  await ask('/whole/run', {})
  const { total } = await ask<Listed>('/whole/queue')
  expect(total).toBeGreaterThan(process.env['LEITONG_DATA'] ? 10 : 500)

  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  // Every group stays in sight, so that what was pressed is seen on it.
  await page.addInitScript(() => {
    localStorage.setItem('leitong person', '王')
    localStorage.setItem('leitong goes on', 'no')
  })
  await page.goto(`${served.url}/?review=whole`)
  await page.waitForSelector('.view .go')
  const pressed = { distinct: 0, deferred: 0, kept: 0 }
  for (let group = 0; group < total; group++) {
    const before = page.url()
    if (group) await page.keyboard.press('j')
    if (group) await page.waitForFunction((url) => location.href !== url, before)
    const id = new URL(page.url()).searchParams.get('group') as string
    await page.waitForSelector(`.view[data-shown="${id}"]`)
    const isState = (state: string) => page.waitForSelector(`.view[data-shown="${id}"][data-state="${state}"]`)
    if (group % 7 === 3) {
      await page.keyboard.press('d')
      await isState('deferred')
      pressed.deferred++
      continue
    }
    if (group % 5 === 1) {
      await page.keyboard.press('x')
      await page.waitForSelector('.members .distinct')
      pressed.distinct++
    }
    if (group % 11 === 2) {
      await page.keyboard.press('1')
      await page.waitForFunction(() => !document.querySelector('[data-place="0"]')?.parentElement?.classList.contains('kept'))
      pressed.kept++
    }
    if (await page.locator('.members .open').count()) await page.keyboard.press('m')
    await isState('decided')
  }
  expect(errors).toEqual([])
  const decided = total - pressed.deferred
  await page.waitForFunction(
    (text) => document.querySelector('[data-progress]')?.textContent === text,
    `已定 ${decided.toLocaleString('en-US')} / ${total.toLocaleString('en-US')}`,
  )
  await context.close()

  const before = await everyGroup()
  await served.close()
  served = await start()
  expect(await everyGroup()).toEqual(before)

  // A new run obeys: what is none of a group has left it, all others are where they were.
  await ask('/whole/run', {})
  const again = await everyGroup()
  const said = saidOf(before)
  const after = saidOf(again)
  for (const [name, state] of after) if (said.get(name) !== 'distinct') expect([name, state]).toEqual([name, said.get(name)])
  for (const [name, state] of said)
    if (state === 'duplicate' || state === 'kept')
      expect([name, after.get(name) ?? 'alone']).toEqual([name, after.has(name) ? state : 'alone'])
  const ids = new Set(before.map(({ id }) => id))
  expect(again.filter(({ id }) => !ids.has(id)).length).toBeLessThanOrEqual(pressed.distinct)

  // An edited text opens its own pairs again, and no others.
  const target = again.find(
    ({ states }) => states.length > 2 && states.filter((state) => state === 'duplicate').length === states.length - 1,
  ) as Detail
  const edited = target.members.find(({ state }) => state === 'duplicate') as Detail['members'][number]
  writeLines(
    file,
    all.map((letter) => (String(letter.id) === edited.name ? { ...letter, text: `${letter.text}又及。` } : letter)),
  )
  await ask('/whole/run', {})
  const last = saidOf(await everyGroup())
  expect(last.get(edited.name)).toBe('open')
  last.delete(edited.name)
  after.delete(edited.name)
  expect(last).toEqual(after)
})

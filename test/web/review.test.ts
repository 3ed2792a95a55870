/**
 * The review page in a real Chromium, served by the service.
 *
 * Covers   a whole review by keyboard alone; decisions after a restart and a new run; an edited text opens its pair again and no other; acts of
 *          another reviewer; both languages, a phone, dark; axe without violations; texts, ids and field names that look like markup.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serve } from '../../src/server/serve.js'
import { settingsOf } from '../../src/server/settings.js'
import { askReview } from '../support/ask-review.js'
import { launchChromium } from '../support/browser.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/letters.js'

const folder = temporaryFolder()
let browser: Browser
let served: Served

const start = () => serve(settingsOf({ data: join(folder, 'data'), keys: false, port: 0, log: 'silent', folders: { mail: folder } }))

const ask = <Answer>(path: string, body?: object) => askReview<Answer>(served, path, body)

async function newReview(name: string, file: string, options: object = {}): Promise<void> {
  await ask('', { name, source: [`mail/${file}`], options })
  await ask(`/${name}/run`, {})
}

async function open(name: string, locale = 'en-US', more: object = {}): Promise<{ page: Page; errors: string[]; requests: string[] }> {
  const context = await browser.newContext({ locale, ...more })
  const page = await context.newPage()
  const [errors, requests]: [string[], string[]] = [[], []]
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('request', (request) => requests.push(request.url()))
  await page.addInitScript(() => localStorage.getItem('leitong person') ?? localStorage.setItem('leitong person', 'Li'))
  await page.goto(`${served.url}/?review=${name}`)
  await page.waitForSelector('.group')
  return { page, errors, requests }
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: found } = window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    return (await found.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  })
}

const progress = (page: Page) => page.locator('[data-progress]').textContent()

beforeAll(async () => {
  browser = await launchChromium()
  served = await start()
})
afterAll(async () => {
  await browser.close()
  await served.close()
})

describe('a review by keyboard', () => {
  const all = letters(12)
  const file = join(folder, 'letters.jsonl')

  it('decides every group, and takes a step back', async () => {
    writeLines(file, all)
    await newReview('letters', 'letters.jsonl')
    const { page, errors, requests } = await open('letters')
    expect(await page.locator('[data-found]').textContent()).toContain('12 of 12 groups')
    expect(await progress(page)).toBe('0 of 12 decided')
    for (let group = 0; group < 12; group++) {
      await page.keyboard.press('j')
      await page.waitForSelector(`.row:nth-child(${group + 1}) [aria-current]`)
      await page.waitForSelector('.view .go')
      const id = new URL(page.url()).searchParams.get('group') as string
      // The first is not a duplicate of the one that stays; what is left of it, and all others, are.
      if (group === 0) await page.keyboard.press('x')
      if (group === 1) await page.keyboard.press('d')
      else {
        if (group === 0) await page.waitForSelector('.members .distinct')
        if (await page.locator('.members .open').count()) await page.keyboard.press('m')
        await page.waitForSelector(`[data-group="${id}"].decided`)
      }
      if (group === 1) await page.waitForSelector(`[data-group="${id}"].deferred`)
    }
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '11 of 12 decided')
    await page.keyboard.press('u')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '10 of 12 decided')
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '11 of 12 decided')
    // Letters that are typed are no commands.
    await page.keyboard.press('/')
    await page.keyboard.type('mxu')
    expect(await page.locator('input[type=search]').inputValue()).toBe('mxu')
    await page.waitForFunction(() => document.querySelector('[data-found]')?.textContent?.startsWith('0 of 12'))
    expect(await progress(page)).toBe('11 of 12 decided')
    expect(errors).toEqual([])
    expect(requests.filter((url) => !url.startsWith(served.url) && !url.startsWith('data:'))).toEqual([])
    await page.context().close()
  })

  interface Listed {
    readonly total: number
    readonly groups: readonly {
      readonly id: string
      readonly state: string
      readonly name: string
      readonly size: number
      readonly marks: string[]
    }[]
  }

  it('keeps each decision over a restart and a new run', async () => {
    const before = await ask<Listed>('/letters/queue')
    await served.close()
    served = await start()
    expect((await ask<Listed>('/letters/queue')).groups).toEqual(before.groups)
    await ask('/letters/run', {})
    const after = await ask<Listed>('/letters/queue')
    expect(after.groups.filter(({ state }) => state === 'deferred')).toHaveLength(1)
    expect(after.groups.filter(({ state }) => state === 'open')).toHaveLength(0)
    // Groups have their ids from run to run; one may have come to an end, of two of which one was none.
    const ids = new Set(before.groups.map(({ id }) => id))
    for (const { id } of after.groups) expect(ids.has(id)).toBe(true)
  })

  it('opens exactly the pair of a text that was edited', async () => {
    const before = await ask<Listed>('/letters/queue?sort=input')
    const target = before.groups.find(({ state, size }) => state === 'decided' && size > 2) as Listed['groups'][number]
    const group = await ask<{ kept: number; members: { place: number; name: string; state: string }[] }>(`/letters/groups/${target.id}`)
    const edited = group.members.find(({ place }) => place !== group.kept) as { name: string }
    writeLines(
      file,
      all.map((letter) => (letter.id === edited.name ? { ...letter, text: letter.text.replace('尊敬的领导', '尊敬的各位领导') } : letter)),
    )
    await ask('/letters/run', {})
    const after = await ask<Listed>('/letters/queue?sort=input')
    const changed = after.groups.filter(({ state }, i) => state !== before.groups[i]?.state)
    expect(changed).toMatchObject([{ id: target.id, state: 'partly', marks: expect.arrayContaining(['changed']) }])
    const now = await ask<typeof group>(`/letters/groups/${target.id}`)
    for (const { name, state } of now.members) if (state !== 'kept') expect(state).toBe(name === edited.name ? 'open' : 'duplicate')
  })

  it('shows what another does, and tells of decisions that cross', async () => {
    writeLines(join(folder, 'two.jsonl'), letters(3, 7))
    await newReview('two', 'two.jsonl')
    const [mine, theirs] = [await open('two'), await open('two', 'zh-CN')]
    await theirs.page.evaluate(() => localStorage.setItem('leitong person', '王'))
    await theirs.page.reload()
    for (const { page } of [mine, theirs]) {
      await page.waitForSelector('.group')
      await page.keyboard.press('j')
      await page.waitForSelector('.view .go')
    }
    expect(await theirs.page.locator('.go').textContent()).toMatch(/^标记 \d 条为重复，保留 信/)
    await mine.page.keyboard.press('m')
    await theirs.page.waitForSelector('.group.decided')
    expect(await theirs.page.locator('.history li').first().textContent()).toContain('Li')
    await theirs.page.context().close()
    await mine.page.context().close()
    const listed = await ask<Listed & { revision: number }>('/two/queue')
    const { id } = listed.groups.find(({ state }) => state === 'open') as Listed['groups'][number]
    const act = { act: 'defer', members: [{ group: id, place: 0 }], run: 1, seen: listed.revision }
    await ask('/two/acts', { ...act, by: 'Li' })
    const crossed = await fetch(`${served.url}/review/two/acts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...act, by: '王' }),
    })
    expect([crossed.status, await crossed.json()]).toMatchObject([409, { conflict: 'others', others: [{ by: 'Li', act: 'defer' }] }])
  })
})

describe('acts on all that fit', () => {
  it('are counted, shown, done and undone by keys', async () => {
    writeLines(join(folder, 'many.jsonl'), letters(9, 11))
    await newReview('many', 'many.jsonl')
    const { page, errors } = await open('many')
    await page.keyboard.press('b')
    await page.waitForSelector('[data-preview]')
    expect(await page.locator('[data-preview]').textContent()).toMatch(/^9 groups, /)
    expect(await page.locator('.sample li').count()).toBe(9)
    expect(await violations(page)).toEqual([])
    await page.locator('dialog .go').focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '9 of 9 decided')
    await page.waitForSelector('.group.decided')
    await page.keyboard.press('u')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '0 of 9 decided')
    await page.waitForSelector('.group.open')
    expect(errors).toEqual([])
    await page.context().close()
  })
})

describe('thresholds', () => {
  it('are tried before they are used, and pairs outside a group are shown', async () => {
    writeLines(join(folder, 'lab.jsonl'), letters(9, 13))
    await newReview('lab', 'lab.jsonl', { threshold: 0.8 })
    const { page, errors } = await open('lab')
    await page.keyboard.press('t')
    await page.locator('dialog button', { hasText: 'Look for pairs' }).click()
    await page.waitForSelector('.scores rect')
    await page.waitForSelector('.around li')
    const before = await page.locator('[data-then=groups]').textContent()
    expect(before).toBe('9')
    await page.locator('dialog input[type=range]').focus()
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowLeft')
    await page.getByText('Run again with 0.50').waitFor()
    await page.locator('.around summary').first().click()
    expect(await violations(page)).toEqual([])
    await page.getByText('Run again with 0.50').click()
    await page.waitForFunction(async () => (await (await fetch('/review/lab')).json()).threshold === 0.5)
    await page.waitForSelector('.group')
    await page.keyboard.press('j')
    await page.waitForSelector('.view .go')
    await page.locator('[data-outside] > summary').click()
    await page.locator('[data-outside] button').click()
    await page.waitForFunction(() => /of \d+ documents/.test(document.querySelector('[data-outside]')?.textContent ?? ''))
    expect(errors.filter((error) => !error.includes('404'))).toEqual([])
    await page.context().close()
  })
})

describe('personal data and outputs', () => {
  it('are hidden on demand, and written after a plan', async () => {
    writeLines(
      join(folder, 'personal.jsonl'),
      letters(4, 17).map((letter) => ({ ...letter, text: `${letter.text}电话13812345678。` })),
    )
    await newReview('personal', 'personal.jsonl')
    const { page, errors } = await open('personal')
    await page.keyboard.press('j')
    await page.waitForSelector('.view .go')
    await page.getByText('Hide personal data').click()
    await page.waitForFunction(() => document.querySelector('.view')?.textContent?.includes('〔tel·'))
    expect(await page.locator('.view').textContent()).not.toContain('13812345678')
    expect(await violations(page)).toEqual([])
    await page.getByText('Show this group as it is').click()
    await page.waitForFunction(() => document.querySelector('.view')?.textContent?.includes('13812345678'))
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '1 of 4 decided')
    await page.getByText('What would go').click()
    await page.waitForSelector('[data-plan]')
    expect(await violations(page)).toEqual([])
    await page.locator('dialog .go').click()
    await page.locator('dialog li', { hasText: 'kept.jsonl' }).waitFor()
    const saved = page.waitForEvent('download')
    await page.locator('dialog li button').last().click()
    expect((await saved).suggestedFilename()).toBe('personal-removed.jsonl')
    expect(errors).toEqual([])
    await page.context().close()
  })
})

describe('the page', () => {
  beforeAll(async () => {
    writeLines(join(folder, 'own.jsonl'), letters(12, 5))
    await newReview('own', 'own.jsonl')
    const { groups } = await ask<{ groups: { id: string }[] }>('/own/queue')
    await ask('/own/acts', { act: 'defer', by: 'Li', run: 1, members: [{ group: groups[0]?.id, place: 0 }] })
  })

  const evil = '<script>document.title="gone"</script><img src=x onerror="document.title=1">'

  it('shows texts, ids and names of fields as they are, never as markup', async () => {
    const text = `The bridge over the river will be closed on Monday for repairs, the council said. ${evil} More will follow here.`
    writeLines(join(folder, 'evil.jsonl'), [
      { id: evil, title: evil, text },
      { id: `2${evil}`, title: evil, text: text.replace('Monday', 'Tuesday') },
    ])
    await newReview('evil', 'evil.jsonl', { threshold: 0.3 })
    writeFileSync(
      join(folder, 'evil.csv'),
      `id,"<b onclick=alert(1)>name</b>",city\n1,Anna Schmidt,Berlin\n2,Anna Schmitt,Berlin\n3,Carl Meyer,Rome\n`,
    )
    const fields = { fields: { '<b onclick=alert(1)>name</b>': { kind: 'name' }, city: { kind: 'exact' } }, key: ['id'] }
    await newReview('evilrows', 'evil.csv', { fields, measure: 'fields', threshold: 0.5 })
    for (const name of ['evil', 'evilrows']) {
      const { page, errors } = await open(name)
      await page.keyboard.press('j')
      await page.waitForSelector('.view .go')
      expect(await page.title()).toBe(`leitong: ${name}`)
      expect(await page.locator('.view').innerHTML()).toContain(name === 'evil' ? '&lt;script&gt;' : '&lt;b onclick')
      expect(await page.locator('img').count()).toBe(0)
      expect(errors).toEqual([])
      await page.context().close()
    }
  })

  it('has nothing that axe finds, in light and dark, on a phone, and with every panel open', async () => {
    for (const more of [{}, { colorScheme: 'dark' }, { viewport: { width: 390, height: 800 } }]) {
      const { page } = await open('own', 'zh-CN', more)
      await page.keyboard.press('j')
      await page.waitForSelector('.view .go')
      await page.locator('.side summary').click()
      expect(await violations(page)).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
      await page.keyboard.press('?')
      await page.waitForSelector('dialog')
      expect(await violations(page)).toEqual([])
      await page.context().close()
    }
    const page = await browser.newPage()
    await page.goto(served.url)
    await page.waitForSelector('.start li')
    expect(await violations(page)).toEqual([])
    await page.close()
  })

  it('filters by facets, and has its state in the address', async () => {
    const { page } = await open('own')
    await page.locator('.side summary').click()
    await page.getByLabel(/deferred/).check()
    await page.waitForFunction(() => document.querySelector('[data-found]')?.textContent?.startsWith('1 of '))
    expect(new URL(page.url()).searchParams.get('state')).toBe('deferred')
    await page.reload()
    await page.waitForFunction(() => document.querySelector('[data-found]')?.textContent?.startsWith('1 of '))
    await page.getByText('Clear filters').click()
    await page.locator('input[type=search]').fill('管道老化')
    await page.waitForFunction(() => /^[1-9] of /.test(document.querySelector('[data-found]')?.textContent ?? ''))
    await page.context().close()
  })
})

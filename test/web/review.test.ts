/**
 * The review page in a real Chromium, served by the service.
 *
 * Covers   a whole review by keyboard alone; decisions after a restart and a new run; an edited text opens its pair again and no other; acts of
 *          another reviewer; both languages, a phone, dark; axe without violations; texts, ids and field names that look like markup; a long list.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serve } from '../../src/server/serve.js'
import { settingsOf } from '../../src/server/settings.js'
import { violations } from '../support/axe.js'
import { launchChromium } from '../support/browser.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { askReview } from '../support/reviews/ask-review.js'
import { letters } from '../support/reviews/letters.js'

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
    const ids = () => page.locator('.group').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-group')))
    // The first is in hand; of it the member in hand is no duplicate, and what is left, and all others, are. One is put off.
    await page.waitForSelector('.view .go')
    const [first] = await ids()
    await page.keyboard.press('x')
    const isPair = (await page.locator('.row:nth-child(1) .second').textContent())?.includes('2 members')
    if (!isPair) await page.keyboard.press('m')
    await page.waitForSelector(`[data-group="${first}"].decided`)
    await page.waitForSelector('.row:nth-child(2) [aria-current]')
    await page.keyboard.press('d')
    await page.waitForSelector('.row:nth-child(3) [aria-current]')
    for (let group = 2; group < 12; group++) await page.keyboard.press('m')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '11 of 12 decided')
    // What was put off is no part of what is open, and the tabs count at once.
    expect(await page.locator('[role=tab] .figures').allTextContents()).toEqual(['0', '11', '1', '12'])
    expect(await page.locator('.group.deferred').count()).toBe(1)
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
    await expect.poll(async () => (await ask<Listed>('/letters/queue?state=decided')).groups.length).toBe(11)
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

  interface Shown {
    readonly kept: number
    readonly states: readonly string[]
    readonly acts: readonly { readonly act: string; readonly members: number }[]
  }

  it('keeps two selected members apart, and stores no act twice', async () => {
    const [first] = letters(1)
    const texts = ['写于三月。', '写于四月。', '写于五月。'].map((end, i) => ({ ...first, id: `信${i + 1}`, text: `${first?.text}${end}` }))
    writeLines(join(folder, 'pair.jsonl'), texts)
    await newReview('pair', 'pair.jsonl')
    const { page, errors } = await open('pair')
    await page.waitForSelector('.view .go')
    const id = new URL(page.url()).searchParams.get('group') as string
    const shown = () => ask<Shown>(`/pair/groups/${id}`)
    const { kept } = await shown()
    const [a, b] = [0, 1, 2].filter((place) => place !== kept) as [number, number]
    const acts = async () => (await readDecisions()).map(({ act, members }) => [act, ...members.map(({ id }) => id)])
    const readDecisions = async () => {
      const text = await (await fetch(`${served.url}/review/pair/export/decisions.jsonl`)).text()
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { readonly act: string; readonly members: readonly { readonly id: string }[] })
    }
    const name = (place: number) => page.locator(`[data-place="${place}"] .name`).textContent()
    // One of a pair is in hand, space selects it; `l` goes to the other.
    await page.locator(`[data-place="${a}"]`).click()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press(' ')
    await page.keyboard.press('l')
    await page.keyboard.press(' ')
    const [nameA, nameB] = [await name(a), await name(b)]
    expect(await page.locator('[data-act=distinct]').getAttribute('title')).toBe(`${nameB} is no duplicate of ${nameA}`)
    await page.keyboard.press('x')
    await page.waitForSelector('.history li')
    expect(await acts()).toEqual([['distinct', nameB, nameA]])
    // Neither was held against the one that stays, so both are open still.
    expect((await shown()).states.filter((state) => state === 'open')).toHaveLength(2)
    expect(await violations(page)).toEqual([])
    // A new run obeys it: the two are not in one group.
    await ask('/pair/run', {})
    const { groups } = await ask<Listed>('/pair/queue')
    for (const group of groups) {
      const { members } = await ask<{ members: readonly { name: string }[] }>(`/pair/groups/${group.id}`)
      const names = members.map(({ name: one }) => one)
      expect(names.includes(nameA as string) && names.includes(nameB as string)).toBe(false)
    }
    await page.context().close()
    const again = await open('pair')
    await again.page.waitForSelector('.view .go')
    await again.page.keyboard.press('m')
    await again.page.waitForSelector('.group.decided')
    await expect.poll(async () => (await acts()).length).toBe(2)
    expect(await again.page.locator('.view .go').isDisabled()).toBe(true)
    await again.page.keyboard.press('m')
    // The answer to a later request shows that the key has sent nothing.
    await again.page.getByLabel('Note').fill('seen')
    await again.page.keyboard.press('Enter')
    await again.page.locator('.history li', { hasText: 'seen' }).waitFor()
    expect((await acts()).map(([act]) => act)).toEqual(['distinct', 'duplicate', 'note'])
    expect([...errors, ...again.errors]).toEqual([])
    await again.page.context().close()
  })

  it('shows what another does, and tells of decisions that cross', async () => {
    writeLines(join(folder, 'two.jsonl'), letters(3, 7))
    await newReview('two', 'two.jsonl')
    const [mine, theirs] = [await open('two'), await open('two', 'zh-CN')]
    await theirs.page.evaluate(() => localStorage.setItem('leitong person', '王'))
    await theirs.page.reload()
    for (const { page } of [mine, theirs]) {
      await page.waitForSelector('.group')
      await page.waitForSelector('.view .go')
    }
    expect(await theirs.page.locator('.view .go').textContent()).toMatch(/^重复，去除 \d 篇/)
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
    expect(await page.locator('[data-preview]').textContent()).toMatch(/^9 of 9 groups, /)
    expect(await page.locator('.sample li').count()).toBe(9)
    // Texts are seen before they are acted on: of each group that of the one that stays and those of the others.
    expect(await page.locator('.sample li').first().locator('q').count()).toBeGreaterThan(1)
    expect((await page.locator('.sample q').allTextContents()).every((text) => text.length > 20)).toBe(true)
    expect(await violations(page)).toEqual([])
    // A rule that is saved is there when the dialog is opened again.
    await page.locator('[data-rule]').selectOption('shortest')
    await page.getByLabel('if equal').selectOption('longest')
    await page.getByLabel('Save this rule as').fill('ours')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('dialog form select')?.textContent?.includes('ours'))
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.querySelector('dialog'))
    await page.keyboard.press('b')
    await page.getByLabel('Saved rules').selectOption('ours')
    expect(await page.locator('[data-rule]').inputValue()).toBe('shortest')
    expect(await page.getByLabel('if equal').inputValue()).toBe('longest')
    await page.getByText('Forget').click()
    await page.waitForFunction(() => !document.querySelector('dialog form select')?.textContent?.includes('ours'))
    await page.locator('[data-rule]').selectOption('run')
    await page.waitForFunction(() => /^9 of 9 groups/.test(document.querySelector('[data-preview]')?.textContent ?? ''))
    await page.locator('dialog .go').focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '9 of 9 decided')
    await page.waitForFunction(() => document.querySelector('[data-tab=open]')?.textContent === 'Open 0')
    // It is taken back as one, also after the page was loaded anew, and by no group in hand.
    await page.reload()
    await page.waitForSelector('[data-act=undo]:not(:disabled)')
    await page.keyboard.press('u')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '0 of 9 decided')
    await page.waitForSelector('.group.open')
    // None of all these are duplicates: chosen in the list of acts by its first letter.
    await page.keyboard.press('b')
    // A dialog that is not shown yet takes no focus.
    await page.waitForSelector('dialog[open] [data-act]')
    await page.locator('dialog [data-act]').focus()
    await page.keyboard.press('n')
    await page.waitForFunction(() => /not duplicates$/.test(document.querySelector('dialog .go')?.textContent ?? ''))
    await page.waitForFunction(() => /stay$/.test(document.querySelector('[data-preview]')?.textContent ?? ''))
    expect(await page.locator('.sample .badge').nth(1).textContent()).toBe('not a duplicate')
    expect(await violations(page)).toEqual([])
    await page.locator('dialog .go').focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '9 of 9 decided')
    expect((await (await fetch(`${served.url}/review/many/plan`)).json()).removed).toBe(0)
    // The list of what was done takes it back as one, too.
    await page.keyboard.press('a')
    await page.getByText('Undo these 9').click()
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '0 of 9 decided')
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
    await page.waitForSelector('main[data-run="2"]')
    expect(await ask<object>('/lab')).toMatchObject({ threshold: 0.5 })
    await page.waitForSelector('.view .go')
    await page.locator('[data-outside] > summary').click()
    await page.locator('[data-outside] button').click()
    await page.waitForFunction(() => /of \d+ documents/.test(document.querySelector('[data-outside]')?.textContent ?? ''))
    expect(errors.filter((error) => !error.includes('404'))).toEqual([])
    await page.context().close()
  })
})

describe('frequent passages', () => {
  it('are found, left out and their effect seen by keys alone', async () => {
    const footer = '如有疑问请于工作日拨打本单位值班电话查询办理进度，感谢您对我们工作的理解与支持，祝您生活愉快身体健康万事如意。'
    const own = (i: number) => Array.from({ length: 24 }, (_, j) => String.fromCodePoint(0x4e00 + ((i * 997 + j * 7919) % 15000))).join('')
    writeLines(join(folder, 'footers.jsonl'), [
      ...letters(3, 19),
      ...Array.from({ length: 12 }, (_, i) => ({ id: `f${i}`, title: '', text: `${own(i)}。${footer}` })),
    ])
    await newReview('footers', 'footers.jsonl', { threshold: 0.5 })
    const { page, errors } = await open('footers')
    const figure = (name: string, place: number) => page.locator(`[data-figure=${name}] td`).nth(place).textContent()
    await page.keyboard.press('p')
    await page.locator('dialog[open] form button').focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-passages]')
    expect(await page.locator('[data-passages]').textContent()).toMatch(/^1 of 1 passages, from \d+ documents$/)
    expect(await page.locator('.frequent tbody td').nth(1).textContent()).toBe('12')
    const before = Number(await figure('members', 0))
    await page.locator('.frequent input').focus()
    await page.keyboard.press('Space')
    await page.waitForFunction(() => document.querySelector('dialog .go')?.textContent === 'Run again, 1 passages left out')
    expect(await violations(page)).toEqual([])
    await page.locator('dialog .go').focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-figure=members] td:nth-of-type(2)')
    expect([await figure('members', 0), await figure('members', 1)]).toEqual([String(before), String(before - 12)])
    expect(await figure('groups', 1)).toBe('3')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('[data-found]')?.textContent?.startsWith('3 of 3 groups'))
    expect(errors).toEqual([])
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
    await page.waitForSelector('.view .go')
    const menu = async (name: string, text: string) => {
      await page.locator(`[data-menu=${name}]`).click()
      await page.locator('.menu-body').getByText(text).click()
    }
    await menu('tools', 'Hide personal data')
    await page.waitForFunction(() => document.querySelector('.view')?.textContent?.includes('〔tel·'))
    expect(await page.locator('.view').textContent()).not.toContain('13812345678')
    expect(await violations(page)).toEqual([])
    await page.getByText('Show this group as it is').click()
    await page.waitForFunction(() => document.querySelector('.view')?.textContent?.includes('13812345678'))
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.querySelector('[data-progress]')?.textContent === '1 of 4 decided')
    await menu('outputs', 'Apply the decisions')
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
    const dated = letters(12, 5).map((letter, i) => ({ ...letter, written: `2025-0${1 + (i % 9)}-11` }))
    writeLines(join(folder, 'own.jsonl'), dated)
    await newReview('own', 'own.jsonl', { withFields: ['written'] })
    await ask('/own/lab', {})
    await ask('/own/passages', { over: 2 })
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
      await page.waitForSelector('.view .go')
      expect(await page.title()).toBe(`leitong: ${name}`)
      expect(await page.locator('.view').innerHTML()).toContain(name === 'evil' ? '&lt;script&gt;' : '&lt;b onclick')
      expect(await page.locator('img').count()).toBe(0)
      expect(errors).toEqual([])
      await page.context().close()
    }
    // Words of the page are those of its language, also for how much fields are alike.
    const { page } = await open('evilrows', 'zh-CN')
    await page.waitForSelector('.adds caption')
    expect((await page.locator('.adds td').allTextContents()).join(' ').match(/[a-z]{3,}/gi)).toBe(null)
    await page.context().close()
  })

  it('fits a telephone in both languages', async () => {
    for (const locale of ['en-US', 'zh-CN']) {
      const { page } = await open('own', locale, { viewport: { width: 390, height: 800 } })
      const isInside = () =>
        page.$$eval('.top > *', (all) =>
          all.every((one) => one.getBoundingClientRect().right <= innerWidth && one.scrollWidth <= innerWidth),
        )
      await page.locator('.group').first().waitFor()
      expect(await isInside()).toBe(true)
      await page.locator('.group').first().click()
      await page.waitForSelector('.view .go')
      expect([await isInside(), await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([true, 390])
      await page.context().close()
    }
  })

  it('has nothing that axe finds, in light and dark, on a phone, and with every panel open', async () => {
    for (const more of [{}, { colorScheme: 'dark' }, { viewport: { width: 390, height: 800 } }]) {
      const { page } = await open('own', 'zh-CN', more)
      const isPhone = 'viewport' in more
      const noneIsWide = async () =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      if (isPhone) {
        await page.locator('.filters summary').click()
        expect(await violations(page)).toEqual([])
        await noneIsWide()
        await page.locator('.group').first().click()
      }
      await page.waitForSelector('.view .go')
      if (!isPhone) await page.locator('.filters summary').click()
      expect(await violations(page)).toEqual([])
      await noneIsWide()
      const menu = async (name: string, text: string) => {
        await page.locator(`[data-menu=${name}]`).click()
        expect(await violations(page)).toEqual([])
        await noneIsWide()
        await page.locator('.menu-body').getByText(text).click()
      }
      await page.locator('[data-why] > summary').click()
      await page.waitForSelector('[data-why] p')
      for (const [key, shows] of [
        ['?', 'dl'],
        ['b', '[data-preview]'],
        ['t', '.around li'],
        ['p', '.frequent'],
        ['a', '.activity'],
      ] as const) {
        await page.keyboard.press(key)
        await page.waitForSelector(`dialog[open] ${shows}`)
        expect(await violations(page), key).toEqual([])
        await noneIsWide()
        await page.keyboard.press('Escape')
        await page.waitForFunction(() => !document.querySelector('dialog'))
      }
      await menu('outputs', '应用决定')
      await page.waitForSelector('dialog [data-plan]')
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await menu('tools', '隐去个人信息')
      await page.getByText('显示此组原文').waitFor()
      expect(await violations(page)).toEqual([])
      await menu('tools', '显示个人信息')
      await page.getByText('显示此组原文').waitFor({ state: 'detached' })
      await page.context().close()
    }
    const page = await browser.newPage()
    await page.goto(served.url)
    await page.waitForSelector('.start li')
    expect(await violations(page)).toEqual([])
    await page.close()
  }, 600_000)

  it('filters by facets, and has its state in the address', async () => {
    const { page } = await open('own')
    await page.locator('[data-tab=deferred]').click()
    await page.waitForFunction(() => document.querySelector('[data-found]')?.textContent?.startsWith('1 of '))
    expect(new URL(page.url()).searchParams.get('state')).toBe('deferred')
    await page.reload()
    await page.waitForFunction(() => document.querySelector('[data-found]')?.textContent?.startsWith('1 of '))
    await page.locator('[data-tab=all]').click()
    await page.waitForFunction(() => document.querySelector('[data-found]')?.textContent?.startsWith('12 of 12 '))
    // The slider of time, by keys: a filter of days, and the same in its fields.
    await page.locator('.filters summary').click()
    await page.getByLabel('Time (written) from').focus()
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => /^[1-9] of 12 /.test(document.querySelector('[data-found]')?.textContent ?? ''))
    expect(new URL(page.url()).searchParams.get('time')).toMatch(/^2025-\d\d-\d\d\.\.$/)
    await page.getByText('Clear filters').click()
    await page.locator('input[type=search]').fill('管道老化')
    await page.waitForFunction(() => /^[1-9] of /.test(document.querySelector('[data-found]')?.textContent ?? ''))
    await page.context().close()
  })
})

describe('a list that is longer than what is in sight', () => {
  const GROUPS = 130
  /** Of the second part of the list that the page asks for. */
  const FAR = 115
  const ids: string[] = []

  beforeAll(async () => {
    writeLines(join(folder, 'long.jsonl'), letters(GROUPS, 31))
    await newReview('long', 'long.jsonl')
    for (const offset of [0, 100]) {
      const { groups } = await ask<{ groups: { id: string }[] }>(`/long/queue?limit=100&offset=${offset}`)
      ids.push(...groups.map(({ id }) => id))
    }
  })

  const boxOf = (page: Page, selector: string) =>
    page.$eval(selector, (element) => {
      const { top, bottom, height } = element.getBoundingClientRect()
      return { top, bottom, height }
    })

  it.each([
    ['a phone', 390, 844],
    ['a window at twice the size', 720, 450],
  ])('has its own room in %s: what is in sight is drawn and asked for', async (_, width, height) => {
    const { page, requests } = await open('long', 'en-US', { viewport: { width, height } })
    await page.locator('[data-found]', { hasText: `${GROUPS} of ${GROUPS}` }).waitFor()
    const list = await boxOf(page, '.list')
    expect(list.bottom).toBeLessThanOrEqual(height)
    expect(list.height).toBeGreaterThan(100)
    expect(await page.locator('.row').count()).toBeLessThan(40)
    expect(requests.filter((url) => url.includes('/queue'))).toHaveLength(1)
    // A group that is tapped is in sight at once.
    await page.locator('.group').nth(1).click()
    await page.waitForSelector('.view .go')
    for (const part of ['.view h2', '.view .go']) {
      const { top, bottom } = await boxOf(page, part)
      expect([part, top >= 0, bottom <= height]).toEqual([part, true, true])
    }
    await page.context().close()
  })

  it('goes on from the group that the address names, and Back goes to what was chosen before', async () => {
    const { page, errors } = await open('long')
    await page.goto(`${served.url}/?review=long&group=${ids[FAR]}`)
    const current = page.locator('.group[aria-current]')
    await current.waitFor()
    expect(await current.getAttribute('data-group')).toBe(ids[FAR])
    const [list, row] = [await boxOf(page, '.list'), await boxOf(page, '.group[aria-current]')]
    expect([row.top >= list.top, row.bottom <= list.bottom]).toEqual([true, true])
    const isAt = (place: number) => page.waitForFunction((id) => new URL(location.href).searchParams.get('group') === id, ids[place])
    await page.keyboard.press('j')
    await isAt(FAR + 1)
    await page.keyboard.press('k')
    await isAt(FAR)
    // What keys go through leaves no steps behind, what is clicked does.
    await page.locator(`[data-group="${ids[FAR + 2]}"]`).click()
    await isAt(FAR + 2)
    await page.locator(`[data-group="${ids[FAR + 1]}"]`).click()
    await isAt(FAR + 1)
    await page.goBack()
    await isAt(FAR + 2)
    await page.goBack()
    await isAt(FAR)
    await page.locator('.view').waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('is one stop for the key Tab; Enter goes to the group, and what is done is told', async () => {
    const { page, errors } = await open('long')
    await page.waitForSelector('.view .go')
    const isIn = (selector: string) => page.evaluate((one) => document.activeElement?.closest(one) !== null, selector)
    const tabTo = async (selector: string) => {
      for (let stops = 1; stops <= 40; stops++) {
        await page.keyboard.press('Tab')
        if (await isIn(selector)) return stops
      }
      return Number.POSITIVE_INFINITY
    }
    // The first stop leads past all others.
    expect(await tabTo('.skip')).toBe(1)
    await page.keyboard.press('Enter')
    expect(await isIn('.view h2')).toBe(true)
    await page.reload()
    await page.waitForSelector('.view .go')
    expect(await tabTo('.group')).toBeLessThan(20)
    await page.keyboard.press('Tab')
    expect(await isIn('.list')).toBe(false)
    expect(await tabTo('[data-act]')).toBeLessThan(20)
    await page.locator('.group').nth(2).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.closest('.view h2'))
    expect(await page.locator('[role=status]').textContent()).toBe('')
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent?.includes('duplicate'))
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('says that it loads until its length is known', async () => {
    const page = await browser.newPage({ locale: 'en-US' })
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/queue*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${served.url}/?review=long`)
    await page.waitForSelector('.skeleton')
    expect(await page.locator('[data-found]').textContent()).toBe('Loading…')
    goOn()
    await page.waitForSelector('.group')
    expect([await page.locator('.skeleton').count(), await page.locator('.row svg.symbol').count()]).toEqual([
      0,
      await page.locator('.row').count(),
    ])
    await page.close()
    // So does it say that nothing comes, in its own language.
    const cut = await browser.newPage({ locale: 'zh-CN' })
    await cut.route('**/queue*', (route) => route.abort())
    await cut.goto(`${served.url}/?review=long`)
    await cut.locator('.said', { hasText: '服务没有响应（无法连接服务）' }).waitFor()
    await cut.close()
  })

  it('stands below a bar of one line, and nothing scrolls but its parts; a dialog that closes late closes no other one', async () => {
    const { page } = await open('long')
    await page.waitForSelector('.view .go')
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, (await boxOf(page, '.top')).height]).toEqual([width, 48])
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
    }
    await page.keyboard.press('?')
    await page.waitForSelector('dialog[open]')
    // The event of closing comes after the next key.
    await page.evaluate(() => {
      document.querySelector('dialog')?.close()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', bubbles: true }))
    })
    await page.waitForSelector('dialog[open] [data-preview]')
    await page.context().close()
  })
})

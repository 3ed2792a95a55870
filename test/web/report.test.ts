/**
 * The report page in a real Chromium, opened from disk.
 *
 * Covers   input, date, threshold and method in words; counts and histogram, whose bars filter; groups with differences marked,
 *          by characters for Chinese; rows field by field; both languages, option names included; search in ids and texts, also
 *          of removed ones; links to groups; opening all, CSV, a phone; ten thousand groups; text that looks like markup;
 *          nothing is fetched, nothing fails.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPTIONS } from '../../src/resolving/table.js'
import { gapOf } from '../../web/report/gap.js'
import { OPTION_NAMES } from '../../web/report/option-names.js'
import { violations } from '../support/axe.js'
import { launchChromium } from '../support/browser.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { peopleTwice } from '../support/people-twice.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

async function open(name: string, locale: string): Promise<{ page: Page; requests: string[]; errors: string[] }> {
  const page = await browser.newPage({ locale })
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`file://${join(folder, name)}`)
  await page.waitForSelector('#app[data-ready]')
  return { page, requests, errors }
}

describe('a small report', () => {
  beforeAll(async () => {
    const evil = '<script>document.title="gone"</script><img src=x onerror="document.title=1">'
    writeLines(join(folder, 'small.jsonl'), [
      { id: 'zh-1', title: '噪音投诉', text: '居民反映小区夜间施工噪音严重，影响老人休息，希望有关部门尽快处理。' },
      { id: 'zh-2', text: '居民反映小区夜间施工噪音严重，影响孩子休息，希望相关部门尽快处理。' },
      {
        id: 'en-1',
        text: `The bridge over the river will be closed on Monday for repairs, the council said. ${evil} More will follow here.`,
      },
      {
        id: 'en-2',
        text: `The bridge over the river will be closed on Tuesday for repairs, the council said. ${evil} More will follow here.`,
      },
      {
        id: 'en-3',
        text: `the bridge over the river will be closed on Monday for repairs, the council said ${evil} more will follow here`,
      },
      { id: 'other', text: 'Nothing like the others at all.' },
    ])
    expect((await leitong(['dedupe', 'small.jsonl', '--threshold', '0.5', '--report', 'small.html'], { cwd: folder })).code).toBe(0)
  })

  it('shows counts, groups and marked differences, in English', async () => {
    const { page, requests, errors } = await open('small.html', 'en-US')
    expect(await page.title()).toBe('leitong: Near-duplicates')
    expect(await page.locator('[data-count="documents"] b').textContent()).toBe('6')
    expect(await page.locator('[data-count="removed"] b').textContent()).toBe('3')
    expect(await page.locator('.bar').count()).toBe(20)
    const heads = page.locator('.head')
    expect(await heads.count()).toBe(2)
    expect(await heads.first().textContent()).toContain('3 ×')
    await heads.first().click()
    const members = page.locator('.member')
    await members.first().waitFor()
    expect(await members.count()).toBe(3)
    expect(await members.nth(1).locator('del').allTextContents()).toEqual(['Monday'])
    expect(await members.nth(1).locator('ins').allTextContents()).toEqual(['Tuesday'])
    expect(await members.nth(1).textContent()).toContain('<script>document.title="gone"</script>')
    await heads.first().click()
    expect(await members.count()).toBe(0)
    expect(requests.filter((url) => !url.startsWith('file://') && !url.startsWith('data:'))).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })

  it('marks Chinese by characters, and speaks Chinese', async () => {
    const { page, errors } = await open('small.html', 'zh-CN')
    expect(await page.title()).toBe('leitong: 近似重复报告')
    await page.fill('#search', 'zh-1')
    await page.locator('.count', { hasText: '1 / 2' }).waitFor()
    expect(await page.locator('.head').count()).toBe(1)
    await page.locator('.head').click()
    const second = page.locator('.member').nth(1)
    await second.waitFor()
    expect(await second.locator('del').allTextContents()).toEqual(['老人', '有'])
    expect(await second.locator('ins').allTextContents()).toEqual(['孩子', '相'])
    await page.click('#language')
    expect(await page.locator('h1').textContent()).toBe('Near-duplicates')
    expect(await page.inputValue('#search')).toBe('zh-1')
    await page.fill('#search', 'no such thing')
    await page.locator('.empty').waitFor()
    expect(await page.locator('.empty').textContent()).toBe('No group fits.')
    expect(errors).toEqual([])
    await page.close()
  })

  it('says at the top what was read, when, and what counted as a duplicate', async () => {
    const { page } = await open('small.html', 'en-US')
    expect(await page.locator('.inputs').textContent()).toBe('small.jsonl')
    const time = Date.parse((await page.locator('time').getAttribute('datetime')) as string)
    expect(Math.abs(Date.now() - time)).toBeLessThan(600_000)
    expect(await page.locator('.result').textContent()).toBe('Of 6 documents, 3 stay. 3 repeat one that stays, in 2 groups.')
    expect(await page.locator('.rule').textContent()).toContain('(Jaccard) is at least 0.5')
    await page.click('#language')
    expect(await page.locator('.rule').textContent()).toContain('不低于 0.5')
    await page.locator('summary').click()
    const names = await page.locator('details th').allTextContents()
    expect(names).toContain('相似度阈值')
    await page.close()
  })

  it('names every option in both languages', () => {
    for (const name of Object.keys(OPTIONS)) expect(OPTION_NAMES[name], name).toEqual([expect.any(String), expect.stringMatching(/\S/)])
  })

  it('finds ids of removed documents and words of their texts', async () => {
    const { page } = await open('small.html', 'en-US')
    await page.fill('#search', 'en-3')
    await page.locator('.count', { hasText: '1 / 2' }).waitFor()
    expect(await page.locator('.head .id').allTextContents()).toEqual(['en-1'])
    await page.fill('#search', '孩子休息')
    await page.locator('.finding').waitFor()
    expect(await page.locator('.finding b').textContent()).toBe('zh-2')
    expect(await page.locator('.finding mark').textContent()).toBe('孩子休息')
    await page.close()
  })

  it('shows the groups of one bar', async () => {
    const { page } = await open('small.html', 'en-US')
    const bars = page.locator('.bar:not([disabled])')
    await bars.last().click()
    const few = await page.locator('.head').count()
    expect(await page.locator('.chip').count()).toBe(1)
    expect(await bars.last().getAttribute('aria-pressed')).toBe('true')
    expect(few).toBe(1)
    await page.click('.chip')
    expect(await page.locator('.head').count()).toBe(2)
    await page.close()
  })

  it('begins its list in the first screen, has its state in the address, and goes by keys', async () => {
    const { page } = await open('small.html', 'en-US')
    expect(await page.locator('[data-count]:visible').count()).toBe(3)
    expect((await page.locator('.bars').boundingBox())?.height).toBe(80)
    expect((await page.locator('.head').first().boundingBox())?.y).toBeLessThan(440)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('o')
    await page.locator('.groups > li:first-child .member').first().waitFor()
    await page.selectOption('#sort', 'byOrder')
    await page.fill('#search', '孩子休息')
    await page.locator('.finding').waitFor()
    await page.reload()
    await page.locator('.finding').waitFor()
    expect([await page.inputValue('#search'), await page.inputValue('#sort')]).toEqual(['孩子休息', 'byOrder'])
    expect(await violations(page)).toEqual([])
    await page.close()
  })

  it('opens the group that the address names, and all groups at once', async () => {
    const { page } = await open('small.html#g2', 'en-US')
    await page.locator('#g2 .member').first().waitFor()
    expect(await page.locator('#g1 .member').count()).toBe(0)
    await page.click('#expand')
    await page.locator('#g1 .member').first().waitFor()
    expect(await page.locator('.member').count()).toBe(5)
    await page.click('#expand')
    expect(await page.locator('.member').count()).toBe(0)
    await page.close()
  })

  it('exports the groups that are shown as CSV', async () => {
    const { page } = await open('small.html', 'en-US')
    await page.fill('#search', 'zh-')
    await page.locator('.count', { hasText: '1 / 2' }).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#csv')])
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(lines[0]).toBe('\uFEFFgroup,role,id,similarity,distance,name,title,text')
    expect(lines.slice(1, 3).map((line) => line.split(',').slice(1, 3))).toEqual([
      ['kept', 'zh-1'],
      ['removed', 'zh-2'],
    ])
    expect(lines).toHaveLength(4)
    await page.close()
  })

  it('keeps titles on a phone', async () => {
    const { page } = await open('small.html', 'zh-CN')
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.locator('.head .title', { hasText: '噪音投诉' }).isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.close()
  })

  it('of no duplicates says so', async () => {
    writeLines(join(folder, 'none.jsonl'), [
      { id: 1, text: 'one text' },
      { id: 2, text: 'quite another' },
    ])
    await leitong(['dedupe', 'none.jsonl', '--report', 'none.html'], { cwd: folder })
    const { page } = await open('none.html', 'en-US')
    expect(await page.locator('.empty').textContent()).toBe('No duplicates were found.')
    await page.close()
  })

  it('of signatures that decide shows distances', async () => {
    await leitong(['dedupe', 'small.jsonl', '--method', 'simhash', '--no-verify', '--distance', '12', '--report', 'bits.html'], {
      cwd: folder,
    })
    const { page, errors } = await open('bits.html', 'en-US')
    expect(await page.locator('.bar').count()).toBe(13)
    expect(await page.locator('.rule').textContent()).toContain('differ in at most 12 bits')
    await page.locator('.head').first().click()
    await page.locator('.member').first().waitFor()
    expect(errors).toEqual([])
    await page.close()
  })
})

describe('the persons of letters', () => {
  const letter = '居民反映小区夜间施工噪音严重，影响老人休息，希望有关部门尽快处理。'
  beforeAll(async () => {
    const rows = [
      ['1', '李桂兰', '12345678', letter],
      ['2', '王建国', '', letter],
      ['3', '赵敏', '', letter],
      ['4', '陈立', '', '自来水管道爆裂已经三天，楼道积水严重，请求尽快派人维修并告知原因。'],
      ['5', '陈 立', '', '自来水管道爆裂已经三天，楼道积水严重，请求尽快派人维修并告知原因！'],
    ]
    writeFileSync(join(folder, 'letters.csv'), ['编号,诉求人,电话,诉求内容', ...rows.map((row) => row.join(','))].join('\n'))
    const flags = ['--text-field', '诉求内容', '--id-field', '编号', '--with', '电话', '--report', 'letters.html']
    expect((await leitong(['dedupe', 'letters.csv', ...flags], { cwd: folder })).code).toBe(0)
  })

  it('stand beside the id and are found, and several signers are told from one who writes twice', async () => {
    const { page, errors } = await open('letters.html', 'zh-CN')
    expect(await page.locator('.head .persons').allTextContents()).toEqual(['3 个不同姓名：3 人提交同一内容', '同一姓名：一人多次提交'])
    await page.fill('#search', '王建国')
    await page.locator('.count', { hasText: '1 / 2' }).waitFor()
    expect(await page.locator('.finding b').textContent()).toBe('2')
    await page.locator('.head').click()
    await page.locator('.member').first().waitFor()
    expect(await page.locator('.member .person').allTextContents()).toEqual(['李桂兰', '王建国', '赵敏'])
    expect(await page.locator('.member .extra').first().textContent()).toBe('电话: 12345678')
    expect(errors).toEqual([])
    await page.close()
  })
})

describe('persons of any heading', () => {
  const complaint = 'Die Laterne vor unserem Haus ist seit drei Wochen dunkel, und niemand kommt, um sie wieder anzuzünden.'
  const rows = [
    ['1', 'Käthe Kruse', 'Halle', complaint],
    ['2', 'Kaethe  Kruse', 'Halle', `${complaint}!`],
    ['3', 'Sabine Vogt', 'Jena', 'Der Brunnen am Markt läuft nicht mehr, obwohl der Sommer längst begonnen hat und die Kinder warten.'],
    ['4', 'Joachim Kruse', 'Gera', 'Der Brunnen am Markt läuft nicht mehr, obwohl der Sommer längst begonnen hat und die Kinder warten!'],
  ]
  const written = (name: string, heading: string, more: readonly (readonly string[])[] = rows) =>
    writeFileSync(join(folder, name), [heading, ...more.map((row) => row.map((value) => `"${value}"`).join(','))].join('\n'))
  const report = async (...args: string[]) => {
    const { code, stderr } = await leitong(['dedupe', ...args, '--report', 'persons.html'], { cwd: folder })
    expect(code, stderr).toBe(0)
    return open('persons.html', 'en')
  }
  const SAID = ['one name: the same person more than once', '2 different names: one text from 2 people']

  it.each([
    ['Nr,Absender,Ort,Anliegen', []],
    ['Nr,wer,Ort,Anliegen', ['--person-field', 'wer']],
  ])('are told under %s, and found in any spelling', async (heading, more) => {
    written('german.csv', heading)
    const { page, errors } = await report('german.csv', '--id-field', 'Nr', '--text-field', 'Anliegen', ...more)
    expect(await page.locator('.head .persons').allTextContents()).toEqual(SAID)
    await page.fill('#search', 'KAETHE kruse')
    await page.locator('.count', { hasText: '1 / 2' }).waitFor()
    expect(errors).toEqual([])
    await page.close()
  })

  it('are told of rows that are compared field by field, and not of goods', async () => {
    written('rows.csv', 'Nr,Absender,Ort,Anliegen')
    const { page } = await report('rows.csv', '--id-field', 'Nr', '--measure', 'fields', '--threshold', '0.6')
    expect(await page.locator('.head .persons').allTextContents()).toContain('one name: the same person more than once')
    await page.close()
    const goods = [1, 2].map((no) => [`${no}`, 'Lantern with a handle of brass', 'Hallo', '19.90'])
    written('goods.csv', 'nr,name,brand,price', goods)
    const shown = await report('goods.csv', '--id-field', 'nr', '--measure', 'fields')
    expect(await shown.page.locator('.head').count()).toBe(1)
    expect(await shown.page.locator('.head .persons').count()).toBe(0)
    await shown.page.close()
  })

  it('are refused where no column has the stated name', async () => {
    const args = ['dedupe', 'german.csv', '--id-field', 'Nr', '--text-field', 'Anliegen', '--person-field', 'nix', '--report', 'none.html']
    const { code, stderr } = await leitong(args, { cwd: folder })
    expect([code, stderr]).toEqual([2, expect.stringContaining('no field "nix"')])
  })
})

describe('the report of a link', () => {
  beforeAll(async () => {
    writeLines(join(folder, 'a.jsonl'), [
      { id: 1, title: 'Bridge', text: 'The bridge over the river will be closed on Monday for repairs, the council said.' },
      { id: 2, text: 'Nothing like the others at all.' },
    ])
    writeLines(join(folder, 'b.jsonl'), [
      { id: 1, text: 'The bridge over the river will be closed on Tuesday for repairs, the council said.' },
      { id: 7, text: 'The bridge over the river will be closed on Monday for repairs, the council said.' },
      { id: 8, text: 'A text of B that stands alone.' },
    ])
    const { code, stderr } = await leitong(['link', 'a.jsonl', 'b.jsonl', '--threshold', '0.5', '--report', 'link.html'], { cwd: folder })
    expect(code, stderr).toBe(0)
  })

  it('is the page of a batch: sides named, differences marked, searched', async () => {
    const { page, errors, requests } = await open('link.html', 'en-US')
    expect(await page.locator('h1').textContent()).toBe('Rows of B that are in A')
    expect(await page.locator('.inputs').textContent()).toBe('A: a.jsonl · B: b.jsonl')
    expect(await page.locator('.result').textContent()).toBe('2 of 3 rows of B are in A: they are like 1 row of A.')
    expect(await page.locator('.rule').textContent()).toContain('A row of B is in A when')
    expect(await page.locator('.head .title').textContent()).toBe('Bridge')
    await page.fill('#search', 'Tuesday')
    await page.locator('.finding').waitFor()
    await page.locator('.head').click()
    const members = page.locator('.member')
    await members.first().waitFor()
    expect(await page.locator('.member .badge').allTextContents()).toEqual(['A', 'B', 'B'])
    expect(await members.nth(1).locator('del').allTextContents()).toEqual(['Monday'])
    expect(await members.nth(1).locator('ins').allTextContents()).toEqual(['Tuesday'])
    expect(await members.nth(2).locator('.faint').first().textContent()).toBe('same text as the row of A')
    expect(await violations(page)).toEqual([])
    await page.click('#language')
    expect(await page.locator('.result').textContent()).toBe('B 的 3 行中有 2 行在 A 中，对应 A 的 1 行。')
    expect(requests.filter((url) => !url.startsWith('file://') && !url.startsWith('data:'))).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })

  it('says of both sides together which one a member is of', async () => {
    const flags = ['--within', '--threshold', '0.5', '--report', 'within.html']
    expect(await leitong(['link', 'a.jsonl', 'b.jsonl', ...flags], { cwd: folder })).toMatchObject({ code: 0 })
    const { page } = await open('within.html', 'en-US')
    await page.locator('.head').click()
    await page.locator('.member').first().waitFor()
    expect(await page.locator('.member .badge').allTextContents()).toEqual(['kept · A', 'removed · B', 'removed · B'])
    await page.close()
  })
})

describe('a report of rows', () => {
  it('shows fields by name, and marks those that differ', async () => {
    writeLines(join(folder, 'rows.jsonl'), [
      { id: 1, name: 'Harbour Tool Works', street: 'Quay Road 14', city: 'Ostford', phone: '555 0100' },
      { id: 2, name: 'Harbour Tool Works', street: 'Quay Road 41', city: 'Ostford' },
    ])
    writeLines(join(folder, 'fields.json'), [{ key: 'id', fields: { name: {}, street: {}, city: {}, phone: {} } }])
    const { code, stderr } = await leitong(
      ['dedupe', 'rows.jsonl', '--fields', 'fields.json', '--threshold', '0.1', '--report', 'rows.html'],
      {
        cwd: folder,
      },
    )
    expect(code, stderr).toBe(0)
    const { page, errors } = await open('rows.html', 'en-US')
    // A row goes by its name as it is compared, not by all its fields.
    expect(await page.locator('.head .title').textContent()).toBe('harbour tool works')
    await page.locator('.head').click()
    const second = page.locator('.member').nth(1)
    await second.waitFor()
    expect(await second.locator('h2 .id').textContent()).toBe('2 · harbour tool works')
    expect(await second.locator('tr th').allTextContents()).toEqual(['name', 'street', 'city', 'phone'])
    expect(await second.locator('tr.differs th').allTextContents()).toEqual(['street', 'phone'])
    expect(await second.locator('tr.differs').last().locator('td').first().textContent()).toBe('(empty)')
    expect(errors).toEqual([])
    await page.close()
  })
})

describe('a report of matched rows', () => {
  it('shows the least sure row of a group first, and levels and keys with their bars', async () => {
    const people = peopleTwice(120)
    const again = people.filter(({ no }) => no.endsWith('a')).map((person) => ({ ...person, no: `${person.no}a` }))
    writeLines(join(folder, 'people.jsonl'), [...people, ...again])
    const flags = ['--id-field', 'no', '--measure', 'match', '--report', 'people.html']
    const { code, stderr } = await leitong(['dedupe', 'people.jsonl', ...flags], { cwd: folder })
    expect(code, stderr).toBe(0)
    const { page, errors } = await open('people.html', 'en-US')
    await page.locator('header summary').first().click()
    await page.locator('#rows summary').click()
    expect(await page.locator('#rows .level svg').count()).toBeGreaterThan(20)
    expect(await page.locator('#rows td.adds .adding').count()).toBeGreaterThan(0)
    expect(await page.locator('#rows [data-estimates]').textContent()).toMatch(
      /^pairs that are matches, estimated: \d+ % \(\d+ % – \d+ %\); matches that the result has, estimated: \d+ %/,
    )
    await page.locator('.head').first().click()
    const weakest = page.locator('.body .weakest').first()
    await weakest.waitFor()
    expect(await weakest.locator('p').textContent()).toMatch(/^least sure pair .*: \S+ – \S+, 0?[.\d]+$/)
    expect(await weakest.locator('tr').count()).toBe(5)
    expect(await violations(page)).toEqual([])
    expect(errors).toEqual([])
    await page.close()
    // On a phone, and in Chinese: what stands beside each other on a large screen stands below, and no level is left in English.
    const phone = await open('people.html', 'zh-CN')
    await phone.page.setViewportSize({ width: 390, height: 844 })
    await phone.page.locator('header summary').first().click()
    expect(await phone.page.locator('[data-count=seconds] b').textContent()).toMatch(/^\d+(\.\d)? 秒$/)
    expect(await phone.page.locator('[data-count=seconds] span').textContent()).toBe('用时（不含写出本页）')
    await phone.page.locator('#rows summary').click()
    await phone.page.locator('.head').first().click()
    await phone.page.locator('.member').nth(2).waitFor()
    const cells = await phone.page.$$eval('.body table.row :is(th, td)', (all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right, width }) => ({ left, right, width })),
    )
    expect(cells.length).toBeGreaterThan(20)
    expect(cells.filter(({ left, right, width }) => left < 0 || right > 390 || width < 250)).toEqual([])
    const words = (await phone.page.locator('#rows .level, .body .adds').allTextContents()).join(' ')
    expect(words).toContain('比特')
    expect(words.match(/[a-z]{3,}/gi)).toBe(null)
    await phone.page.close()
    const fields = ['--id-field', 'no', '--measure', 'fields', '--threshold', '0.6', '--group-by', 'components', '--report', 'scored.html']
    expect(await leitong(['dedupe', 'people.jsonl', ...fields], { cwd: folder })).toMatchObject({ code: 0 })
    const scored = await open('scored.html', 'en-US')
    await scored.page.locator('.head').first().click()
    await scored.page.locator('.member').nth(2).waitFor()
    const said = (await scored.page.locator('.member').allTextContents())
      .slice(1)
      .map((text) => Number(/similarity ([\d.]+)/.exec(text)?.[1]))
    expect(said.length).toBeGreaterThan(1)
    expect(said[0]).toBeLessThan(said.at(-1) as number)
    expect([...said].sort((a, b) => a - b)).toEqual(said)
    await scored.page.close()
  })
})

describe('a report of rows that hang together in a chain', () => {
  it('says through which pairs a row comes in, and leads to them', async () => {
    const rows = [
      ['alpha one', 'beta one', 'gamma one'],
      ['alpha one', 'beta one', 'delta two'],
      ['omega three', 'beta one', 'delta two'],
    ].map(([a, b, c], i) => ({ id: i + 1, a, b, c }))
    writeLines(join(folder, 'chain.jsonl'), rows)
    const flags = ['--measure', 'fields', '--threshold', '0.6', '--group-by', 'components', '--report', 'chain.html']
    const { code, stderr } = await leitong(['dedupe', 'chain.jsonl', ...flags], { cwd: folder })
    expect(code, stderr).toBe(0)
    const { page, errors } = await open('chain.html', 'en-US')
    await page.locator('.head').click()
    await page.locator('.through').waitFor()
    // Row 3 is a third alike to the kept one, and no pair with it.
    expect(await page.locator('.through').allTextContents()).toEqual(['comes in through: 3 – 2 0.667, 2 – 1 0.667'])
    // Both rows of the least sure pair, value by value.
    expect(await page.locator('.weakest tr.differs').allTextContents()).toEqual([expect.stringMatching(/^c.*gamma one/)])
    await page.locator('.through .to', { hasText: '2' }).first().click()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-member'))).toBe('2')
    expect(errors).toEqual([])
    await page.close()
  })
})

describe('unchanged stretches', () => {
  it('are folded between words, and never inside a character', () => {
    const words = 'the quick brown fox jumps over the lazy dog '.repeat(12)
    const [start, end] = gapOf(words, false)
    expect(end - start).toBeGreaterThan(200)
    for (const at of [start, end]) expect(/\s/.test(words[at - 1] as string) || /\s/.test(words[at] as string)).toBe(true)
    const signs = '𠮷'.repeat(400)
    for (const at of gapOf(signs, false)) expect(at % 2).toBe(0)
    expect(gapOf('short', false)).toEqual([5, 5])
  })
})

const GROUPS = 10_000

describe('ten thousand groups', () => {
  it('open, page, sort and search without delay', async () => {
    const random = createRandom(1)
    const records = Array.from({ length: GROUPS }, (_, i) => {
      const text = createText(random, 60, i % 2 === 0)
      return [
        { id: `a${i}`, text },
        { id: `b${i}`, text: `${edit(random, text, 0.01)} x` },
      ]
    }).flat()
    writeLines(join(folder, 'many.jsonl'), records)
    const { code, stderr } = await leitong(['dedupe', 'many.jsonl', '--report', 'many.html'], { cwd: folder })
    expect(code, stderr).toBe(0)
    const start = performance.now()
    const { page, errors } = await open('many.html', 'en-US')
    const groups = Number((await page.locator('[data-count="groups"] b').textContent())?.replace(/\D/g, ''))
    expect(groups).toBeGreaterThan(GROUPS * 0.85)
    expect(await page.locator('.head').count()).toBe(100)
    await page.locator('.pager button').last().click()
    expect(await page.locator('.pager span').textContent()).toMatch(/^page 2 \/ \d+$/)
    // The bar that stays on top does not hide the first group.
    await page.waitForFunction(() => {
      const bottom = document.querySelector('nav')?.getBoundingClientRect().bottom ?? 0
      return (document.querySelector('.head')?.getBoundingClientRect().top ?? -1) >= bottom - 1
    })
    await page.selectOption('#sort', 'byScore')
    await page.fill('#search', `b${GROUPS - 1}`)
    await page.locator('.count', { hasText: /^1 \// }).waitFor()
    await page.locator('.head').first().click()
    await page.locator('.member').nth(1).waitFor()
    expect(await page.locator('.member .id').allTextContents()).toEqual([`a${GROUPS - 1}`, `b${GROUPS - 1}`])
    expect(errors).toEqual([])
    // Generous: it takes about two seconds.
    expect(performance.now() - start).toBeLessThan(60_000)
    await page.close()
  })
})

it('shows what each field of a row says, and what was compared at what cost', async () => {
  const rows = [
    { id: 1, name: 'Anna Berger', born: '1980-01-02', city: 'Graz' },
    { id: 2, name: 'Anna Bergr', born: '1980-01-02', city: '' },
    { id: 3, name: 'Otto Wolf', born: '1955-11-20', city: 'Linz' },
  ]
  writeLines(join(folder, 'rows.jsonl'), rows)
  const flags = ['--measure', 'fields', '--report', 'fields.html']
  expect(await leitong(['dedupe', 'rows.jsonl', ...flags], { cwd: folder })).toMatchObject({ code: 0 })
  const { page, errors } = await open('fields.html', 'en-GB')
  const text = (selector: string) => page.locator(selector).allTextContents()
  await page.locator('header summary').first().click()
  await page.locator('#rows summary').click()
  expect((await text('#rows th[scope=row]')).slice(0, 3)).toEqual(['name', 'born', 'city'])
  expect((await text('#rows')).join()).toContain('all pairs')
  await page.locator('.head').click()
  await page.waitForSelector('.adds[data-level]')
  expect(await page.locator('.adds[data-level]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-level')))).toEqual([
    'close',
    'equal',
    '',
  ])
  expect(errors).toEqual([])
  await page.close()
})

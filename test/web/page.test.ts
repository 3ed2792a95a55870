/**
 * The page that needs no installation, opened from disk in a real Chromium without a network.
 *
 * Oracle   the command that the page shows beside its results, run as it stands: kept, removed and groups are equal to the byte.
 * Covers   copies and versions of texts; rows by fields and by match; CSV, TSV, JSON lines, JSON, Excel, gzip, GB18030 and UTF-16; records
 *          that cannot be judged; Zstandard, folders, sheets; a record without an id; both languages; what differs is marked; a file that is refused; cancelling;
 *          nothing is fetched, nothing fails. Decisions: the command obeys the file that the page writes.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compress, init } from '@bokuweb/zstd-wasm'
import iconv from 'iconv-lite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { createCorpus } from '../../src/research.js'
import { csvLine } from '../../src/sources/formats/csv.js'
import { sha256 } from '../../web/page/host/sha256.js'
import { violations } from '../support/axe.js'
import { launchChromium } from '../support/browser.js'
import { jsonLines, leitong, temporaryFolder } from '../support/files.js'
import { peopleOf } from '../support/people.js'
import { find, openAll, PageOnDisk, watchTurns } from './page-on-disk.js'

const folder = temporaryFolder()
const disk = new PageOnDisk(folder)
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
  await disk.write()
})
afterAll(() => browser.close())

const open = (locale?: string) => disk.open(browser, locale)
const choose = (opened: Page, name: string) => disk.choose(opened, name)
const sameAsCommand = (opened: Page) => disk.sameAsCommand(opened)

/** A table with a header. */
const csvOf = (rows: readonly Readonly<Record<string, unknown>>[], delimiter = ',') => {
  const columns = Object.keys(rows[0] ?? {})
  return [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
    .map((cells) => csvLine(cells, delimiter))
    .join('')
}

const petitions = [...createCorpus({ kind: 'petitions', size: 150, seed: 3 }).records()].map(({ id, text, title }) => ({
  编号: id,
  标题: title ?? '无题',
  内容: text,
}))
const articles = [...createCorpus({ kind: 'articles_en', size: 120, seed: 5 }).records()]
const people = peopleOf(6, 300)

describe('texts', () => {
  const lines = articles.map(({ id, title, text }, i) => JSON.stringify(i % 7 ? { id, title, text } : { title, text }))
  // Not JSON, and white space alone.
  const jsonl = [...lines.slice(0, 30), 'not JSON', '   ', ...lines.slice(30)].join('\n')
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'petitions.csv': csvOf(petitions),
    'petitions-gb.csv': iconv.encode(csvOf(petitions), 'gb18030'),
    'petitions-wide.tsv': iconv.encode(csvOf(petitions, '\t'), 'utf-16le', { addBOM: true }),
    'articles.jsonl': jsonl,
    'articles.json': JSON.stringify(articles.map(({ id, title, text }) => ({ id, title, text }))),
  }
  it.each(Object.keys(files).flatMap((name) => (['copies', 'versions'] as const).map((question) => [question, name] as const)))(
    '%s in %s are those of the command',
    async (question, name) => {
      writeFileSync(join(folder, name), files[name] as string)
      const { page: opened, fetched, errors } = await open()
      await choose(opened, name)
      const text = name.startsWith('petitions') ? '内容' : 'text'
      expect(await opened.inputValue('select[name=text]')).toBe(text)
      if (text === '内容') await opened.selectOption('select[name=id]', '编号')
      await opened.check(`input[value=${question}]`)
      expect(await find(opened)).toBeGreaterThan(5)
      await sameAsCommand(opened)
      expect([fetched(), errors]).toEqual([[], []])
      await opened.context().close()
    },
    120_000,
  )

  it('go by their lines where no column holds ids, and names of columns may have commas', async () => {
    const rows = petitions.map(({ 编号, 内容 }) => ({ id: 编号, '内容,全文': 内容 }))
    writeFileSync(join(folder, 'commas.csv'), csvOf(rows))
    const { page: opened } = await open()
    await choose(opened, 'commas.csv')
    await opened.selectOption('select[name=id]', '')
    expect(await find(opened)).toBeGreaterThan(5)
    const { removed } = await sameAsCommand(opened)
    expect(removed.toString()).toMatch(/\ncommas\.csv:\d+,commas\.csv:\d+,/)
    await opened.context().close()
  })

  it('compressed files are unpacked', async () => {
    writeFileSync(join(folder, 'packed.csv.gz'), gzipSync(csvOf(petitions)))
    const { page: opened } = await open()
    await choose(opened, 'packed.csv.gz')
    expect(await opened.textContent('form')).toContain(`${petitions.length} records`)
    expect(await find(opened)).toBeGreaterThan(5)
    await opened.context().close()
  })

  it('gzip of several members, with zeros behind them, is unpacked, and a damaged one is told of', async () => {
    const rows = petitions.map(({ 编号, 标题, 内容 }) => [编号, 标题, 内容].map((cell) => csvLine([String(cell)], ',').trim()).join(','))
    const members = [['编号,标题,内容'], rows.slice(0, 40), rows.slice(40)].map((lines) => gzipSync(`${lines.join('\n')}\n`))
    // A field of a header may hold what looks like the beginning of a member.
    const last = members[2] as Buffer
    const extra = Buffer.of(4, 0, 0x1f, 0x8b, 8, 0)
    members[2] = Buffer.concat([last.subarray(0, 3), Buffer.of(4), last.subarray(4, 10), extra, last.subarray(10)])
    const all = [...members, gzipSync('')]
    const { page: opened, errors } = await open()
    writeFileSync(join(folder, 'members.csv.gz'), Buffer.concat([...all, new Uint8Array(600)]))
    await choose(opened, 'members.csv.gz')
    expect(await opened.textContent('form')).toContain(`${petitions.length} records`)
    expect(await find(opened)).toBeGreaterThan(5)
    // All of it, and nothing twice.
    writeFileSync(join(folder, 'members.csv'), `编号,标题,内容\n${rows.join('\n')}\n`)
    await sameAsCommand(opened)
    const damaged = Buffer.concat(all)
    const at = (members[0] as Buffer).length + (members[1] as Buffer).length - 6
    damaged[at] = (damaged[at] as number) ^ 1
    writeFileSync(join(folder, 'damaged.csv.gz'), damaged)
    await opened.setInputFiles('input[type=file][name=file]', join(folder, 'damaged.csv.gz'))
    await opened.waitForSelector('.failed')
    expect(await opened.textContent('.failed')).toContain('damaged.csv.gz')
    expect(errors).toEqual([])
    await opened.context().close()
  })

  it('frames of Zstandard are unpacked, and a damaged one is told of', async () => {
    await init()
    const packed = compress(Buffer.from(jsonl), 3)
    writeFileSync(join(folder, 'packed.jsonl.zst'), packed)
    writeFileSync(join(folder, 'cut.jsonl.zst'), packed.subarray(0, packed.length - 9))
    const { page: opened } = await open()
    await choose(opened, 'packed.jsonl.zst')
    expect(await opened.textContent('form')).toContain(`${articles.length + 1} records`)
    await opened.setInputFiles('input[type=file][name=file]', join(folder, 'cut.jsonl.zst'))
    await opened.waitForSelector('.failed')
    expect(await opened.textContent('.failed')).toContain('the file is cut off')
    await opened.context().close()
  })

  it('of a folder are those of the command, and a table among them is refused', async () => {
    for (const below of ['letters/今年', 'letters/.hidden']) mkdirSync(join(folder, below), { recursive: true })
    for (const [i, { 内容 }] of petitions.entries())
      writeFileSync(
        join(folder, 'letters', i % 3 ? '今年' : '', `${i}.${['txt', 'md', 'html'][i % 5] ?? 'txt'}`),
        i % 5 === 2 ? `<p>${内容}</p>` : 内容,
      )
    writeFileSync(join(folder, 'letters/gb.txt'), iconv.encode(petitions[0]?.内容 ?? '', 'gb18030'))
    writeFileSync(join(folder, 'letters/empty.txt'), ' ')
    writeFileSync(join(folder, 'letters/.hidden/x.txt'), '不读')
    writeFileSync(join(folder, 'letters/picture.png'), 'x')
    const { page: opened, fetched, errors } = await open()
    const chooseFolder = () => opened.setInputFiles('input[name=folder]', join(folder, 'letters'))
    await chooseFolder()
    await opened.waitForSelector('form .main:not(:disabled), .failed')
    expect(await opened.$$eval('.failed', (all) => all.map((one) => one.textContent))).toEqual([])
    expect(await opened.textContent('form')).toContain(`${petitions.length + 2} records`)
    expect(await opened.$('input[value=fields]')).toBeNull()
    expect(await find(opened)).toBeGreaterThan(5)
    expect(await opened.textContent('.results summary')).toContain('1 could not be judged')
    await sameAsCommand(opened)
    writeFileSync(join(folder, 'letters/table.csv'), 'id,text\n1,a\n')
    await chooseFolder()
    await opened.waitForSelector('.failed')
    expect(await opened.textContent('.failed')).toContain('letters/table.csv')
    expect([fetched(), errors]).toEqual([[], []])
    await opened.context().close()
  })
})

describe('rows', () => {
  it.each([
    ['fields', 'people.csv'],
    ['match', 'people.csv'],
    ['fields', 'people.xlsx'],
    ['match', 'people.xlsx'],
  ])(
    '%s in %s are those of the command',
    async (question, name) => {
      if (name.endsWith('csv')) writeFileSync(join(folder, name), csvOf(people as unknown as Record<string, unknown>[]))
      else {
        const columns = Object.keys(people[0] as object)
        const cell = (value: unknown) =>
          value === null ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String }
        const rows = people.map((person) => columns.map((column) => cell((person as unknown as Record<string, unknown>)[column])))
        await writeXlsxFile([columns.map((value) => ({ value, type: String })), ...rows] as never).toFile(join(folder, name))
      }
      const { page: opened, fetched, errors } = await open()
      await choose(opened, name)
      await opened.check(`input[value=${question}]`)
      // A column less: the command names the others.
      await opened.uncheck('input[value=town]')
      expect(await find(opened)).toBeGreaterThan(20)
      await sameAsCommand(opened)
      expect([fetched(), errors]).toEqual([[], []])
      await opened.context().close()
    },
    120_000,
  )
})

describe('a workbook', () => {
  it('has removed records and groups of any input', async () => {
    const tables = {
      'to-excel.csv': csvOf(petitions),
      // Longer than what a packer gives to a thread of its own.
      'to-excel.jsonl': Array.from({ length: 3000 }, (_, i) =>
        JSON.stringify({ id: i >> 1, text: `a text of its own: ${'word '.repeat(9)}${i >> 1}` }),
      ).join('\n'),
    }
    for (const [name, table] of Object.entries(tables)) {
      writeFileSync(join(folder, name), table)
      const { page: opened, fetched, errors } = await open()
      await choose(opened, name)
      expect(await find(opened)).toBeGreaterThan(5)
      await opened.selectOption('select[name=form]', 'xlsx')
      expect(await opened.textContent('.results')).toContain('Kept records leave as they came')
      await sameAsCommand(opened)
      expect([fetched(), errors]).toEqual([[], []])
      await opened.context().close()
    }
  }, 120_000)

  it('is read by the sheet that is chosen, as the command reads it', async () => {
    const sheet = (rows: readonly Readonly<Record<string, unknown>>[]) =>
      [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) =>
        cells.map((value) => ({ value: String(value ?? ''), type: String })),
      )
    const sheets = [
      { sheet: '说明', data: sheet([{ 说明: '本表无数据' }]) },
      { sheet: '信访 2024', data: sheet(petitions) },
    ]
    await writeXlsxFile(sheets as never).toFile(join(folder, 'sheets.xlsx'))
    const { page: opened } = await open('zh-CN')
    await choose(opened, 'sheets.xlsx')
    expect(await opened.$$eval('select[name=sheet] option', (all) => all.map((one) => one.textContent))).toEqual(['说明', '信访 2024'])
    await opened.selectOption('select[name=sheet]', '信访 2024')
    await opened.waitForFunction(() => document.querySelector('select[name=id]')?.textContent?.includes('编号'))
    await opened.selectOption('select[name=id]', '编号')
    expect(await find(opened)).toBeGreaterThan(5)
    await sameAsCommand(opened)
    await opened.context().close()
  })
})

describe('decisions', () => {
  /** Which ids stand together, by the groups that the command writes. */
  const groupsOf = (path: string): Map<string, number> => {
    const groups = new Map<string, number>()
    for (const { group, members } of jsonLines(path) as unknown as { group: number; members: { id: unknown }[] }[])
      for (const { id } of members) groups.set(String(id), group)
    return groups
  }

  it.each([
    ['copies', 'decided.csv', csvOf(petitions)],
    ['fields', 'decided-rows.csv', csvOf(people as unknown as Record<string, unknown>[])],
  ])(
    'on groups of %s are obeyed by the command',
    async (question, name, content) => {
      writeFileSync(join(folder, name), content)
      const { page: opened, errors } = await open()
      await choose(opened, name)
      await opened.check(`input[value=${question}]`)
      if (question === 'copies') await opened.selectOption('select[name=id]', '编号')
      expect(await find(opened)).toBeGreaterThan(5)
      await openAll(opened)
      const shown = await opened.$$eval('ol.groups > li', (all) =>
        all.map((group) => ({
          number: Number(group.id.slice(1)),
          ids: Array.from(group.querySelectorAll('.member .id'), (id) => id.textContent?.split(' · ')[0] ?? ''),
        })),
      )
      const [same, different, apart, undone] = [
        shown.find(({ ids }) => ids.length === 2),
        ...shown.filter(({ ids }) => ids.length > 2),
      ] as [Shown, Shown, Shown, Shown]
      await opened.click(`#g${same.number} [data-decide=same]`)
      await opened.click(`#g${different.number} [data-decide=different]`)
      await opened.click(`#g${apart.number} [data-decide=apart] >> nth=0`)
      await opened.click(`#g${undone.number} [data-decide=different]`)
      await opened.click(`#g${undone.number} [data-decide=undo]`)
      const [download] = await Promise.all([opened.waitForEvent('download'), opened.click('[data-output=decisions]')])
      const decisions = join(folder, `${question}-decisions.jsonl`)
      writeFileSync(decisions, readFileSync(await download.path()))
      const command = ((await opened.textContent('.results pre')) as string).split(' ')
      const flags = command.slice(1, command.indexOf('-o')).map((word) => word.replaceAll("'", ''))
      const run = (...more: string[]) => leitong([...flags, '--json', '--groups', 'g.jsonl', ...more], { cwd: folder })
      expect((await run()).code).toBe(0)
      const before = groupsOf(join(folder, 'g.jsonl'))
      const together = (groups: Map<string, number>, { ids }: Shown, a: number, b: number) =>
        groups.has(ids[a] as string) && groups.get(ids[a] as string) === groups.get(ids[b] as string)
      const pairs = (group: Shown) => group.ids.flatMap((_, b) => Array.from({ length: b }, (_unused, a) => [a, b] as const))
      for (const group of [same, different, apart, undone]) expect(pairs(group).every(([a, b]) => together(before, group, a, b))).toBe(true)
      const { code, stdout, stderr } = await run('--decisions', decisions)
      expect([code, stderr]).toEqual([0, expect.anything()])
      const { applied, conflicts } = JSON.parse(stdout).decisions
      expect([applied > 0, conflicts]).toEqual([true, 0])
      const after = groupsOf(join(folder, 'g.jsonl'))
      expect(together(after, same, 0, 1)).toBe(true)
      expect(pairs(different).filter(([a, b]) => together(after, different, a, b))).toEqual([])
      // The second of the group is none of the others; how these stand to each other was not decided.
      expect(pairs(apart).filter(([a, b]) => (a === 1 || b === 1) && together(after, apart, a, b))).toEqual([])
      expect(pairs(undone).every(([a, b]) => together(after, undone, a, b))).toBe(true)
      expect(errors).toEqual([])
      await opened.context().close()
    },
    120_000,
  )

  it.each(['en-US', 'zh-CN'])(
    'come back after a reload with the same file and the same options, and go when they are forgotten (%s)',
    async (locale) => {
      const isChinese = locale === 'zh-CN'
      writeFileSync(join(folder, 'kept.csv'), csvOf(petitions))
      const { page: opened, fetched, errors } = await open(locale)
      await choose(opened, 'kept.csv')
      await opened.check('input[value=versions]')
      await opened.selectOption('select[name=id]', '编号')
      expect(await find(opened)).toBeGreaterThan(5)
      await openAll(opened)
      const numbers = await opened.$$eval('ol.groups > li', (all) => all.map(({ id }) => id))
      await opened.click(`#${numbers[0]} [data-decide=same]`)
      await opened.click(`#${numbers[2]} [data-decide=apart] >> nth=0`)
      await opened.waitForSelector('.saved')
      expect(await opened.textContent('.saved')).toContain(isChinese ? '忘记' : 'Forget')
      const acts = async () => {
        const { bytes } = await disk.download(opened, 'decisions')
        return bytes
          .toString()
          .trim()
          .split('\n')
          .map((line) => {
            const { act, members, from } = JSON.parse(line)
            return { act, members, from }
          })
      }
      const before = await acts()
      expect(before.map(({ act }) => act)).toEqual(['duplicate', 'split'])

      // Nothing asks whether the page may go: what was decided is kept.
      await opened.reload()
      await opened.waitForSelector('.drop')
      expect(await opened.textContent('.saved')).toContain('1')
      writeFileSync(join(folder, 'kept-renamed.csv'), csvOf(petitions))
      await choose(opened, 'kept-renamed.csv')
      // What was asked of this file is asked again.
      expect([await opened.isChecked('input[value=versions]'), await opened.inputValue('select[name=id]')]).toEqual([true, '编号'])
      await find(opened)
      const pressed = async () => {
        await openAll(opened)
        return pressedHere()
      }
      const pressedHere = () =>
        opened.$$eval('[aria-pressed=true][data-decide]', (all) => all.map((one) => one.getAttribute('data-decide')))
      expect(await pressed()).toEqual(['same', 'apart'])
      expect(await acts()).toEqual(before)

      // Of other options, and of another file, nothing was decided.
      await opened.fill('input[name=threshold]', '0.9')
      await find(opened)
      expect(await pressed()).toEqual([])
      writeFileSync(join(folder, 'kept-other.csv'), csvOf(petitions.slice(1)))
      await choose(opened, 'kept-other.csv')
      expect(await opened.isChecked('input[value=copies]')).toBe(true)
      await opened.check('input[value=versions]')
      await find(opened)
      expect(await pressed()).toEqual([])

      await opened.click('.saved button')
      await opened.waitForFunction(() => document.querySelector('.saved') === null)
      await opened.reload()
      await opened.waitForSelector('.drop')
      await choose(opened, 'kept.csv')
      expect(await opened.isChecked('input[value=copies]')).toBe(true)
      expect(await opened.$('.saved')).toBeNull()
      expect([fetched(), errors]).toEqual([[], []])
      await opened.context().close()
    },
    120_000,
  )

  it('have the digests of Node, for texts of any length', () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const text = '甲a😀'.repeat(length).slice(0, length)
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })
})

describe('the report of the page', () => {
  /** What a report shows, in the page or in a file of the command. */
  const shownBy = async (opened: Page) => {
    const list = () => opened.$$eval('ol.groups > li', (all) => all.map((one) => one.textContent))
    const settled = () => opened.waitForFunction(() => !/searching|查找正文/.test(document.querySelector('nav .count')?.textContent ?? ''))
    const all = await list()
    const bars = await opened.$$eval('.histogram .bar', (found) => found.map((bar) => bar.getAttribute('aria-label')))
    await opened.click('.histogram .bar:not(:disabled) >> nth=-1')
    const ofBar = await list()
    await opened.click('.histogram .bar[aria-pressed=true]')
    await opened.fill('#search', 'ar')
    await opened.waitForTimeout(300)
    await settled()
    const searched = [await opened.textContent('nav .count'), ...(await list())]
    await opened.fill('#search', '')
    await openAll(opened)
    const members = await opened.$$eval('.member', (found) => found.map((one) => one.textContent))
    return { all, bars, ofBar, searched, members }
  }

  it.each([
    ['copies', 'reported.jsonl', articles.map((article) => JSON.stringify(article)).join('\n')],
    ['fields', 'reported.csv', csvOf(people as unknown as Record<string, unknown>[])],
    ['match', 'reported-match.csv', csvOf(people as unknown as Record<string, unknown>[])],
  ])(
    'shows of %s what the report of the command shows: histogram, search, list and members',
    async (question, name, content) => {
      writeFileSync(join(folder, name), content)
      const { page: opened, fetched, errors } = await open()
      await choose(opened, name)
      await opened.check(`input[value=${question}]`)
      expect(await find(opened)).toBeGreaterThan(5)
      const command = ((await opened.textContent('.results pre')) as string).split(' ')
      const flags = command.slice(1, command.indexOf('-o')).map((word) => word.replaceAll("'", ''))
      const { code, stderr } = await leitong([...flags, '--report', 'report.html'], { cwd: folder })
      expect([code, stderr]).toEqual([0, expect.anything()])
      const own = await shownBy(opened)
      const report = await opened.context().newPage()
      await report.goto(`file://${join(folder, 'report.html')}`)
      await report.waitForSelector('[data-ready]')
      const told = await shownBy(report)
      expect(told.searched.length).toBeGreaterThan(1)
      // Members have a button more where people decide.
      expect({ ...own, members: own.members.map((text) => text?.replace('Not one of these', '')) }).toEqual(told)
      expect([fetched(), errors]).toEqual([[`file://${join(folder, 'report.html')}`], []])
      await opened.context().close()
    },
    120_000,
  )
})

interface Shown {
  readonly number: number
  readonly ids: string[]
}

describe('the page', () => {
  beforeAll(() => {
    writeFileSync(
      join(folder, 'two.csv'),
      csvOf([
        { id: 1, 内容: '小区十二栋的路灯坏了三个星期没有人修，晚上出门很危险，希望有关部门尽快派人来处理。' },
        { id: 2, 内容: '小区十三栋的路灯坏了三个星期没有人修，晚上出门很危险，希望有关部门尽快派人来处理。' },
      ]),
    )
  })

  it('shows in Chinese what differs, and has no fault that axe finds', async () => {
    const { page: opened, errors } = await open('zh-CN')
    await choose(opened, 'two.csv')
    expect(await find(opened)).toBe(1)
    expect(await opened.textContent('.figures')).toContain('保留')
    await openAll(opened)
    expect([await opened.textContent('.member del'), await opened.textContent('.member ins')]).toEqual([
      expect.stringContaining('二'),
      expect.stringContaining('三'),
    ])
    expect(await violations(opened)).toEqual([])
    expect(errors).toEqual([])
    await opened.context().close()
  })

  it('says why a file is refused, and takes the next one', async () => {
    writeFileSync(join(folder, 'picture.png'), 'x')
    writeFileSync(join(folder, 'broken.xlsx'), 'x')
    const { page: opened } = await open('zh-CN')
    await opened.setInputFiles('input[type=file][name=file]', join(folder, 'picture.png'))
    await opened.waitForSelector('.failed')
    expect(await opened.textContent('.failed')).toContain('已知的扩展名')
    await opened.setInputFiles('input[type=file][name=file]', join(folder, 'broken.xlsx'))
    await opened.waitForFunction(() => document.querySelector('.failed')?.textContent?.includes('broken.xlsx'))
    await choose(opened, 'two.csv')
    expect(await opened.$('.failed')).toBeNull()
    await opened.context().close()
  })

  it('can be stopped at work, never stands still, and works again', async () => {
    const many = peopleOf(9, 6000)
    writeFileSync(join(folder, 'many.csv'), csvOf(many as unknown as Record<string, unknown>[]))
    const { page: opened } = await open()
    await choose(opened, 'many.csv')
    await opened.check('input[value=match]')
    const longest = await watchTurns(opened)
    await opened.click('form .main')
    await opened.click('.busy button')
    await opened.waitForSelector('form .main:not(:disabled)')
    expect(await opened.$('.results')).toBeNull()
    const start = performance.now()
    expect(await find(opened)).toBeGreaterThan(500)
    // A search on this thread would hold it up for nearly all of its time, however busy the machine is with others.
    const took = performance.now() - start
    expect(await longest()).toBeLessThan(took / 2)
    await opened.context().close()
  }, 120_000)

  it('is one file of a size that can be sent', () => {
    expect(statSync(disk.path).size).toBeLessThan(2 << 20)
    expect(readFileSync(disk.path, 'utf8')).toContain("connect-src 'none'")
  })
})

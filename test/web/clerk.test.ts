/**
 * What a clerk does on the page that needs no installation, in Chinese, from disk without a network, in Chromium and in Firefox.
 *
 * Oracle   the command that the page shows, run as it stands: kept, removed and groups are equal to the byte; the command obeys the decisions.
 * Covers   (f) ids that repeat are told; (a) a table in GBK with a title above its header is dropped, its copies are found; (b) a workbook of three sheets, a title above the header; (c) rows of people by
 *          `match`, asked as the page proposes; (d) groups are decided in the review and the file of decisions is obeyed; (e) kept rows have their
 *          Chinese headers, of a workbook as one and as CSV.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import type { Browser } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { csvLine } from '../../src/sources/formats/csv.js'
import { drop, launchChromium, launchFirefox } from '../support/browser.js'
import { jsonLines, leitong, temporaryFolder } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { find, openAll, PageOnDisk } from './page-on-disk.js'

const LETTERS = [['编号', '标题', '正文'], ...letters(8, 21).map(({ id, title, text }) => [id, title, text])]
const GROUPS = 8
const tableOf = (rows: readonly (readonly string[])[]) => rows.map((cells) => csvLine(cells, ',')).join('')

/** People of whom some come again, written by other hands, as an office keeps them. */
async function peopleTable(folder: string): Promise<string> {
  const path = join(folder, 'rows.jsonl')
  expect((await leitong(['generate', 'rows', '--size', '400', '--keep-fields', '-o', path])).code).toBe(0)
  const columns = { id: '编号', name: '姓名', id_number: '身份证号', phone: '电话', district: '区县', filed: '登记日期' }
  const rows = (jsonLines(path) as Record<string, unknown>[]).map((row) => Object.keys(columns).map((field) => String(row[field] ?? '')))
  return tableOf([Object.values(columns), ...rows])
}

const workbook = (path: string) => {
  const cells = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map((value) => ({ value, type: String })))
  return writeXlsxFile([
    { sheet: '填表说明', data: cells([['请勿改动表头']]) },
    { sheet: '来信登记', data: cells([['2025年来信登记表'], [], ...LETTERS]) },
    {
      sheet: '负责人',
      data: cells([
        ['姓名', '电话'],
        ['王科长', '1'],
      ]),
    },
  ] as never).toFile(path)
}

describe.each([
  ['Chromium', launchChromium],
  ['Firefox', launchFirefox],
])('%s', (_, launch) => {
  // Each browser has a folder of its own: names of downloads are counted there.
  const folder = temporaryFolder()
  const disk = new PageOnDisk(folder)
  let browser: Browser
  beforeAll(async () => {
    ;[browser] = await Promise.all([launch(), disk.write()])
  })
  afterAll(() => browser.close())

  it('(a) finds copies in a table in GBK, (d) decides on them, and the command obeys', async () => {
    const table = `2025年来信登记表,,\r\n${tableOf(LETTERS)}`
    const bytes = iconv.encode(table, 'gbk')
    writeFileSync(join(folder, '来信.csv'), bytes)
    const { page, fetched, errors } = await disk.open(browser, 'zh-CN')
    await drop(page, '来信.csv', bytes)
    expect(await page.textContent('form.choosing > p')).toMatch(new RegExp(`${LETTERS.length - 1} 条记录.*表头所在行： 2`))
    expect(await page.$$eval('.sample th', (all) => all.map((one) => one.textContent))).toEqual(LETTERS[0])
    // Asked as the page proposes.
    expect([await page.isChecked('input[value=copies]'), await page.inputValue('select[name=text]')]).toEqual([true, '正文'])
    expect(await page.inputValue('select[name=id]')).toBe('编号')
    expect(await find(page)).toBe(GROUPS)
    expect(await page.textContent('.figures')).toContain(`${GROUPS} 组`)
    const { kept } = await disk.sameAsCommand(page)
    // (e) They are rows of the table, in its encoding.
    const rows = iconv.decode(kept, 'gbk').trimEnd().split(/\r?\n/)
    const all = table.trimEnd().split(/\r?\n/)
    expect(rows).toEqual(all.filter((row) => rows.includes(row)))
    expect(rows).toHaveLength(2 + GROUPS)

    await openAll(page)
    const members = (group: number) =>
      page.$$eval(`#g${group} .member .id`, (all) => all.map((one) => one.textContent?.split(' · ')[0] ?? ''))
    const [same, different] = [await members(1), await members(2)]
    await page.click('#g1 [data-decide=same]')
    await page.click('#g2 [data-decide=different]')
    expect(await page.textContent('[data-output=decisions]')).toBe('人工决定 2')
    const decisions = await disk.download(page, 'decisions')
    writeFileSync(join(folder, decisions.name), decisions.bytes)
    const ran = await leitong(
      ['dedupe', '来信.csv', '--text-field', '正文', '--id-field', '编号', '--decisions', decisions.name, '--groups', '组.jsonl', '--json'],
      { cwd: folder },
    )
    expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([0, { groups: GROUPS - 1, decisions: { conflicts: 0 } }])
    const found = (jsonLines(join(folder, '组.jsonl')) as { members: { id: string }[] }[]).map((group) => group.members.map(({ id }) => id))
    expect(found).toContainEqual(expect.arrayContaining(same))
    expect(found.flat().filter((id) => different.includes(id))).toEqual([])
    expect([fetched(), errors]).toEqual([[], []])
    await page.context().close()
  }, 120_000)

  it('(b) reads the sheet that is chosen of three, with a title above its header, (e) and gives kept rows to Excel', async () => {
    await workbook(join(folder, '登记表.xlsx'))
    const { page, fetched, errors } = await disk.open(browser, 'zh-CN')
    await drop(page, '登记表.xlsx', readFileSync(join(folder, '登记表.xlsx')))
    await page.waitForSelector('form .main:not(:disabled)')
    expect(await page.$$eval('select[name=sheet] option', (all) => all.map((one) => one.textContent))).toEqual([
      '填表说明',
      '来信登记',
      '负责人',
    ])
    await page.selectOption('select[name=sheet]', '来信登记')
    await page.waitForFunction(() => document.querySelectorAll('.sample th').length === 3)
    expect(await page.$$eval('.sample th', (all) => all.map((one) => one.textContent))).toEqual(LETTERS[0])
    expect(await page.inputValue('select[name=id]')).toBe('编号')
    expect(await find(page)).toBe(GROUPS)
    // As workbooks, with headings in the language of the page; the title above the header is still there.
    const workbooks = await disk.sameAsCommand(page)
    const rows = (await readSheet(workbooks.kept)) as unknown[][]
    expect([rows[0]?.[0], rows[1]]).toEqual(['2025年来信登记表', LETTERS[0]])
    expect(rows).toHaveLength(2 + GROUPS)
    expect(((await readSheet(workbooks.removed)) as unknown[][])[0]).toEqual(
      expect.arrayContaining(['编号', '与之重复的编号', '相似度', '标题', '与之重复的标题']),
    )
    await page.selectOption('select[name=form]', 'own')
    const { kept } = await disk.sameAsCommand(page)
    expect(kept.toString().startsWith('\uFEFF')).toBe(true)
    expect(kept.toString()).toContain('编号,标题,正文\r\n')
    expect([fetched(), errors]).toEqual([[], []])
    await page.context().close()
  }, 120_000)

  it('(f) says that ids which repeat do not tell records apart', async () => {
    const bytes = Buffer.from(tableOf(LETTERS.map(([id, ...rest], i) => [i ? String(i % 9) : (id as string), ...(rest as string[])])))
    const { page } = await disk.open(browser, 'zh-CN')
    await drop(page, '重号.csv', bytes)
    await page.waitForSelector('form .main:not(:disabled)')
    await page.selectOption('select[name=id]', '编号')
    expect(await find(page)).toBe(GROUPS)
    expect(await page.textContent('[data-shared-id]')).toMatch(/编号不唯一.*"\d"/)
    await page.context().close()
  }, 120_000)

  it('(c) finds people who come again by match, asked as the page proposes', async () => {
    writeFileSync(join(folder, '人员.csv'), await peopleTable(folder))
    const { page, fetched, errors } = await disk.open(browser, 'zh-CN')
    await drop(page, '人员.csv', readFileSync(join(folder, '人员.csv')))
    await page.waitForSelector('form .main:not(:disabled)')
    expect(await page.isChecked('input[value=fields]')).toBe(true)
    await page.check('input[value=match]')
    expect(await page.inputValue('select[name=id]')).toBe('编号')
    expect(await page.$$eval('input[name=compared]', (all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
      '姓名',
      '身份证号',
      '电话',
      '区县',
      '登记日期',
    ])
    expect(await find(page)).toBeGreaterThan(20)
    const { kept } = await disk.sameAsCommand(page)
    expect(kept.toString().split(/\r?\n/)[0]).toBe('编号,姓名,身份证号,电话,区县,登记日期')
    await openAll(page)
    expect(await page.textContent('ol.groups .body')).toContain('身份证号')
    expect([fetched(), errors]).toEqual([[], []])
    await page.context().close()
  }, 120_000)
})

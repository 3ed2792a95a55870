/**
 * One row a group, on the page that needs no installation, in a real Chromium without a network.
 *
 * Oracle   rows that were merged by hand; the command that the page shows, run as it stands: merged rows are equal to the byte.
 * Covers   each rule for all fields, rules for each field in a text and in JSON, names with commas; JSON lines, CSV and Excel; ties; rules that are
 *          refused, and sound ones after them; the keyboard, there and back; axe; both languages; a folder of texts, which has no fields.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MERGE_FIELDS, MERGE_ROWS, MERGE_RULES, MERGED_BY_HAND } from '../doors/merging.js'
import { violations } from '../support/axe.js'
import { launchChromium } from '../support/browser.js'
import { COMMAND, temporaryFolder, writeLines } from '../support/files.js'
import { find, PageOnDisk, partsOf } from './page-on-disk.js'

const folder = temporaryFolder()
const disk = new PageOnDisk(folder)
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
  await disk.write()
})
afterAll(() => browser.close())

/** Downloads merged rows, and holds them against those of the command that the page shows then. */
async function sameAsCommand(page: Page) {
  const { name, bytes } = await disk.download(page, 'merged')
  await page.waitForSelector('.merged')
  const command = (await page.textContent('.merged pre')) as string
  for (const figure of await page.$$('.merged figure[data-file]'))
    writeFileSync(
      join(folder, (await figure.getAttribute('data-file')) as string),
      (await (await figure.$('pre'))?.textContent()) as string,
    )
  execFileSync('sh', ['-c', command.replace(/^leitong/, `"${process.execPath}" "${COMMAND}"`)], { cwd: folder, stdio: 'pipe' })
  const own = readFileSync(join(folder, name))
  if (name.endsWith('.xlsx')) expect(await partsOf(bytes)).toEqual(await partsOf(own))
  else expect(bytes.toString()).toBe(own.toString())
  return { name, command, text: bytes.toString() }
}

it('rows merged by rules for each field are those that were merged by hand', async () => {
  writeLines(join(folder, 'rows.jsonl'), MERGE_ROWS)
  const { page, fetched, errors } = await disk.open(browser)
  await disk.choose(page, 'rows.jsonl')
  await page.check('input[value=options]')
  await page.fill('textarea[name=options]', JSON.stringify({ measure: 'fields', threshold: 0.8, fields: MERGE_FIELDS.fields }))
  await page.selectOption('select[name=id]', 'id')
  expect(await find(page)).toBe(1)
  await page.selectOption('select[name=merge]', 'rules')
  for (const rules of ['name=tallest', '{"name"', 'nobody=first']) {
    await page.fill('input[name=mergeRules]', rules)
    await page.click('[data-output=merged]')
    await page.waitForSelector('.failed')
    expect(await page.textContent('.failed')).toMatch(/kept, first, last|JSON|a column of the input: id, name/)
    expect(await page.$('.merged')).toBeNull()
  }
  const wanted = MERGED_BY_HAND.map(({ group, members, row }) => ({ ...row, leitong_group: group, leitong_size: members.length }))
  for (const rules of [
    MERGE_RULES,
    '{"name": "longest", "phone": {"rule": "newest", "column": "date"}, "tags": "all", "amount": "max", "note": "longest"}',
  ]) {
    await page.fill('input[name=mergeRules]', rules)
    const { name, text } = await sameAsCommand(page)
    expect(await page.$('.failed')).toBeNull()
    expect(name).toBe('rows-merged.jsonl')
    expect(text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))).toEqual(wanted)
    expect(await page.textContent('.merged')).toContain('another was as good, so that the first one was taken: 1')
  }
  expect([fetched(), errors]).toEqual([[], []])
  await page.context().close()
})

it('one rule for all fields gives the table of the command, as CSV and as a workbook', async () => {
  const header = '编号,姓名,"电话,手机",登记日期'
  const rows = ['3,王小明,,2021-05-01', '4,李雷,138,2020-01-01', '10,王小明,13900001111,2019-03-02', '11,王小明,139-0000-1111,2022-07-09']
  writeFileSync(join(folder, '名单.csv'), `${[header, ...rows].join('\n')}\n`)
  const { page, errors } = await disk.open(browser, 'zh-CN')
  await disk.choose(page, '名单.csv')
  await page.check('input[value=fields]')
  for (const column of ['电话,手机', '登记日期']) await page.uncheck(`input[value="${column}"]`)
  expect(await find(page)).toBe(1)
  const phones = { kept: '', first: '13900001111', longest: '139-0000-1111', most: '13900001111', newest: '139-0000-1111' }
  for (const [rule, phone] of Object.entries(phones)) {
    await page.selectOption('select[name=merge]', rule)
    if (rule === 'newest') await page.selectOption('select[name=mergeColumn]', '登记日期')
    const { name, text, command } = await sameAsCommand(page)
    expect(name).toBe('名单-merged.csv')
    // A number of a telephone is no sum.
    expect(text.split('\r\n')[1]).toContain(`3,王小明,${phone},`)
    expect(command).toContain(`--merge '编号=kept,*=${rule}${rule === 'newest' ? ':登记日期' : ''}'`)
  }
  await page.selectOption('select[name=mergeColumn]', '电话,手机')
  expect((await sameAsCommand(page)).command).toContain('--merge 名单-merge.json')
  await page.selectOption('select[name=form]', 'xlsx')
  await page.selectOption('select[name=merge]', 'most')
  expect((await sameAsCommand(page)).name).toBe('名单-merged.xlsx')
  expect(await page.textContent('.merging')).toContain('每组合并成一行')
  for (const rule of ['newest', 'rules']) {
    await page.selectOption('select[name=merge]', rule)
    expect(await violations(page)).toEqual([])
  }
  expect(errors).toEqual([])
  await page.context().close()
})

it('is reached with the keyboard, there and back, and Enter begins it', async () => {
  writeLines(join(folder, 'keys.jsonl'), MERGE_ROWS)
  const { page } = await disk.open(browser)
  await disk.choose(page, 'keys.jsonl')
  await page.check('input[value=fields]')
  for (const column of ['phone', 'date', 'amount', 'tags', 'note']) await page.uncheck(`input[value=${column}]`)
  await page.fill('input[name=threshold]', '0.8')
  expect(await find(page)).toBe(1)
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.getAttribute('data-output'))
  await page.focus('select[name=merge]')
  await page.keyboard.type('that a rule')
  expect(await page.inputValue('select[name=merge]')).toBe('rules')
  const stops = ['mergeRules', 'merged']
  for (const stop of stops) {
    await page.keyboard.press('Tab')
    expect(await focused()).toBe(stop)
  }
  for (const stop of ['mergeRules', 'merge']) {
    await page.keyboard.press('Shift+Tab')
    expect(await focused()).toBe(stop)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type(MERGE_RULES)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(readFileSync(await download.path(), 'utf8')).toContain('"tags":"old; vip"')
  await page.context().close()
})

it('is not offered for texts without fields', async () => {
  mkdirSync(join(folder, 'texts'))
  for (const name of ['a.txt', 'b.txt'])
    writeFileSync(join(folder, 'texts', name), 'The ferry runs every forty minutes, and every sixty in winter.')
  const { page } = await disk.open(browser)
  await page.setInputFiles('input[name=folder]', join(folder, 'texts'))
  await page.waitForSelector('form .main:not(:disabled)')
  expect(await find(page)).toBe(1)
  expect([await page.$('.merging'), await page.$('[data-output=groups]')]).toEqual([null, expect.anything()])
  await page.context().close()
})

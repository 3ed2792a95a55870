/**
 * The report page in a real Chromium, opened from disk.
 *
 * Covers   counts and histogram; groups with differences marked, by characters for Chinese; both languages; search and
 *          sorting; ten thousand groups; text that looks like markup; nothing is fetched, nothing fails.
 */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/browser.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
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
    expect(await page.locator('figure rect').count()).toBe(20)
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
    expect(await page.locator('.empty').textContent()).toBe('No group fits.')
    expect(errors).toEqual([])
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
    expect(await page.locator('figure rect').count()).toBe(13)
    await page.locator('.head').first().click()
    await page.locator('.member').first().waitFor()
    expect(errors).toEqual([])
    await page.close()
  })
})

describe('ten thousand groups', () => {
  it('open, page, sort and search without delay', async () => {
    const random = createRandom(1)
    const records = Array.from({ length: 10_000 }, (_, i) => {
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
    expect(groups).toBeGreaterThan(8500)
    expect(await page.locator('.head').count()).toBe(100)
    await page.locator('.pager button').last().click()
    expect(await page.locator('.pager span').textContent()).toMatch(/^page 2 \/ \d+$/)
    await page.selectOption('#sort', 'byScore')
    await page.fill('#search', 'a9999')
    await page.locator('.head').first().click()
    await page.locator('.member').nth(1).waitFor()
    expect(await page.locator('.member .id').allTextContents()).toEqual(['a9999', 'b9999'])
    expect(errors).toEqual([])
    // Generous: it takes about two seconds.
    expect(performance.now() - start).toBeLessThan(60_000)
    await page.close()
  })
})

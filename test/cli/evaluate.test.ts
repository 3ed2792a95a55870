/**
 * leitong evaluate: the command from outside, and its page in a real Chromium.
 *
 * Covers   table, JSON and page; several sets; experiments with methods of one's own; wrong use; nothing is fetched, nothing fails, both
 *          languages show, text that looks like markup stays text.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/browser.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { createRandom, createText } from '../support/texts.js'

const folder = temporaryFolder()
const run = (...args: string[]) => leitong(['evaluate', ...args], { cwd: folder })

beforeAll(() => {
  const random = createRandom(3)
  const records = Array.from({ length: 20 }, () => createText(random, 80, true)).flatMap((text, i) => [
    { id: `a${i}`, text, group: i },
    { id: `b${i}`, text: `${text}谢谢`, group: i },
  ])
  writeLines(join(folder, '<b>set.jsonl'), records)
})

describe('the command', () => {
  it('prints a table for each set', async () => {
    const { code, stdout } = await run('<b>set.jsonl', '<b>set.jsonl', '--methods', 'leitong,simhash:distance=0,md5')
    expect(code).toBe(0)
    expect(stdout.match(/^Evaluation on <b>set$/gm)).toHaveLength(2)
    expect(stdout).toContain('40 documents; truth: group, 20 pairs in 20 groups.')
    expect(stdout).toMatch(/^ {2}leitong +1\.000 \(0\.839–1\.000\) +1\.000 \(0\.839–1\.000\) +1\.000/m)
    expect(stdout).toMatch(/^ {2}md5 +1\.000 \(0\.000–1\.000\) +0\.000 \(0\.000–0\.161\)/m)
  })

  it('gives everything as JSON', async () => {
    const { stdout } = await run('<b>set.jsonl', '--methods', 'leitong:threshold=0.6', '--json')
    const { evaluations } = JSON.parse(stdout)
    expect(evaluations).toHaveLength(1)
    expect(evaluations[0]).toMatchObject({ documents: 40, truth: { rule: 'group', pairs: 20, groups: 20 } })
    expect(evaluations[0].results[0]).toMatchObject({ method: 'leitong:threshold=0.6', found: 20, right: 20, bCubed: { f1: { value: 1 } } })
    expect(evaluations[0].results[0].documents).toMatchObject({ found: 40, right: 40, truth: 40, recall: { value: 1 } })
    expect(evaluations[0].results[0].curve.at(-1)).toMatchObject({ recall: 1, precision: 1 })
  })

  it('gives the words of rivals a dictionary, without a tokenizer being named', async () => {
    writeLines(join(folder, 'named.jsonl'), [
      { id: 1, group: 1, text: '东湖花园路灯坏了没有人修理' },
      { id: 2, group: 1, text: '路灯坏了没有人修理' },
    ])
    writeFileSync(join(folder, 'own.dict'), '东湖花园 100000 ns\n')
    writeFileSync(join(folder, 'own.stop'), '东湖花园\n')
    const found = async (...args: string[]) => {
      const { code, stdout } = await run(
        'named.jsonl',
        '--methods',
        'simhash-words:distance=0',
        '--stop-words',
        'own.stop',
        ...args,
        '--json',
      )
      expect(code).toBe(0)
      return JSON.parse(stdout).evaluations[0].results[0].found
    }
    expect(await found()).toBe(0)
    expect(await found('--dictionary', 'own.dict')).toBe(1)
    expect((await run('named.jsonl', '--tokenizer', 'word', '--dictionary', 'own.dict')).code).toBe(2)
  })

  it('runs an experiment with methods of one’s own', async () => {
    const { code, stdout } = await run('--experiment', 'zhang2020', '--set', '<b>set.jsonl', '--methods', 'shingle,simhash', '--json')
    expect(code).toBe(0)
    const { experiment, evaluation, measured } = JSON.parse(stdout)
    expect(experiment).toBe('zhang2020')
    expect(evaluation.results.map(({ method }: { method: string }) => method)).toEqual(['shingle', 'simhash'])
    expect(measured.timings).toHaveLength(10)
  })

  it('generates what the source of an experiment had, smaller when asked, the same again', async () => {
    const generated = () => run('--experiment', 'wang2019', '--size', '120', '--seed', '5', '--methods', 'simhash', '--json')
    const [first, second] = (await Promise.all([generated(), generated()])).map(({ stdout }) => JSON.parse(stdout))
    expect(first).toMatchObject({ documents: 120, evaluation: { truth: { rule: 'group', groups: 5, pairs: 5 * 6 } } })
    expect(first.evaluation.results[0].pairwise).toEqual(second.evaluation.results[0].pairwise)
    expect(first.measured.skew).toHaveLength(8)
    expect(new Set(first.measured.skew.map(({ pairs }: { pairs: number }) => pairs)).size).toBe(1)
  })

  it('runs an experiment topic by topic, with groups and edits as asked', async () => {
    const args = ['--experiment', 'wang2019', '--per-topic', '--size', '300', '--group-size', '2-5', '--strength', '0.01-0.02']
    const { code, stdout } = await run(...args, '--edits', 'typo', '--methods', 'simhash-words,md5', '--json')
    expect(code).toBe(0)
    const { documents, measured, evaluations } = JSON.parse(stdout)
    expect([documents, evaluations.length]).toEqual([300, 5])
    const rows = measured.topics.filter(({ method }: { method: string }) => method === 'simhash-words')
    expect(rows.map(({ topic }: { topic: string }) => topic)).toEqual(['internet', 'medicine', 'education', 'ai', 'housing', 'all'])
    for (const name of ['found', 'right', 'similar'])
      expect(rows[5][name]).toBe(rows.slice(0, 5).reduce((sum: number, row: Record<string, number>) => sum + (row[name] ?? 0), 0))
    expect(rows[5].similar).toBeGreaterThan(30)
    expect(rows[5].recall).toBeGreaterThan(0.5)
    const table = (await run(...args, '--methods', 'md5')).stdout
    expect(table).toMatch(/the source reports +profile:wang2019 .* 0\.940 +0\.920/)
  })

  it.each([
    [[], 2, 'one labelled set or more'],
    [['missing'], 3, 'missing: no such file'],
    [['<b>set.jsonl', '--methods', 'magic'], 2, 'probe-variants'],
    [['<b>set.jsonl', '--truth', 'jaccard>=0.8'], 2, 'lists no pairs'],
    [['--experiment', 'nobody2000', '--set', '<b>set.jsonl'], 2, 'zhang2020'],
    [['--experiment', 'li2015', '--set', '<b>set.jsonl', '--size', '5'], 2, '--size: for a generated set'],
    [['--experiment', 'li2015', '--set', '<b>set.jsonl', '--group-size', '5'], 2, 'for a generated set'],
    [['--experiment', 'li2015', '--set', '<b>set.jsonl', '--per-topic'], 2, '--per-topic: for a generated set'],
    [['--experiment', 'intro', '--per-topic', '--size', '50'], 2, 'knows no topics'],
    [['--experiment', 'li2015', '--strength', 'much'], 2, 'strength'],
    [['--experiment', 'li2015', '--edits', 'magic', '--size', '50'], 2, 'boilerplate'],
    [['--experiment', 'li2015', '--group-size', '1', '--size', '50'], 2, 'an integer from 2'],
    [['--experiment', 'li2015', '<b>set.jsonl', '<b>set.jsonl'], 2, 'one labelled set, or none'],
    [['--experiment', 'li2015', '--size', 'many'], 2, 'a whole number'],
    [['<b>set.jsonl', '--stores', 'lmdb'], 2, '--stores is for --experiment li2015 and wang2019'],
    [['--experiment', 'li2015', '--size', '50', '--group-size', '4', '--stores', 'nothing:x'], 2, 'nothing:x'],
    [['<b>set.jsonl', '--report', 'no/where.html'], 3, 'no/where.html: cannot be written'],
  ])('refuses %j', async (args, exit, message) => {
    const { code, stderr, stdout } = await run(...args)
    expect([code, stdout]).toEqual([exit, ''])
    expect(stderr).toContain(message)
    expect(existsSync(join(folder, 'no'))).toBe(false)
  })
})

describe('the page', () => {
  const launched = launchChromium()
  afterAll(async () => (await launched).close())

  it('shows tables and plots in both languages and fetches nothing', async () => {
    expect(
      (await run('<b>set.jsonl', '--methods', 'leitong:threshold=0.3,shingle:w=2,mod=1,threshold=0', '--report', 'page.html')).code,
    ).toBe(0)
    const page = await (await launched).newPage({ locale: 'zh-CN' })
    const seen: string[] = []
    page.on('request', (request) => seen.push(request.url()))
    page.on('pageerror', (error) => seen.push(error.message))
    await page.goto(`file://${join(folder, 'page.html')}`)
    expect((await page.locator('h1').allInnerTexts())[0]).toBe('在 <b>set 上的评测')
    expect(await page.locator('h2').allInnerTexts()).toContain('精确率与召回率')
    await page.click('#language')
    expect((await page.locator('h1').allInnerTexts())[0]).toBe('Evaluation on <b>set')
    expect(await page.locator('h2').allInnerTexts()).toContain('F1 by threshold')
    expect(await page.locator('svg').count()).toBe(2)
    expect(await page.locator('svg polyline').count()).toBeGreaterThan(1)
    expect((await page.locator('tbody tr').allInnerTexts())[0]).toContain('leitong:threshold=0.3')
    expect(seen).toEqual([`file://${join(folder, 'page.html').replaceAll('<', '%3C').replaceAll('>', '%3E')}`])
  })
})

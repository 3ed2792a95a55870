/**
 * spark/: does a cluster give what one machine gives?
 *
 * Oracle   the batch of one machine over the same folder: every output, byte for byte.
 * Covers   English and Chinese, copies, a template, a chain, components, keep rules, exact, in one task that gathers and by shuffles; several files, one of them compressed; blank
 *          lines and records that cannot be judged; a run that was cut off; the command and the library; errors of workers.
 * Leaves   larger corpora, more options, a cut at every step (same-result.long.test.ts); a cluster of several processes.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import { leitong } from '../support/files.js'
import { describeWith } from '../support/servers.js'
import { hostileTexts } from './corpora.js'
import {
  asLines,
  bounded,
  cutAt,
  generated,
  inputFolder,
  KINDS,
  onCluster,
  onOneMachine,
  PATIENCE,
  STEPS,
  sharedFolder,
  written,
} from './runs.js'

await describeWith('spark', 'a batch on a cluster', (engine) => {
  it('gives the bytes of one machine for English and Chinese, and goes on where it was cut off', { timeout: PATIENCE }, async () => {
    const english = await generated('articles_en', 300)
    const input = inputFolder({
      'a.jsonl': english,
      'b.jsonl': `\n{"no":"text"}\n${await generated('articles_zh', 200)}not JSON\n`,
      'c.jsonl.gz': gzipSync(`${english.split('\n').slice(0, 40).join('\n').replaceAll('"id":"', '"id":"again ')}\n`),
      'ignored.bin': 'nothing that is read',
    })
    const expected = await onOneMachine(input)
    const folder = sharedFolder()
    const work = join(folder, 'work')
    const flags = KINDS.flatMap((kind) => [`--${kind}`, join(folder, kind)])
    const { code, stdout, stderr } = await leitong(['dedupe', input, '--engine', engine, '--work', work, ...flags, '--json'])
    expect(code, stderr).toBe(0)
    const summary = JSON.parse(stdout)
    expect(Object.fromEntries(KINDS.map((kind) => [kind, written(join(folder, kind))]))).toEqual(expected)
    expect(summary).toMatchObject({ documents: 540, files: 3, rejects: 2, found: [], copies: 40 })
    for (const step of STEPS) expect(readdirSync(join(summary.work, step))).toContain('_SUCCESS')
    for (const cut of ['gather', 'removed'] as const) {
      cutAt(summary.work, cut)
      const again = await onCluster(engine, input, { work })
      expect(again.summary.found).toEqual(STEPS.slice(0, STEPS.indexOf(cut)))
      expect(again.results).toEqual(expected)
    }
    // A file that has changed is another input.
    rmSync(join(input, 'c.jsonl.gz'))
    expect((await onCluster(engine, input, { work })).summary).toMatchObject({ documents: 500, found: [] })
  })

  it.each([
    { maxCopies: 20 },
    { groupBy: 'components', threshold: 0.7, keep: 'last' },
    { tokenizer: 'char', ngram: 4, threshold: 0.6, keep: 'longest' },
    { method: 'exact', keep: 'shortest' },
  ] as const)('gives the bytes of one machine for copies, a template and a chain under %o', { timeout: PATIENCE }, async (options) => {
    const texts = hostileTexts({ copies: 300, template: 300, unlike: 150, chain: 200 })
    const input = inputFolder({ 'a.jsonl': asLines(texts.slice(0, 500)), 'b.jsonl': asLines(texts.slice(500), 500) })
    const { results, iterated, summary } = await onCluster(engine, input, options)
    const expected = await onOneMachine(input, options)
    expect(results).toEqual(expected)
    expect(await bounded(engine, input, options, {})).toEqual(expected)
    const single = await dedupe({ files: [input] }, { ...options, pairs: true })
    expect(iterated).toEqual(rounded([...single.removed()]))
    expect(summary).toMatchObject({ documents: 950, removed: single.summary.removed, groups: single.summary.groups })
    await single.close()
  })

  it('counts texts in both scripts of Chinese, whoever reads the lines', { timeout: PATIENCE }, async () => {
    const traditional = [
      '這個問題還沒有說清楚，請大家討論一下再決定。',
      '圖書館裡的學生們都在讀書，沒有人說話。',
      '這個問題還沒有說清楚，請大家討論一下再決定。',
    ]
    const files = { 'a.jsonl': await generated('articles_zh', 30), 'b.jsonl': asLines(traditional, 1000) }
    for (const input of [inputFolder(files), inputFolder({ ...files, 'c.jsonl.gz': gzipSync(asLines(traditional, 2000)) })]) {
      const single = await dedupe({ files: [input] })
      await single.close()
      expect(single.summary.scripts?.traditional).toBeGreaterThan(2)
      const { summary, results } = await onCluster(engine, input)
      expect(summary.scripts).toEqual(single.summary.scripts)
      expect(results).toEqual(await onOneMachine(input))
    }
  })

  it('hands on what goes wrong on its machines', { timeout: PATIENCE }, async () => {
    const run = (input: string) => onCluster(engine, input)
    const latin = inputFolder({ 'a.jsonl': Buffer.from('{"id":1,"text":"caf\xe9"}\n', 'latin1') })
    await expect(run(latin)).rejects.toMatchObject({ code: 'CLUSTER', message: expect.stringMatching(/not UTF-8/) })
    const named = inputFolder({ 'a.jsonl': '{"id":1,"body":"some words"}\n' })
    await expect(run(named)).rejects.toMatchObject({ code: 'NOTHING_JUDGED', message: expect.stringMatching(/textField text/) })
    await expect(run(join(named, 'missing'))).rejects.toMatchObject({ code: 'SOURCE_MISSING' })
  })
})

/** Similarities come from a cluster as outputs have them: with six decimals. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'number' ? Math.round(each * 1e6) / 1e6 : each)))

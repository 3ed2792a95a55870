/**
 * spark/: does a run give the same where it goes the ways of large runs?
 *
 * Oracle   the batch of one machine over the same folder: every output, byte for byte.
 * Covers   with lowered bounds: keys of 64 bits; components by stars in SQL; components in rounds of chunks, under keep rules, with every pair,
 *          without verification, and cut off in the middle. Crowded buckets.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRandom } from '../../src/hashing/random.js'
import { dedupe } from '../../src/index.js'
import { describeWith } from '../support/servers.js'
import { hostileTexts } from './corpora.js'
import { asLines, bounded, generated, inputFolder, onCluster, onOneMachine, PATIENCE, sharedFolder } from './runs.js'

await describeWith('spark', 'a large run', (engine) => {
  const texts = hostileTexts({ copies: 30, template: 160, unlike: 60, chain: 120 })

  it.each([
    { keep: 'longest', tokenizer: 'char', ngram: 4, threshold: 0.6 },
    { keep: 'last', verify: false },
  ] as const)('judges components in rounds under %o', { timeout: PATIENCE }, async (options) => {
    const input = inputFolder({ 'a.jsonl': asLines(texts.slice(0, 200)), 'b.jsonl': asLines(texts.slice(200), 200) })
    const work = join(sharedFolder(), 'work')
    const bounds = { block: 60, wide: 0, rows: 0, edges: 0, bitmaps: 0, sorted: 0 }
    const expected = await onOneMachine(input, options)
    expect(await bounded(engine, input, options, bounds, work)).toEqual(expected)
    const [run = ''] = readdirSync(work)
    const steps = readdirSync(join(work, run))
    expect(steps).toContain('verify-2-more')
    expect(steps).toContain('components-2')
    if (options.keep !== 'longest') return
    // Cut off between two rounds.
    for (const step of steps)
      if (/^(verify(-1-more|-2.*|-pairs)?|removed|numbers)(\.done)?$/.test(step)) rmSync(join(work, run, step), { recursive: true })
    expect(await bounded(engine, input, options, bounds, work)).toEqual(expected)
  })

  it('makes components by stars of a long chain', { timeout: PATIENCE }, async () => {
    const input = inputFolder({ 'a.jsonl': asLines(hostileTexts({ copies: 0, template: 50, unlike: 50, chain: 1000 })) })
    const options = { groupBy: 'components' } as const
    expect(await bounded(engine, input, options, { edges: 10 })).toEqual(await onOneMachine(input, options))
  })

  it('tells keys apart by 64 bits', { timeout: PATIENCE }, async () => {
    const input = inputFolder({ 'a.jsonl': await generated('articles_zh', 1000) })
    expect(await bounded(engine, input, {}, { wide: 0 })).toEqual(await onOneMachine(input))
  })

  it('leaves out of crowded buckets what one machine leaves out, and counts the same', { timeout: PATIENCE }, async () => {
    // Unlike texts that share much: thousands of them have a band in common. Some have a twin.
    const random = createRandom(5)
    const words = (count: number) => Array.from({ length: count }, () => `w${Math.floor(random() * 1e6)}`)
    const shared = words(80)
    const texts = Array.from({ length: 4000 }, () => [...shared, ...words(14)].join(' '))
    const input = inputFolder({ 'a.jsonl': asLines([...texts, ...texts.slice(3970).map((text) => `${text} again`)]) })
    const options = { ngram: 1, threshold: 0.85 } as const
    const { results, summary } = await onCluster(engine, input, options)
    const single = await dedupe({ files: [input] }, { ...options, pairs: true })
    expect(results).toEqual(await onOneMachine(input, options))
    expect(await bounded(engine, input, options, {})).toEqual(results)
    expect(summary.limits.crowded).toBe(single.summary.limits.crowded)
    expect(summary.limits.crowded).toBeGreaterThan(0)
    expect(summary.removed).toBeGreaterThan(0)
    await single.close()
  })
})

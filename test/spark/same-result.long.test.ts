/**
 * spark/: more corpora and more options than the ordinary run has time for.
 *
 * Oracle   the batch of one machine over the same folder: every output, byte for byte.
 * Covers   a chain of 8 000 beside copies and templates; dictionaries of Chinese words, tagged texts, other measures, no verification, several text
 *          fields, keeping by a field; a run that was cut off in each of its steps, and a large one in every second of them.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeWith } from '../support/servers.js'
import { hostileTexts } from './corpora.js'
import { asLines, bounded, cutAt, generated, inputFolder, LARGE_STEPS, onCluster, onOneMachine, STEPS, sharedFolder } from './runs.js'

await describeWith('spark', 'a batch on a cluster, at length', (engine) => {
  it.each([{}, { groupBy: 'components' }] as const)('gives the bytes of one machine for hostile texts under %o', async (options) => {
    const texts = hostileTexts({ copies: 400, template: 400, unlike: 200, chain: 8000 })
    const input = inputFolder({ 'a.jsonl': asLines(texts.slice(0, 4000)), 'b.jsonl': asLines(texts.slice(4000), 4000) })
    const { results, summary } = await onCluster(engine, input, options)
    const expected = await onOneMachine(input, options)
    expect(results).toEqual(expected)
    expect(await bounded(engine, input, options, {})).toEqual(expected)
    expect(summary).toMatchObject({ documents: 9000 })
  })

  it.each([
    { tokenizer: 'chinese', measure: 'multiset', keep: 'last' },
    { tokenizer: 'word', measure: 'cosine', threshold: 0.7 },
    { verify: false, threshold: 0.7, keep: 'newest:day' },
    { method: 'simhash', measure: 'combined', distance: 20, threshold: 0.6 },
    { textField: ['title', 'text'], tokenizer: 'chinese', groupBy: 'components', threshold: 0.6 },
  ] as const)('gives the bytes of one machine under %o', async (options) => {
    const input = inputFolder({
      'a.jsonl': dated(await generated('articles_zh', 150)),
      'b.jsonl': dated(await generated('articles_en', 80)),
    })
    const { results } = await onCluster(engine, input, options)
    expect(results).toEqual(await onOneMachine(input, options))
  })

  it('gives the bytes of one machine for texts of tagged words', async () => {
    const tagged = (await generated('articles_en', 200)).replace(
      /"text":"([^"]*)"/g,
      (_, text: string) => `"text":"${text.replace(/ +/g, '/n ')}/n"`,
    )
    const input = inputFolder({ 'a.jsonl': tagged })
    const { results } = await onCluster(engine, input, { tokenizer: 'tagged', threshold: 0.6 })
    expect(results).toEqual(await onOneMachine(input, { tokenizer: 'tagged', threshold: 0.6 }))
  })

  it('goes on where it was cut off, in each of its steps', async () => {
    const input = inputFolder({ 'a.jsonl': await generated('articles_en', 80) })
    const work = `${sharedFolder()}/work`
    const expected = await onOneMachine(input)
    const first = await onCluster(engine, input, { work })
    for (const cut of STEPS) {
      cutAt(first.summary.work, cut)
      const again = await onCluster(engine, input, { work })
      expect(again.summary.found).toEqual(STEPS.slice(0, STEPS.indexOf(cut)))
      expect(again.results).toEqual(expected)
    }
  })

  it('goes on where it was cut off, in every second step of a large run', async () => {
    const input = inputFolder({ 'a.jsonl': await generated('articles_en', 80) })
    const work = `${sharedFolder()}/work`
    const expected = await onOneMachine(input)
    expect(await bounded(engine, input, {}, {}, work)).toEqual(expected)
    const [run = ''] = readdirSync(work)
    // Every second step: what is behind a cut is done again, and a run of each of them would take minutes.
    for (const cut of LARGE_STEPS.filter((_, i) => i % 2)) {
      cutAt(join(work, run), cut, LARGE_STEPS)
      expect(await bounded(engine, input, {}, {}, work)).toEqual(expected)
    }
  })
})

/** Each record with a day, so that one can be newer than another. */
function dated(lines: string): string {
  let count = 0
  return lines.replace(/^\{/gm, () => `{"day":"2024-01-${String(1 + ((count++ * 5) % 28)).padStart(2, '0')}",`)
}

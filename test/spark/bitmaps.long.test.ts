/**
 * spark/bitmaps: do large sets of documents, which go to tasks as bitmaps, give what small ones give?
 *
 * Oracle   the batch of one machine over the same folder: every output, byte for byte.
 * Covers   a bound of 0, so that every set is a large one: two files of lines, one of them with a byte order mark; CSV that is read whole; sets of
 *          which every bucket has some, and buckets that have none; numbers beyond the first bitmap of a file.
 */
import { expect, it } from 'vitest'
import { describeWith } from '../support/servers.js'
import { hostileTexts } from './corpora.js'
import { asLines, bounded, inputFolder, onOneMachine, PATIENCE } from './runs.js'

await describeWith('spark', 'sets of documents as bitmaps', (engine) => {
  const texts = hostileTexts({ copies: 60, template: 60, unlike: 60, chain: 60 })

  it('are those of JSON lines', { timeout: PATIENCE }, async () => {
    // Blank lines count: the last texts lie beyond 2^15 numbers of their file.
    const far = `${'\n'.repeat(70_000)}${asLines(texts.slice(100, 180), 100)}`
    const input = inputFolder({
      'a.jsonl': `\uFEFF${asLines(texts.slice(0, 100))}${far}`,
      'b.jsonl': asLines(['nothing like it', 'and neither this']),
      'c.jsonl': asLines(texts.slice(180), 180),
    })
    expect(await bounded(engine, input, {}, { bitmaps: 0, sorted: 0, rows: 0, signatures: 0 })).toEqual(await onOneMachine(input))
  })

  it('are those of tables', { timeout: PATIENCE }, async () => {
    const csv = ['id,text', ...texts.map((text, i) => `${i},"${text.replaceAll('"', '""')}"`), ''].join('\n')
    const input = inputFolder({ 'a.csv': csv })
    expect(await bounded(engine, input, { textField: ['text'] }, { bitmaps: 0, sorted: 0, rows: 0, signatures: 0 })).toEqual(
      await onOneMachine(input, { textField: ['text'] }, 'csv'),
    )
  })
})

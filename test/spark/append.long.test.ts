/**
 * spark/: does a run that goes on from another one give what one machine gives for what was kept and what is new?
 *
 * Oracle   the batch of one machine over the kept records of the run before and the new records: what it removes, groups and pairs.
 * Covers   two runs behind each other; lines, and files that are read whole; what is refused.
 */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeWith } from '../support/servers.js'
import { hostileTexts } from './corpora.js'
import { asLines, inputFolder, onCluster, onOneMachine, PATIENCE } from './runs.js'

await describeWith('spark', 'a run that goes on from another one', (engine) => {
  const texts = hostileTexts({ copies: 12, template: 30, unlike: 12, chain: 24 })

  it('gives the bytes of one machine for what was kept and what is new', { timeout: PATIENCE }, async () => {
    const parts = [asLines(texts.slice(0, 40)), asLines(texts.slice(40, 60), 40), asLines(texts.slice(60), 60)] as const
    const folder = inputFolder({ 'a.jsonl': parts[0] })
    let before = await onCluster(engine, folder)
    let kept = before.results.output
    for (const [i, part] of parts.slice(1).entries()) {
      // The folder as it grows: what was read before is known by its name.
      writeFileSync(join(folder, `b${i}.jsonl`), part)
      const after = await onCluster(engine, folder, { appendTo: before.summary.work })
      const { output, ...others } = await onOneMachine(inputFolder({ 'a.jsonl': kept, 'b.jsonl': part }))
      expect(after.results).toEqual({ ...others, output: output.slice(kept.length) })
      expect(output.slice(0, kept.length)).toBe(kept)
      expect(after.summary).toMatchObject({
        documents: part.split('\n').length - 1,
        files: 1,
        kept: after.results.output.split('\n').length - 1,
      })
      kept = output
      before = after
    }
    const run = (options: object) => onCluster(engine, folder, { appendTo: before.summary.work, ...options })
    await expect(run({})).rejects.toMatchObject({ code: 'SOURCE_MISSING' })
    await expect(run({ threshold: 0.7 })).rejects.toMatchObject({
      code: 'OPTION_CONFLICT',
      message: expect.stringMatching(/other options/),
    })
    await expect(run({ keep: 'last' })).rejects.toMatchObject({ code: 'OPTION_CONFLICT', message: expect.stringMatching(/keep first/) })
    await expect(run({ appendTo: folder })).rejects.toMatchObject({ code: 'SOURCE_MISSING' })
    writeFileSync(join(folder, 'a.jsonl'), parts[1])
    await expect(run({})).rejects.toMatchObject({ code: 'SOURCE_CHANGED' })
  })

  it('does so for tables', { timeout: PATIENCE }, async () => {
    const table = (from: number, to: number) =>
      `id,text\n${texts
        .slice(from, to)
        .map((text, i) => `${from + i},${text}\n`)
        .join('')}`
    const folder = inputFolder({ 'a.csv': table(0, 50) })
    const before = await onCluster(engine, folder)
    const fresh = inputFolder({ 'b.csv': table(50, texts.length) })
    const after = await onCluster(engine, fresh, { appendTo: before.summary.work })
    const both = inputFolder({ 'a.csv': before.results.output })
    copyFileSync(join(fresh, 'b.csv'), join(both, 'b.csv'))
    const { output, ...others } = await onOneMachine(both, {}, 'csv')
    expect(after.results).toEqual({ ...others, output: `id,text\n${output.slice(before.results.output.length)}` })
  })
})

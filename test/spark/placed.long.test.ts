/**
 * spark/inputs/placed: are lines that workers read themselves the ones that Spark reads?
 *
 * Oracle   the batch of one machine over the same folder: every output, byte for byte. Kept lines are read by Spark and judged ones by workers, so
 *          one line that the two number differently would leave in the place of another.
 * Covers   splits of some hundred bytes: lines longer than several of them, lines that begin where a split does, blank lines, both ends of lines, no
 *          end at the end, byte order marks, empty files, names that need care; what is no UTF-8, or too long; runs that shuffle, and appended ones.
 */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createRandom } from '../../src/hashing/random.js'
import { describeWith } from '../support/servers.js'
import { hostileTexts } from './corpora.js'
import { asLines, bounded, inputFolder, onCluster, onOneMachine, PATIENCE } from './runs.js'

const SPLIT = 700

/** Lines of many lengths, and among them blank ones, such that some begin just where a split does. */
function ragged(texts: readonly string[], from: number): string {
  const random = createRandom(7)
  let lines = ''
  texts.forEach((text, i) => {
    lines += `${JSON.stringify({ id: from + i, text, more: 'x'.repeat(Math.floor(random() ** 4 * 3 * SPLIT)) })}${i % 3 ? '\n' : '\r\n'}`
    if (i % 5 === 0) lines += '\n'.repeat(1 + Math.floor(random() * 3))
    // All but a character here, where what follows begins at a split, at the byte before or behind it.
    if (i % 4 === 0) lines += `${' '.repeat(Math.max(0, SPLIT - (Buffer.byteLength(lines) % SPLIT) - 1 + ((i / 4) % 3) - 1))}\n`
  })
  return lines
}

await describeWith('spark', 'lines that workers read themselves', (engine) => {
  const texts = hostileTexts({ copies: 12, template: 30, unlike: 12, chain: 30 })
  const files = {
    "a b'c%20é\t雷.jsonl": `\uFEFF${ragged(texts.slice(0, 40), 0)}`,
    'b.jsonl': `${ragged(texts.slice(40), 40)}{"id":\n{"id":"last","text":"${texts[3]}"}`,
    'empty.jsonl': '',
  }

  it('are numbered as Spark numbers them', { timeout: PATIENCE }, async () => {
    const input = inputFolder(files)
    const expected = await onOneMachine(input)
    expect(expected.removed.split('\n').length).toBeGreaterThan(20)
    expect(await bounded(engine, input, {}, { split: SPLIT, gathered: 1e6 })).toEqual(expected)
    // Nor does it matter who hands them on.
    expect(await bounded(engine, input, {}, { split: SPLIT, gathered: 1e6, placed: false })).toEqual(expected)
    const longest = { maxRecord: 1500, keep: 'last' as const, threshold: 0.7 }
    const { output, ...others } = await onOneMachine(input, longest)
    // There the last line stays, and gets an end.
    expect(output.endsWith('}')).toBe(true)
    expect(await bounded(engine, input, longest, { split: 3 * SPLIT })).toEqual({ ...others, output: `${output}\n` })
  })

  it('end a run where they are not UTF-8', { timeout: PATIENCE }, async () => {
    const latin = Buffer.concat([Buffer.from(asLines(texts.slice(0, 9))), Buffer.from('{"id":9,"text":"café"}\n', 'latin1')])
    await expect(onCluster(engine, inputFolder({ 'a.jsonl': latin }))).rejects.toMatchObject({
      code: 'CLUSTER',
      message: expect.stringMatching(/a\.jsonl.*not UTF-8/),
    })
  })

  it('are gone on from where files that Spark has to unpack come later', { timeout: PATIENCE }, async () => {
    const folder = inputFolder({ 'a.jsonl': asLines(texts.slice(0, 40)) })
    const before = await onCluster(engine, folder)
    const part = asLines(texts.slice(40), 40)
    writeFileSync(join(folder, 'b.jsonl.gz'), gzipSync(part))
    const after = await onCluster(engine, folder, { appendTo: before.summary.work })
    const both = inputFolder({ 'a.jsonl': before.results.output })
    copyFileSync(join(folder, 'b.jsonl.gz'), join(both, 'b.jsonl.gz'))
    const { output, ...others } = await onOneMachine(both)
    expect(after.results).toEqual({ ...others, output: output.slice(before.results.output.length) })
  })
})

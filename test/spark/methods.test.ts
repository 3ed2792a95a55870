/**
 * spark/: do method simhash, and rows judged field by field, give on a cluster what they give on one machine?
 *
 * Oracle   the batch of one machine over the same folder; for tables of bits all pairs, one by one.
 * Covers   fingerprints of 32, 64 and 128 bits, weights by a saved model, measures of signatures and of weights; rows by fields and by a
 *          model, whoever reads their lines.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import { hammingTables } from '../../src/spark/tables.js'
import { leitong } from '../support/files.js'
import { PEOPLE_FIELDS, type Person, peopleOf } from '../support/people.js'
import { describeWith } from '../support/servers.js'
import { hostileTexts } from './corpora.js'
import { asLines, generated, inputFolder, onCluster, onOneMachine, PATIENCE, sharedFolder } from './runs.js'

describe('tables of fingerprints', () => {
  it('bring together all that are near each other', () => {
    const flips = fc.uniqueArray(fc.nat(127), { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.constantFrom(8, 32, 64, 128),
        fc.bigInt(0n, 2n ** 128n - 1n),
        flips,
        fc.constantFrom(10, 1e5, 1e9),
        (bits, value, at, count) => {
          const other = at.reduce((word, bit) => word ^ (1n << BigInt(bit % bits)), value)
          let distance = 0
          for (let rest = value ^ other; rest; rest >>= 1n) distance += Number(rest & 1n)
          const words = (word: bigint) => [BigInt.asIntN(64, word), BigInt.asIntN(64, word >> 64n)] as const
          const [[low, high], [otherLow, otherHigh]] = [words(value), words(other)]
          const tables = hammingTables(count, bits, distance)
          expect(tables.some(([l, h]) => (low & l) === (otherLow & l) && (high & h) === (otherHigh & h))).toBe(true)
        },
      ),
    )
  })

  it('are more and of longer keys for more fingerprints', () => {
    expect(hammingTables(1000, 64, 3)).toHaveLength(4)
    expect(hammingTables(1e9, 64, 3).length).toBeGreaterThan(4)
    expect(hammingTables(100, 64, 64)).toEqual([[0n, 0n]])
  })
})

await describeWith('spark', 'rows on a cluster', (engine) => {
  it('are judged field by field, and by a model, as on one machine', { timeout: PATIENCE }, async () => {
    const folder = sharedFolder()
    const [fields, model] = [join(folder, 'fields.json'), join(folder, 'model.json')]
    writeFileSync(fields, JSON.stringify({ key: ['id'], ...PEOPLE_FIELDS }))
    const people = peopleOf(11, 700)
    const lines = (from: number, to: number) =>
      people
        .slice(from, to)
        .map((person) => `${JSON.stringify(person)}\n`)
        .join('')
    const names = Object.keys(people[0] as object) as (keyof Person)[]
    const table = [names.join(), ...people.map((person) => names.map((name) => person[name] ?? '').join())].join('\n')
    const split = { 'a.jsonl': lines(0, 300), 'b.jsonl': `${lines(300, 700)}{"id":\n` }
    const learned = await dedupe({ files: [inputFolder(split)] }, { measure: 'match', fields })
    await learned.write({ writeModel: model })
    await learned.close()
    for (const [files, options] of [
      [split, { measure: 'fields', threshold: 0.8 }],
      [
        { ...split, 'b.jsonl.gz': gzipSync(lines(200, 240).replaceAll('"id":', '"id":1000')) },
        { measure: 'match', model, keep: 'last' },
      ],
      [{ 'a.csv': `${table}\n` }, { measure: 'match', model }],
    ] as const) {
      const input = inputFolder(files)
      const single = await dedupe({ files: [input] }, { ...options, fields })
      await single.close()
      const { results, summary, iterated } = await onCluster(engine, input, { ...options, fields })
      expect(results).toEqual(await onOneMachine(input, { ...options, fields }, Object.keys(files)[0]?.split('.')[1]))
      expect(iterated.length).toBe(single.summary.removed)
      expect(summary.removed).toBeGreaterThan(100)
      const { documents, kept, removed, groups, rejects, copies, signature, rows } = single.summary
      expect(summary).toMatchObject({
        documents,
        kept,
        removed,
        groups,
        rejects,
        copies,
        signature,
        rows: JSON.parse(JSON.stringify(rows)),
      })
    }
  })
})

await describeWith('spark', 'simhash on a cluster', (engine) => {
  const texts = hostileTexts({ copies: 20, template: 40, unlike: 20, chain: 40 })

  it.each([
    { distance: 6 },
    { bits: 128, distance: 20, groupBy: 'components', threshold: 0.5 },
    { bits: 32, distance: 3, measure: 'bits', threshold: 0.85, keep: 'longest' },
  ] as const)('gives the bytes of one machine under %o', { timeout: PATIENCE }, async (given) => {
    const options = { method: 'simhash', ...given } as const
    const input = inputFolder({ 'a.jsonl': asLines(texts.slice(0, 70)), 'b.jsonl': asLines(texts.slice(70), 70) })
    const { results, summary } = await onCluster(engine, input, options)
    expect(results).toEqual(await onOneMachine(input, options))
    expect(summary.removed).toBeGreaterThan(15)
  })

  it('weighs by a saved model', { timeout: PATIENCE }, async () => {
    const input = inputFolder({ 'a.jsonl': await generated('articles_en', 150) })
    const model = join(sharedFolder(), 'model')
    const built = await leitong(['model', 'build', input, '-o', model])
    expect(built.code, built.stderr).toBe(0)
    // The same file, counted on the cluster.
    const there = join(sharedFolder(), 'model')
    const counted = await leitong(['model', 'build', input, '--engine', engine, '--work', join(sharedFolder(), 'work'), '-o', there])
    expect(counted.code, counted.stderr).toBe(0)
    expect(readFileSync(there)).toEqual(readFileSync(model))
    expect(counted.stdout).toBe(built.stdout)
    const options = { method: 'simhash', weight: 'tfidf', model, measure: 'weighted', distance: 8, threshold: 0.6 } as const
    const { results } = await onCluster(engine, input, options)
    expect(results).toEqual(await onOneMachine(input, options))
    await expect(onCluster(engine, input, { ...options, model: 'input' })).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
  })
})

/**
 * Vectors made elsewhere: dedupe and link of the command and the library.
 *
 * Oracle   the cosine of every pair, in doubles over the same 32-bit floats.
 * Covers   lists of JSON, typed arrays, base64, cells of CSV and lists of Parquet; one to three workers; vectors on disk; every pair that is
 *          found has its exact cosine, and nearly all pairs are found; what cannot be compared, with its place; options.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { dedupe, link } from '../../../src/index.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom } from '../../support/texts.js'

const folder = temporaryFolder()
const random = createRandom(31)
const normal = () => Array.from({ length: 12 }, () => random()).reduce((sum, x) => sum + x, -6)
const DIMENSIONS = 33
const THRESHOLD = 0.9

/** Vectors, each with one that a random step away is: cosines from 1 down. */
const vectors = Array.from({ length: 300 }, (_, i) => {
  const a = Float32Array.from({ length: DIMENSIONS }, normal)
  return [a, a.map((x) => x + normal() * (i / 300))]
})
  .flat()
  .map((vector) => ({ vector, at: random() }))
  .sort((a, b) => a.at - b.at)
  .map(({ vector }) => vector)

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] as number), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

const truth = new Map(
  vectors.flatMap((left, a) =>
    vectors.flatMap((right, b) => {
      const exact = b > a ? cosine(left, right) : 0
      return exact >= THRESHOLD ? [[`${a} ${b}` as string, exact] as const] : []
    }),
  ),
)

interface Pair {
  readonly a: unknown
  readonly b: unknown
  readonly similarity?: number | undefined
}

/** Every pair found is true, with its cosine; the promised share of them is found. */
function check(pairs: readonly Pair[], digits = 9): void {
  for (const { a, b, similarity } of pairs) expect(similarity).toBeCloseTo(truth.get(`${a} ${b}`) as number, digits)
  expect(new Set(pairs.map(({ a, b }) => `${a} ${b}`)).size).toBe(pairs.length)
  expect(pairs.length / truth.size).toBeGreaterThanOrEqual(0.97)
}

const rows = vectors.map((embedding, id) => ({ id, embedding }))
const lists = rows.map(({ id, embedding }) => ({ id, embedding: [...embedding] }))
const read = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Pair)

describe('vectors', () => {
  it('are paired by their cosine, the same with any number of workers and with vectors on disk', async () => {
    const input = writeLines(join(folder, 'v.jsonl'), lists)
    const outputs: string[] = []
    for (const more of [
      ['--workers', '1'],
      ['--workers', '2'],
      ['--workers', '3'],
      ['--memory', '64MB'],
    ]) {
      const pairs = join(folder, `pairs-${outputs.length}.jsonl`)
      const removed = join(folder, `removed-${outputs.length}.jsonl`)
      const run = await leitong(['dedupe', input, '--vector-field', 'embedding', '--pairs', pairs, '--removed', removed, ...more])
      expect(run.code, run.stderr).toBe(0)
      outputs.push(readFileSync(pairs, 'utf8') + readFileSync(removed, 'utf8'))
    }
    check(read(join(folder, 'pairs-0.jsonl')), 5)
    expect(new Set(outputs).size).toBe(1)
  })

  it('come as typed arrays, and leave as they came', async () => {
    await using result = await dedupe(rows, { vectorField: 'embedding', pairs: true })
    check([...result.pairs()])
    expect(result.summary.plan).toContain('99 % of the pairs with cosine 0.9')
    const kept: unknown[] = []
    for await (const row of result.kept()) kept.push(row)
    expect(kept[0]).toBe(rows[0])
    expect(kept.length).toBe(rows.length - [...result.removed()].length)
  })

  it('find more where a higher recall is asked for', async () => {
    await using result = await dedupe(rows, { vectorField: 'embedding', pairs: true, recall: 0.9999 })
    expect([...result.pairs()].length).toBe(truth.size)
  })

  it('are read from base64, CSV and Parquet', async () => {
    const csv = join(folder, 'v.csv')
    writeFileSync(csv, `id,embedding\n${lists.map(({ id, embedding }) => `${id},"${JSON.stringify(embedding)}"\n`).join('')}`)
    const parquet = join(folder, 'v.parquet')
    const source = writeLines(join(folder, 'source.jsonl'), lists)
    const connection = await (await DuckDBInstance.create()).connect()
    await connection.run(`copy (select id, embedding::FLOAT[] as embedding from read_json('${source}')) to '${parquet}' (format parquet)`)
    connection.closeSync()
    const base64 = rows.map(({ id, embedding }) => ({ id, embedding: Buffer.from(embedding.buffer).toString('base64') }))
    for (const input of [csv, parquet, writeLines(join(folder, 'b.jsonl'), base64)]) {
      const pairs = `${input}.pairs.jsonl`
      const run = await leitong(['dedupe', input, '--vector-field', 'embedding', '--pairs', pairs])
      expect(run.code, run.stderr).toBe(0)
      // Ids of a table of text are texts.
      const found = read(pairs).map((pair) => ({ ...pair, a: Number(pair.a), b: Number(pair.b) }))
      expect(found).toEqual(read(join(folder, 'pairs-0.jsonl')))
    }
  })

  it('are linked across two sides', async () => {
    const half = rows.length >> 1
    await using result = await link(rows.slice(0, half), rows.slice(half), { vectorField: 'embedding' })
    const across = [...truth].filter(([pair]) => Number(pair.split(' ')[0]) < half && Number(pair.split(' ')[1]) >= half)
    const found = [...result.pairs()]
    for (const { a, b, similarity } of found) expect(similarity).toBeCloseTo(truth.get(`${a} ${b}`) as number, 9)
    expect(found.length / across.length).toBeGreaterThan(0.95)
  })
})

describe('what is no vector', () => {
  it.each([
    [[0, 0, 0], 'all of it is 0'],
    [[1, null, 3], 'element 1 is null'],
    [['1', 2, 3], 'element 0 is a string'],
    [[], 'it is empty'],
    [[1e39, 0, 0], 'beyond what 32-bit floats hold'],
    [7, 'no list of numbers'],
    ['[1, 2', 'no list of numbers'],
    [{ a: 1 }, 'no list of numbers'],
  ])('%j is rejected with its place', async (embedding, message) => {
    const input = writeLines(join(folder, 'bad.jsonl'), [{ embedding: [1, 2, 3] }, { embedding }, { embedding: [1, 2, 3.1] }])
    const rejects = join(folder, `rejects-${random()}.jsonl`)
    const run = await leitong(['dedupe', input, '--vector-field', 'embedding', '--rejects', rejects])
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toContain('removed 1')
    expect(read(rejects)).toMatchObject([{ line: 2, reason: expect.stringContaining(message) }])
  })

  it('NaN in a typed array is told', async () => {
    const options = { vectorField: 'v', strict: true }
    await expect(dedupe([{ v: Float32Array.of(1, Number.NaN) }, { v: Float32Array.of(1, 2) }], options)).rejects.toThrow(/element 1 is NaN/)
  })

  it('other dimensions are refused with both places, and rejected where the dimensions are stated', async () => {
    const input = writeLines(join(folder, 'mixed.jsonl'), [{ v: [1, 2] }, { v: [1, 2, 3] }, { v: [2, 4] }])
    const run = await leitong(['dedupe', input, '--vector-field', 'v'])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('mixed.jsonl:1 has a vector of 2 dimensions')
    expect(run.stderr).toContain('mixed.jsonl:2 has a vector of 3 dimensions')
    const stated = await leitong(['dedupe', input, '--vector-field', 'v', '--vector-dimensions', '2'])
    expect(stated.stdout).toContain('removed 1')
  })

  it.each([
    [['--vector-field', 'v', '--threshold', '0'], 'threshold above 0'],
    [['--vector-field', 'v', '--no-verify'], 'no-verify'],
    [['--vector-field', 'v', '--measure', 'jaccard'], 'does not apply'],
    [['--vector-field', 'w'], '"w"'],
  ])('options that do not go together: %s', async (options, message) => {
    const run = await leitong(['dedupe', join(folder, 'mixed.jsonl'), ...options])
    expect(run.code).not.toBe(0)
    expect(run.stderr).toContain(message)
  })
})

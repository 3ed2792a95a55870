/**
 * spark/inputs: does a cluster give what one machine gives, whatever the form of the input?
 *
 * Oracle   the batch of one machine over the same folder: every output, byte for byte; of Parquet the rows, in their order, and their types.
 * Covers   packed files beside plain ones, read by workers or handed on; CSV and TSV with line breaks in quotes, byte order marks, ends of lines of both kinds, rows that cannot be judged; gzip and zstd; rows
 *          compared by a fields file, with rules; Parquet; what is refused.
 * Leaves   files that are larger than a split.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compress, init } from '@bokuweb/zstd-wasm'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import { describeWith } from '../support/servers.js'
import { hostileTexts } from './corpora.js'
import { asLines, bounded, type ClusterOptions, inputFolder, KINDS, onCluster, onOneMachine, PATIENCE, sharedFolder } from './runs.js'

const texts = hostileTexts({ copies: 8, template: 20, unlike: 8, chain: 12 })
const MARK = '\uFEFF'
// Once: a second module would take the place of the first.
await init()

const cell = (text: string) => `"${text.replaceAll('"', '""').replace(' ', '\n').replace(' ', '\r\n')}"`
const table = (rows: readonly string[], from: number, { mark = '', end = '\n', by = ',' } = {}) =>
  `${mark}${[`id${by}text${by}day`, ...rows.map((text, i) => `n${from + i}${by}${cell(text)}${by}2024-01-${10 + ((from + i) % 20)}`)].join(end)}${end}`

await describeWith('spark', 'inputs of a cluster', (engine) => {
  const same = async (files: Readonly<Record<string, string | Uint8Array>>, options: ClusterOptions = {}) => {
    const input = inputFolder(files)
    const { results, summary } = await onCluster(engine, input, options)
    const [first = ''] = Object.keys(files)
    expect(results).toEqual(await onOneMachine(input, options, first.split('.')[1]))
    expect(summary.removed).toBeGreaterThan(10)
    return summary
  }

  it('are tables of text', { timeout: PATIENCE }, async () => {
    const files = {
      'a.csv': table(texts.slice(0, 20), 0, { mark: MARK, end: '\r\n' }),
      'b.csv': `${table(texts.slice(20, 40), 20)}\n"never closed, only a field\n`,
      'c.csv.gz': gzipSync(table(texts.slice(40), 40).trimEnd().concat('\n')),
      'empty.csv': '\n',
    }
    const summary = await same(files, { keep: 'newest:day', threshold: 0.7 })
    expect(summary).toMatchObject({ documents: texts.length, rejects: 1, files: 4 })
  })

  it('are tables of rows, compared by a fields file', { timeout: PATIENCE }, async () => {
    const fields = join(sharedFolder(), 'fields.json')
    const plan = { key: ['id'], fields: { text: { kind: 'long' }, day: { kind: 'short' } } }
    writeFileSync(fields, JSON.stringify(plan))
    const rows = table(texts, 0, { by: '\t' })
    await same({ 'a.tsv': `${rows}x1\t\t\nx2\t\t\nx3\tonly\tthree\tfour\n` }, { fields, measure: 'jaccard', threshold: 0.6 })
    const lines = texts.map((text, i) => JSON.stringify({ id: i, text, day: `2024-01-${10 + (i % 3)}` })).join('\n')
    const veto = { ...plan, rules: { veto: ['day'] } }
    writeFileSync(fields, JSON.stringify(veto))
    await same({ 'a.jsonl': `${lines}\n` }, { fields, measure: 'jaccard', threshold: 0.6 })
    // Without a measure of texts they are compared field by field.
    await same({ 'a.jsonl': `${lines}\n` }, { fields })
  })

  it('are JSON lines in zstd, and with byte order marks', { timeout: PATIENCE }, async () => {
    const [first, second] = [MARK + asLines(texts.slice(0, 30)), MARK + asLines(texts.slice(30), 30)]
    const packed = (text: string) => Buffer.from(compress(Buffer.from(text), 3))
    // The last one stays, so the line behind the mark may leave.
    await same({ 'a.jsonl.zst': packed(first), 'b.jsonl.zst': packed(second) }, { keep: 'last' })
    await same({ 'a.jsonl.gz': gzipSync(first), 'b.jsonl': second }, { keep: 'last' })
  })

  it('are plain and packed files side by side, read where they lie or handed on by Spark', { timeout: PATIENCE }, async () => {
    const [plain, gzip, zstd] = [texts.slice(0, 12), texts.slice(12, 30), texts.slice(30)]
    const packed = Buffer.from(compress(Buffer.from(`${MARK}${asLines(zstd, 30).trimEnd()}`), 3))
    const mixed = inputFolder({
      'a.jsonl.zst': packed,
      'b.jsonl': asLines(plain),
      'c.jsonl.gz': gzipSync(asLines(gzip, 12)),
      'd.jsonl.zstd': Buffer.from(compress(Buffer.from(asLines(gzip, 100)), 3)),
      'empty.jsonl.zst': '',
    })
    const tables = inputFolder({
      'a.csv': table(texts.slice(0, 20), 0, { mark: MARK, end: '\r\n' }).trimEnd(),
      // A title above the header, as offices have it.
      'b.csv': table(texts.slice(20, 40), 20, { mark: `${MARK}Letters of 2024\n` }),
      'c.csv.gz': gzipSync(table(texts.slice(40), 40)),
    })
    for (const [input, ending] of [
      [mixed, 'jsonl'],
      [tables, 'csv'],
    ] as const) {
      const expected = await onOneMachine(input, { keep: 'last' }, ending)
      expect(expected.removed.split('\n').length).toBeGreaterThan(10)
      for (const placed of [true, false])
        expect(await bounded(engine, input, { keep: 'last' }, { placed, gathered: 1e6 })).toEqual(expected)
    }
  })

  it('may be packed where the earlier run read plain lines', { timeout: PATIENCE }, async () => {
    const folder = inputFolder({ 'a.jsonl': asLines(texts.slice(0, 30)) })
    const before = await onCluster(engine, folder)
    const packed = Buffer.from(compress(Buffer.from(asLines(texts.slice(30), 30)), 3))
    writeFileSync(join(folder, 'b.jsonl.zst'), packed)
    const after = await onCluster(engine, folder, { appendTo: before.summary.work })
    const { output, ...others } = await onOneMachine(inputFolder({ 'a.jsonl': before.results.output, 'b.jsonl.zst': packed }))
    expect(after.results).toEqual({ ...others, output: output.slice(before.results.output.length) })
    writeFileSync(join(folder, 'c.jsonl'), asLines(texts.slice(0, 9), 900))
    const last = await onCluster(engine, folder, { appendTo: after.summary.work })
    expect(last.summary).toMatchObject({ documents: 9, removed: 9 })
  })

  it('are Parquet', { timeout: PATIENCE }, async () => {
    const folder = inputFolder({})
    const write = async (name: string, rows: readonly string[], from: number) => {
      const path = join(sharedFolder(), 'rows.jsonl')
      writeFileSync(
        path,
        rows.map((text, i) => `${JSON.stringify({ id: from + i, text: i % 9 ? text : null, n: i / 7, list: [i] })}\n`).join(''),
      )
      const types = "{id: 'BIGINT', text: 'VARCHAR', n: 'DOUBLE', list: 'INTEGER[]'}"
      await rowsOf(
        `COPY (SELECT * FROM read_json('${path}', columns = ${types})) TO '${join(folder, name)}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
      )
    }
    await write('a.parquet', texts.slice(0, 30), 0)
    await write('b.parquet', texts.slice(30), 30)
    const options = { keep: 'highest:n', threshold: 0.7 } as const
    const [one, many] = [sharedFolder(), sharedFolder()]
    const single = await dedupe({ files: [folder] }, { ...options, pairs: true })
    const { output: _, ...paths } = pathsIn(one, '.jsonl')
    await single.write(paths)
    const leaving = [...single.removed()].map(({ id }) => id)
    await single.close()
    const cluster = await dedupe({ files: [folder] }, { ...options, pairs: true, engine, work: join(many, 'work') })
    await cluster.write(pathsIn(many, ''))
    await cluster.close()
    const parts = readdirSync(join(many, 'output'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.parquet'))
      .sort()
    // One machine writes one file at a time: what stays of each, one after the other.
    const select = (files: readonly string[]) =>
      `SELECT * FROM read_parquet([${files.map((file) => `'${file}'`)}], hive_partitioning = false)`
    const [before, after] = [
      select(['a', 'b'].map((name) => join(folder, `${name}.parquet`))),
      select(parts.map((name) => join(many, 'output', name))),
    ]
    expect(await rowsOf(after)).toEqual(await rowsOf(`${before} WHERE id NOT IN (${leaving})`))
    expect(await rowsOf(`DESCRIBE ${after}`)).toEqual(await rowsOf(`DESCRIBE ${before}`))
    expect(cluster.summary.removed).toBeGreaterThan(10)
    expect(cluster.summary).toMatchObject({ removed: single.summary.removed, rejects: single.summary.rejects, kept: single.summary.kept })
    for (const kind of ['removed', 'groups', 'pairs'])
      expect(lines(join(many, kind)), kind).toBe(readFileSync(join(one, `${kind}.jsonl`), 'utf8'))
  })

  it('are refused where they cannot be told from something else', { timeout: PATIENCE }, async () => {
    const run = (files: Readonly<Record<string, string | Uint8Array>>, options: ClusterOptions = {}) =>
      onCluster(engine, inputFolder(files), options)
    const csv = table(texts, 0)
    await expect(run({ 'a.csv': csv, 'b.csv': csv.replace('day', 'date') })).rejects.toMatchObject({ code: 'OUTPUT_FORMAT' })
    await expect(run({ 'a.csv': csv }, { textField: ['body'] })).rejects.toMatchObject({ code: 'FIELD_MISSING' })
    await expect(run({ 'a.csv': Buffer.from('id,text\n1,café und mehr\n2,größer\n'.repeat(9), 'latin1') })).rejects.toMatchObject({
      code: 'CLUSTER',
      message: expect.stringMatching(/a\.csv.*not UTF-8/),
    })
    await expect(run({ 'a.md': 'a text' }, {})).rejects.toMatchObject({ code: 'OPTION_CONFLICT', message: expect.stringMatching(/not md/) })
  })
})

const pathsIn = (folder: string, ending: string) =>
  Object.fromEntries(KINDS.map((kind) => [kind, join(folder, `${kind}${ending}`)])) as Record<(typeof KINDS)[number], string>

function lines(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.startsWith('part-'))
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}

async function rowsOf(query: string): Promise<unknown[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  try {
    const read = await connection.runAndReadAll(query)
    return read.getRowObjectsJson()
  } finally {
    connection.closeSync()
  }
}

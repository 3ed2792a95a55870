/**
 * Inputs of every kind, opened in one place: a run that signs in workers and a reader of one document at a time see the same.
 *
 * Oracle   each other, and the records that were written.
 * Covers   files plain and compressed, whole documents, documents in memory, rows of tables in a form of their own; inputs that are
 *          read twice, first for a model of their words, then for the search, whatever encoding the options name; what is refused.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import type { OptionsInput } from '../../src/options/options.js'
import { readDocuments } from '../../src/reading/documents.js'
import { expandInputs } from '../../src/reading/inputs.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { leitong, temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const optionsOf = (values: OptionsInput = {}) => resolveOptions([{ values, where: '' }], { workers: 1, memory: 1 << 28, temp: folder })

const RECORDS = [
  { id: 1, text: '关于夜间施工扰民的投诉，希望有关部门处理，谢谢。' },
  { id: 2, text: '关于夜间施工扰民的投诉，希望有关部门处理，谢谢！' },
  { id: 3, text: '完全不同的另一封信件，说的是公交线路调整。' },
  { id: 'four', text: 'A letter in English, quite unlike the others before it.' },
]
const LINES = RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('')

function writeAll(): string[] {
  writeFileSync(at('a.jsonl'), LINES)
  writeFileSync(at('b.jsonl.gz'), gzipSync(LINES))
  writeFileSync(at('c.json'), JSON.stringify(RECORDS))
  writeFileSync(at('d.csv'), `id,text\n${RECORDS.map(({ id, text }) => `${id},"${text}"\n`).join('')}`)
  writeFileSync(at('e.jsonl'), Buffer.from(`\ufeff${LINES}`, 'utf16le'))
  writeFileSync(at('f.txt'), RECORDS[0]?.text as string)
  writeFileSync(at('g.txt.gz'), gzipSync(RECORDS[0]?.text as string))
  return ['a.jsonl', 'b.jsonl.gz', 'c.json', 'd.csv', 'e.jsonl', 'f.txt', 'g.txt.gz'].map(at)
}

it.each(writeAll())('%s has the same documents in a batch and one by one', async (path) => {
  const options = optionsOf()
  const items = []
  for await (const item of readDocuments(await expandInputs([path], options), options)) items.push(item)
  const isWhole = /txt/.test(path)
  expect(items.map((item) => 'text' in item && item.text)).toEqual((isWhole ? RECORDS.slice(0, 1) : RECORDS).map(({ text }) => text))
  const { code, stdout } = await leitong(['fingerprint', path])
  expect(code).toBe(0)
  const ids = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line).id] : []))
  expect(items.map((item) => 'text' in item && item.id)).toEqual(ids)
})

it.each([
  ['documents in memory', undefined],
  ['a plain file', 'a.jsonl'],
  ['a compressed file', 'b.jsonl.gz'],
  ['a file of another encoding', 'e.jsonl'],
])('%s can be read twice, for a model and for the search', async (_, name) => {
  writeAll()
  const options = { temp: folder, method: 'simhash', weight: 'tfidf', model: 'input', threshold: 0.5, verify: false } as const
  const result = await dedupe(name === undefined ? RECORDS : { files: [at(name)] }, options)
  expect([...result.removed()].map(({ id }) => id)).toEqual([2])
  await result.close()
})

it('documents in memory are UTF-8, whatever encoding files have', async () => {
  for (const model of [{}, { method: 'simhash', weight: 'tfidf', model: 'input', verify: false, threshold: 0.5 }] as const) {
    const result = await dedupe(RECORDS, { temp: folder, encoding: 'gb18030', ...model })
    expect([...result.rejects()]).toEqual([])
    expect([...result.removed()].map(({ id }) => id)).toEqual([2])
    await result.close()
  }
})

it('rows of a Parquet file come with all fields that are compared', async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`COPY (SELECT 1 AS id, 'Ann' AS name, 'Main Street' AS street) TO '${at('rows.parquet')}' (FORMAT parquet)`)
  connection.closeSync()
  const options = optionsOf()
  const spec = { key: ['id'], fields: { name: { kind: 'short' }, street: { kind: 'short' } } } as const
  const items = []
  for await (const item of readDocuments(await expandInputs([at('rows.parquet')], options, spec), options)) items.push(item)
  expect(items).toMatchObject([{ id: 1, row: { short: [{ field: 'name' }, { field: 'street' }] } }])
})

// The library reads the standard input of its own process, so these run in processes that are given one.
it('a whole document from standard input is one document in a batch and one by one', async () => {
  const given = { input: RECORDS[0]?.text as string }
  const { stdout: summary } = await leitong(['dedupe', '-', '--format', 'txt'], given)
  expect(summary).toContain('kept 1, removed 0')
  const { stdout } = await leitong(['fingerprint', '-', '--format', 'txt'], given)
  expect(jsonLinesOf(stdout)).toMatchObject([{ id: '-' }])
})

it.each(['dedupe', 'fingerprint'])('%s refuses a damaged Parquet file from standard input', async (command) => {
  const { code, stderr } = await leitong([command, '-', '--format', 'parquet'], { input: 'no table at all' })
  expect(code).toBe(3)
  expect(stderr).toContain('-: cannot be read')
})

const jsonLinesOf = (text: string) => text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))

/**
 * Runs that compare nothing: a field that no record has, records that cannot be judged. They must not pass for results.
 *
 * Oracle   the exit code, the fields that the records were written with, and what is in the folder afterwards.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { dedupe } from '../../src/library/dedupe.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const letters = Array.from({ length: 12 }, (_, nr) => ({
  nr,
  body: `The lamp in street number ${nr % 4} is broken, please send somebody who mends it before winter.`,
  sent: `2024-01-${10 + nr}`,
}))
writeLines(at('letters.jsonl'), letters)
writeFileSync(at('letters.json'), JSON.stringify(letters))
const table = ['nr,body,sent', ...letters.map(({ nr, body, sent }) => `${nr},"${body}",${sent}`), ''].join('\n')
writeFileSync(at('letters.csv'), table)
const BODY = ['--text-field', 'body']
const LISTED = /no field "\w+"; there are nr, body, sent/

const run = (args: readonly string[], input?: string | Uint8Array) =>
  leitong(args, { cwd: folder, ...(input === undefined ? {} : { input }) })

async function refused(args: readonly string[], output?: string, input?: string | Uint8Array): Promise<void> {
  const { code, stderr, stdout } = await run(args, input)
  expect(stderr).toMatch(LISTED)
  expect(code).toBe(2)
  expect(stdout).toBe('')
  if (output) expect(existsSync(at(output)), output).toBe(false)
}

describe('a text field that no record has', () => {
  it.each(['letters.jsonl', 'letters.json', 'letters.csv'])('is refused by dedupe of %s', (name) =>
    refused(['dedupe', name, '--text-field', 'content', '-o', 'out.one', '--removed', 'removed.one'], 'out.one'),
  )

  it.each([
    [['link', 'letters.jsonl', 'letters.jsonl', '--pairs', 'out'], 'out'],
    [['link', 'letters.jsonl', 'letters.jsonl', '--within', '--pairs', 'out'], 'out'],
    [['model', 'build', 'letters.jsonl', '-o', 'out'], 'out'],
    [['index', 'add', 'out.index', 'letters.jsonl', '--create'], 'out.index'],
    [['sync', 'letters.jsonl', 'out.index', '--create'], 'out.index'],
    [['tune', 'letters.jsonl', '--report', 'out'], 'out'],
    [['fingerprint', 'letters.jsonl'], undefined],
    [['fingerprint', 'letters.jsonl', '-o', 'out'], 'out'],
    [['evaluate', 'letters.jsonl', '--text-field', 'content', '--report', 'out'], 'out'],
  ] as const)('is refused by %j', (args, output) => refused(args, output))

  it('is refused where one of several names is wrong', () => refused(['dedupe', 'letters.jsonl', '--text-field', 'body,content']))

  it('is refused of one side of a link', async () => {
    writeLines(
      at('named.jsonl'),
      letters.map(({ nr, body }) => ({ nr, text: body })),
    )
    const { code, stderr } = await run(['link', 'named.jsonl', 'letters.jsonl'])
    expect(stderr).toMatch(/letters\.jsonl: no field "text"; there are nr, body, sent/)
    expect(code).toBe(2)
  })

  it('is refused in the library', async () => {
    await expect(dedupe(letters)).rejects.toMatchObject({ code: 'FIELD_MISSING' })
  })
})

describe('other fields that no record has', () => {
  it.each([
    ['--keep', 'newest:snt'],
    ['--id-field', 'NR'],
    ['--title-field', 'headline'],
  ])('%s %s is refused', async (flag, name) => {
    for (const file of ['letters.jsonl', 'letters.csv']) await refused(['dedupe', file, ...BODY, flag, name, '-o', 'out.two'], 'out.two')
  })

  it('an id field is refused before an index is made, or a line is printed', async () => {
    await refused(['index', 'add', 'out.ids', 'letters.jsonl', '--create', ...BODY, '--id-field', 'NR'], 'out.ids')
    await refused(['fingerprint', 'letters.jsonl', ...BODY, '--id-field', 'NR'])
    await refused(['evaluate', 'letters.jsonl', ...BODY, '--id-field', 'NR'])
  })

  it('are accepted where a later record has them, and where nobody named them', async () => {
    writeLines(at('late.jsonl'), [...letters.map(({ nr: _, ...rest }) => rest), { ...letters[0], headline: 'A lamp' }])
    expect((await run(['dedupe', 'late.jsonl', ...BODY, '--id-field', 'nr', '--title-field', 'headline'])).code).toBe(0)
    expect((await run(['dedupe', 'letters.jsonl', ...BODY])).code).toBe(0)
  })
})

describe('records that cannot be judged', () => {
  it('are refused where there are no others', async () => {
    writeFileSync(at('broken.jsonl'), 'not json\nnor this\n')
    const { code, stderr } = await run(['dedupe', 'broken.jsonl', '-o', 'out.three'])
    expect(stderr).toMatch(/broken\.jsonl: nothing can be compared: none of 2 records can be judged; the first: broken\.jsonl:1: not JSON/)
    expect(code).toBe(2)
    expect(existsSync(at('out.three'))).toBe(false)
  })

  it('are counted where some file has the field and another has not', async () => {
    writeLines(
      at('named.jsonl'),
      letters.map(({ nr, body }) => ({ nr, text: body })),
    )
    const { code, stderr } = await run(['dedupe', 'named.jsonl', 'letters.jsonl', '--rejects', 'rejects.jsonl'])
    expect(code, stderr).toBe(0)
    expect(stderr).toMatch(/12 of them could not be judged/)
    expect(jsonLines(at('rejects.jsonl'))).toHaveLength(12)
    writeFileSync(at('named.csv'), table.replace('nr,body', 'nr,text'))
    const tables = await run(['dedupe', 'letters.csv', 'named.csv', '--rejects', 'rejects.jsonl'])
    expect(tables.code, tables.stderr).toBe(0)
    expect(jsonLines(at('rejects.jsonl'))[0]).toMatchObject({ reason: 'no column "text"; there are nr, body, sent' })
  })

  it('are none in an empty input', async () => {
    writeFileSync(at('empty.jsonl'), '')
    expect((await run(['dedupe', 'empty.jsonl', '--id-field', 'nr', '-o', 'empty.out'])).code).toBe(0)
    expect(readFileSync(at('empty.out'), 'utf8')).toBe('')
    expect((await run(['index', 'add', 'empty.index', 'empty.jsonl', '--create'])).code).toBe(0)
  })
})

describe('standard input', () => {
  it('is told from its first bytes, as files are from their names', async () => {
    const { stdout: expected } = await run(['dedupe', 'letters.jsonl', ...BODY, '--id-field', 'nr', '--removed', '-'])
    expect(expected.split('\n').length).toBeGreaterThan(5)
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    await connection.run(`COPY (SELECT * FROM read_json('${at('letters.jsonl')}')) TO '${at('letters.parquet')}' (FORMAT parquet)`)
    connection.closeSync()
    const zstd = Buffer.from(
      await (await import('@bokuweb/zstd-wasm'))
        .init()
        .then(async () => (await import('@bokuweb/zstd-wasm')).compress(Buffer.from(table), 3)),
    )
    const inputs: [string, string | Uint8Array][] = [
      ['jsonl', readFileSync(at('letters.jsonl'))],
      ['gzip', gzipSync(readFileSync(at('letters.jsonl')))],
      ['zstd of csv', zstd],
      ['json', readFileSync(at('letters.json'))],
      [
        'json over lines',
        JSON.stringify(letters[0], null, 2) +
          letters
            .slice(1)
            .map((letter) => JSON.stringify(letter, null, 2))
            .join('\n'),
      ],
      ['csv', table],
      ['tsv', table.replace(/^(\d+|nr),("[^"]*"|body),/gm, '$1\t$2\t')],
      ['csv in utf-16', Buffer.from(`\uFEFF${table}`, 'utf16le')],
      ['parquet', readFileSync(at('letters.parquet'))],
    ]
    const idless = (text: string) => text.replaceAll(/"(\d+)"/g, '$1')
    for (const [name, input] of inputs) {
      const { code, stdout, stderr } = await run(['dedupe', '-', ...BODY, '--id-field', 'nr', '--removed', '-'], input)
      expect(code, `${name}: ${stderr}`).toBe(0)
      expect(idless(stdout), name).toBe(expected)
    }
  })

  it('is refused with the fields there are', async () => {
    await refused(['dedupe', '-', '-o', 'out.four'], 'out.four', table)
    await refused(['dedupe', '-', '-o', 'out.four'], 'out.four', gzipSync(table))
    await refused(['index', 'add', 'out.stdin', '-', '--create'], 'out.stdin', readFileSync(at('letters.jsonl')))
    await refused(['sync', '-', 'out.sync', '--create'], undefined, readFileSync(at('letters.jsonl')))
    const words = await run(['dedupe', '-'], 'just some words\nand some more\n')
    expect(words).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing can be compared') })
  })
})

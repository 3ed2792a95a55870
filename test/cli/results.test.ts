/**
 * Results for a spreadsheet: the same as the JSON lines, in the form that the ending says, with fields of the records on request.
 *
 * Oracle   papaparse, read-excel-file and DuckDB over the files; the JSON lines of the same run.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import iconv from 'iconv-lite'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const letters = [
  { id: 1, title: 'Lamp', text: 'The lamp in our street is broken, "please", send somebody;\nwho mends it before winter comes.' },
  { id: 2, title: '路灯', text: 'The lamp in our street is broken, "please", send somebody;\nwho mends it before winter comes!' },
  { id: 3, title: 'Bench', text: 'The bench at the harbour wants a new coat of paint before the summer.' },
  { id: 4, title: '=1+1', text: 'The lamp in our street is broken, "please", send somebody;\nwho mends it before winter comes?' },
]
writeLines(at('letters.jsonl'), letters)

async function run(args: readonly string[]): Promise<string> {
  const { code, stderr, stdout } = await leitong(args, { cwd: folder })
  expect(code, stderr).toBe(0)
  return stdout
}

const csvOf = (name: string) => {
  const text = readFileSync(at(name), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data
}

async function parquetOf(name: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  try {
    return (await connection.runAndReadAll(`SELECT * FROM read_parquet('${at(name)}')`)).getRowObjectsJson() as Record<string, unknown>[]
  } finally {
    connection.closeSync()
  }
}

async function sheetOf(name: string): Promise<Record<string, unknown>[]> {
  const [head = [], ...rows] = (await readSheet(at(name))) as unknown[][]
  return rows.map((row) => Object.fromEntries(head.map((column, i) => [column, row[i]])))
}

/** As a table has them: no nested members, ids as words. */
const flat = (rows: Record<string, unknown>[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)])))

/** By hand: the one title that would be a formula. */
const inSpreadsheet = (rows: Record<string, string>[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === '=1+1' ? "'=1+1" : value])))

const KINDS = ['removed', 'pairs', 'groups', 'rejects'] as const
const outputs = (ending: string) => KINDS.flatMap((kind) => [`--${kind}`, `${kind}.${ending}`])

describe('results by the ending of their file', () => {
  it('say what the JSON lines say', async () => {
    const input = ['dedupe', 'letters.jsonl', '--with', 'title,text']
    for (const ending of ['jsonl', 'csv', 'tsv', 'xlsx', 'parquet']) await run([...input, ...outputs(ending)])
    const groups = jsonLines(at('groups.jsonl')).flatMap(({ members, ...group }) =>
      (members as Record<string, unknown>[]).map((member) => ({ ...group, ...member })),
    )
    const expected = { removed: jsonLines(at('removed.jsonl')), pairs: jsonLines(at('pairs.jsonl')), groups }
    expect(expected.removed).toMatchObject([
      { id: 2, duplicate_of: 1, group: 1, title: '路灯', duplicate_of_title: 'Lamp', text: letters[1]?.text },
      { id: 4, duplicate_of: 1, group: 1, title: '=1+1', duplicate_of_text: letters[0]?.text },
    ])
    expect(expected.pairs[0]).toMatchObject({ a: 1, b: 2, a_title: 'Lamp', b_title: '路灯' })
    expect(groups).toHaveLength(3)
    for (const [kind, rows] of Object.entries(expected)) {
      expect(csvOf(`${kind}.csv`), kind).toEqual(inSpreadsheet(flat(rows)))
      expect(csvOf(`${kind}.tsv`), kind).toEqual(inSpreadsheet(flat(rows)))
      // A sheet has no column that is empty in all its rows.
      expect(flat(await sheetOf(`${kind}.xlsx`)), kind).toEqual(
        flat(rows).map(({ distance, ...row }) => (distance ? { distance, ...row } : row)),
      )
      expect(flat(await parquetOf(`${kind}.parquet`)), kind).toEqual(flat(rows))
    }
    expect(csvOf('rejects.csv')).toEqual([])
    expect(readFileSync(at('rejects.csv'), 'utf8')).toBe('\uFEFFsource,line,reason\r\n')
  })

  it('keep numbers numbers in sheets and Parquet', async () => {
    const [row] = await sheetOf('removed.xlsx')
    expect(row).toMatchObject({ id: 2, similarity: expect.any(Number), group: 1 })
    expect((await parquetOf('removed.parquet'))[0]).toMatchObject({ id: '2', similarity: expect.any(Number) })
  })

  it('have the types of the input in Parquet', async () => {
    const typesOf = async (name: string, lines: readonly string[], fields: string) => {
      writeFileSync(at(name), `${lines.join('\n')}\n`)
      await run(['dedupe', name, '--with', fields, '--groups', 'typed.parquet', '--removed', 'typed-removed.parquet'])
      const connection = await (await DuckDBInstance.create(':memory:')).connect()
      const described = `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet('${at('typed.parquet')}'))`
      const types = (await connection.runAndReadAll(described)).getRows() as [string, string][]
      connection.closeSync()
      return Object.fromEntries(types)
    }
    const scores = { similarity: 'DOUBLE', distance: 'DOUBLE', group: 'BIGINT', size: 'BIGINT' }
    const text = 'the street lamps have been dark for three weeks and nobody answers the telephone'
    const json = (ids: readonly unknown[]) => ids.map((id) => JSON.stringify({ id, text, year: 1990, share: 0.5, open: true }))
    const values = { year: 'BIGINT', share: 'DOUBLE', open: 'BOOLEAN' }
    const with3 = 'year,share,open'
    expect(await typesOf('numbers.jsonl', json([1, -7, 30]), with3)).toEqual({ ...scores, ...values, kept: 'BIGINT', id: 'BIGINT' })
    expect(await typesOf('large.jsonl', json([1, 2 ** 53]), with3)).toMatchObject({ id: 'BIGINT' })
    // A text is one in the input too.
    expect(await typesOf('texts.jsonl', json(['1', '2']), with3)).toMatchObject({ id: 'VARCHAR', kept: 'VARCHAR' })
    expect(await typesOf('mixed.jsonl', json([1, 'b', 3]), with3)).toMatchObject({ id: 'VARCHAR' })
    const csv = (ids: readonly unknown[]) => ['id,text,year', ...ids.map((id) => `${id},${text},1990`)]
    expect(await typesOf('numbers.csv', csv([1, 2, 12]), 'year')).toMatchObject({ id: 'BIGINT', kept: 'BIGINT', group: 'BIGINT' })
    expect(await typesOf('zeros.csv', csv(['007', '008']), 'year')).toMatchObject({ id: 'VARCHAR' })
    expect(await typesOf('names.csv', csv(['a', 'b']), 'year')).toMatchObject({ id: 'VARCHAR' })
    expect(await typesOf('long.csv', csv(['1', '9223372036854775808']), 'year')).toMatchObject({ id: 'VARCHAR' })
  })

  it('are JSON lines without a title and text, as ever', async () => {
    await run(['dedupe', 'letters.jsonl', '--removed', 'bare.out'])
    expect(Object.keys(jsonLines(at('bare.out'))[0] ?? {})).toEqual(['id', 'duplicate_of', 'similarity', 'distance', 'group'])
  })

  it('are written by link too, with both sides', async () => {
    const sides = ['link', 'letters.jsonl', 'letters.jsonl', '--with', 'title']
    await run([...sides, '--matches', 'matches.csv', '--pairs', 'across.csv'])
    expect(csvOf('matches.csv')[2]).toMatchObject({ b: '3', a: '3', b_title: 'Bench', a_title: 'Bench' })
    await run([...sides, '--within', '--groups', 'within.csv', '--pairs', 'within-pairs.csv'])
    expect(csvOf('within.csv')[0]).toMatchObject({ kept_side: 'A', kept: '1', side: 'A', id: '1', title: 'Lamp' })
    expect(csvOf('within-pairs.csv')[0]).toHaveProperty('sides')
  })

  it('take texts of files, and refuse fields that nobody has', async () => {
    for (const { id, text } of letters) writeFileSync(at(`letter-${id}.txt`), text)
    await run(['dedupe', 'letter-1.txt', 'letter-2.txt', '--with', 'text', '--removed', 'files.csv'])
    expect(csvOf('files.csv')).toMatchObject([{ id: 'letter-2.txt', text: letters[1]?.text }])
    const { code, stderr } = await leitong(['dedupe', 'letters.jsonl', '--with', 'headline', '--removed', 'none.csv'], { cwd: folder })
    expect(stderr).toMatch(/no field "headline"; there are id, title, text/)
    expect(code).toBe(2)
    expect(existsSync(at('none.csv'))).toBe(false)
  })

  it('of Parquet input have their fields', async () => {
    await run(['dedupe', 'letters.jsonl', '--with', 'title', '--removed', 'from-lines.csv'])
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run(`COPY (SELECT id, text, title AS name FROM read_json('${at('letters.jsonl')}')) TO '${at('letters.parquet')}'`)
    connection.closeSync()
    await run(['dedupe', 'letters.parquet', '--with', 'name', '--removed', 'from-parquet.csv'])
    expect(csvOf('from-parquet.csv').map(({ name }) => name)).toEqual(csvOf('from-lines.csv').map(({ title }) => title))
  })
})

describe('rows of a CSV without ids', () => {
  it('go by their number as a spreadsheet counts', async () => {
    const rows = [...letters, { ...letters[0], title: '' }]
    writeFileSync(
      at('rows.csv'),
      `\uFEFFtitle,"te\nxt"\r\n${rows.map(({ title, text }) => `${title},"${(text ?? '').replaceAll('"', '""')}"\r\n`).join('')}broken,"x"y",3\r\n`,
    )
    const out = await run(['dedupe', 'rows.csv', '--text-field', 'te\nxt', '--removed', '-', '--rejects', 'row-rejects.jsonl'])
    const ids = out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: string; duplicate_of: string })
    expect(ids.map(({ id, duplicate_of }) => [id, duplicate_of])).toEqual([
      ['rows.csv:3', 'rows.csv:2'],
      ['rows.csv:5', 'rows.csv:2'],
      ['rows.csv:6', 'rows.csv:2'],
    ])
    expect(jsonLines(at('row-rejects.jsonl'))).toMatchObject([{ source: 'rows.csv', line: 7 }])
  })
})

describe('encodings by other names', () => {
  it.each([
    ['gb2312', 'gbk'],
    ['GB2312', 'gbk'],
    ['cp936', 'gbk'],
    ['sjis', 'shift_jis'],
    ['latin1', 'win1252'],
  ])('%s reads %s', async (alias, encoding) => {
    const words =
      encoding === 'win1252'
        ? 'Caf\u00e9 au lait \u00e0 la gare s\u2019il vous pla\u00eet'
        : encoding === 'gbk'
          ? '路灯坏了请尽快派人来修理'
          : '街灯が壊れています早く修理してください'
    writeFileSync(at('named.csv'), iconv.encode(`id,text\n1,${words}\n2,${words}\n`, encoding))
    await run(['dedupe', 'named.csv', '--encoding', alias, '--with', 'text', '--removed', 'named.out.csv'])
    expect(csvOf('named.out.csv')).toMatchObject([{ id: '2', duplicate_of: '1', text: words }])
  })
})

/**
 * `--sql`: the rows of a query of DuckDB as an input.
 *
 * Oracle   DuckDB itself, which writes the same rows as a file that is read, and reads what was kept.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { dedupe as libraryDedupe } from '../../src/index.js'
import { machineDefaults } from '../../src/options/machine.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const RECORDS = Array.from({ length: 30 }, (_, i) => ({
  id: i,
  day: `2026-01-${String((i % 28) + 1).padStart(2, '0')}`,
  price: i / 4,
  text: `The lamp before house number ${i >> 1} has been dark for three weeks now and nobody answers`,
}))
writeLines(join(folder, 'a.jsonl'), RECORDS)
const SELECT =
  "select id, day::date as day, price::decimal(9,2) as price, [id, id] as twice, text from 'a.jsonl' where id < 20 order by id desc"
/** What is copied for a time goes into the folder too. */
const run = (...args: string[]) => leitong(args, { cwd: folder, env: { TMPDIR: folder } })

it('is read in its order, with names and types, as the file with its rows is', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const at = (name: string) => join(folder, name)
  await connection.run(`COPY (${SELECT.replace('a.jsonl', at('a.jsonl'))}) TO '${at('a.parquet')}'`)
  const outputs = (name: string) => ['-o', `${name}.parquet`, '--removed', `${name}.removed.jsonl`]
  const asked = await run('dedupe', '--sql', `${SELECT} -- the last of them first`, ...outputs('sql'))
  expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining('20 records')])
  expect((await run('dedupe', 'a.parquet', ...outputs('file'))).code).toBe(0)
  expect(readFileSync(at('sql.removed.jsonl'), 'utf8')).toBe(readFileSync(at('file.removed.jsonl'), 'utf8'))
  const read = async (name: string) => {
    const rows = await connection.runAndReadAll(`SELECT * FROM '${at(name)}'`)
    return { names: rows.columnNames(), types: rows.columnTypes().map(String), rows: rows.getRowsJson() }
  }
  const kept = await read('sql.parquet')
  expect(kept).toEqual(await read('file.parquet'))
  expect(kept.types).toEqual(['BIGINT', 'DATE', 'DECIMAL(9,2)', 'BIGINT[]', 'VARCHAR'])
  expect(kept.rows).toHaveLength(10)
  expect(readdirSync(folder).filter((name) => name.startsWith('leitong-'))).toEqual([])
})

it('is compared by columns where that is asked for', async () => {
  const { code, stdout } = await run('dedupe', '--sql', `${SELECT};\n`, '--measure', 'fields', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ documents: 20, rows: expect.anything() })
})

it('says what a URL in it needs, where that cannot be had', async () => {
  // DuckDB keeps its extensions at home.
  const { code, stderr } = await leitong(['dedupe', '--sql', "select * from 'https://127.0.0.1:9/a.parquet'"], {
    cwd: folder,
    env: { HOME: '/dev/null' },
  })
  expect([code, stderr]).toEqual([2, expect.stringContaining('name the URL as an input')])
})

it.each([
  [['--sql', 'selec 1'], 3, 'Parser Error'],
  [['--sql', "select * from 'none.parquet'"], 3, 'none.parquet'],
  [['a.jsonl', '--sql', 'select 1'], 2, '--sql is the input'],
  [['--sql', 'select 1', '--engine', 'local[1]'], 2, 'without --engine'],
  [['sql:select 1', '--engine', 'local[1]'], 2, 'without --engine'],
  [['--sql', 'select 170141183460469231731687303715884105727::hugeint as id'], 3, 'DECIMAL(38,0)'],
  [[], 2, "missing required argument 'input'"],
])('is refused as %j', async (args, code, said) => {
  const refused = await run('dedupe', ...args)
  expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(said)])
})

it('keeps whole numbers of 128 bits digit for digit, in lists and structs too', async () => {
  const wide =
    "select id::hugeint * 100000000000000000001 as id, [id::hugeint] as l, {'a b': id::uhugeint} as s, text from 'a.jsonl' where id < 4"
  expect((await run('dedupe', '--sql', wide, '-o', 'wide.parquet', '--removed', 'wide.jsonl')).code).toBe(0)
  expect(readFileSync(join(folder, 'wide.jsonl'), 'utf8').split('\n')[1]).toMatch(
    /^{"id":300000000000000000003,"duplicate_of":200000000000000000002,/,
  )
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const read = await connection.runAndReadAll(`SELECT * FROM '${join(folder, 'wide.parquet')}'`)
  expect(read.columnTypes().map(String).slice(0, 3)).toEqual(['DECIMAL(38,0)', 'DECIMAL(38,0)[]', 'STRUCT("a b" DECIMAL(38,0))'])
  expect(read.getRowsJson()[1]?.slice(0, 3)).toEqual(['200000000000000000002', ['2'], { 'a b': '2' }])
})

/** Each reads the rows of the query as it reads the file that has them. */
it.each([
  ['link', (input: string) => ['link', input, 'a.jsonl', '--pairs', '-']],
  ['link, the other side', (input: string) => ['link', 'a.jsonl', input, '--matches', '-']],
  ['link --measure passages', (input: string) => ['link', 'a.jsonl', input, '--measure', 'passages', '--pairs', '-']],
  ['passages', (input: string) => ['passages', input, '--passages', '-']],
  ['passages --within', (input: string) => ['passages', 'a.jsonl', '--within', input, '--passages', '-']],
  ['dedupe --unit', (input: string) => ['dedupe', input, '--unit', 'line', '--removed', '-']],
  ['dedupe --seen', (input: string, name: string) => ['dedupe', input, '--seen', `${name}.seen`, '--answers', '-']],
  ['dedupe --against', (input: string) => ['dedupe', 'a.jsonl', '--against', input, '--removed', '-']],
  ['fingerprint', (input: string) => ['fingerprint', input]],
  ['model build', (input: string, name: string) => ['model', 'build', input, '-o', `${name}.model`]],
  ['model build --measure match', (input: string, name: string) => ['model', 'build', input, '--measure', 'match', '-o', `${name}.match`]],
  ['index add', (input: string, name: string) => ['index', 'add', `${name}.index`, input, '--create', '--if-new']],
  ['index query', (input: string) => ['index', 'query', 'filled.index', input]],
  ['tune', (input: string) => ['tune', input, '--json']],
  ['tune --measure match', (input: string) => ['tune', input, '--measure', 'match', '--json']],
  ['audit', (input: string) => ['audit', input, '--kept', 'kept.parquet', '--removed', 'removed.jsonl', '--json']],
  ['audit --kept', (input: string) => ['audit', 'some.parquet', '--kept', input, '--json']],
  ['sync', (input: string, name: string) => ['sync', input, `${name}.synced`, '--create']],
])('is an input of %s', async (what, argsOf) => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const select = "select id, text, price from 'a.jsonl' where id between 3 and 22 order by id"
  await connection.run(`COPY (${select.replace('a.jsonl', join(folder, 'a.jsonl'))}) TO '${join(folder, 'some.parquet')}' (FORMAT parquet)`)
  const name = what.replaceAll(/[^a-z]/g, '-')
  if (name === 'index-query') expect((await run('index', 'add', 'filled.index', 'a.jsonl', '--create')).code).toBe(0)
  if (name === 'audit') expect((await run('dedupe', 'some.parquet', '-o', 'kept.parquet', '--removed', 'removed.jsonl')).code).toBe(0)
  const [query, file] = [await run(...argsOf(`sql:${select}`, `${name}-query`)), await run(...argsOf('some.parquet', `${name}-file`))]
  // The input of itself is kept with its copies: so an audit says.
  expect([query.code, query.stderr]).toEqual([name === 'audit---kept' ? 1 : 0, expect.anything()])
  // Times differ, and a recommended command names its input.
  const said = ({ stdout }: typeof query) => stdout.replaceAll(/"(seconds|command)":("(?:[^"\\]|\\.)*"|[\d.e-]+)/g, '"$1":…')
  expect(said(query)).toBe(said(file))
  if (name.startsWith('model')) {
    const ending = name.endsWith('match') ? 'match' : 'model'
    expect(readFileSync(join(folder, `${name}-query.${ending}`)).equals(readFileSync(join(folder, `${name}-file.${ending}`)))).toBe(true)
  } else expect(query.stdout.length).toBeGreaterThan(100)
  expect(readdirSync(folder).filter((left) => left.startsWith('leitong-'))).toEqual([])
})

it('is in the command that is recommended, which runs as it stands', async () => {
  const { stdout } = await run('tune', "sql:select id, text from 'a.jsonl'", '--quiet')
  expect(stdout).toMatch(/^leitong dedupe 'sql:select /)
  const { stdout: said } = await run(
    'dedupe',
    ...(/'(sql:.*)' (--.*)$/.exec(stdout.trim()) as RegExpExecArray)
      .slice(1)
      .flatMap((part, i) => (i ? part.split(' ') : part.replaceAll("'\\''", "'"))),
    '--json',
  )
  expect(JSON.parse(said)).toMatchObject({ documents: 30, kept: 15 })
})

it('is refused by the library, where names may come from others', async () => {
  await expect(libraryDedupe({ files: ["sql:select 'a' as text"] })).rejects.toThrow('an input of the command alone')
})

it('is an option of the command alone: no request has it', () => {
  expect(() => resolveOptions([{ values: { sql: 'select 1' }, where: 'in the request' }], machineDefaults())).toThrow(/sql/)
})

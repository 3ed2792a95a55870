/**
 * Texts of SQLite as they are stored, whatever a driver makes of them.
 *
 * Oracle   the values that the test stored.
 * Covers   NUL in values, keys and positions; numbers beyond 2^53 and bytes in columns of texts; files in UTF-16; texts that are not
 *          sound, as values and as keys, which are rows that cannot be judged.
 */
import { join } from 'node:path'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { DatabaseTable } from '../../../src/sources/databases/table.js'
import { parseDatabaseUrl } from '../../../src/sources/databases/url.js'
import { jsonLines, leitong, temporaryFolder } from '../../support/files.js'

const folder = temporaryFolder()

function create(name: string, sql: string, rows: readonly (readonly unknown[])[] = []) {
  const db = new Database(join(folder, name))
  db.exec(sql)
  const [{ columns } = { columns: 0 }] = db.prepare("SELECT count(*) AS columns FROM pragma_table_info('t')").all() as { columns: number }[]
  const insert = db.prepare(`INSERT INTO t VALUES (${Array.from({ length: columns }, () => '?')})`)
  for (const row of rows) insert.run(...row)
  return db
}

const open = (name: string, position: string[] = []) =>
  DatabaseTable.open(parseDatabaseUrl(`sqlite:${join(folder, name)}`, {}), { table: 't', fields: {}, position })

async function linesOf(name: string): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const bytes of (await open(name)).lines()) parts.push(bytes)
  return Buffer.concat(parts).toString()
}

const NUL = String.fromCharCode(0)
const ROWS = [
  [`k${NUL}one`, `the same first words before${NUL}something unlike`, 9007199254740993n],
  [`k${NUL}two`, `the same first words before${NUL}other things`, -1.5],
  ['雷', 'no such character in this one, and bytes beside it', Buffer.from([0, 255])],
] as const

for (const encoding of ['UTF-8', 'UTF-16le', 'UTF-16be'])
  it(`reads texts with NUL whole, and all else as it is, from ${encoding}`, async () => {
    const name = `${encoding}.db`
    // A column without a type, so that numbers stay numbers.
    const db = create(name, `PRAGMA encoding = '${encoding}'; CREATE TABLE t (id TEXT PRIMARY KEY, text TEXT, more)`, ROWS)
    expect(db.prepare('PRAGMA encoding').all()).toEqual([{ encoding }])
    db.close()
    const more = ['9007199254740993', '-1.5', '"00ff"']
    const expected = ROWS.map(([id, text], i) => `{"id":${JSON.stringify(id)},"text":${JSON.stringify(text)},"more":${more[i]}}\n`)
    expect(await linesOf(name)).toBe(expected.join(''))
    const ran = await leitong(
      [
        'dedupe',
        `sqlite:${name}`,
        '--table',
        't',
        '--measure',
        'jaccard',
        '--threshold',
        '0.2',
        '--pairs',
        'pairs',
        '--rejects',
        'rejects',
      ],
      {
        cwd: folder,
      },
    )
    expect(ran).toMatchObject({ code: 0 })
    // Some of the words of the first two are the same, which are not equal.
    const [pair, ...others] = jsonLines(join(folder, 'pairs'))
    expect(pair).toMatchObject({ a: `k${NUL}one`, b: `k${NUL}two` })
    expect(pair?.['similarity']).toBeLessThan(1)
    expect(others).toEqual([])
    expect(jsonLines(join(folder, 'rejects'))).toEqual([])
  })

it('goes on from a position with NUL', async () => {
  create('tail.db', 'CREATE TABLE t (id TEXT PRIMARY KEY, text TEXT, more)', ROWS).close()
  const table = await open('tail.db', ['id'])
  const read = async (from?: readonly { text: string }[]) => {
    const found: unknown[] = []
    for await (const { position } of table.tail(['id'], from)) found.push(position)
    return found
  }
  const all = ROWS.map(([id]) => [{ text: id }])
  expect(await read()).toEqual(all)
  expect(await read([{ text: `k${NUL}two` }])).toEqual(all.slice(1))
})

it('cannot judge a text that is not sound, and keeps its bytes', async () => {
  const db = create('unsound.db', 'CREATE TABLE t (id TEXT PRIMARY KEY, text TEXT)', [
    ['a', 'some words that two rows have'],
    ['b', 'some words that two rows have'],
  ])
  db.exec(
    `INSERT INTO t VALUES ('c', CAST(x'68ff6c' AS TEXT)), ('d', CAST(x'68fe6c' AS TEXT)), (CAST(x'ff' AS TEXT), 'some words that two rows have')`,
  )
  db.close()
  const flags = ['--table', 't', '--rejects', 'rejects', '--removed', 'removed', '--output', 'kept.jsonl']
  expect(await leitong(['dedupe', 'sqlite:unsound.db', ...flags], { cwd: folder })).toMatchObject({ code: 0 })
  expect(jsonLines(join(folder, 'removed'))).toMatchObject([{ id: 'b', duplicate_of: 'a' }])
  expect(jsonLines(join(folder, 'rejects')).map(({ reason }) => reason)).toEqual([
    '"text" is stored as a text, and its bytes are none',
    '"text" is stored as a text, and its bytes are none',
    '"id" is stored as a text, and its bytes are none',
  ])
  const kept = jsonLines(join(folder, 'kept.jsonl'))
  expect(kept.map(({ text }) => text)).toEqual([
    'some words that two rows have',
    { [`${NUL}not a text`]: '68ff6c' },
    { [`${NUL}not a text`]: '68fe6c' },
    'some words that two rows have',
  ])
})

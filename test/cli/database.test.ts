/**
 * Options and errors of databases as inputs, by SQLite files.
 *
 * Oracle   rows written here, of which some are equal in one column only.
 * Covers   columns that are named although they are called as usual: flags, configuration file, library, link; what is said when no
 *          table is named, or a query is wrong; names of files with percent signs.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { dedupe, link } from '../../src/index.js'
import { jsonLines, leitong, temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const db = new Database(path('rows.db'))
// The primary key is not the column that is called id.
db.exec('CREATE TABLE notes (number INTEGER PRIMARY KEY, id TEXT, text TEXT, remark TEXT)')
const insert = db.prepare('INSERT INTO notes VALUES (?, ?, ?, ?)')
const words = 'the lift in our building is out of order and nobody answers'
insert.run(1, 'a', words, 'written on a rainy morning by the porter of the house')
insert.run(2, 'b', words, 'something else that somebody said about it much later on')
db.close()

it('compares the column that is named, also when it is called text, and takes the id that is named', async () => {
  const args = ['dedupe', 'sqlite:rows.db', '--table', 'notes', '--removed', 'removed']
  const removed = async (flags: readonly string[]) => {
    expect(await leitong([...args, ...flags], { cwd: folder })).toMatchObject({ code: 0 })
    return jsonLines(path('removed')).map(({ id, duplicate_of: kept }) => [kept, id])
  }
  expect(await removed([])).toEqual([])
  expect(await removed(['--text-field', 'text'])).toEqual([[1, 2]])
  expect(await removed(['--text-field', 'text', '--id-field', 'id'])).toEqual([['a', 'b']])
  writeFileSync(path('options.json'), JSON.stringify({ 'text-field': 'text' }))
  expect(await removed(['--config', 'options.json'])).toEqual([[1, 2]])
  const files = [`sqlite:${path('rows.db')}`]
  for (const [textField, expected] of [
    [undefined, []],
    ['text', [2]],
  ] as const) {
    const options = { table: 'notes', ...(textField ? { textField: [textField] } : {}) }
    await using result = await dedupe({ files }, options)
    expect(Array.from(result.removed(), ({ id }) => id)).toEqual(expected)
    const { table, ...rest } = options
    await using linked = await link({ files, table }, { files, table }, rest)
    expect(linked.summary.pairs).toBe(textField ? 4 : 2)
  }
})

it('says which tables there are, and takes the blame of a query to the query', async () => {
  const other = new Database(path('100%.db'))
  other.exec('CREATE TABLE "odd.na""me" (a TEXT)')
  other.exec('CREATE VIEW "the view" AS SELECT * FROM "odd.na""me"')
  other.exec(`INSERT INTO "odd.na""me" VALUES ('some words')`)
  other.close()
  new Database(path('none.db')).exec('PRAGMA user_version = 1')
  for (const [args, messages] of [
    [
      ['dedupe', 'sqlite:rows.db'],
      [/sqlite:rows.db: which rows\? there are the tables notes\n/, /Name one with --table/],
    ],
    [['link', 'sqlite:rows.db', 'sqlite:100%.db', '--table-a', 'notes'], [/sqlite:100%.db: .*the tables "odd.na""me", the view\n/]],
    [['dedupe', 'sqlite:none.db'], [/there is no table/]],
    [
      ['dedupe', 'sqlite:rows.db', '--query', 'selec'],
      [/the query does not work: no such table: selec/, /Check --query/],
    ],
    [
      ['dedupe', 'sqlite:rows.db', '--table', 'nots'],
      [/no such table: nots/, /Check --table/],
    ],
    [['dedupe', 'sqlite:rows.db', '--table', 'notes', '--query', 'SELECT 1'], [/either --table or --query/]],
  ] as const) {
    const ran = await leitong(args, { cwd: folder })
    expect(ran.code).toBe(2)
    for (const message of messages) expect(ran.stderr).toMatch(message)
  }
  for (const url of ['sqlite:100%.db', 'sqlite:100%25.db', `sqlite:${path('100%.db')}`]) {
    const ran = await leitong(['dedupe', url, '--table', '"odd.na""me"', '--json'], { cwd: folder })
    expect(ran.stderr).toBe('')
    expect(JSON.parse(ran.stdout)).toMatchObject({ documents: 1 })
  }
  // Percent signs with digits that are no character either.
  expect((await leitong(['dedupe', 'sqlite:%ff.db', '--table', 't'], { cwd: folder })).stderr).toMatch(/no such file/)
})

it('takes --encoding for files, and not for rows of databases', async () => {
  const names = new Database(path('names.db'))
  names.exec("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, city TEXT); INSERT INTO people VALUES (1, '王五的邻居', '成都市')")
  names.close()
  // The same row in GB18030: 王五的邻居, 成都市.
  const row = Buffer.from('cdf5cee5b5c4c1dabed32cb3c9b6bccad0', 'hex')
  writeFileSync(path('gb.csv'), Buffer.concat([Buffer.from('id,name,city\n7,'), row, Buffer.from('\n')]))
  writeFileSync(path('side.json'), JSON.stringify({ map: { name: 'name', city: 'city' } }))
  const args = [
    'link',
    'gb.csv',
    'sqlite:names.db',
    '--table-b',
    'people',
    '--map',
    'side.json',
    '--encoding',
    'gb18030',
    '--pairs',
    'pairs',
  ]
  expect(await leitong(args, { cwd: folder })).toMatchObject({ code: 0 })
  expect(jsonLines(path('pairs'))).toMatchObject([{ b: 1, similarity: 1 }])
})

/**
 * Options and errors of databases as inputs, by SQLite files.
 *
 * Oracle   rows written here, of which some are equal in one column only.
 * Covers   columns that are named although they are called as usual: flags, configuration file, library, link.
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

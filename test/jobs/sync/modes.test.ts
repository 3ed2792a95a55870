/**
 * Modes of a sync: what is read again, what stays silent, what is seen as changed.
 *
 * Oracle   an index that took the same rows by `addAll` in the same order.
 * Covers   every mode on SQLite, pass by pass, with an index and a state that outlive the pass; a row that comes twice.
 * Leaves   the command (test/cli/sync.test.ts); crashes (test/cli/sync-killed.long.test.ts).
 */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openIndex, type SyncOptions, sync } from '../../../src/index.js'
import { temporaryFolder, writeLines } from '../../support/files.js'
import { expectedAnswers, lineOf, type Post, PostTable, postsOf } from '../../support/posts.js'
import { createRandom, createText } from '../../support/texts.js'

const FIRST = '2024-01-01 00:00:00'
const LATER = '2024-01-02 00:00:00'
const MODES: Readonly<Record<string, SyncOptions>> = {
  bulk: {},
  incrementing: { incrementingColumn: 'id' },
  timestamp: { timestampColumn: 'changed' },
  'timestamp+incrementing': { timestampColumn: 'changed', incrementingColumn: 'id' },
}

describe.each(Object.entries(MODES))('mode %s', (mode, columns) => {
  const random = createRandom(7)
  const rows: readonly Post[] = postsOf(random, 60)
  const table = new PostTable(rows.slice(0, 40))
  const folder = temporaryFolder()
  let expected: Record<string, unknown>[]
  beforeAll(async () => {
    expected = await expectedAnswers(rows)
    return () => table.db.close()
  })

  /** One pass, with an index that is opened anew. */
  async function pass(): Promise<Record<string, unknown>[]> {
    const answers: Record<string, unknown>[] = []
    await using index = await openIndex(join(folder, 'index'))
    await sync(table.url, index, {
      table: 'posts',
      textField: ['body'],
      state: join(folder, 'state.json'),
      onAnswers: (given) => void answers.push(...given.map(lineOf)),
      ...columns,
    })
    return answers
  }

  // One after the other: each pass goes on where the one before it ended.
  it('answers each row once, as if all had come at once', async () => {
    expect(expected.filter(({ status }) => status === 'duplicate').length).toBeGreaterThan(10)
    expect(await pass()).toEqual(expected.slice(0, 40))
  })

  it('stays silent when nothing is new', async () => {
    expect(await pass()).toEqual([])
  })

  it('answers new rows alone, also with the time of rows that were read', async () => {
    table.insert(rows.slice(40), FIRST)
    expect(await pass()).toEqual(expected.slice(40))
  })

  it(`sees ${mode === 'incrementing' ? 'no changed row' : 'a changed row, which replaces what it was'}`, async () => {
    table.insert([{ id: 7, body: createText(random, 60) }], LATER)
    expect(await pass()).toMatchObject(mode === 'incrementing' ? [] : [{ id: 7, status: 'new', replaced: true }])
  })
})

it('answers a row that a file holds twice once, and each of two contents under one id', async () => {
  const [same, other] = [createText(createRandom(1), 60), createText(createRandom(2), 60)]
  const file = writeLines(join(temporaryFolder(), 'rows.jsonl'), [
    { id: 1, text: same },
    { id: 1, text: same },
    { id: 2, text: same },
    { id: 2, text: other },
  ])
  const answers: unknown[] = []
  await using index = await openIndex('memory:')
  const counts = await sync(file, index, { onAnswers: (given) => void answers.push(...given.map(({ id, status }) => [id, status])) })
  expect(answers).toEqual([
    [1, 'new'],
    [2, 'duplicate'],
    [2, 'new'],
  ])
  expect(counts).toMatchObject({ rows: 4, new: 2, duplicates: 1, unchanged: 1 })
})

/**
 * Rows as library calls: fields as an object, linking, following a table.
 *
 * Oracle   the command on the same input; an index that took the same rows one after the other.
 * Covers   dedupe with fields and rules; link of documents through a mapping, one to one; sync of a table: once, resumed, followed until
 *          a signal, and answered again where the answers were not taken.
 */
import { join } from 'node:path'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { type Added, dedupe, link, openIndex, sync } from '../../src/index.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const random = createRandom(5)

it('dedupes rows by fields that are given as an object', async () => {
  const matter = createText(random, 40)
  const rows = [
    { code: 1, who: 'Lin Mei', matter },
    { code: 2, who: 'Lin Mei', matter: edit(random, matter, 0.02) },
    { code: 3, who: 'Karl Aster', matter },
  ]
  const fields = { key: 'code', fields: { who: { compare: false }, matter: { kind: 'long' } }, rules: { veto: ['who'] } } as const
  await using result = await dedupe(rows, { fields, threshold: 0.7 })
  expect([...result.groups()].map(({ members }) => members.map(({ id }) => id))).toEqual([[1, 2]])
  await expect(dedupe(rows, { fields: { fields: { nothing: { weight: -1 } } } })).rejects.toMatchObject({
    code: 'FIELDS_FILE',
    message: expect.stringContaining('the option fields'),
  })
})

it('links documents as the command links files', async () => {
  const bases = Array.from({ length: 8 }, () => createText(random, 40))
  const side = (name: string) =>
    Array.from({ length: 20 }, (_, i) => ({ [name]: i, [`${name}-text`]: edit(random, bases[(i * 7) % 8] as string, 0.03) }))
  const [a, b] = [side('left'), side('right')]
  const mapping = {
    a: { key: 'left', fields: { 'left-text': { kind: 'long' } } },
    b: { key: 'right' },
    map: { 'left-text': 'right-text' },
  } as const
  writeLines(path('a.jsonl'), a)
  writeLines(path('b.jsonl'), b)
  writeLines(path('map.json'), [mapping])
  for (const oneToOne of [false, true]) {
    const flags = ['--map', 'map.json', '--pairs', 'pairs', '--matches', 'matches', ...(oneToOne ? ['--one-to-one'] : [])]
    expect((await leitong(['link', 'a.jsonl', 'b.jsonl', ...flags], { cwd: folder })).code).toBe(0)
    const rounded = ({ similarity, distance, ...ids }: { similarity: number | undefined; distance: number | undefined }) => ({
      ...ids,
      similarity: similarity === undefined ? null : Math.round(similarity * 1e6) / 1e6,
      distance: distance ?? null,
    })
    await using result = await link(a, { files: [path('b.jsonl')] }, { mapping, oneToOne })
    const printed = jsonLines(path('pairs')).map(({ contributions, ...pair }) => {
      expect(contributions).toBeDefined()
      return pair
    })
    expect([...result.pairs()].map(rounded)).toEqual(printed)
    expect([...result.matches()].map((match) => ({ ...rounded(match), a: match.a ?? null }))).toEqual(jsonLines(path('matches')))
    expect(result.summary.pairs).toBe(jsonLines(path('pairs')).length)
    expect(result.summary.pairs).toBeGreaterThan(10)
    expect([...result.rejects()]).toEqual([])
  }
})

it('brings rows into an index as dedupe compares them: fields with weights', async () => {
  const rows = Array.from({ length: 60 }, (_, id) => ({ id, code: `c${id % 20}`, note: createText(random, 6) }))
  writeLines(path('weighted.jsonl'), rows)
  const fields = { fields: { code: { weight: 50 }, note: { kind: 'long' } } } as const
  const signing = { method: 'simhash', verify: false, distance: 3 } as const
  await using batch = await dedupe(rows, { ...signing, fields })
  const removed = [...batch.removed()].map(({ id }) => id)
  expect(removed.length).toBeGreaterThan(20)
  await using index = await openIndex('memory:', signing)
  const duplicates: unknown[] = []
  await sync(path('weighted.jsonl'), index, {
    fields,
    onAnswers: (answers) => {
      duplicates.push(...answers.filter(({ status }) => status === 'duplicate').map(({ id }) => id))
    },
  })
  expect(duplicates).toEqual(removed)
})

it('follows a table until it is told to stop', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => ({ id: i + 1, body: createText(random, 20) }))
  for (let i = 10; i < 600; i += 3) (rows[i] as { body: string }).body = (rows[i - 10] as { body: string }).body
  const db = new Database(path('rows.db'))
  db.exec('CREATE TABLE posts (id integer primary key, body text)')
  const insert = (from: number, to: number) => {
    const statement = db.prepare('INSERT INTO posts VALUES (?, ?)')
    db.exec('BEGIN')
    for (const { id, body } of rows.slice(from, to)) statement.run(id, body)
    db.exec('COMMIT')
  }
  insert(0, 400)
  await using oracle = await openIndex('memory:')
  const expected: Added[] = []
  for await (const answer of oracle.addAll(rows.map(({ id, body }) => ({ id, text: body })))) expected.push(answer)

  await using index = await openIndex('memory:')
  const answers: Added[] = []
  const options = { table: 'posts', textField: ['body'], incrementingColumn: 'id', state: path('state.json') } as const
  const url = `sqlite:${path('rows.db')}`
  // Answers that were not taken come again: the position did not move.
  let offered = 0
  const failing = sync(url, index, {
    ...options,
    onAnswers: (batch) => {
      offered += batch.length
      if (offered > 300) throw new Error('no room')
      answers.push(...batch)
    },
  })
  await expect(failing).rejects.toThrow('no room')
  expect(answers.length).toBeLessThan(400)
  const stop = new AbortController()
  let passes = 0
  const following = sync(url, index, {
    ...options,
    follow: 0.02,
    signal: stop.signal,
    onAnswers: (batch) => {
      answers.push(...batch)
    },
    onPass: () => {
      passes++
      if (answers.length === 400) insert(400, 600)
      if (answers.length === 600) stop.abort(new Error('enough'))
    },
  })
  await expect(following).rejects.toThrow('enough')
  expect(passes).toBeGreaterThanOrEqual(2)
  expect(answers).toEqual(expected)
  expect(await sync(url, index, options)).toMatchObject({ new: 0, duplicates: 0 })
  db.close()
}, 20_000)

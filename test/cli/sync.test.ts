/**
 * `leitong sync`: new rows of a table into a live index.
 *
 * Oracle   an index that took the same rows by `addAll` in the same order.
 * Covers   every mode on SQLite with what is read again and what stays silent; changed rows; a stream of JSON lines; kill -9 at 20
 *          random moments, in a first and in a later pass, after which output and index are those of a run that nothing interrupted; another source, a missing key.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { open } from '../../src/index.js'
import { COMMAND, jsonLines, leitong, temporaryFolder } from '../support/files.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const round = (similarity: number | undefined) => (similarity === undefined ? null : Math.round(similarity * 1e6) / 1e6)
const random = createRandom(7)

/** Rows of which every third is a changed copy of an earlier one. */
function rowsOf(count: number): { id: number; body: string }[] {
  const rows: { id: number; body: string }[] = []
  for (let id = 1; id <= count; id++) {
    const earlier = rows[Math.floor(random() * rows.length)]
    rows.push({ id, body: earlier && id % 3 === 0 ? edit(random, earlier.body, 0.03) : createText(random, 60) })
  }
  return rows
}

function tableOf(name: string, rows: readonly { id: number; body: string }[]): { url: string; db: InstanceType<typeof Database> } {
  const db = new Database(path(`${name}.db`))
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('CREATE TABLE posts (id integer primary key, changed text, body text)')
  insert(db, rows, '2024-01-01 00:00:00')
  return { url: `sqlite:${path(`${name}.db`)}`, db }
}

function insert(db: InstanceType<typeof Database>, rows: readonly { id: number; body: string }[], changed: string): void {
  const statement = db.prepare('INSERT OR REPLACE INTO posts VALUES (?, ?, ?)')
  db.exec('BEGIN')
  for (const { id, body } of rows) statement.run(id, changed, body)
  db.exec('COMMIT')
}

const argumentsOf = (name: string, url: string, more: readonly string[]) => [
  ...['sync', url, path(`${name}-index`), '--table', 'posts', '--text-field', 'body', '--create', '-o', path(`${name}.out`)],
  ...more,
]

async function run(name: string, url: string, more: readonly string[]): Promise<Record<string, unknown>[]> {
  const before = existsSync(path(`${name}.out`)) ? jsonLines(path(`${name}.out`)).length : 0
  const { code, stderr } = await leitong(argumentsOf(name, url, more))
  expect(stderr).toMatch(/rows read/)
  expect(code).toBe(0)
  return jsonLines(path(`${name}.out`)).slice(before)
}

async function oracle(rows: readonly { id: number; body: string }[]): Promise<Record<string, unknown>[]> {
  await using index = await open('memory:')
  const lines: Record<string, unknown>[] = []
  for await (const { id, status, duplicateOf, similarity, distance, group } of index.addAll(
    rows.map(({ id, body }) => ({ id, text: body })),
  ))
    lines.push({ id, status, duplicate_of: duplicateOf ?? null, similarity: round(similarity), distance: distance ?? null, group })
  return lines
}

describe('modes', () => {
  const INCREMENTING = ['--incrementing-column', 'id']
  const TIMESTAMP = ['--timestamp-column', 'changed']
  for (const [name, flags] of [
    ['bulk', []],
    ['incrementing', INCREMENTING],
    ['timestamp', TIMESTAMP],
    ['both', [...TIMESTAMP, ...INCREMENTING]],
  ] as const)
    it(`${name}: each row is answered once, as if all had come at once`, async () => {
      const rows = rowsOf(60)
      const { url, db } = tableOf(name, rows.slice(0, 40))
      const expected = await oracle(rows)
      expect(expected.filter(({ status }) => status === 'duplicate').length).toBeGreaterThan(10)
      expect(await run(name, url, flags)).toEqual(expected.slice(0, 40))
      expect(await run(name, url, flags)).toEqual([])
      // The same time as the last rows that were read: they are read again, and silent.
      insert(db, rows.slice(40), '2024-01-01 00:00:00')
      expect(await run(name, url, flags)).toEqual(expected.slice(40))
      const changed = { id: 7, body: createText(random, 60) }
      insert(db, [changed], '2024-01-02 00:00:00')
      const seen = name === 'incrementing' ? [] : [{ id: 7, status: 'new', replaced: true }]
      expect(await run(name, url, flags)).toMatchObject(seen)
      db.close()
    })
})

it('answers a stream line by line, also lines that come again', async () => {
  const rows = rowsOf(20)
  const input = rows.map(({ id, body }) => `${JSON.stringify({ id, text: body })}\n`).join('')
  const ask = async (given: string) => {
    const { stdout } = await leitong(['sync', '-', path('stream-index'), '--create'], { input: given })
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  const expected = await oracle(rows)
  expect(await ask(input)).toEqual(expected)
  expect(await ask(input)).toEqual(expected)
})

it('refuses the state of another source, and rows without a key', async () => {
  const { url, db } = tableOf('refused', rowsOf(3))
  await run('refused', url, [])
  const other = await leitong(argumentsOf('refused', url, ['--incrementing-column', 'id']))
  expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/in mode bulk, not .* in mode incrementing/) })
  const keyless = await leitong(['sync', url, path('keyless'), '--create', '--query', 'SELECT body FROM posts'])
  expect(keyless).toMatchObject({ code: 2, stderr: expect.stringMatching(/need a key/) })
  db.close()
})

it('keeps ids that a double does not hold apart', async () => {
  const db = new Database(path('big.db'))
  db.exec('CREATE TABLE posts (id integer primary key, body text)')
  db.exec(`INSERT INTO posts VALUES (9007199254740992, 'the tide turns at noon'), (9007199254740993, 'a quiet street in autumn')`)
  const ran = await leitong(argumentsOf('big', `sqlite:${path('big.db')}`, []))
  expect(ran.code).toBe(0)
  const lines = readFileSync(path('big.out'), 'utf8').trim().split('\n')
  expect(lines.map((line) => /^\{"id":(\d+),"status":"new",/.exec(line)?.[1])).toEqual(['9007199254740992', '9007199254740993'])
  const index = await open(path('big-index'))
  expect((await index.get(9007199254740993n))?.id).toBe(9007199254740993n)
  expect((await leitong(['index', 'remove', path('big-index'), '9007199254740993'])).stdout).toBe(
    '{"id":9007199254740993,"removed":true}\n',
  )
  await index.close()
  db.close()
})

it('takes out what can be judged no more, and signs rows by their fields', async () => {
  const { url, db } = tableOf('emptied', rowsOf(3))
  await run('emptied', url, [])
  db.exec(`UPDATE posts SET body = NULL WHERE id = 1`)
  const ran = await leitong(argumentsOf('emptied', url, []))
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringMatching(/\(id 1\): .*; what it was has left the index/) })
  const index = await open(path('emptied-index'))
  expect(await index.get(1)).toBeUndefined()
  await index.close()
  db.close()
})

it('leaves files alone that are not its own', async () => {
  const { url, db } = tableOf('own', rowsOf(40))
  await run('own', url, [])
  const state = JSON.parse(readFileSync(path('own-index.sync.json'), 'utf8'))
  const answers = readFileSync(path('own.out'), 'utf8')
  // As a crash behind the tenth answer leaves it.
  const until = answers.split('\n').slice(0, 10).join('\n').length + 1
  const mark = createHash('sha256')
    .update(answers.slice(Math.max(0, until - 4096), until))
    .digest('hex')
  const pending = Array.from({ length: 30 }, (_, i) => String(i + 11))
  const crashed = JSON.stringify({ ...state, pending, output: { ...state.output, bytes: until, mark } })
  writeFileSync(path('own-index.sync.json'), crashed)
  writeFileSync(path('precious.txt'), 'x'.repeat(20_000))
  const elsewhere = argumentsOf('own', url, []).map((word) => (word === path('own.out') ? path('precious.txt') : word))
  expect((await leitong(elsewhere)).code).toBe(0)
  const precious = readFileSync(path('precious.txt'), 'utf8')
  expect(precious.slice(0, 20_000)).toBe('x'.repeat(20_000))
  expect(precious.slice(20_000)).toBe(answers.slice(until))
  writeFileSync(path('own-index.sync.json'), crashed)
  expect(await leitong(argumentsOf('own', url, []))).toMatchObject({ code: 0 })
  expect(readFileSync(path('own.out'), 'utf8')).toBe(answers)
  const self = await leitong(['sync', path('own.out'), path('own-index'), '-o', path('own.out')])
  expect(self).toMatchObject({ code: 2, stderr: expect.stringMatching(/which is the source/) })
  const missing = await leitong(argumentsOf('never', url, ['--incrementing-column', 'nope']))
  expect(missing.code).toBe(2)
  expect(existsSync(path('never-index'))).toBe(false)
  db.close()
})

it('loses no answer of a later pass when it is killed', async () => {
  const rows = rowsOf(3000)
  const { url, db } = tableOf('later', rows)
  await run('later', url, [])
  const before = readFileSync(path('later.out'), 'utf8')
  insert(
    db,
    rows.slice(0, 2999).map(({ id, body }) => ({ id, body: `${body} and more of it` })),
    '2024-01-02 00:00:00',
  )
  for (const part of [0.2, 0.5, 0.8]) {
    const child = spawn(process.execPath, [COMMAND, ...argumentsOf('later', url, [])], { stdio: 'ignore' })
    const ended = new Promise((resolve) => child.on('exit', resolve))
    const enough = before.length * (1 + part)
    while (readFileSync(path('later.out')).length < enough && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 2))
    child.kill('SIGKILL')
    await ended
  }
  expect((await leitong(argumentsOf('later', url, []))).code).toBe(0)
  const answered = jsonLines(path('later.out')).slice(3000)
  expect(answered.map(({ id }) => id)).toEqual(rows.slice(0, 2999).map(({ id }) => id))
  db.close()
})

it('loses nothing and says nothing twice when it is killed at any moment', async () => {
  const rows = rowsOf(6000)
  const { url, db } = tableOf('killed', rows)
  const expected = await oracle(rows)
  const args = argumentsOf('killed', url, ['--incrementing-column', 'id'])
  let kills = 0
  for (let moment = 0; moment < 60 && kills < 20; moment++) {
    const child = spawn(process.execPath, [COMMAND, ...args], { stdio: 'ignore' })
    const ended = new Promise<string | null>((resolve) => child.on('exit', (_, signal) => resolve(signal)))
    // From when it has begun to write on; the first moments of a process are the same each time.
    const size = () => (existsSync(path('killed.out')) ? readFileSync(path('killed.out')).length : 0)
    const before = size()
    const wait = Math.floor(random() * 40)
    const deadline = Date.now() + 8000
    while (size() === before && child.exitCode === null && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 2))
    await new Promise((resolve) => setTimeout(resolve, wait))
    child.kill('SIGKILL')
    if ((await ended) === 'SIGKILL') kills++
    else break
  }
  expect(kills).toBeGreaterThanOrEqual(20)
  execFileSync(process.execPath, [COMMAND, ...args], { stdio: 'ignore' })
  expect(jsonLines(path('killed.out'))).toEqual(expected)
  const index = await open(path('killed-index'), { create: false })
  expect((await index.stats()).documents).toBe(rows.length)
  expect((await index.verify()).problems).toEqual([])
  for (const { id, group } of expected.slice(-50)) expect((await index.get(id))?.group).toEqual(group)
  await index.close()
  db.close()
})

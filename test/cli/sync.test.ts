/**
 * `leitong sync`: new rows of a table into a live index.
 *
 * Oracle   an index that took the same rows by `addAll` in the same order.
 * Covers   every mode on SQLite with what is read again and what stays silent; changed rows; a stream of JSON lines; kill -9 at 20
 *          random moments, after which output and index are those of a run that nothing interrupted; another source, a missing key.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { open } from '../../src/index.js'
import { COMMAND, jsonLines, leitong, temporaryFolder } from '../support/files.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
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
    lines.push({ id, status, duplicate_of: duplicateOf ?? null, similarity: similarity ?? null, distance: distance ?? null, group })
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

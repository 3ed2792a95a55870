/**
 * `leitong sync`: new rows of a table into a live index.
 *
 * Oracle   an index that took the same rows by `addAll` in the same order.
 * Covers   columns by flags, with what is read again and what stays silent; a stream of JSON lines; large ids; rows that are emptied;
 *          another source, a missing key; two at once; an output cut back after a crash, and files that are not its own; a first kill -9.
 * Leaves   each mode by itself (test/jobs/sync/modes.test.ts); many kills (sync-killed.long.test.ts).
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { LockFile } from '../../src/writing/lock-file.js'
import { HOST } from '../../src/writing/process-mark.js'
import { jsonLines, leitong, temporaryFolder } from '../support/files.js'
import { expectedAnswers, PostTable, postsOf } from '../support/posts.js'
import { syncArguments, syncOnce, untilKilled } from '../support/sync-command.js'
import { createRandom, createText } from '../support/texts.js'

const random = createRandom(7)

it('answers each row once, by both columns, and a changed row again', async () => {
  const folder = temporaryFolder()
  const rows = postsOf(random, 60)
  using table = new PostTable(rows.slice(0, 40))
  const expected = await expectedAnswers(rows)
  const run = () => syncOnce(folder, table.url, ['--timestamp-column', 'changed', '--incrementing-column', 'id'])
  expect(await run()).toEqual(expected.slice(0, 40))
  // The same time as the last rows that were read: they are read again, and silent.
  table.insert(rows.slice(40), '2024-01-01 00:00:00')
  expect(await run()).toEqual(expected.slice(40))
  table.insert([{ id: 7, body: createText(random, 60) }], '2024-01-02 00:00:00')
  expect(await run()).toMatchObject([{ id: 7, status: 'new', replaced: true }])
})

it('answers a stream line by line, also lines that come again', async () => {
  const folder = temporaryFolder()
  const rows = postsOf(random, 20)
  const input = rows.map(({ id, body }) => `${JSON.stringify({ id, text: body })}\n`).join('')
  const ask = async () => {
    const { stdout } = await leitong(['sync', '-', join(folder, 'index'), '--create'], { input })
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  const expected = await expectedAnswers(rows)
  expect(await ask()).toEqual(expected)
  expect(await ask()).toEqual(expected)
})

describe('refuses', () => {
  const folder = temporaryFolder()
  const table = new PostTable(postsOf(random, 3))
  beforeAll(async () => {
    await syncOnce(folder, table.url, [])
    return () => table.db.close()
  })

  it('the state of another plan', async () => {
    const other = await leitong(syncArguments(folder, table.url, ['--incrementing-column', 'id']))
    expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/in mode bulk, not .* in mode incrementing/) })
  })

  it('rows without a key', async () => {
    const keyless = await leitong(['sync', table.url, join(folder, 'keyless'), '--create', '--query', 'SELECT body FROM posts'])
    expect(keyless).toMatchObject({ code: 2, stderr: expect.stringMatching(/need a key/) })
  })

  it('a column that is not there, before it makes an index', async () => {
    const elsewhere = temporaryFolder()
    const missing = await leitong(syncArguments(elsewhere, table.url, ['--incrementing-column', 'nope']))
    expect(missing.code).toBe(2)
    expect(existsSync(join(elsewhere, 'index'))).toBe(false)
  })

  it('an output that lines cannot be taken back from, before it makes an index', async () => {
    const folder = temporaryFolder()
    const { code, stderr } = await leitong(['sync', '-', join(folder, 'index'), '--create', '-o', '/dev/null'], {
      input: '{"id":1,"text":"a lamp that is broken"}\n',
    })
    expect(code).toBe(2)
    expect(stderr).toContain('without --output they go to standard output')
    expect(existsSync(join(folder, 'index'))).toBe(false)
  })

  it('an output that is the source', async () => {
    const path = join(folder, 'answers.jsonl')
    const self = await leitong(['sync', path, join(folder, 'index'), '-o', path])
    expect(self).toMatchObject({ code: 2, stderr: expect.stringMatching(/which is .*, the source or the state/) })
  })
})

it('lets one sync at a time work with a state file, and takes over from a dead one', async () => {
  const folder = temporaryFolder()
  using table = new PostTable([{ id: 1, body: 'the tide turns at noon' }])
  const state = join(folder, 'index.sync.json')
  const first = LockFile.take(state)
  expect(() => LockFile.take(state)).toThrow(`in use by process ${process.pid}`)
  const second = await leitong(syncArguments(folder, table.url, ['--incrementing-column', 'id']))
  expect([second.code, second.stderr]).toEqual([3, expect.stringContaining(`in use by process ${process.pid}`)])
  first[Symbol.dispose]()
  writeFileSync(`${state}.lock`, `${HOST} 999999999 1\n`)
  LockFile.take(state)[Symbol.dispose]()
  expect(existsSync(`${state}.lock`)).toBe(false)
  // Another machine cannot be asked.
  writeFileSync(`${state}.lock`, '0123456789 1 1\n')
  expect(() => LockFile.take(state)).toThrow('of another machine')
})

it('keeps ids that a double does not hold apart', async () => {
  const folder = temporaryFolder()
  using table = new PostTable([])
  table.db.exec(`INSERT INTO posts VALUES (9007199254740992, '', 'the tide turns at noon'),
    (9007199254740993, '', 'a quiet street in autumn')`)
  expect((await leitong(syncArguments(folder, table.url, []))).code).toBe(0)
  const lines = readFileSync(join(folder, 'answers.jsonl'), 'utf8').trim().split('\n')
  expect(lines.map((line) => /^\{"id":(\d+),"status":"new",/.exec(line)?.[1])).toEqual(['9007199254740992', '9007199254740993'])
  const index = join(folder, 'index')
  await using held = await openIndex(index)
  expect((await held.get(9007199254740993n))?.id).toBe(9007199254740993n)
  expect((await leitong(['index', 'remove', index, '9007199254740993'])).stdout).toBe('{"id":9007199254740993,"removed":true}\n')
})

it('counts rows that have no place in the order of the table, and says so', async () => {
  const folder = temporaryFolder()
  using table = new PostTable(postsOf(random, 4))
  table.db.exec(`UPDATE posts SET changed = NULL WHERE id <= 2`)
  const flags = ['--timestamp-column', 'changed']
  const said = await leitong(syncArguments(folder, table.url, flags))
  expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining('2 rows were passed over') })
  expect(said.stderr).toContain('2 rows read')
  table.db.exec(`UPDATE posts SET changed = '2024-02-01'`)
  const again = await leitong(syncArguments(folder, table.url, flags))
  expect(again.stderr).toContain('4 rows read')
  expect(again.stderr).not.toContain('passed over')
})

it('takes out a row that can be judged no more', async () => {
  const folder = temporaryFolder()
  using table = new PostTable(postsOf(random, 3))
  await syncOnce(folder, table.url, [])
  table.db.exec(`UPDATE posts SET body = NULL WHERE id = 1`)
  const ran = await leitong(syncArguments(folder, table.url, []))
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringMatching(/\(id 1\): .*; what it was has left the index/) })
  await using index = await openIndex(join(folder, 'index'))
  expect(await index.get(1)).toBeUndefined()
})

describe('after a crash behind the tenth answer', () => {
  const folder = temporaryFolder()
  const table = new PostTable(postsOf(random, 40))
  const [output, state] = [join(folder, 'answers.jsonl'), join(folder, 'index.sync.json')]
  let answers: string
  let crashed: string
  /** Bytes of the first ten answers. */
  let until: number
  beforeAll(async () => {
    await syncOnce(folder, table.url, [])
    answers = readFileSync(output, 'utf8')
    until = answers.split('\n').slice(0, 10).join('\n').length + 1
    const mark = createHash('sha256')
      .update(answers.slice(Math.max(0, until - 4096), until))
      .digest('hex')
    const pending = Array.from({ length: 30 }, (_, i) => String(i + 11))
    const saved = JSON.parse(readFileSync(state, 'utf8'))
    crashed = JSON.stringify({ ...saved, pending, output: { ...saved.output, bytes: until, mark } })
    return () => table.db.close()
  })

  it('cuts its own output back, and answers the pending rows again', async () => {
    writeFileSync(state, crashed)
    expect(await leitong(syncArguments(folder, table.url, []))).toMatchObject({ code: 0 })
    expect(readFileSync(output, 'utf8')).toBe(answers)
  })

  it('cuts nothing off a file that is not its own', async () => {
    writeFileSync(state, crashed)
    const precious = join(folder, 'precious.txt')
    writeFileSync(precious, 'x'.repeat(20_000))
    const elsewhere = syncArguments(folder, table.url, []).map((word) => (word === output ? precious : word))
    expect((await leitong(elsewhere)).code).toBe(0)
    const written = readFileSync(precious, 'utf8')
    expect(written.slice(0, 20_000)).toBe('x'.repeat(20_000))
    expect(written.slice(20_000)).toBe(answers.slice(until))
  })
})

it('loses nothing and says nothing twice when it is killed', async () => {
  const folder = temporaryFolder()
  const rows = postsOf(random, 1500)
  using table = new PostTable(rows)
  const args = syncArguments(folder, table.url, ['--incrementing-column', 'id'])
  for (let kill = 0; kill < 2; kill++) expect(await untilKilled(args, join(folder, 'answers.jsonl'), 0)).toBe(true)
  expect((await leitong(args)).code).toBe(0)
  expect(jsonLines(join(folder, 'answers.jsonl'))).toEqual(await expectedAnswers(rows))
})

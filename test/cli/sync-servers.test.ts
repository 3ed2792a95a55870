/**
 * `leitong sync --follow` between servers: a table of PostgreSQL into an index in Redis.
 *
 * Oracle   an index in memory that took the same rows in the same order.
 * Covers   rows that come while it follows, kill -9 and going on, a signal that ends it, stable groups, answers once each.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { COMMAND, jsonLines, leitong, temporaryFolder } from '../support/files.js'
import { expectedAnswers } from '../support/posts.js'
import { describeWith } from '../support/servers.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
const state = join(folder, 'state.json')
const output = join(folder, 'answers.jsonl')
const random = createRandom(13)
const bases = Array.from({ length: 40 }, () => createText(random, 40))
const rows = Array.from({ length: 900 }, (_, i) => ({
  id: i + 1,
  body: i % 2 ? edit(random, bases[i % 40] as string, 0.02) : createText(random, 40),
}))

await describeWith(['postgres', 'redis'], 'from PostgreSQL into Redis', (postgres, redis) => {
  const client = new pg.Client({ connectionString: postgres })
  const table = `posts_${process.pid}`
  const url = `${redis}#sync${process.pid}`
  beforeAll(async () => {
    await client.connect()
    await client.query(`CREATE TABLE ${table} (id bigint primary key, body text)`)
  })
  afterAll(async () => {
    await client.query(`DROP TABLE ${table}`)
    await client.end()
  })

  const insert = (from: number, to: number) =>
    client.query(`INSERT INTO ${table} SELECT * FROM unnest($1::bigint[], $2::text[])`, [
      rows.slice(from, to).map(({ id }) => id),
      rows.slice(from, to).map(({ body }) => body),
    ])
  const args = [
    ...[COMMAND, 'sync', postgres, url, '--table', table, '--text-field', 'body', '--create', '--follow', '0.05'],
    ...['--incrementing-column', 'id', '--state', state, '-o', output],
  ]

  /** Starts to follow; the process, and its end. */
  function follow(): { child: ChildProcess; ended: Promise<number | null> } {
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    return { child, ended: new Promise((resolve) => child.on('exit', resolve)) }
  }
  async function untilAnswered(child: ChildProcess, enough: number): Promise<void> {
    const answered = () => (existsSync(output) ? readFileSync(output, 'utf8').split('\n').length - 1 : 0)
    while (answered() < enough && child.exitCode === null) await sleep(5)
  }

  it('ends when its output cannot be opened: the index and its connections are closed', async () => {
    const into = ['-o', join(folder, 'no-such-folder', 'answers.jsonl')]
    const flags = ['--table', table, '--text-field', 'body', '--create', '--state', join(folder, 'unused.json')]
    const ran = await leitong(['sync', postgres, `${redis}#bad${process.pid}`, ...flags, ...into])
    expect(ran.code).toBe(3)
    expect(ran.stderr).toContain('no-such-folder')
  }, 30_000)

  // One after the other: each goes on where the one before it ended.
  it('answers what is there, killed on its way', async () => {
    await insert(0, 700)
    for (const enough of [1, 300, 600]) {
      const { child, ended } = follow()
      await untilAnswered(child, enough)
      child.kill('SIGKILL')
      await ended
    }
    // The last line may have been cut off; the next pass takes it back.
    expect(readFileSync(output, 'utf8').split('\n').length - 1).toBeGreaterThanOrEqual(600)
  })

  it('goes on, follows what comes, and ends at a signal', async () => {
    const { child, ended } = follow()
    await untilAnswered(child, 700)
    await insert(700, 900)
    await untilAnswered(child, 900)
    child.kill('SIGTERM')
    expect(await ended).toBe(4)
  })

  it('has answered each row once, as if all had come at once, into an index that is sound', async () => {
    const expected = await expectedAnswers(rows)
    expect(jsonLines(output)).toEqual(expected)
    await using index = await openIndex(url, { create: false })
    expect(await index.verify()).toEqual({ records: 900, problems: [] })
    for (const { id, group } of expected.slice(-20)) expect((await index.get(id))?.group).toBe(group)
  })
})

/**
 * `leitong sync --follow` between servers: a table of PostgreSQL into an index in Redis.
 *
 * Oracle   an index in memory that took the same rows in the same order.
 * Covers   rows that come while it follows, kill -9 and going on, a signal that ends it, stable groups, answers once each.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { open } from '../../src/index.js'
import { COMMAND, jsonLines, temporaryFolder } from '../support/files.js'
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
  it('goes on where it was killed, and follows what comes', async () => {
    const client = new pg.Client({ connectionString: postgres })
    await client.connect()
    const table = `posts_${process.pid}`
    await client.query(`CREATE TABLE ${table} (id bigint primary key, body text)`)
    const insert = (from: number, to: number) =>
      client.query(`INSERT INTO ${table} SELECT * FROM unnest($1::bigint[], $2::text[])`, [
        rows.slice(from, to).map(({ id }) => id),
        rows.slice(from, to).map(({ body }) => body),
      ])
    await insert(0, 700)
    const url = `${redis}#sync${process.pid}`
    const start = (): ChildProcess =>
      spawn(
        process.execPath,
        [
          ...[COMMAND, 'sync', postgres, url, '--table', table, '--text-field', 'body', '--create', '--follow', '0.05'],
          ...['--incrementing-column', 'id', '--state', state, '-o', output],
        ],
        { stdio: 'ignore' },
      )
    const answered = () => (existsSync(output) ? readFileSync(output, 'utf8').split('\n').length - 1 : 0)
    const until = async (child: ChildProcess, enough: number) => {
      while (answered() < enough && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    for (const enough of [1, 300, 600]) {
      const child = start()
      const ended = new Promise((resolve) => child.on('exit', resolve))
      await until(child, enough)
      child.kill('SIGKILL')
      await ended
    }
    const child = start()
    const ended = new Promise((resolve) => child.on('exit', resolve))
    await until(child, 700)
    await insert(700, 900)
    await until(child, 900)
    child.kill('SIGTERM')
    expect(await ended).toBe(4)

    const expected = await expectedAnswers(rows)
    expect(jsonLines(output)).toEqual(expected)
    const index = await open(url, { create: false })
    expect(await index.verify()).toEqual({ records: 900, problems: [] })
    for (const { id, group } of expected.slice(-20)) expect((await index.get(id))?.group).toBe(group)
    await index.close()
    await client.query(`DROP TABLE ${table}`)
    await client.end()
  })
})

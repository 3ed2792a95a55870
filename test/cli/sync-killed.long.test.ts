/**
 * `leitong sync` killed at any moment.
 *
 * Oracle   a run that nothing interrupted: an index that took the same rows by `addAll` in the same order.
 * Covers   kill -9 at 20 random moments of a first pass, and at three stages of a later one, after which output and index are those
 *          of the oracle.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { jsonLines, leitong, temporaryFolder } from '../support/files.js'
import { expectedAnswers, PostTable, postsOf } from '../support/posts.js'
import { sizeOf, syncArguments, syncOnce, untilKilled } from '../support/sync-command.js'
import { createRandom } from '../support/texts.js'

const random = createRandom(7)

it('loses no answer of a later pass', async () => {
  const folder = temporaryFolder()
  const output = join(folder, 'answers.jsonl')
  const rows = postsOf(random, 3000)
  using table = new PostTable(rows)
  await syncOnce(folder, table.url, [])
  const before = readFileSync(output).length
  const changed = rows.slice(0, 2999).map(({ id, body }) => ({ id, body: `${body} and more of it` }))
  table.insert(changed, '2024-01-02 00:00:00')
  const args = syncArguments(folder, table.url, [])
  for (const part of [0.2, 0.5, 0.8]) await untilKilled(args, output, 0, before * (1 + part) - sizeOf(output))
  expect((await leitong(args)).code).toBe(0)
  const answered = jsonLines(output).slice(3000)
  expect(answered.map(({ id }) => id)).toEqual(changed.map(({ id }) => id))
})

it('loses nothing and says nothing twice in a first pass', async () => {
  const folder = temporaryFolder()
  const output = join(folder, 'answers.jsonl')
  const rows = postsOf(random, 12_000)
  using table = new PostTable(rows)
  const expected = await expectedAnswers(rows)
  const args = syncArguments(folder, table.url, ['--incrementing-column', 'id'])
  // From when it has begun to write on; the first moments of a process are the same each time.
  let kills = 0
  while (kills < 20 && (await untilKilled(args, output, Math.floor(random() * 40)))) kills++
  expect(kills).toBe(20)
  expect((await leitong(args)).code).toBe(0)
  expect(jsonLines(output)).toEqual(expected)
  await using index = await openIndex(join(folder, 'index'), { create: false })
  expect((await index.stats()).documents).toBe(rows.length)
  expect((await index.verify()).problems).toEqual([])
  for (const { id, group } of expected.slice(-50)) expect((await index.get(id))?.group).toEqual(group)
})

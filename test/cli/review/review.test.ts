/**
 * leitong review: from files to what stays, without the service.
 *
 * Covers   a review made, run again with another threshold, listed, decided on, exported in every form and carried out; refusals; a table of a
 *          database, its decisions as a table of their own, the source as it was.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { Reviews } from '../../../src/reviewing/reviews.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { letters } from '../../support/reviews/letters.js'

const folder = temporaryFolder()
const data = join(folder, 'data')
const file = writeLines(join(folder, 'letters.jsonl'), letters(5, 9))
const run = (...args: string[]) => leitong(['review', ...args, '--data', data])

it('knows a file with a colon in its name wherever it is called from', async () => {
  const own = join(folder, 'data of its own')
  writeLines(join(folder, 'notes:1.jsonl'), letters(5, 9))
  const created = await leitong(['review', 'create', 'notes', 'notes:1.jsonl', '--data', own], { cwd: folder })
  expect([created.code, created.stderr]).toEqual([0, expect.stringMatching(/^notes: \d+ documents/)])
  const again = await leitong(['review', 'run', 'notes', '--data', own], { cwd: '/' })
  expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/^notes: \d+ documents/)])
})

it('makes, runs, lists, exports and carries out a review', async () => {
  const options = join(folder, 'options.json')
  writeLines(options, [{ threshold: 0.6 }])
  expect((await run('create', 'letters', file, '--options', options)).stderr).toMatch(
    /^letters: \d+ documents, 5 groups, 0 of them decided/,
  )
  expect((await run('create', 'letters', file)).code).not.toBe(0)
  expect((await run('run', 'letters', '--threshold', '0.7')).code).toBe(0)
  const [listed] = (await run('list', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(listed).toMatchObject({ name: 'letters', run: 2, groups: 5, options: { threshold: 0.7 } })
  expect((await run('list')).stdout).toBe('letters: 0 of 5 groups decided\n')

  const reviews = new Reviews(join(data, 'reviews'))
  const project = reviews.get('letters')
  const members = project.run.membersOf(0)
  project.act({ act: 'duplicate', members }, 'Li')
  reviews.close()

  const trial = await run('apply', 'letters')
  expect(trial.stderr).toMatch(new RegExp(`^${members.length - 1} of \\d+ documents go; 4 groups are not decided`))
  const [kept, gone] = [join(folder, 'kept.jsonl'), join(folder, 'gone.csv')]
  expect(existsSync(kept)).toBe(false)
  expect((await run('apply', 'letters', '-o', kept, '--removed', gone)).code).toBe(0)
  const removed = new Set(members.slice(1).map(({ id }) => id))
  const stays = readFileSync(file, 'utf8')
    .split(/(?<=\n)/)
    .filter((line) => !removed.has(JSON.parse(line).id))
  expect(readFileSync(kept, 'utf8')).toBe(stays.join(''))
  expect(readFileSync(gone, 'utf8').trim().split(/\r?\n/)).toHaveLength(members.length)
  const source = readFileSync(file)
  expect((await run('apply', 'letters', '-o', file)).code).not.toBe(0)
  expect(readFileSync(file)).toEqual(source)

  const outputs = { groups: join(folder, 'groups.xlsx'), decisions: join(folder, 'decisions.jsonl'), page: join(folder, 'review.html') }
  expect((await run('export', 'letters', ...Object.entries(outputs).flatMap(([name, path]) => [`--${name}`, path]))).code).toBe(0)
  for (const path of Object.values(outputs)) expect(readFileSync(path).length).toBeGreaterThan(100)
  expect((await run('export', 'letters')).code).not.toBe(0)
  // What was exported is what another review begins with.
  expect((await run('create', 'second', file, '--options', options, '--decisions', outputs.decisions)).stderr).toMatch(/5 groups/)
  expect((await run('list')).stdout).toBe('letters: 1 of 5 groups decided\nsecond: 1 of 5 groups decided\n')
  const wrong = await run('create', 'third', file, '--decisions', file)
  expect([wrong.code, wrong.stderr.includes('letters.jsonl:1'), existsSync(join(data, 'reviews/third'))]).toEqual([2, true, false])
  // What was exported is what dedupe obeys.
  const { stdout } = await leitong(['dedupe', file, '--decisions', outputs.decisions, '--json'])
  expect(JSON.parse(stdout).decisions.applied).toBeGreaterThan(0)
})

it('writes what was decided into a table of its own, beside the one that was read', async () => {
  const path = join(folder, 'city.db')
  const db = new Database(path)
  db.exec('CREATE TABLE letters (id TEXT PRIMARY KEY, text TEXT)')
  db.exec('CREATE TABLE others (id TEXT)')
  const insert = db.prepare('INSERT INTO letters VALUES (?, ?)')
  for (const { id, text } of letters(4, 21)) insert.run(id, text)
  const options = writeLines(join(folder, 'table.json'), [{ table: 'letters', textField: ['text'], threshold: 0.6 }])
  const created = await run('create', 'city', `sqlite:${path}`, '--options', options)
  expect([created.code, created.stderr]).toMatchObject([0, expect.stringMatching(/4 groups/)])
  const reviews = new Reviews(join(data, 'reviews'))
  const project = reviews.get('city')
  const decided = [0, 2].map((group) => project.run.membersOf(group))
  for (const members of decided) project.act({ act: 'duplicate', members }, 'Li')
  reviews.close()
  const rows = (table: string) => db.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[]
  const source = rows('letters')

  // The source, and any table that holds no results, are refused; nothing is written then.
  const kept = join(folder, 'city-kept.jsonl')
  for (const more of [
    ['--results-table', 'letters'],
    ['--results-table', 'letters', '--replace'],
    ['--results-table', 'others', '--replace'],
  ])
    expect((await run('apply', 'city', '-o', kept, ...more)).stderr).toMatch(/results go only into a table of our own/)
  expect((await run('apply', 'city', '--replace')).stderr).toMatch(/--replace is for --results-table/)
  expect((await run('apply', 'letters', '--results-table', 'decided')).stderr).toMatch(/needs one database/)
  expect(existsSync(kept)).toBe(false)

  expect((await run('apply', 'city', '--results-table', 'decided', '-o', kept)).code).toBe(0)
  const expected = decided.flatMap((members, i) => members.map(({ id }, place) => [[1, 3][i], id, place ? 0 : 1]))
  const stored = rows('decided').map(({ group_number: group, row_key: key, kept: stays }) => [group, JSON.parse(key as string), stays])
  expect(stored).toEqual(expected)
  const removed = decided.reduce((sum, members) => sum + members.length - 1, 0)
  expect(readFileSync(kept, 'utf8').trim().split('\n')).toHaveLength(source.length - removed)
  expect((await run('apply', 'city', '--results-table', 'decided')).stderr).toMatch(/results go only into a table of our own/)
  expect((await run('apply', 'city', '--results-table', 'decided', '--replace')).code).toBe(0)
  expect(rows('decided')).toHaveLength(expected.length)
  expect(rows('letters')).toEqual(source)
  db.close()
})

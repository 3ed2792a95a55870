/**
 * leitong review: from files to what stays, without the service.
 *
 * Covers   a review made, run again with another threshold, listed, decided on, exported in every form and carried out; refusals.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Reviews } from '../../../src/reviewing/reviews.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { letters } from '../../support/letters.js'

const folder = temporaryFolder()
const data = join(folder, 'data')
const file = writeLines(join(folder, 'letters.jsonl'), letters(5, 9))
const run = (...args: string[]) => leitong(['review', ...args, '--data', data])

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
  // What was exported is what dedupe obeys.
  const { stdout } = await leitong(['dedupe', file, '--decisions', outputs.decisions, '--json'])
  expect(JSON.parse(stdout).decisions.applied).toBeGreaterThan(0)
})

/**
 * Rows judged field by field, many of them.
 *
 * Oracle   who is who, as the rows were made.
 * Covers   200 000 rows: memory of the process, comparisons within the budget, groups that are right, the same with another number of workers and
 *          less memory; a plan of too many comparisons, refused.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { leitong, temporaryFolder } from '../../support/files.js'
import { peopleTwice } from '../../support/people-twice.js'

const ROWS = 200_000
const folder = temporaryFolder()

it('takes 200 000 rows within bounded memory and comparisons, and finds who is who', { timeout: 1_800_000 }, async () => {
  const lines = peopleTwice(ROWS / 2).map(({ no, name, born, town, phone }) => [no, name, born ?? '', town, phone].join(','))
  writeFileSync(join(folder, 'people.csv'), `no,name,born,town,phone\n${lines.join('\n')}\n`)
  const run = (flags: readonly string[]) =>
    leitong(['dedupe', 'people.csv', '--id-field', 'no', '--measure', 'match', '--json', ...flags], { cwd: folder })

  const done = await run(['--groups', 'two', '--workers', '2'])
  expect(done).toMatchObject({ code: 0, stderr: '' })
  const { documents, kept, removed, peakMemory, rows } = JSON.parse(done.stdout)
  expect(documents).toBe(ROWS)
  expect(kept + removed).toBe(ROWS)
  expect(peakMemory).toBeLessThan(1.2e9)
  // A pair that several keys have counts for each of them here: twice the budget of 60 for each row at most.
  expect(rows.comparisons.planned).toBeLessThanOrEqual(120 * ROWS)
  expect(rows.comparisons.made).toBeLessThanOrEqual(rows.comparisons.planned)
  const groups = readFileSync(join(folder, 'two'), 'utf8').trim().split('\n')
  const right = groups.filter((line) => {
    const ids = (JSON.parse(line).members as { id: string }[]).map(({ id }) => id)
    return ids.length === 2 && ids[0]?.slice(0, -1) === ids[1]?.slice(0, -1)
  })
  expect(right.length / groups.length).toBeGreaterThan(0.9)
  expect(right.length / (ROWS / 2)).toBeGreaterThan(0.9)

  expect(await run(['--groups', 'three', '--workers', '3', '--memory', '256MB'])).toMatchObject({ code: 0 })
  expect(readFileSync(join(folder, 'three')).equals(readFileSync(join(folder, 'two')))).toBe(true)

  const refused = await run(['--groups', 'none', '--max-comparisons', '100000'])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/more than the 100000 of --max-comparisons/) })
})

/**
 * A promised precision of rows, by the command.
 *
 * Oracle   the odds of the formula; the pairs that the same table has without a promise; the truth of generated people.
 * Covers   pairs are those of the threshold, and right; what was left out is counted; refused in doubt, for one column, under another measure and
 *          beside a threshold; one to one keeps to it; Chinese.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Draws } from '../../../src/matching/sampling.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const draws = new Draws(7)
const letters = (length: number) => Array.from({ length }, () => String.fromCharCode(97 + draws.below(26))).join('')

/** Every third person has a second row, one of two with a letter wrong in the name. */
const rows = Array.from({ length: 500 }, (_, at) => {
  const own = {
    given: letters(6),
    family: letters(8),
    street: `${letters(7)} ${1 + draws.below(200)}`,
    born: `19${10 + draws.below(90)}-0${1 + draws.below(9)}-1${draws.below(10)}`,
  }
  const typed = at % 2 ? own : { ...own, given: `${own.given.slice(0, 3)}${letters(1)}${own.given.slice(4)}` }
  return at % 3
    ? [{ no: `${at}a`, ...own }]
    : [
        { no: `${at}a`, ...own },
        { no: `${at}b`, ...typed },
      ]
}).flat()
writeLines(path('people.jsonl'), rows)
const FLAGS = ['--measure', 'match', '--id-field', 'no', '--json']

interface Pair {
  readonly a: string
  readonly b: string
  readonly similarity: number
}

it('takes the pairs that hold it, and counts what it left out', async () => {
  const without = await leitong(['dedupe', 'people.jsonl', ...FLAGS, '--threshold', '0.5', '--pairs', 'all'], { cwd: folder })
  expect(without.code).toBe(0)
  const { code, stdout } = await leitong(['dedupe', 'people.jsonl', ...FLAGS, '--precision', '0.99', '--pairs', 'sure'], { cwd: folder })
  expect(code).toBe(0)
  const { promise, precision } = JSON.parse(stdout).rows
  const odds = (chance: number) => chance / (1 - chance)
  expect(odds(promise.threshold)).toBeCloseTo(4 * odds(0.99))
  const [all, sure] = [jsonLines(path('all')) as unknown as Pair[], jsonLines(path('sure')) as unknown as Pair[]]
  expect(sure.map(({ a, b }) => [a, b])).toEqual(all.filter(({ similarity }) => similarity >= promise.threshold).map(({ a, b }) => [a, b]))
  expect(promise).toMatchObject({ precision: 0.99, leftOut: all.length - sure.length })
  expect(precision).toBeGreaterThanOrEqual(promise.threshold)
  expect(sure.length).toBeGreaterThan(100)
  for (const { a, b } of sure) expect(Number.parseInt(a, 10)).toBe(Number.parseInt(b, 10))
})

it('keeps to it where each row has one partner', async () => {
  writeLines(
    path('a.jsonl'),
    rows.filter(({ no }) => no.endsWith('a')),
  )
  writeLines(
    path('b.jsonl'),
    rows.filter(({ no }) => no.endsWith('b')),
  )
  const flags = [...FLAGS, '--one-to-one', '--precision', '0.9', '--pairs', 'joined']
  const { code, stdout } = await leitong(['link', 'a.jsonl', 'b.jsonl', ...flags], { cwd: folder })
  expect(code).toBe(0)
  const { threshold } = JSON.parse(stdout).rows.promise
  expect(threshold).toBeCloseTo(36 / 37)
  const joined = jsonLines(path('joined')) as unknown as Pair[]
  expect(joined.length).toBeGreaterThan(100)
  for (const { similarity } of joined) expect(similarity).toBeGreaterThanOrEqual(threshold - 1e-6)
})

it('is refused where nothing holds it', async () => {
  const noise = new Draws(5)
  writeFileSync(
    path('noise.csv'),
    `id,a,b,c\n${Array.from({ length: 600 }, (_, id) => `${id},x${noise.below(20)},y${noise.below(15)},z${noise.below(9)}\n`).join('')}`,
  )
  writeFileSync(path('one.csv'), `id,name\n${rows.map(({ no, given }) => `${no},${given}\n`).join('')}`)
  const asked = (file: string, ...more: string[]) =>
    leitong(['dedupe', file, '--precision', '0.99', '--groups', 'none', ...more], { cwd: folder })
  const match = ['--measure', 'match', '--id-field', 'id']
  expect(await asked('noise.csv', ...match)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the model that was learned is in doubt'),
  })
  expect(await asked('noise.csv', ...match, '--lang', 'zh')).toMatchObject({ code: 2, stderr: expect.stringContaining('学得的模型存疑') })
  expect(await asked('one.csv', ...match)).toMatchObject({ code: 2, stderr: expect.stringContaining('scores are similarities here') })
  expect(await asked('noise.csv', '--measure', 'fields', '--id-field', 'id')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('measure "match"'),
  })
  expect(await asked('noise.csv', ...match, '--threshold', '0.5')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('sets the threshold'),
  })
  await leitong(['model', 'build', 'people.jsonl', '--measure', 'match', '--id-field', 'no', '-o', 'people.model'], { cwd: folder })
  const given = ['--measure', 'match', '--id-field', 'no', '--model', 'people.model']
  expect(await asked('people.jsonl', ...given)).toMatchObject({ code: 2, stderr: expect.stringContaining('the model was given') })
})

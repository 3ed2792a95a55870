/**
 * Rows judged field by field by several threads.
 *
 * Oracle   the run with one worker, byte for byte.
 * Covers   1, 2 and 3 workers over an input that is large enough for threads; memory that is just enough; match and fields, with rules; the plan of
 *          too many comparisons.
 * Leaves   scores themselves (rows.test.ts), the order of candidates (matching/candidates.test.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { Draws } from '../../../src/matching/sampling.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'

const folder = temporaryFolder()
const FIELDS = { name: { kind: 'name' }, born: { kind: 'date' }, town: { kind: 'name' }, phone: { kind: 'phone', compare: false } }
const SYLLABLES = ['ta', 'mi', 'ro', 'su', 'le', 'ka', 'no', 'bi', 'da']
/** Of columns that are not compared: an input of more than 2 MB is read by threads. */
const NOTE = 'x'.repeat(1600)

beforeAll(() => {
  const draws = new Draws(20)
  const word = () => Array.from({ length: 2 + draws.below(2) }, () => SYLLABLES[draws.below(SYLLABLES.length)]).join('')
  const towns = Array.from({ length: 200 }, word)
  const rows = Array.from({ length: 700 }, (_, person) => {
    const name = `${word()} ${word()}${word()}`
    const born = `19${10 + draws.below(89)}-0${1 + draws.below(9)}-1${draws.below(9)}`
    const one = { no: `${person}a`, name, born, town: towns[draws.below(200)], phone: `6${1e6 + draws.below(9e6)}`, note: NOTE }
    const typo = name.slice(0, 3) + name.slice(4)
    return [
      one,
      { ...one, no: `${person}b`, name: typo, ...(draws.below(3) ? {} : { born: null }), ...(draws.below(9) ? {} : { phone: '1' }) },
    ]
  })
  writeLines(join(folder, 'people.jsonl'), rows.flat())
  writeFileSync(
    join(folder, 'ruled.json'),
    JSON.stringify({ fields: FIELDS, rules: { veto: ['phone'], and: [{ fields: ['name'], threshold: 0.7 }] } }),
  )
  writeFileSync(join(folder, 'plain.json'), JSON.stringify({ fields: FIELDS }))
})

const OUTPUTS = ['groups', 'pairs', 'removed', 'kept']

async function outputs(name: string, flags: readonly string[]): Promise<string[]> {
  const files = OUTPUTS.flatMap((output) => [output === 'kept' ? '--output' : `--${output}`, `${name}.${output}.jsonl`])
  const done = await leitong(['dedupe', 'people.jsonl', '--id-field', 'no', '-q', ...flags, ...files], { cwd: folder })
  expect(done).toMatchObject({ code: 0, stderr: '' })
  return OUTPUTS.map((output) => readFileSync(join(folder, `${name}.${output}.jsonl`), 'utf8'))
}

it.each([
  ['match', ['--measure', 'match', '--fields', 'plain.json']],
  ['match, with rules', ['--measure', 'match', '--fields', 'ruled.json']],
  ['fields, with rules', ['--measure', 'fields', '--fields', 'ruled.json']],
])('gives the same bytes for any number of workers and any memory that is enough: %s', async (name, flags) => {
  const one = await outputs(`${name} 1`, [...flags, '--workers', '1'])
  expect(one[1]?.split('\n').length).toBeGreaterThan(500)
  for (const [workers, memory] of [
    ['2', '4GB'],
    ['3', '64MB'],
  ] as const) {
    const more = await outputs(`${name} ${workers}`, [...flags, '--workers', workers, '--memory', memory])
    for (const [i, output] of OUTPUTS.entries()) expect(more[i] === one[i], output).toBe(true)
  }
})

it('refuses a plan of too many comparisons before threads make any', async () => {
  const flags = ['--measure', 'match', '--fields', 'plain.json', '--workers', '2', '--max-comparisons', '1000', '--groups', 'none']
  const refused = await leitong(['dedupe', 'people.jsonl', '--id-field', 'no', ...flags], { cwd: folder })
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/more than the 1000 of --max-comparisons/) })
})

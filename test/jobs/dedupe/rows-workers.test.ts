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
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { peopleTwice } from '../../support/people-twice.js'

const folder = temporaryFolder()
const FIELDS = { name: { kind: 'name' }, born: { kind: 'date' }, town: { kind: 'name' }, phone: { kind: 'phone', compare: false } }
/** Of columns that are not compared: an input of more than 2 MB is read by threads. */
const NOTE = 'x'.repeat(1600)

beforeAll(() => {
  writeLines(
    join(folder, 'people.jsonl'),
    peopleTwice(700).map((person) => ({ ...person, note: NOTE })),
  )
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

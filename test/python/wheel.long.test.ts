/**
 * python/: does the wheel, installed alone, do in Python what the command does?
 *
 * Oracle   the tests of the package itself (python/tests) against the command and hand-written documents, and the table of doors (doors/cases.ts).
 * Covers   the wheel, named by what its native modules need, built and installed from PyPI's packages into an environment of its own; results of every kind, errors, the end of
 *          processes; every case of the table.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { CASES, CASES_OF_HALVES, type DoorCase } from '../doors/cases.js'
import { temporaryFolder } from '../support/files.js'

const root = new URL('../..', import.meta.url).pathname
const folder = temporaryFolder()
const python = join(folder, 'venv/bin/python')

beforeAll(() => {
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')])
  execFileSync(process.execPath, [join(root, 'python/build.mjs')], { env: { ...process.env, PYTHON: python } })
  const [wheel] = readdirSync(join(root, 'python/dist'))
  // PyPI refuses the names of plain systems; pip refuses a wheel of another platform.
  expect(wheel).toMatch(/-py3-none-(?:(?:manylinux|musllinux|macosx)_\d+_\d+_\w+|win_\w+)\.whl$/)
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', `${join(root, 'python/dist', wheel as string)}[test]`], { stdio: 'pipe' })
}, 300_000)

it('passes its own tests', { timeout: 300_000 }, () => {
  const args = ['-m', 'pytest', '--quiet', '-p', 'no:cacheprovider', join(root, 'python/tests')]
  const { status, stdout } = spawnSync(python, args, { cwd: folder, encoding: 'utf8' })
  expect(status, stdout).toBe(0)
  expect(stdout).toMatch(/[4-9]\d passed/)
})

/** Answers of all cases, by one process: pairs of ids, or what was refused. */
const DOOR = `
import json, sys, leitong
for line in sys.stdin:
    case = json.loads(line)
    try:
        with leitong.dedupe(case['documents'], pairs=True, **case['options']) as result:
            print(json.dumps([sorted([pair['a'], pair['b']]) for pair in result.pairs]))
    except leitong.LeitongError as error:
        print(json.dumps(f'{error.code}: {error.message}'))
`

describe('a door as the others', () => {
  const cases: readonly DoorCase[] = [...CASES, ...CASES_OF_HALVES]
  let answers: readonly unknown[] = []
  beforeAll(() => {
    const asked = cases.map(({ documents, options, fields }) => {
      const named = Object.entries(options).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value])
      return { documents, options: { ...Object.fromEntries(named), ...(fields ? { fields: { key: ['id'], fields } } : {}) } }
    })
    writeFileSync(join(folder, 'door.py'), DOOR)
    const input = asked.map((one) => `${JSON.stringify(one)}\n`).join('')
    const printed = execFileSync(python, [join(folder, 'door.py')], { input, encoding: 'utf8', cwd: folder })
    answers = printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }, 120_000)

  it.each(cases.map((given, i) => ({ ...given, i })))('$name', ({ i, alike, refusedBy }) => {
    const refused = refusedBy?.python
    const answer = answers[i]
    if (refused) expect(answer).toMatch(refused)
    else expect((answer as number[][]).map(([a, b]) => `${a} ${b}`).sort()).toEqual(alike.map(([a, b]) => `${a} ${b}`).sort())
  })
})

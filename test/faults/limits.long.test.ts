/**
 * Batches of more documents than a Map or a Set of the language holds (2^24), and more text than one string.
 *
 * Oracle   how the files are made: every text stands twice, or all are one.
 * Covers   `--keep last` of 17.1 million pairs of equal texts; one JSON array of 17.9 million equal objects.
 */
import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { leitong, temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const ROUND = 100_000
/** Each takes some seconds of writing and a minute of work, more beside other work. */
const PATIENCE = 1_200_000

function written(name: string, rounds: number, part: (round: number) => string, ends: readonly [string, string] = ['', '']): string {
  const file = openSync(at(name), 'w')
  writeSync(file, ends[0])
  for (let round = 0; round < rounds; round++) writeSync(file, part(round))
  writeSync(file, ends[1])
  closeSync(file)
  return at(name)
}

afterEach(() => {
  for (const name of ['in.jsonl', 'in.json', 'out']) rmSync(at(name), { force: true })
})

it.skipIf(totalmem() < 8 * 2 ** 30)('keeps the last of 17.1 million pairs of equal texts', { timeout: PATIENCE }, async () => {
  const lines = (round: number) => Array.from({ length: ROUND }, (_, i) => `{"text":"p${round * ROUND + i}"}\n`)
  const input = written('in.jsonl', 171, (round) =>
    lines(round)
      .map((line) => line + line.replace('}', ' }'))
      .join(''),
  )
  const { code, stderr } = await leitong(['dedupe', input, '-q', '--method', 'exact', '--keep', 'last', '-o', at('out')])
  expect([code, stderr]).toEqual([0, ''])
  // The second of each pair has a space more.
  const bytes = Array.from({ length: 171 }, (_, round) => lines(round).reduce((sum, line) => sum + line.length + 1, 0))
  expect(statSync(at('out')).size).toBe(bytes.reduce((a, b) => a + b))
  const head = Buffer.alloc(40)
  const file = openSync(at('out'), 'r')
  readSync(file, head)
  closeSync(file)
  expect(head.toString()).toMatch(/^\{"text":"p0" \}\n\{"text":"p1" \}\n/)
})

it.skipIf(totalmem() < 8 * 2 ** 30)('finds 17.9 million equal objects of one array', { timeout: PATIENCE }, async () => {
  const input = written('in.json', 179, () => ',{"text":"a"}'.repeat(ROUND), ['[{"text":"a"}', ']'])
  const { code, stdout, stderr } = await leitong(['dedupe', input, '-q', '--method', 'exact', '--json', '-o', at('out')])
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ documents: 17_900_001, kept: 1, removed: 17_900_000 })
})

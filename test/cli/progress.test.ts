/** The line of progress: share, amounts, rate and time left; of verification too. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { duration, Progress } from '../../src/cli/terminal.js'
import { runBatch } from '../../src/jobs/dedupe/dedupe.js'
import { machineDefaults } from '../../src/options/machine.js'
import { expandInputs } from '../../src/reading/inputs.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { temporaryFolder } from '../support/files.js'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The lines that a terminal sees when so much is done at each second. */
function linesOf(updates: readonly (readonly [second: number, done: number, total: number | undefined])[]): string[] {
  const written: string[] = []
  const progress = new Progress({ write: (text: string) => written.push(text) } as never, true)
  for (const [second, done, total] of updates) {
    vi.spyOn(performance, 'now').mockReturnValue(1000 + second * 1000)
    progress.update('verify', done, total)
  }
  return written.map((text) => text.replace('\r\x1b[K', ''))
}

it('says how much of verification is done, how fast, and how long it will take', () => {
  expect(
    linesOf([
      [0, 0, undefined],
      [0.5, 4096, 100_000],
      [10, 25_000, 100_000],
      [40, 100_000, 100_000],
    ]),
  ).toEqual([
    'verifying pairs …',
    // Too early for a rate.
    'verifying pairs   4 % (4,096 of 100,000)',
    'verifying pairs  25 % (25,000 of 100,000, 2,500/s, 30 s left)',
    'verifying pairs 100 % (100,000 of 100,000, 2,500/s, 0.0 s left)',
  ])
})

it('beside a terminal tells of rows in lines of their own, now and then', () => {
  const written: string[] = []
  const out = { isTTY: false, write: (text: string) => written.push(text) } as never
  for (const isLog of [true, false]) {
    const progress = new Progress(out, undefined, isLog)
    for (const [second, rows] of [
      [0, 256],
      [10, 9000],
      [40, 24_000],
      [41, 25_000],
    ] as const) {
      vi.spyOn(performance, 'now').mockReturnValue(1000 + second * 1000)
      progress.update('answer', rows, undefined)
    }
    progress.clear()
  }
  expect(written).toEqual(['rows answered (24,000, 600/s)\n'])
})

it('writes times as people do', () => {
  expect([0.04, 9.94, 9.96, 59.4, 59.9, 119.9, 3599, 3600, 7325].map(duration)).toEqual([
    '0.0 s',
    '9.9 s',
    '10 s',
    '59 s',
    '1 min 0 s',
    '2 min 0 s',
    '59 min 59 s',
    '1 h 0 min',
    '2 h 2 min',
  ])
})

it('is told by a run how many pairs there are to verify', async () => {
  const path = join(temporaryFolder(), 'in.jsonl')
  const words = 'the quick brown fox jumps over a lazy dog near some old river bank while many people watch it'.split(' ')
  writeFileSync(path, words.map((word, id) => `${JSON.stringify({ id, text: `${words.join(' ')} ${word}` })}\n`).join(''))
  const options = resolveOptions([], machineDefaults())
  const told: [number, number | undefined][] = []
  const run = await runBatch(await expandInputs([path], options), options, true, {
    progress: (phase, done, total) => {
      if (phase === 'verify') told.push([done, total])
    },
  })
  await run.context.close()
  expect(told.length).toBeGreaterThan(0)
  for (const [done, total] of told) expect(total).toBeGreaterThanOrEqual(done)
  expect(told.at(-1)?.[0]).toBe(told.at(-1)?.[1])
})

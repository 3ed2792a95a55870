/**
 * Locks on files between processes.
 *
 * Covers   a lock that a dead process left, which many processes take over at once: one has it, at every moment.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LockFile } from '../../src/writing/lock-file.js'
import { HOST } from '../../src/writing/process-mark.js'
import { temporaryFolder } from '../support/files.js'

const MODULE = new URL('../../dist/writing/lock-file.js', import.meta.url).href

/** Takes the lock again and again; while it has it, nobody else may have made the file that says so. */
const TAKER = `
import { closeSync, openSync, rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
const { LockFile } = await import(process.argv[1])
const [, , guarded] = process.argv
let taken = 0
for (let round = 0; round < 400; round++) {
  let lock
  try { lock = LockFile.take(guarded) } catch (error) { if (error.code !== 'LOCKED') throw error; await setTimeout(1); continue }
  closeSync(openSync(guarded + '.held', 'wx'))
  taken++
  await setTimeout(round % 3)
  rmSync(guarded + '.held')
  lock[Symbol.dispose]()
}
process.stdout.write(String(taken))
`

const left = (guarded: string) => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(`${guarded}.lock`, `${HOST} ${pid} 1\n`)
}

it('a lock that was left behind is taken over by one of many', async () => {
  const guarded = join(temporaryFolder(), 'state')
  left(guarded)
  const ended = Array.from({ length: 6 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', TAKER, MODULE, guarded])
    let out = ''
    child.stdout.on('data', (data) => {
      out += data
    })
    let errors = ''
    child.stderr.on('data', (data) => {
      errors += data
    })
    return new Promise<{ code: number | null; taken: number; errors: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, taken: Number(out), errors })),
    )
  })
  const results = await Promise.all(ended)
  expect(results.map(({ code, errors }) => [code, errors])).toEqual(results.map(() => [0, '']))
  expect(results.reduce((sum, { taken }) => sum + taken, 0)).toBeGreaterThan(6)
})

it('is not removed by a process that read it before another took it over', () => {
  const guarded = join(temporaryFolder(), 'state')
  left(guarded)
  // Whoever removes a lock that was left behind has the turn: meanwhile nobody takes the lock.
  writeFileSync(`${guarded}.lock.removing`, '')
  expect(() => LockFile.take(guarded)).toThrow(/one of several that began at once/)
  expect(existsSync(`${guarded}.lock`)).toBe(true)
})

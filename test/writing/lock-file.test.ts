/**
 * Locks as files.
 *
 * Covers   one holder of many that begin at once, also over a lock that a dead process left, in turns that are chosen and by processes; locks of
 *          other machines, which hold as long as they give signs of life; locks without a word in them; short locks, which are waited for.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LockFile } from '../../src/writing/lock-file.js'
import { HOST, short, startOf } from '../../src/writing/process-mark.js'
import { temporaryFolder } from '../support/files.js'

const SECONDS = 1000

/** A process that is gone. */
const dead = (): number => spawnSync(process.execPath, ['-e', '']).pid as number

function left(text: string, age = 0): string {
  const guarded = join(temporaryFolder(), 'state.json')
  writeFileSync(`${guarded}.lock`, text)
  const then = (Date.now() - age) / 1000
  utimesSync(`${guarded}.lock`, then, then)
  return guarded
}

function take(guarded: string): string {
  using _lock = LockFile.take(guarded)
  return readFileSync(`${guarded}.lock`, 'utf8')
}

it('has one holder, and is gone after it', () => {
  const guarded = join(temporaryFolder(), 'state.json')
  {
    using _lock = LockFile.take(guarded)
    expect(() => take(guarded)).toThrow(`in use by process ${process.pid}`)
  }
  expect(take(guarded)).toMatch(`${HOST} ${process.pid} `)
  expect(existsSync(`${guarded}.lock`)).toBe(false)
})

it('is waited for where it is held for a moment only, and not for ever', () => {
  const guarded = left(`${HOST} ${process.pid} ${startOf(process.pid)} f00d\n`)
  // This thread sleeps while it waits, so another process lets go.
  spawn(process.execPath, ['-e', `setTimeout(() => require('node:fs').rmSync(${JSON.stringify(`${guarded}.lock`)}), 200)`])
  {
    using _lock = LockFile.takeSoon(guarded)
    expect(() => LockFile.takeSoon(guarded)).toThrow(`in use by process ${process.pid}`)
  }
  expect(existsSync(`${guarded}.lock`)).toBe(false)
})

it('is taken over from a process that is gone, and nothing is left of that', () => {
  const guarded = left(`${HOST} ${dead()} 1\n`)
  expect(take(guarded)).toMatch(`${HOST} ${process.pid} `)
  expect(readdirSync(join(guarded, '..'))).toEqual([])
})

it('holds on another machine as long as it gives signs of life', () => {
  const text = 'abcdef0123 1 77 f00d\n'
  expect(() => take(left(text))).toThrow('process 1 of another machine')
  expect(() => take(left(text, 50 * SECONDS))).toThrow('process 1 of another machine')
  expect(take(left(text, 70 * SECONDS))).toMatch(`${HOST} ${process.pid} `)
})

it('without a word in it may be about to be written, and is no lock for ever', () => {
  expect(() => take(left(''))).toThrow('a process that does not say which')
  expect(take(left('', 70 * SECONDS))).toMatch(`${HOST} ${process.pid} `)
})

it('is not taken over while somebody else takes it over', () => {
  const stale = `${HOST} ${dead()} 1\n`
  const guarded = left(stale)
  // Whoever takes it over has a lock beside it, by what is in the old one.
  const guard = `${guarded}.lock.${short(stale)}`
  writeFileSync(guard, `${HOST} ${process.ppid} ${startOf(process.ppid) ?? 0}\n`)
  expect(() => take(guarded)).toThrow(`in use by process ${process.ppid}`)
  // He too may be gone.
  writeFileSync(guard, `${HOST} ${dead()} 1\n`)
  expect(take(guarded)).toMatch(`${HOST} ${process.pid} `)
  expect(readdirSync(join(guarded, '..'))).toEqual([])
})

const PROGRAM = `
  const { LockFile } = await import(process.argv[1])
  const { writeFileSync, writeSync, rmSync } = await import('node:fs')
  const guarded = process.argv[2]
  let [held, twice] = [0, 0]
  const end = Date.now() + 1500
  while (Date.now() < end)
    try {
      const lock = LockFile.take(guarded)
      try { writeFileSync(guarded + '.inside', '', { flag: 'wx' }) } catch { twice++ }
      held++
      rmSync(guarded + '.inside', { force: true })
      // Every other one dies with it, for the others: its lock names a process that is gone.
      if (held % 2) lock[Symbol.dispose]()
      else writeFileSync(guarded + '.lock', process.argv[3] + held + process.pid)
    } catch (error) {
      if (error.code !== 'LOCKED') throw error
    }
  writeSync(1, held + ' ' + twice)
  // An orderly end would remove the lock, which is another's by now.
  process.kill(process.pid, 'SIGKILL')
`

it('is never held twice by processes that find it left behind at once', async () => {
  const guarded = join(temporaryFolder(), 'state.json')
  const module = new URL('../../dist/writing/lock-file.js', import.meta.url).href
  const stale = `${HOST} ${dead()} 1 `
  const told = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, module, guarded, stale], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = ''
      child.stdout.on('data', (data) => {
        said += data
      })
      await once(child, 'close')
      return said.trim().split(' ').map(Number)
    }),
  )
  expect(told.reduce((sum, [held = 0]) => sum + held, 0)).toBeGreaterThan(100)
  expect(told.reduce((sum, [, twice = 0]) => sum + twice, 0)).toBe(0)
})

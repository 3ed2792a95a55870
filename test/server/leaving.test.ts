/**
 * Indexes that are removed while they are asked, lines that come in many pieces, and records of acts on a full disk.
 *
 * Oracle   every answer is of an index that is whole, or says that there is none; a record has whole lines alone.
 * Covers   DELETE beside queries, additions and a new index of the same name; a line of many pieces; a disk without room.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { appendSafely } from '../../src/reviewing/append.js'
import { Indexes } from '../../src/server/indexes/indexes.js'
import { linesInBatches } from '../../src/server/routes/ndjson.js'
import { settingsOf } from '../../src/server/settings.js'
import { temporaryFolder } from '../support/files.js'

it('an index that is removed is opened by nobody meanwhile', async () => {
  const data = temporaryFolder()
  const indexes = new Indexes(settingsOf({ data, keys: false }))
  const codes = new Set<string>()
  try {
    for (let round = 0; round < 5; round++) {
      await indexes.create('a', { method: 'simhash' })
      const asked = Array.from({ length: 40 }, (_, i) => async () => {
        // Some come before the removal, some while it goes on.
        for (let turn = 0; turn < i % 8; turn++) await new Promise((resolve) => setImmediate(resolve))
        return indexes.ask('a', 'stats').then(
          () => codes.add('answered'),
          (error: { code?: string; message: string }) => codes.add(error.code ?? error.message),
        )
      })
      await Promise.all([...asked.slice(0, 20).map((ask) => ask()), indexes.delete('a'), ...asked.slice(20).map((ask) => ask())])
      expect(existsSync(join(data, 'indexes', 'a', 'index.lmdb')), 'nothing of it comes back').toBe(false)
    }
    expect([...codes].sort()).toEqual(['INDEX_MISSING', 'answered'])
    // A new one of the name waits until the old one is gone.
    await indexes.create('a', { method: 'simhash' })
    const [, made] = await Promise.all([indexes.delete('a'), Promise.resolve().then(() => indexes.create('a', { method: 'simhash' }))])
    expect(made.isNew).toBe(true)
    await indexes.ask('a', 'stats')
  } finally {
    await indexes.end()
  }
})

it('a line in many pieces is put together once', async () => {
  const line = Buffer.alloc(6 << 20, 'x')
  let copied = 0
  const concat = Buffer.concat
  Buffer.concat = (list, ...rest) => {
    const whole = concat(list, ...rest)
    copied += whole.length
    return whole
  }
  try {
    const pieces = Array.from({ length: 6 << 8 }, (_, i) => line.subarray(i << 12, (i + 1) << 12))
    const batches: Uint8Array[] = []
    for await (const batch of linesInBatches(Readable.from([...pieces, Buffer.from('\n{}\n')]), 8 << 20)) batches.push(batch)
    expect(batches.reduce((sum, batch) => sum + batch.length, 0)).toBe(line.length + 4)
    expect(copied).toBeLessThan(3 * line.length)
  } finally {
    Buffer.concat = concat
  }
})

it('what does not fit on the disk leaves no half line', ({ skip }) => {
  const small = join(temporaryFolder(), 'small')
  mkdirSync(small)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', small], { stdio: 'pipe' })
  } catch {
    skip('mounting a small file system needs more rights than this run has')
  }
  try {
    const path = join(small, 'acts.jsonl')
    appendSafely(path, '{"act":1}\n')
    writeFileSync(join(small, 'filler'), Buffer.alloc(8 << 10))
    expect(() => appendSafely(path, `${JSON.stringify({ act: 'x'.repeat(20_000) })}\n`)).toThrow(/ENOSPC|no space/)
    expect(readFileSync(path, 'utf8')).toBe('{"act":1}\n')
    rmSync(join(small, 'filler'))
    appendSafely(path, '{"act":2}\n')
    expect(readFileSync(path, 'utf8')).toBe('{"act":1}\n{"act":2}\n')
  } finally {
    execFileSync('umount', [small])
  }
})

/**
 * Many indexes in one process, and what opening one needs.
 *
 * Covers   more indexes open at once than there is address space for at a terabyte each; a process that may take little of it; one without
 *          descriptors left; a file that outgrows its map, also for a process that reads it meanwhile; an index that is removed, and one that
 *          is made anew under its name, while others hold it: each ends with an answer or an error, and none by a signal.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { dropIndex } from '../../src/jobs/live/open.js'
import { mapSizeFor } from '../../src/stores/lmdb/open-file.js'
import { temporaryFolder } from '../support/files.js'

const PROGRAM = `
  const { openIndex } = await import(process.argv[1])
  const indexes = []
  try {
    for (let i = 0; i < Number(process.argv[3]); i++) {
      const index = await openIndex(process.argv[2] + '/' + i, { method: 'exact' })
      await index.add({ id: i, text: 'a letter of ' + i })
      indexes.push(index)
    }
  } catch (error) {
    console.log(error.code, error.message)
  }
  let right = 0
  for (const [i, index] of indexes.entries()) right += (await index.get(i)) !== undefined
  console.log(indexes.length, right)
  // Not closed: the end of a process closes what it holds.
`

/** @param limit  of the shell, before the process */
function openMany(count: number, limit = 'true') {
  const library = pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href
  const { status, signal, stdout } = spawnSync(
    'sh',
    ['-c', `${limit}; exec "$@"`, 'sh', process.execPath, '--input-type=module', '-e', PROGRAM, library, temporaryFolder(), `${count}`],
    { encoding: 'utf8' },
  )
  return { status, signal, lines: stdout.trim().split('\n') }
}

it('opens more indexes than have room at a terabyte each', () => {
  expect(openMany(200)).toEqual({ status: 0, signal: null, lines: ['200 200'] })
})

it('says so where no descriptor is left, and goes on with what is open', ({ skip }) => {
  if (process.platform === 'win32') skip('no such limit')
  // The one that fails takes one descriptor or another. The limits leave room for Node, which opens a hundred modules of the library at once.
  for (const limit of [300, 301, 302]) {
    const { status, signal, lines } = openMany(200, `ulimit -n ${limit}`)
    expect({ status, signal }).toEqual({ status: 0, signal: null })
    expect(lines[0]).toMatch(/^STORE .*too many files are open: raise the limit/)
    const [, made, right] = /^(\d+) (\d+)$/.exec(lines[1] ?? '') ?? []
    expect(Number(made)).toBeGreaterThan(4)
    expect(right).toBe(made)
  }
})

it('gives each file less where the process may take less address space, and refuses what has no room', () => {
  const [MB, GB] = [2 ** 20, 2 ** 30]
  expect(mapSizeFor(0, 2 ** 47)).toBe(16 * GB)
  expect(mapSizeFor(0, 20 * GB)).toBe(GB)
  // Twice the file at least, so that it can grow.
  expect(mapSizeFor(40 * GB, 2 ** 47)).toBe(128 * GB)
  expect(mapSizeFor(3 * GB, 20 * GB)).toBe(8 * GB)
  expect(() => mapSizeFor(8 * GB, 20 * GB)).toThrow(/no address space/)
  expect(() => mapSizeFor(0, 100 * MB)).toThrow(/ulimit -v/)
  expect(() => mapSizeFor(0, -1)).toThrow(/no address space/)
})

it('tells whoever holds an index that has been removed, and takes nothing from him', async () => {
  const url = join(temporaryFolder(), 'removed')
  const index = await openIndex(url, { method: 'exact', payload: 'text' })
  await index.add({ id: 1, text: 'the first letter' })
  await dropIndex(url)
  await expect(index.add({ id: 2, text: 'the second letter' })).rejects.toMatchObject({ code: 'INDEX_MISSING' })
  await expect(index.get(1)).rejects.toMatchObject({ code: 'INDEX_MISSING' })
  const anew = await openIndex(url, { method: 'exact', payload: 'text' })
  expect(await anew.get(1)).toBeUndefined()
  await anew.add({ id: 3, text: 'the third letter' })
  await expect(index.add({ id: 4, text: 'the fourth letter' })).rejects.toMatchObject({ code: 'INDEX_MISSING' })
  await index.close()
  expect((await anew.get(3))?.text).toBe('the third letter')
  expect((await anew.stats()).documents).toBe(1)
  await anew.close()
})

it('opens, closes and removes one index from many sides at once', async () => {
  const url = join(temporaryFolder(), 'contested')
  const codes = new Set<string>()
  const side = async (number: number) => {
    for (let round = 0; round < 40; round++)
      try {
        if (number === 0) await dropIndex(url)
        const index = await openIndex(url, { method: 'exact' })
        await index.add({ id: `${number} ${round}`, text: `letter ${round} of ${number}` })
        await index.close()
      } catch (error) {
        codes.add((error as { code: string }).code)
      }
  }
  await Promise.all(Array.from({ length: 8 }, (_, number) => side(number)))
  expect([...codes].filter((code) => code !== 'INDEX_MISSING')).toEqual([])
  rmSync(url, { recursive: true, force: true })
})

/**
 * What stays open when a set-up fails.
 *
 * Oracle   the descriptors and the end of the process, as the system has them.
 * Covers   an output on a device that takes nothing; a file that is no SQLite; a sync into a server whose output cannot be opened.
 */
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { driver } from '../../src/stores/sql/sqlite.js'
import { AtomicFile } from '../../src/writing/atomic-file.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { describeWith } from '../support/servers.js'

const opened = () =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)]
    } catch {
      return []
    }
  })

it.runIf(process.platform === 'linux')('nothing of an output that its device refuses', () => {
  const before = opened().length
  for (let i = 0; i < 5; i++) {
    const file = new AtomicFile('/dev/full')
    file.write('a letter about the bridge')
    expect(() => file.commit()).toThrow(/no space left/i)
    file.discard()
  }
  expect(opened().length).toBe(before)
})

it.runIf(process.platform === 'linux')('nothing of a file that is no SQLite', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'index.db')
  writeFileSync(path, 'this is a letter, and no database at all; it is long enough to have a head. '.repeat(20))
  for (let i = 0; i < 5; i++) await expect(driver.open(`sqlite:${path}#letters`, undefined)).rejects.toThrow(/not a database/)
  expect(opened().filter((name) => name.startsWith(folder))).toEqual([])
})

await describeWith('redis', 'sync into Redis', (url) => {
  it('a sync whose output cannot be opened ends, and says why', async () => {
    const folder = temporaryFolder()
    const source = writeLines(join(folder, 'a.jsonl'), [{ id: 1, text: 'a letter about the bridge' }])
    const begun = performance.now()
    const { code, stderr } = await leitong([
      'sync',
      source,
      `${url}#left_open_${process.pid}`,
      '--create',
      '--state',
      join(folder, 's'),
      '-o',
      folder,
    ])
    expect([code, performance.now() - begun < 20_000]).toEqual([3, true])
    expect(stderr).toMatch(/EISDIR|directory/)
  })
})

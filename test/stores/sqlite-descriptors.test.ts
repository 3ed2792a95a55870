/**
 * Descriptors of an SQLite file after close().
 *
 * The driver finishes a statement when it is collected as garbage, and until then the file stays open under it: so after a collection no more
 * is open than before.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/files.js'

const PROGRAM = `
  import { readdirSync, readlinkSync } from 'node:fs'
  const { openIndex } = await import(process.argv[1])
  const held = () => readdirSync('/proc/self/fd').filter((fd) => {
    try { return readlinkSync('/proc/self/fd/' + fd).includes('index.sqlite') } catch { return false }
  }).length
  for (let i = 0; i < 5; i++) {
    const index = await openIndex(process.argv[2])
    await index.add({ id: i, text: 'letter ' + i + ' about the bridge of the old harbour' })
    await index.close()
  }
  for (let i = 0; i < 50 && held(); i++) {
    globalThis.gc()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  console.log(held())
`

it('an SQLite file that was closed is let go with the next collection of garbage', ({ skip }) => {
  if (process.platform !== 'linux') skip('descriptors are counted below /proc')
  const library = pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href
  const url = `sqlite:${join(temporaryFolder(), 'index.sqlite')}#texts`
  const told = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', PROGRAM, library, url], { encoding: 'utf8' })
  expect(told.trim()).toBe('0')
})

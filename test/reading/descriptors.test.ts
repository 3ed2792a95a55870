/** Files that are read again. Covers: more of them than a reader keeps open, in any order, and none open in the end. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RecordReader } from '../../src/reading/records.js'
import { temporaryFolder } from '../support/files.js'

const openFiles = () => readdirSync('/proc/self/fd').length

it.skipIf(process.platform !== 'linux')('keeps few files open, whatever their number', () => {
  const folder = temporaryFolder()
  const paths = Array.from({ length: 300 }, (_, i) => join(folder, `${i}`))
  for (const [i, path] of paths.entries()) writeFileSync(path, `record ${i}`)
  const reader = new RecordReader()
  const before = openFiles()
  for (let round = 0; round < 2; round++)
    for (const [i, path] of paths.entries()) expect(Buffer.from(reader.read(path, 7, String(i).length)).toString()).toBe(String(i))
  expect(openFiles() - before).toBeLessThanOrEqual(32)
  reader.close()
  expect(openFiles()).toBe(before)
})

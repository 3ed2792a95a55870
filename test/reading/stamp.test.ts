/** The length and the stamp of a file are of one moment: a length of another would cut a file that somebody writes, and nobody would see it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { fileInput } from '../../src/reading/listing.js'
import { FORMATS } from '../../src/sources/formats/formats.js'
import { temporaryFolder } from '../support/files.js'

it('has the length of its stamp, also while somebody writes', async () => {
  const path = join(temporaryFolder(), 'in.jsonl')
  writeFileSync(path, '')
  const writer = new Worker(
    `const { writeFileSync } = require('node:fs')
     const { workerData: path } = require('node:worker_threads')
     for (let length = 0; ; length = (length + 1) % 50) writeFileSync(path, 'x'.repeat(length))`,
    { eval: true, workerData: path },
  )
  const lengths = new Set<number>()
  const until = performance.now() + 20_000
  try {
    // Some hundred lengths of a file that is cut and written again, or the writer was never seen at work.
    for (let seen = 0; seen < 500 && performance.now() < until; seen++) {
      const { size, stamp } = fileInput(path, FORMATS.jsonl)
      expect(stamp?.split(':')[2]).toBe(String(size))
      lengths.add(size)
      await new Promise((resolve) => setImmediate(resolve))
      if (lengths.size < 5) seen = 0
    }
  } finally {
    await writer.terminate()
  }
  expect(lengths.size).toBeGreaterThan(4)
})

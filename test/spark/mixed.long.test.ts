/**
 * spark/inputs: do plain, gzip and zstd files of half a gigabyte each pass side by side, in a heap of one gigabyte? And what is said where a heap is too small?
 *
 * Oracle   the batch of one machine over the same folder: what is removed, byte for byte.
 * Covers   half a gigabyte of JSON lines in each form, of which packing saves a quarter; a line that no heap holds.
 * Leaves   kept lines, which are the lines of the input (inputs.test.ts).
 */
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compress, init } from '@bokuweb/zstd-wasm'
import { describe, expect, it } from 'vitest'
import { sparkHome } from '../../scripts/clusters/ensure-spark.mjs'
import { createRandom } from '../../src/hashing/random.js'
import { dedupe } from '../../src/index.js'
import { leitong } from '../support/files.js'
import { describeWith } from '../support/servers.js'
import { PATIENCE, sharedFolder, written } from './runs.js'

/** Lines of 32 KB, half a block of them copies; what is beside their texts cannot be packed by much. */
function block(seed: number, lines: number): Buffer {
  const random = createRandom(seed)
  const words = () => Array.from({ length: 40 }, () => `w${Math.floor(random() * 1e6)}`).join(' ')
  let last = ''
  return Buffer.from(
    Array.from({ length: lines }, (_, i) => {
      last = i % 2 ? last : words()
      const more = Buffer.from(Uint32Array.from({ length: 6000 }, () => random() * 2 ** 32).buffer).toString('base64')
      return `${JSON.stringify({ id: `${seed} ${i}`, text: last, more })}\n`
    }).join(''),
  )
}

function writeBlocks(path: string, of: Uint8Array, times: number): void {
  const file = openSync(path, 'w')
  for (let i = 0; i < times; i++) writeSync(file, of)
  closeSync(file)
}

await describeWith('spark', 'gigabytes', (engine) => {
  it('of plain, gzip and zstd pass side by side', { timeout: PATIENCE }, async () => {
    await init()
    const folder = sharedFolder()
    // Frames and members behind each other are one file; each of 32 MB.
    const [plain, gzip, zstd] = [1, 2, 3].map((seed) => block(seed, 1000)) as [Buffer, Buffer, Buffer]
    writeBlocks(join(folder, 'a.jsonl'), plain, 16)
    writeBlocks(join(folder, 'b.jsonl.gz'), gzipSync(gzip, { level: 1 }), 16)
    writeBlocks(join(folder, 'c.jsonl.zst'), compress(zstd, 1), 16)
    const one = await dedupe({ files: [folder] })
    const expected = join(sharedFolder(), 'removed.jsonl')
    await one.write({ removed: expected })
    await one.close()
    expect(one.summary).toMatchObject({ documents: 48_000, removed: 48_000 - 1500 })
    const result = await dedupe({ files: [folder] }, { engine, work: join(sharedFolder(), 'work') })
    const removed = join(sharedFolder(), 'removed')
    await result.write({ removed })
    await result.close()
    expect(written(removed) === readFileSync(expected, 'utf8')).toBe(true)
    rmSync(folder, { recursive: true })
  })
})

const spark = sparkHome()

describe.skipIf(!spark && process.env['CI'] !== 'true')('a heap that is too small', () => {
  it('is named as the first cause', { timeout: PATIENCE }, async () => {
    const input = join(sharedFolder(), 'a.jsonl.gz')
    // Spark has to hold a line, several times.
    writeFileSync(input, gzipSync(`{"id":1,"text":"a text"}\n{"id":2,"text":"another","more":"${'x'.repeat(500 << 20)}"}\n`, { level: 1 }))
    const { code, stderr } = await leitong(['dedupe', input, '--engine', 'local[1]', '--work', join(sharedFolder(), 'work')], {
      env: { SPARK_HOME: spark as string },
    })
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/OutOfMemoryError.*spark\.driver\.memory/) })
    expect(stderr).not.toMatch(/stopped SparkContext/)
  })
})

/** Files that were cut off or damaged: read in this process, so that an error nobody catches shows. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compress, init } from '@bokuweb/zstd-wasm'
import { expect, it } from 'vitest'
import { dedupe, LeitongError } from '../../../src/index.js'
import { writeParquet } from '../../../src/sources/formats/parquet.js'
import { temporaryFolder } from '../../support/files.js'
import { below, csv, documents, jsonl } from './inputs.js'
import { type Row, rounds, rowOf } from './table.js'

export function damageTrials(random: () => number): void {
  const folder = temporaryFolder()
  const all = documents(random, 12, 6)
  const plain = Buffer.from(jsonl(all))

  async function formats(): Promise<Record<string, Buffer>> {
    await init()
    const rows = join(folder, 'rows.jsonl')
    writeFileSync(rows, plain)
    const parquet = join(folder, 'whole.parquet')
    await writeParquet(
      rows,
      [
        ['id', 'BIGINT'],
        ['text', 'VARCHAR'],
      ],
      parquet,
    )
    return {
      'a.jsonl.gz': gzipSync(plain),
      'a.jsonl.zst': Buffer.from(compress(plain, 3)),
      'a.parquet': readFileSync(parquet),
      'a.jsonl': plain,
      'a.csv': Buffer.from(csv(all)),
      'a.json': Buffer.from(JSON.stringify(all)),
      'a.html': Buffer.from(`<html><head><title>t</title></head><body>${all.map(({ text }) => `<p>${text}</p>`).join('')}</body></html>`),
      'a.md': Buffer.from(all.map(({ text }) => `# ${text}\n\n${text}\n`).join('\n')),
    }
  }

  /** The number of documents that a file gives; undefined where it is refused with the cause. */
  async function read(name: string, content: Buffer, row: Row): Promise<number | undefined> {
    const path = join(folder, name)
    writeFileSync(path, content)
    row.tried++
    try {
      const result = await dedupe({ files: [path] }, { method: 'exact', workers: 1 })
      try {
        const { documents: count, kept, removed, rejects } = result.summary
        // What could not be judged is kept.
        if (kept + removed !== count + rejects) row.losses.push(`${name}: ${kept} + ${removed} of ${count} + ${rejects}`)
        return count + rejects
      } finally {
        await result.close()
      }
    } catch (error) {
      if (error instanceof LeitongError) row.refused++
      else row.losses.push(`${name}: ${(error as Error).message}`)
      return undefined
    }
  }

  for (const name of ['a.jsonl.gz', 'a.jsonl.zst', 'a.parquet'])
    it(`${name} cut off at every byte`, async () => {
      const whole = (await formats())[name] as Buffer
      const row = rowOf('damaged files', `${name.slice(2)} cut off at every byte`, whole.length - 1)
      for (let length = 1; length < whole.length; length++) {
        const found = await read(name, whole.subarray(0, length), row)
        if (found === all.length) row.right++
        else if (found !== undefined) row.losses.push(`${length} bytes gave ${found} records`)
      }
      expect(row.losses).toEqual([])
    })

  for (const name of ['a.jsonl.gz', 'a.jsonl.zst', 'a.parquet', 'a.jsonl', 'a.csv', 'a.json', 'a.html', 'a.md'])
    it(`${name} with flipped bits`, async () => {
      const whole = (await formats())[name] as Buffer
      const row = rowOf('damaged files', `${name.slice(2)} with one to three flipped bits`, 20)
      const isChecked = /gz|zst/.test(name)
      await rounds(0.02, 300, 20, async () => {
        const content = Buffer.from(whole)
        for (let flips = 1 + below(random, 3); flips > 0; flips--) {
          const at = below(random, content.length)
          content[at] = (content[at] as number) ^ (1 << below(random, 8))
        }
        const found = await read(name, content, row)
        if (found === undefined) return
        if (isChecked && found !== all.length) row.losses.push(`${found} records of ${all.length}`)
        else row.right++
      })
      expect(row.losses).toEqual([])
    })
}

/** Excel and Word files that were damaged, and archives that lie about what they hold: each is refused with the cause, or read right. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { dedupe, LeitongError } from '../../../src/index.js'
import { temporaryFolder } from '../../support/files.js'
import { wordFile } from '../../support/office.js'
import { below, documents } from './inputs.js'
import { type Row, rowOf, stated } from './table.js'

export function archiveTrials(random: () => number): void {
  const folder = temporaryFolder()
  const all = documents(random, 12, 6)

  async function wholeOf(ending: string): Promise<Buffer> {
    if (ending === 'docx') return wordFile(all.map(({ text }) => text))
    const path = join(folder, 'whole.xlsx')
    await writeExcel([['id', 'text'], ...all.map(({ id, text }) => [id, text])].map((row) => row.map((value) => ({ value })))).toFile(path)
    return readFileSync(path)
  }

  /** The texts of a file that was taken; undefined where it was refused with the cause, or is a record that could not be judged. */
  async function read(ending: string, content: Buffer, row: Row): Promise<string | undefined> {
    const path = join(folder, `a.${ending}`)
    writeFileSync(path, content)
    row.tried++
    const end = performance.now() + 20_000
    try {
      await using result = await dedupe({ files: [path] }, { method: 'exact', workers: 1 })
      if (result.summary.rejects && !result.summary.documents) {
        row.refused++
        return undefined
      }
      const output = join(folder, ending === 'xlsx' ? 'kept.csv' : 'kept.jsonl')
      await result.write({ output })
      return readFileSync(output, 'utf8')
    } catch (error) {
      if (!(error instanceof LeitongError)) row.losses.push(`${(error as Error).stack}`)
      else row.refused++
      return undefined
    } finally {
      if (performance.now() > end) row.losses.push('took more than 20 s')
    }
  }

  for (const ending of ['xlsx', 'docx']) {
    it(`${ending} damaged`, async () => {
      const row = rowOf('damaged files', `${ending} cut off, overwritten or with flipped bits`, 300)
      const whole = await wholeOf(ending)
      const right = await read(ending, whole, row)
      expect(right).toBeDefined()
      row.right++
      await stated(300, async (round) => {
        let content = Buffer.from(whole)
        if (round % 3 === 0) content = content.subarray(0, below(random, whole.length))
        else if (round % 3 === 1) {
          const at = below(random, whole.length)
          content.fill(below(random, 256), at, Math.min(whole.length, at + 1 + below(random, 200)))
        } else
          for (let flips = 1 + below(random, 3); flips > 0; flips--) {
            const at = below(random, content.length)
            content[at] = (content[at] as number) ^ (1 << below(random, 8))
          }
        const found = await read(ending, content, row)
        if (found === undefined) return
        if (found === right) row.right++
        else row.losses.push(`round ${round} gave other texts`)
      })
      expect(row.losses).toEqual([])
    })

    it(`${ending} that lies`, async () => {
      const row = rowOf('damaged files', `${ending} whose contents are not as large as it says`, 12)
      const whole = await wholeOf(ending)
      // Each entry of the list of contents, smaller, larger and far beyond what may be unpacked.
      for (let at = whole.indexOf('PK\x01\x02'); at >= 0; at = whole.indexOf('PK\x01\x02', at + 1))
        for (const size of [1, whole.readUInt32LE(at + 24) + 1, 0x7fffffff, 0xffffffff]) {
          const content = Buffer.from(whole)
          content.writeUInt32LE(size, at + 24)
          if ((await read(ending, content, row)) !== undefined) row.losses.push(`${size} bytes were believed`)
        }
      expect(row.tried).toBeGreaterThan(8)
      expect(row.losses).toEqual([])
    })
  }
}

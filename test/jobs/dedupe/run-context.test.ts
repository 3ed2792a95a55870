/**
 * What a run holds open belongs to it: two runs in one process over a file that is replaced in between.
 *
 * Oracle   the words that each file was written with; the descriptors that the system lists for this process.
 * Covers   dedupe with worker threads and without them, link likewise; runs behind each other and runs that are open at the same
 *          time; closing twice.
 */
import { readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { dedupe, link } from '../../../src/index.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom, createText } from '../../support/texts.js'

const folder = temporaryFolder()

/** Jobs below 2 MB run on the calling thread. */
const SIZES = { 'on the calling thread': 20, 'in worker threads': 3000 }

/** Puts a file in the place of another one, as editors do: the old one lives on for those who have it open. */
function replaceBy(path: string, lines: readonly unknown[]): string {
  writeFileSync(`${path}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  renameSync(`${path}.new`, path)
  return path
}

/** Documents with a word of their own and texts of different lengths, so that places in one file are wrong in another; the last two are alike. */
function documentsWith(word: string, count: number): { id: number; text: string }[] {
  const random = createRandom(word.length)
  const texts = Array.from({ length: count }, (_, i) => `${word} ${i} ${word}${i} ${createText(random, 130 + (i % 40))}`)
  return [...texts, `${texts[count - 1]} ${word}`].map((text, id) => ({ id, text }))
}

/** Everything that the system says this process has open in the folder of this test. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })

/** The texts of a report, block by block. */
function textsIn(report: string): string {
  const blocks = readFileSync(report, 'utf8').matchAll(/id="block-\d+">([A-Za-z0-9+/=]+)</g)
  return Array.from(blocks, ([, data]) => gunzipSync(Buffer.from(data as string, 'base64')).toString()).join('\n')
}

describe.skipIf(process.platform !== 'linux').each(Object.entries(SIZES))('%s', (_, count) => {
  const options = { workers: 2, temp: folder, threshold: 0.7 }

  it('each report shows the texts of the file that its run read, and the file is let go', async () => {
    const path = join(folder, 'in.jsonl')
    const report = join(folder, 'report.html')
    for (const word of ['alpha', 'gamma', 'epsilonic']) {
      const result = await dedupe({ files: [replaceBy(path, documentsWith(word, count))] }, options)
      await result.write({ report })
      expect(result.summary.groups).toBe(1)
      await result.close()
      expect(textsIn(report)).toContain(`${word} ${count - 1} `)
      expect(openFiles()).toEqual([])
    }
  })

  it('runs that are open at the same time do not see the files of each other', async () => {
    const path = join(folder, 'in.jsonl')
    const open = []
    for (const word of ['alpha', 'gamma', 'epsilonic']) {
      const result = await dedupe({ files: [replaceBy(path, documentsWith(word, count))] }, { ...options, pairs: true })
      const report = join(folder, `${word}.html`)
      await result.write({ report })
      expect(textsIn(report)).toContain(`${word} ${count - 1} `)
      expect([...result.pairs()]).toMatchObject([{ a: count - 1, b: count }])
      open.push(result)
    }
    for (const result of open) await result.close()
    for (const result of open) await result.close()
    expect(openFiles()).toEqual([])
  })

  it('link measures the texts of the files that it was given', async () => {
    const [a, b] = [join(folder, 'a.jsonl'), join(folder, 'b.jsonl')]
    const open = []
    for (const word of ['alpha', 'gamma', 'epsilonic']) {
      const documents = documentsWith(word, count)
      replaceBy(a, documents.slice(0, -1))
      replaceBy(b, documents.slice(-1))
      const result = await link({ files: [a] }, { files: [b] }, options)
      expect([...result.pairs()]).toMatchObject([{ a: count - 1, b: count }])
      open.push(result)
    }
    for (const result of open) await result.close()
    for (const result of open) await result.close()
    expect(openFiles()).toEqual([])
  })
})

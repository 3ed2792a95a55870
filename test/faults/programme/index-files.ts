/** Indexes in files: writers that are killed, and files with flipped bits, which `verify` finds, or which read right. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openIndex } from '../../../src/index.js'
import { verifyIndex } from '../../../src/jobs/live/open.js'
import { leitong, temporaryFolder } from '../../support/files.js'
import { killWriters } from '../../support/writers.js'
import { below, documents } from './inputs.js'
import { rounds, rowOf } from './table.js'

const PAGE = 4096
const COMMANDS = [['stats'], ['query', '--text', 'one more'], ['add', 'more.jsonl']] as const

export function indexTrials(random: () => number): void {
  const folder = temporaryFolder()
  const all = documents(random, 200, 20)
  writeFileSync(join(folder, 'more.jsonl'), '{"id":"more","text":"One more text, which is like no other."}\n')

  for (const store of ['lmdb', 'sqlite'] as const) {
    const urlOf = (name: string) => (store === 'lmdb' ? join(folder, name) : `sqlite:${join(folder, name)}.db`)
    const fileOf = (name: string) => (store === 'lmdb' ? join(folder, name, 'index.lmdb') : `${join(folder, name)}.db`)

    it(`${store}: writers are killed`, async () => {
      const row = rowOf('live index', `${store}: kill -9 of one of four writers`, 24)
      await rounds(0.05, 6, 6, async (round) => {
        const url = urlOf(`killed-${store}-${round}`)
        await (await openIndex(url, { method: 'simhash', payload: 'text' })).close()
        await killWriters(url, { rounds: 1, writers: 4, within: 200 }, random)
        row.tried += 4
        row.right += 4
      })
    })

    it(`${store}: files are damaged`, async () => {
      const row = rowOf('live index', `${store}: flipped bits and zeroed pages; verify, and a command`, 16)
      const url = urlOf(`whole-${store}`)
      const index = await openIndex(url, { method: 'simhash', payload: 'text' })
      for await (const added of index.addAll(all)) expect(added.stored).toBe(true)
      await index.close()
      const bytes = readFileSync(fileOf(`whole-${store}`))
      const exported = async (from: string) => (await leitong(['index', 'export', from])).stdout
      const original = await exported(url)
      await rounds(0.05, 40, 16, async (round) => {
        const name = `damaged-${store}`
        rmSync(store === 'lmdb' ? join(folder, name) : fileOf(name), { recursive: true, force: true })
        for (const ending of ['-wal', '-shm']) rmSync(`${fileOf(name)}${ending}`, { force: true })
        if (store === 'lmdb') mkdirSync(join(folder, name))
        const content = Buffer.from(bytes)
        const at = below(random, content.length)
        if (round % 3) content[at] = (content[at] as number) ^ (1 << below(random, 8))
        else content.fill(0, at - (at % PAGE), at - (at % PAGE) + PAGE)
        writeFileSync(fileOf(name), content)
        row.tried++
        const problems = await verifyIndex(urlOf(name)).then(
          (report) => report.problems,
          (error: Error) => [error.message],
        )
        // Whatever is wrong with the file, a command answers or says so.
        const line = COMMANDS[round % COMMANDS.length] as readonly string[]
        const { code, stderr } = await leitong(['index', line[0] as string, urlOf(name), ...line.slice(1)], { cwd: folder })
        if (![0, 1, 3].includes(code) || stderr.includes('this should not happen'))
          row.losses.push(`byte ${at} of ${content.length}: index ${line[0]} ended with ${code}: ${stderr}`)
        else if (problems.length) row.refused++
        // What was added is there now.
        else if (line[0] === 'add') row.right++
        else if ((await exported(urlOf(name))) === original) row.right++
        else row.losses.push(`byte ${at} of ${content.length}`)
      })
      expect(row.losses).toEqual([])
    })
  }
}

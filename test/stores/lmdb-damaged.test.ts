/**
 * Files of an index that are damaged: whoever reads them is told, and no process of ours ends by it.
 *
 * Covers   a file that is none of LMDB; one that was cut off at every eighth; zeroed pages; flipped bits; turns of writing processes.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { verifyIndex } from '../../src/jobs/live/open.js'
import { ProcessTurn } from '../../src/stores/lmdb/process-turn.js'
import { leitong, startEndless, temporaryFolder } from '../support/files.js'
import { createRandom, createText } from '../support/texts.js'

const folder = temporaryFolder()
const whole = join(folder, 'whole')
const damaged = join(folder, 'damaged')
const file = join(damaged, 'index.lmdb')
const PAGE = 4096
/** In the text of one record. */
const MARKED = 'Zeppelinhangar'
let bytes: Buffer

beforeAll(async () => {
  const random = createRandom(4)
  const index = await openIndex(whole, { method: 'simhash', payload: 'text' })
  const documents = Array.from({ length: 300 }, (_, id) => ({ id, text: `${createText(random, 40)} ${id === 150 ? MARKED : ''}` }))
  for await (const added of index.addAll(documents)) expect(added.stored).toBe(true)
  await index.close()
  bytes = readFileSync(join(whole, 'index.lmdb'))
})

function damage(content: Buffer): void {
  rmSync(damaged, { recursive: true, force: true })
  mkdirSync(damaged)
  writeFileSync(file, content)
}

describe('a damaged index', () => {
  it('is sound before', async () => {
    expect(await verifyIndex(whole)).toEqual({ records: 300, problems: [] })
    expect(await leitong(['index', 'verify', whole])).toMatchObject({ code: 0, stdout: '300 records, all sound\n' })
  })

  it('of other bytes is told by every command', async () => {
    damage(Buffer.from('junk'))
    expect((await verifyIndex(damaged)).problems.join()).toContain('no file of LMDB')
    for (const command of ['stats', 'verify']) {
      const { code, stdout, stderr } = await leitong(['index', command, damaged])
      expect([code, (stdout + stderr).includes('no file of LMDB')]).toEqual([3, true])
    }
    await expect(openIndex(damaged, { create: false })).rejects.toMatchObject({ code: 'STORE' })
  })

  it('that was cut off is told, and cannot be opened', async () => {
    for (let part = 1; part < 8; part += 2) {
      damage(bytes.subarray(0, Math.floor((bytes.length * part) / 8)))
      expect((await verifyIndex(damaged)).problems, `${part}/8`).toHaveLength(1)
      await expect(openIndex(damaged, { create: false }), `${part}/8`).rejects.toMatchObject({ code: 'STORE' })
    }
  })

  it('whose first two pages are no neighbours is told: LMDB would go back to the older one', async () => {
    const TRANSACTION = 152
    const newest = [0, PAGE].sort((a, b) =>
      Number(bytes.readBigUInt64LE(b + TRANSACTION) - bytes.readBigUInt64LE(a + TRANSACTION)),
    )[0] as number
    const changes: ((content: Buffer) => unknown)[] = [
      (content) => content.fill(0, PAGE, 2 * PAGE),
      ...Array.from({ length: 12 }, (_, bit) => (content: Buffer) => {
        const at = newest + TRANSACTION + (bit >> 3)
        content[at] = (content[at] as number) ^ (1 << (bit & 7))
      }),
    ]
    for (const change of changes) {
      const content = Buffer.from(bytes)
      change(content)
      damage(content)
      expect((await verifyIndex(damaged)).problems.join()).toContain('one of its first two pages is damaged')
      await expect(openIndex(damaged, { create: false })).rejects.toMatchObject({ code: 'STORE' })
    }
  })

  it('with zeroed pages or flipped bits ends nothing: what verify calls sound reads right', async () => {
    const random = createRandom(8)
    const found = { told: 0, sound: 0 }
    for (let round = 0; round < 10; round++) {
      const content = Buffer.from(bytes)
      const at = Math.floor(random() * content.length)
      if (round % 2) content[at] = (content[at] as number) ^ (1 << (round % 8))
      else content.fill(0, at - (at % PAGE), at - (at % PAGE) + PAGE)
      damage(content)
      const { problems, records } = await verifyIndex(damaged)
      found[problems.length ? 'told' : 'sound']++
      if (problems.length) continue
      expect(records).toBe(300)
      const [exported, original] = await Promise.all([leitong(['index', 'export', damaged]), leitong(['index', 'export', whole])])
      expect(exported).toEqual(original)
    }
    expect(found.told).toBeGreaterThan(2)
    expect(found.told + found.sound).toBe(10)
  })

  it('ends no command: each answers, or says that the file is damaged', async () => {
    const random = createRandom(16)
    const found = { told: 0, answered: 0 }
    writeFileSync(join(folder, 'more.jsonl'), '{"id":"more","text":"One more text, which is like no other here."}\n')
    const commands = [
      ['stats', damaged],
      ['query', damaged, '--text', MARKED],
      ['add', damaged, join(folder, 'more.jsonl')],
    ]
    for (let round = 0; round < 10; round++) {
      const content = Buffer.from(bytes)
      // The first pages lead to all others.
      const at = Math.floor(random() * (round % 2 ? content.length : 8 * PAGE))
      if (round % 4 < 2) content[at] = (content[at] as number) ^ (1 << (round % 8))
      else content.fill(0, at - (at % PAGE), at - (at % PAGE) + PAGE)
      damage(content)
      for (const command of commands) {
        const { code, stderr } = await leitong(['index', ...command])
        const place = `${command[0]} with byte ${at} of round ${round}: ${stderr}`
        expect([0, 1, 3], place).toContain(code)
        expect(stderr, place).not.toContain('this should not happen')
        found[code === 3 ? 'told' : 'answered']++
      }
    }
    expect(found.told).toBeGreaterThan(2)
    expect(found.answered).toBeGreaterThan(2)
  })

  it('is not tried again while nobody else has changed it', async () => {
    const { isMarked } = await import('../../src/stores/lmdb/mark.js')
    const isWhole = () => isMarked(join(damaged, 'index.lmdb'), join(damaged, 'index.lmdb-mark'))
    rmSync(damaged, { recursive: true, force: true })
    cpSync(whole, damaged, { recursive: true })
    expect(isWhole()).toBe(false)
    const index = await openIndex(damaged, { create: false })
    expect(isWhole()).toBe(true)
    await index.remove(7)
    await index.add({ id: 'new', text: 'A text that nobody has seen before.' })
    expect(isWhole()).toBe(true)
    await index.close()
    expect(isWhole()).toBe(true)
  })

  it('is told of an index that is open', async () => {
    const content = Buffer.from(bytes)
    rmSync(damaged, { recursive: true, force: true })
    cpSync(whole, damaged, { recursive: true })
    const index = await openIndex(damaged, { create: false })
    const at = content.indexOf(MARKED)
    expect(at).toBeGreaterThan(0)
    content[at] = (content[at] as number) ^ 1
    writeFileSync(file, content)
    expect((await index.verify()).problems.length).toBeGreaterThan(0)
    await index.close()
  })

  it('is told by a process that would never end', async () => {
    const restore = startEndless()
    try {
      expect(await verifyIndex(whole)).toEqual({ records: 300, problems: [] })
    } finally {
      restore()
    }
  })
})

describe.skipIf(process.platform !== 'linux')('turns of processes', () => {
  it('come one after the other', async () => {
    const turns = [1, 2, 3].map(() => new ProcessTurn('here', folder))
    const order: string[] = []
    await Promise.all(
      turns.map(async (turn, i) => {
        const release = await turn.take()
        order.push(`${i} begins`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        order.push(`${i} ends`)
        release()
      }),
    )
    for (let i = 0; i < 6; i += 2) expect(order[i + 1]).toBe(order[i]?.replace('begins', 'ends'))
  })

  it('come in the order in which they were asked for', async () => {
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const release = await new ProcessTurn('here', folder).take()
        order.push(i)
        setTimeout(release, 1)
      }),
    )
    expect(order).toEqual(Array.from({ length: 50 }, (_, i) => i))
  })

  it('go to another process too, however many of this one wait', async () => {
    const program = `
      import { ProcessTurn } from ${JSON.stringify(new URL('../../dist/stores/lmdb/process-turn.js', import.meta.url).href)}
      console.log('asks')
      await new ProcessTurn('here', ${JSON.stringify(folder)}).take()
      console.log('taken')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
    })
    let isOver = false
    const busy = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const release = await new ProcessTurn('here', folder).take()
        await new Promise((resolve) => setTimeout(resolve, 5))
        release()
      }
    })
    await expect.poll(() => said, { timeout: 30_000 }).toContain('taken')
    isOver = true
    child.kill('SIGKILL')
    await Promise.all(busy)
  })

  it('end with the process that has one, and are not waited for without end', async () => {
    const program = `
      import { ProcessTurn } from ${JSON.stringify(new URL('../../dist/stores/lmdb/process-turn.js', import.meta.url).href)}
      await new ProcessTurn('here', ${JSON.stringify(folder)}).take()
      console.log('taken')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    await expect(new ProcessTurn('here', folder, 50).take()).rejects.toMatchObject({ code: 'STORE' })
    const waiting = new ProcessTurn('here', folder).take()
    child.kill('SIGKILL')
    const release = await waiting
    release()
  })
})

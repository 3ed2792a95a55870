/**
 * Faults of the command that trials found.
 *
 * Covers   named pipes without a partner, which a signal must be able to end, in compare too; --table on files; standard input twice; too few positions.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leitong, startLeitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
writeLines(
  at('in.jsonl'),
  Array.from({ length: 50 }, (_, id) => ({ id, text: `text number ${id % 40} of a few` })),
)
for (const name of ['pipe.jsonl', 'pipe.txt', 'out']) execFileSync('mkfifo', [at(name)])

const ended = (child: ReturnType<typeof startLeitong>) => new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))

describe('a named pipe without a partner', () => {
  for (const [what, args] of [
    ['input', ['dedupe', 'pipe.jsonl']],
    ['output', ['dedupe', 'in.jsonl', '-o', 'out']],
    ['one of two texts', ['compare', 'pipe.txt', 'in.jsonl', '--format', 'txt']],
    ['one of two records', ['compare', 'pipe.jsonl', 'in.jsonl']],
  ] as const)
    it(`as ${what} can be given up`, async () => {
      const child = startLeitong([...args], folder)
      const code = ended(child)
      // Until it waits: nothing tells, so it is asked again and again. A process that is still loading ends by the signal itself.
      const asking = setInterval(() => child.kill('SIGTERM'), 2500)
      expect([4, null]).toContain(await code)
      clearInterval(asking)
    })

  it('is compared when a text comes through it', async () => {
    writeFileSync(at('one.txt'), 'the same text')
    const child = startLeitong(['compare', 'pipe.txt', 'one.txt', '-q'], folder)
    const code = ended(child)
    execFileSync('sh', ['-c', '(cat one.txt > pipe.txt &)'], { cwd: folder })
    expect(await code).toBe(0)
  })

  it('waits for one that comes late', async () => {
    const child = startLeitong(['dedupe', 'pipe.jsonl', '-q', '-o', 'out'], folder)
    const code = ended(child)
    execFileSync('sh', ['-c', '(cat in.jsonl > pipe.jsonl &) ; cat out > got.jsonl'], { cwd: folder })
    expect(await code).toBe(0)
    await leitong(['dedupe', 'in.jsonl', '-o', 'whole.jsonl'], { cwd: folder })
    expect(readFileSync(at('got.jsonl'))).toEqual(readFileSync(at('whole.jsonl')))
  })
})

it('refuses a table of files, and standard input as both texts', async () => {
  expect(await leitong(['dedupe', 'in.jsonl', '--table', 't'], { cwd: folder })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--table and --query are for databases'),
  })
  expect(await leitong(['compare', '-', '-'], { cwd: folder })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"-" is named twice'),
  })
})

it('says that few positions miss pairs', async () => {
  const run = async (...args: string[]) => (await leitong(['dedupe', 'in.jsonl', ...args], { cwd: folder })).stderr
  expect(await run('--num-perm', '2')).toContain('--num-perm 2 finds about 96.0 % of the pairs at the threshold 0.8')
  expect(await run('--num-perm', '2', '--lang', 'zh')).toContain('约能找到 96.0 %')
  for (const quiet of [[], ['--num-perm', '4'], ['--method', 'exact'], ['--num-perm', '2', '-q']])
    expect(await run(...quiet)).not.toContain('finds about')
})

it('calls a binary file by its name in compare', async () => {
  writeFileSync(at('a.txt'), 'a text')
  writeFileSync(at('b.bin'), Buffer.from('PAR1\0\0\0\0rows'))
  expect(await leitong(['compare', 'a.txt', 'b.bin'], { cwd: folder })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a Parquet file'),
  })
})

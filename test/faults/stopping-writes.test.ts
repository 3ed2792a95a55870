/**
 * A signal while outputs are written: the run ends, and the message says which outputs are there.
 *
 * Oracle   the exit code, the message and the files.
 * Covers   pairs of dense groups as JSON lines, as a table and in the report; a second output that waits for its reader when the first is in place.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'leitong-stop-writes-'))
afterAll(() => rmSync(folder, { recursive: true }))
const MAIN = new URL('../../dist/cli/main.js', import.meta.url).pathname

/** Equal texts: all pairs are found at once, and writing them takes long. */
const copies = join(folder, 'copies.jsonl')
writeFileSync(copies, Array.from({ length: 8000 }, (_, i) => `{"id":${i},"text":"one text that stands here many times"}\n`).join(''))

function run(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, 'dedupe', copies, '--max-copies', '10000', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  return { child, said: () => said }
}

/** Bytes of what is written under a temporary name in a folder. */
const underWay = (at: string) =>
  readdirSync(at)
    .filter((file) => file.includes('.tmp'))
    .reduce((sum, file) => sum + (statSync(join(at, file), { throwIfNoEntry: false })?.size ?? 0), 0)

it.each(['pairs.jsonl', 'pairs.csv', 'pairs.jsonl.gz'])('%s', async (name) => {
  const at = mkdtempSync(join(folder, 'at-'))
  const { child, said } = run('--pairs', join(at, name))
  while (child.exitCode === null && !underWay(at)) await sleep(10)
  expect(child.exitCode, 'it writes').toBe(null)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(4)
  expect(said()).toContain('stopped by SIGTERM; no output was changed')
  expect(readdirSync(at)).toEqual([])
})

it('an output that is in place is named', async () => {
  const at = mkdtempSync(join(folder, 'at-'))
  const kept = join(at, 'kept.jsonl')
  // Standard output comes after the files; nobody reads it, so that it waits.
  const { child, said } = run('-o', kept, '--pairs', '-')
  child.stdout.pause()
  while (child.exitCode === null && !existsSync(kept)) await sleep(10)
  await sleep(200)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(4)
  expect(said()).toContain(`stopped by SIGINT; already written: ${kept}, standard output`)
  expect(said()).not.toContain('no output was changed')
  expect(execFileSync('wc', ['-l', kept], { encoding: 'utf8' })).toMatch(/^1 /)
})

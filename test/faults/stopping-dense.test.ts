/**
 * A signal ends a run at any moment, also one that is small enough for the calling thread.
 *
 * Oracle   the clock and the exit code.
 * Covers   a dense group whose verification takes long; signatures that bring every pair together; no output is there afterwards.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'leitong-stop-'))
afterAll(() => rmSync(folder, { recursive: true }))
const MAIN = new URL('../../dist/cli/main.js', import.meta.url).pathname

/** Texts below 2 MB together, of which each is like many others. */
function dense(name: string, count: number, words: number): string {
  const path = join(folder, name)
  const lines = Array.from({ length: count }, (_, i) => {
    const text = Array.from({ length: words }, (_, j) => (j % 5 === i % 5 && (i * 7 + j) % 9 < 4 ? `w${i}x${j}` : `word${j}`))
    return JSON.stringify({ id: i, text: text.join(' ') })
  })
  writeFileSync(path, lines.join('\n'))
  return path
}

it.each([
  ['every pair verified', ['--threshold', '0.7', '--ngram', '1', '--pairs', join(folder, 'pairs')], 4000, 40],
  ['every pair by signatures', ['--method', 'simhash', '--measure', 'combined', '--threshold', '0.2', '--mu', '0.8'], 4000, 40],
] as const)('%s', async (name, flags, count, words) => {
  const input = dense(`${name}.jsonl`, count, words)
  const output = join(folder, `${name}.out`)
  const child = spawn(process.execPath, [MAIN, 'dedupe', input, '-o', output, ...flags], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  // Outputs are opened before the work begins; a second later it is under way.
  while (child.exitCode === null && !readdirSync(folder).some((file) => file.endsWith('.tmp'))) await sleep(50)
  await sleep(1000)
  expect(child.exitCode, 'it is still running').toBe(null)
  const start = performance.now()
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(4)
  expect(said).toContain('no output was changed')
  // A second of ours; a machine that does much else takes many times as long. That it stopped at all, and did not end, the code tells.
  expect(performance.now() - start).toBeLessThan(15_000)
  expect(existsSync(output)).toBe(false)
})

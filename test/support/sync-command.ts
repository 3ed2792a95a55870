/** `leitong sync` from a table of posts into an index, with output and state in one folder; also killed on its way. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { COMMAND, leitong } from './files.js'

export const syncArguments = (folder: string, url: string, more: readonly string[]) => [
  ...['sync', url, join(folder, 'index'), '--table', 'posts', '--text-field', 'body', '--create', '-o', join(folder, 'answers.jsonl')],
  ...more,
]

/** Runs one pass; the answers that it added to the output. */
export async function syncOnce(folder: string, url: string, more: readonly string[]): Promise<Record<string, unknown>[]> {
  const output = join(folder, 'answers.jsonl')
  const before = sizeOf(output)
  expect(await leitong(syncArguments(folder, url, more))).toMatchObject({ code: 0, stderr: expect.stringMatching(/rows read/) })
  const added = readFileSync(output).subarray(before).toString()
  return added
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

export const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

/**
 * Starts a command and kills it once it has written.
 *
 * @param enough  bytes of the output, beyond those that are there, at which it is killed
 * @param wait    milliseconds more
 * @returns false when it ended by itself
 */
export async function untilKilled(args: readonly string[], output: string, wait: number, enough = 1): Promise<boolean> {
  const before = sizeOf(output)
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: 'ignore' })
  const ended = new Promise<string | null>((resolve) => child.on('exit', (_, signal) => resolve(signal)))
  const deadline = Date.now() + 60_000
  while (sizeOf(output) < before + enough && child.exitCode === null && Date.now() < deadline) await sleep(2)
  await sleep(wait)
  child.kill('SIGKILL')
  return (await ended) === 'SIGKILL'
}

/** Temporary folders and runs of the built command, for tests. */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll } from 'vitest'

const folders: string[] = []

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder that goes when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leitong-test-'))
  folders.push(folder)
  return folder
}

/** The command as users start it, out of few files; `npm run build` makes it. It starts in less than half the time of its single modules. */
export const COMMAND = new URL('../../dist/bundle/leitong.js', import.meta.url).pathname
/** The same command out of its single modules, for tests of what it loads. */
export const UNBUNDLED = new URL('../../dist/cli/main.js', import.meta.url).pathname

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command and waits for its end. */
export function leitong(
  args: readonly string[],
  given: { cwd?: string; input?: string | Uint8Array; env?: Record<string, string> } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [COMMAND, ...args],
      { cwd: given.cwd, maxBuffer: 1 << 30, encoding: 'utf8', env: { ...process.env, ...given.env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(given.input ?? '')
  })
}

/** Starts the command without waiting. */
export function startLeitong(args: readonly string[], cwd: string) {
  return spawn(process.execPath, [COMMAND, ...args], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
}

export const jsonLines = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

export function writeLines(path: string, records: readonly unknown[]): string {
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return path
}

/** What a page of a report unpacks. @param id  `data`, `ids`, `block-0` … */
export function reportData(page: string, id: string): unknown {
  const [, base64 = ''] = new RegExp(`id="${id}">([^<]*)<`).exec(page) ?? []
  return base64 && JSON.parse(gunzipSync(Buffer.from(base64, 'base64')).toString())
}

/**
 * Processes of Node that are started from here on never end by themselves, as happens now and then
 * (https://github.com/nodejs/node/issues/54918).
 *
 * @returns puts things back
 */
export function startEndless(): () => void {
  const hook = join(temporaryFolder(), 'endless.cjs')
  writeFileSync(hook, "process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))\n")
  const before = process.env['NODE_OPTIONS']
  process.env['NODE_OPTIONS'] = `--require ${hook}`
  return () => {
    if (before === undefined) delete process.env['NODE_OPTIONS']
    else process.env['NODE_OPTIONS'] = before
  }
}

/** Processes that write to an index until they are killed, what they have said was acknowledged, and whether that is there. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { openIndex } from '../../src/index.js'

const WRITER = new URL('live-writer.mjs', import.meta.url).pathname

export interface Writer {
  readonly child: ChildProcess
  readonly lines: string[]
  readonly ready: Promise<void>
  /** It has said something after that, or has ended. */
  readonly spoken: Promise<void>
  readonly ended: Promise<void>
}

/** @param limit  a command of the shell before it, such as ulimit */
export function startWriter(args: readonly string[], limit?: string): Writer {
  const command = limit ? ['bash', '-c', `${limit}; exec "$@"`, 'bash', process.execPath] : [process.execPath]
  const child = spawn(command[0] as string, [...command.slice(1), WRITER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  let isReady: () => void
  let hasSpoken: () => void
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const spoken = new Promise<void>((resolve) => {
    hasSpoken = resolve
  })
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (line === 'ready') return isReady()
    lines.push(line)
    hasSpoken()
  })
  // After `close` everything that was written has arrived; an end before `ready` shows in what is missing.
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      isReady()
      hasSpoken()
      resolve()
    })
  })
  return { child, lines, ready, spoken, ended }
}

/** The last that was said of each id, and its version. */
export type Acknowledged = Map<string, { readonly what: string; readonly version: number }>

export function note(lines: readonly string[], acknowledged: Acknowledged): void {
  for (const line of lines) {
    const [what, id, version] = line.split(' ') as [string, string, string]
    if (what !== 'error') acknowledged.set(id, { what, version: Number(version) })
  }
}

/** The texts of an index by id; fails where `verify` finds anything. */
export async function textsOf(url: string): Promise<Map<string, string>> {
  const index = await openIndex(url, { create: false })
  const { records, problems } = await index.verify()
  expect(problems).toEqual([])
  const texts = new Map<string, string>()
  for await (const line of index.export()) if ('id' in line) texts.set(String(line['id']), String(line['text']))
  expect(records).toBe((await index.stats()).documents)
  expect(texts.size).toBe(records)
  await index.close()
  return texts
}

/** Nothing acknowledged is lost, nothing is half there. */
export async function checkAcknowledged(url: string, acknowledged: Acknowledged): Promise<void> {
  const texts = await textsOf(url)
  for (const [id, { what, version }] of acknowledged) {
    const text = texts.get(id)
    if (what === 'put') expect(text, id).toBeDefined()
    if (text === undefined) continue
    // Quicker than a matcher, for many thousands.
    const [, name, found] = /^(\S+) in its version (\d+) \d+ \d+(?: x*)?$/.exec(text) ?? []
    if (name !== id) expect(text).toBe(`a text of ${id}`)
    // A later version may be there: it was written, and the process ended before it could say so.
    if (what === 'put' && Number(found) < version) expect(text).toBe(`version ${version} or later of ${id}`)
    if (what === 'remove' && Number(found) <= version) expect(text).toBe(`nothing of ${id} after version ${version}`)
  }
}

/** Kills writers at random moments, several at a time, and looks at times, and in the end. */
export async function killWriters(url: string, kills: { rounds: number; writers: number; within: number }, random: () => number) {
  const acknowledged: Acknowledged = new Map()
  for (let round = 0; round < kills.rounds; round++) {
    // Names of a round are its own, so versions only grow.
    const writers = Array.from({ length: kills.writers }, (_, i) => startWriter(['write', url, `w${round}_${i}`, String(round * 100 + i)]))
    await Promise.all(
      writers.map(async ({ child, ready, spoken, ended }, i) => {
        // Some before they have written anything.
        await (i % 2 ? ready : spoken)
        await new Promise((resolve) => setTimeout(resolve, random() * kills.within))
        child.kill('SIGKILL')
        await ended
      }),
    )
    for (const { child, lines } of writers) {
      expect(child.signalCode).toBe('SIGKILL')
      expect(lines.filter((line) => line.startsWith('error'))).toEqual([])
      note(lines, acknowledged)
    }
    if (round % 4 === 3 || round === kills.rounds - 1) await checkAcknowledged(url, acknowledged)
  }
  expect(acknowledged.size).toBeGreaterThan(kills.rounds)
}

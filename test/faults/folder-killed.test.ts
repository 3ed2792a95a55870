/**
 * engine: a folder of outputs whose run is killed (SIGKILL), and goes on with `--resume`.
 *
 * Oracle   the folders of a run that nobody kills, byte for byte.
 * Covers   kills at any time of a run, and while files appear; two folders at once; kills of runs that go on.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { COMMAND, leitong, temporaryFolder } from '../support/files.js'
import { rounds } from '../support/long.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
const FILES = 16

/** A kept file and one of removed records for each file, in two folders. */
const args = (into: string, ...more: string[]) => {
  const folders = ['-o', `${into}-kept/`, '--removed', `${into}-gone/`]
  return ['dedupe', 'crawl', ...folders, '--compress', 'gzip', '--temp', join(folder, 'temp'), ...more]
}

/** The files that can be seen in the folders of a run, without those that listings pass over. */
const filesOf = (into: string): string[] =>
  ['kept', 'gone'].flatMap((name) => {
    const root = join(folder, `${into}-${name}`)
    try {
      const entries = readdirSync(root, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => `${name}/${relative(root, join(entry.parentPath, entry.name))}`)
    } catch {
      return []
    }
  })

const pathOf = (into: string, file: string) => join(folder, `${into}-${file}`)

/** Runs the command and kills it when that is asked for. @returns whether it ended before */
async function killed(into: string, more: readonly string[], when: () => Promise<unknown>): Promise<boolean> {
  const child = spawn(process.execPath, [COMMAND, ...args(into, ...more)], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  await Promise.race([when(), ended])
  child.kill('SIGKILL')
  const code = await ended
  if (code !== null && code !== 0) throw new Error(said)
  return code === 0
}

const hasFiles = (into: string, count: number) => async () => {
  while (filesOf(into).length < count) await pause(1)
}

it('holds whole files at any moment, and goes on to what it would have been', { timeout: 1_800_000 }, async () => {
  mkdirSync(join(folder, 'temp'))
  const random = createRandom(5)
  const texts: string[] = []
  for (let file = 0; file < FILES; file++) {
    const lines = Array.from({ length: 300 }, (_, i) => {
      const old = texts[Math.floor(random() * texts.length)]
      texts.push(old && random() < 0.3 ? edit(random, old, random() < 0.5 ? 0 : 0.01) : createText(random, 200))
      return JSON.stringify({ id: file * 1000 + i, text: texts.at(-1) })
    })
    const path = join(folder, 'crawl', file % 3 ? 'deep' : '', `${file}.jsonl`)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, `${lines.join('\n')}\n`)
  }
  const began = performance.now()
  expect((await leitong(args('whole'), { cwd: folder })).code).toBe(0)
  const time = performance.now() - began
  const whole = new Map(filesOf('whole').map((file) => [file, readFileSync(pathOf('whole', file))]))
  expect(whole.size).toBe(2 * FILES)

  let partial = 0
  const times = rounds(4, 40)
  const moments = [
    ...[1, 5, FILES, 2 * FILES - 1].map((count) => (into: string) => hasFiles(into, count)),
    ...Array.from({ length: times }, (_, i) => () => () => pause(((i + random()) / times) * time)),
  ]
  for (const [number, moment] of moments.entries()) {
    const into = `run-${number}`
    let isDone = await killed(into, [], moment(into))
    for (let attempt = 0; !isDone; attempt++) {
      const seen = filesOf(into)
      for (const file of seen)
        expect([number, file, readFileSync(pathOf(into, file)).equals(whole.get(file) as Buffer)]).toEqual([number, file, true])
      if (seen.length && seen.length < whole.size) partial++
      const nodes = seen.map((file) => statSync(pathOf(into, file)).ino)
      // The run that goes on is killed once as well, while it adds files.
      isDone = await killed(into, ['--resume'], attempt ? () => new Promise(() => {}) : hasFiles(into, seen.length + 2))
      expect(seen.map((file) => statSync(pathOf(into, file)).ino)).toEqual(nodes)
    }
    expect(filesOf(into).sort()).toEqual([...whole.keys()].sort())
    for (const [file, bytes] of whole) expect([number, file, readFileSync(pathOf(into, file)).equals(bytes)]).toEqual([number, file, true])
  }
  // Kills before the first file and behind the last show little.
  expect(partial).toBeGreaterThan(0)
})

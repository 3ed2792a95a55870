/**
 * cli: a folder of outputs, killed and resumed.
 *
 * Oracle   the folder of a run that nobody stopped.
 * Covers   SIGKILL while files appear, at several moments; no file that is not whole; what was written is left alone; the message; flags
 *          that are of no use.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { COMMAND, leitong, temporaryFolder } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
const FILES = 60

const random = createRandom(11)
const texts: string[] = []
mkdirSync(join(folder, 'crawl'))
for (let file = 0; file < FILES; file++) {
  const lines = Array.from({ length: 40 }, (_, i) => {
    const old = texts[Math.floor(random() * texts.length)]
    const text = old && random() < 0.4 ? edit(random, old, 0.01) : createText(random, 60)
    texts.push(text)
    return JSON.stringify({ id: file * 100 + i, text })
  })
  writeFileSync(join(folder, 'crawl', `${String(file).padStart(3, '0')}.jsonl.gz`), gzipSync(`${lines.join('\n')}\n`))
}

/** The files that a reader of the folder sees. */
const filesOf = (name: string) =>
  existsSync(join(folder, name))
    ? readdirSync(join(folder, name))
        .filter((file) => !file.startsWith('.'))
        .sort()
    : []

/** Starts the command, and kills it when this many files are there or it ends by itself. */
function killedAt(count: number, name: string): Promise<void> {
  return new Promise((resolve) => {
    const out = join(folder, name)
    mkdirSync(out)
    const child = spawn(process.execPath, [COMMAND, 'dedupe', 'crawl/', '-o', `${name}/`], { cwd: folder, stdio: 'ignore' })
    const watcher = watch(out, () => {
      if (filesOf(name).length >= count) child.kill('SIGKILL')
    })
    child.on('close', () => {
      watcher.close()
      resolve()
    })
  })
}

describe('a folder as output', () => {
  it('is whole in every file when the process is killed, and goes on where it stopped', async () => {
    const whole = await leitong(['dedupe', 'crawl/', '-o', 'whole/'], { cwd: folder })
    expect(whole.code, whole.stderr).toBe(0)
    expect(filesOf('whole')).toHaveLength(FILES)
    let stopped = 0
    for (const count of [1, 7, 30]) {
      const name = `kept-${count}`
      await killedAt(count, name)
      const before = filesOf(name)
      expect(before.length).toBeGreaterThanOrEqual(count)
      if (before.length < FILES) stopped++
      for (const file of before) expect(readFileSync(join(folder, name, file)).equals(readFileSync(join(folder, 'whole', file)))).toBe(true)
      const inodes = before.map((file) => statSync(join(folder, name, file)).ino)
      const again = await leitong(['dedupe', 'crawl/', '-o', `${name}/`], { cwd: folder })
      expect(again).toMatchObject({ code: 3, stderr: expect.stringContaining('--resume goes on') })
      const resumed = await leitong(['dedupe', 'crawl/', '-o', `${name}/`, '--resume'], { cwd: folder })
      expect(resumed.code, resumed.stderr).toBe(0)
      expect(resumed.stderr).toMatch(new RegExp(`${before.length} files? of an earlier run (was|were) there already`))
      expect(filesOf(name)).toEqual(filesOf('whole'))
      for (const file of filesOf(name))
        expect(readFileSync(join(folder, name, file)).equals(readFileSync(join(folder, 'whole', file)))).toBe(true)
      expect(before.map((file) => statSync(join(folder, name, file)).ino)).toEqual(inodes)
      // Nothing is left of what the killed process was writing.
      expect(readdirSync(join(folder, name)).filter((file) => file.endsWith('.tmp'))).toEqual([])
    }
    expect(stopped).toBeGreaterThan(0)
  }, 120_000)

  it('says which flags are of no use', async () => {
    const refused = async (...args: string[]) => {
      const { code, stderr } = await leitong(['dedupe', 'crawl/', ...args], { cwd: folder })
      expect(code).toBe(2)
      return stderr
    }
    expect(await refused('--resume')).toMatch(/are for outputs that are folders/)
    expect(await refused('-o', 'kept.jsonl', '--compress', 'gzip')).toMatch(/are for outputs that are folders/)
    expect(await refused('-o', 'crawl/')).toMatch(/which is the input/)
  })
})

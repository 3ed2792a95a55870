/**
 * The command when things go wrong: is there ever an output that looks complete and is not, or a file left behind?
 *
 * Covers   a kill at random moments (4, in the long run 100); SIGINT, SIGTERM and SIGQUIT; a full disk, for output and for temporary files; a folder that cannot
 *          be written; deep JSON; a reader that goes away; links and pipes as outputs.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { COMMAND, leitong, startLeitong, temporaryFolder, writeLines } from '../support/files.js'
import { kills } from '../support/long.js'
import { createRandom, createText } from '../support/texts.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const random = createRandom(3)
const texts = Array.from({ length: 3000 }, (_, i) => createText(random, 30 + (i % 50), i % 2 === 0))
writeLines(
  at('in.jsonl'),
  [...texts, ...texts.slice(0, 1000)].map((text, id) => ({ id, text })),
)

const KINDS = ['output', 'removed', 'pairs', 'groups', 'report'] as const
const args = (suffix: string) => ['dedupe', 'in.jsonl', '--temp', folder, ...KINDS.flatMap((kind) => [`--${kind}`, `${kind}.${suffix}`])]
/** The report says how long the run took, so it is complete when it ends as a page ends. */
const isComplete = (kind: string, bytes: Buffer, whole: Buffer) =>
  kind === 'report' ? bytes.toString().trimEnd().endsWith('</html>') : bytes.equals(whole)

describe('a kill', () => {
  const MOMENTS = kills(4, 100)
  it(`at ${MOMENTS} random moments leaves complete outputs or none`, async () => {
    const start = performance.now()
    expect((await leitong(args('whole'), { cwd: folder })).code).toBe(0)
    const typical = performance.now() - start
    const whole = Object.fromEntries(KINDS.map((kind) => [kind, readFileSync(at(`${kind}.whole`))]))
    let finished = 0
    for (let round = 0; round < MOMENTS; round++) {
      const child = startLeitong(args('killed'), folder)
      const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
      setTimeout(() => child.kill('SIGKILL'), random() * typical * 1.1)
      if ((await ended) === 0) finished++
      for (const kind of KINDS) {
        const path = at(`${kind}.killed`)
        if (existsSync(path)) expect(isComplete(kind, readFileSync(path), whole[kind] as Buffer), `${kind} in round ${round}`).toBe(true)
        rmSync(path, { force: true })
      }
    }
    expect(finished).toBeLessThan(MOMENTS)
  })

  it('by a signal that can be caught leaves nothing, and exits with 4', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const) {
      for (const name of readdirSync(folder)) if (/tmp$|^leitong-/.test(name)) rmSync(at(name), { recursive: true })
      writeFileSync(at('in.jsonl.gz'), gzipSync(Buffer.concat(Array.from({ length: 12 }, () => readFileSync(at('in.jsonl'))))))
      const child = startLeitong(['dedupe', 'in.jsonl.gz', '--temp', folder, '-o', 'caught.out', '--pairs', 'caught.pairs'], folder)
      let errors = ''
      child.stderr.on('data', (data) => {
        errors += data
      })
      const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
      // Once its temporary files are there, it is at work.
      while (!readdirSync(folder).some((name) => name.startsWith('leitong-'))) await new Promise((resolve) => setTimeout(resolve, 10))
      child.kill(signal)
      expect(await ended).toBe(4)
      expect(errors).toContain(`stopped by ${signal}`)
      expect(readdirSync(folder).filter((name) => /caught|leitong-|tmp$/.test(name))).toEqual([])
    }
  })
})

describe('a full disk', () => {
  const run = (command: string) => {
    try {
      execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' })
      return { code: 0, stderr: '' }
    } catch (error) {
      const { status, stderr } = error as { status: number; stderr: Buffer }
      return { code: status, stderr: String(stderr) }
    }
  }

  it('(a limit on file size) is exit code 3, the old output untouched, nothing left', () => {
    writeFileSync(at('limited.out'), 'the old output')
    const { code, stderr } = run(
      `ulimit -f 200; exec '${process.execPath}' '${COMMAND}' dedupe in.jsonl -o limited.out --groups limited.groups`,
    )
    expect(code).toBe(3)
    expect(stderr).toContain('limited.out: cannot be written')
    expect(readFileSync(at('limited.out'), 'utf8')).toBe('the old output')
    expect(readdirSync(folder).filter((name) => /limited\.groups|tmp$/.test(name))).toEqual([])
  })

  it('(a small file system) is exit code 3 for outputs and for temporary files', ({ skip }) => {
    const small = at('small')
    mkdirSync(small)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', small], { stdio: 'pipe' })
    } catch {
      skip('mounting a small file system needs more rights than this run has')
    }
    try {
      const output = run(`'${process.execPath}' '${COMMAND}' dedupe in.jsonl -o small/out.jsonl`)
      expect(output).toMatchObject({ code: 3, stderr: expect.stringContaining('ENOSPC') })
      expect(readdirSync(small)).toEqual([])
      writeFileSync(at('in.jsonl.gz'), gzipSync(readFileSync(at('in.jsonl'))))
      const spool = run(`'${process.execPath}' '${COMMAND}' dedupe in.jsonl.gz --temp small -o spool.out`)
      expect(spool).toMatchObject({ code: 3, stderr: expect.stringContaining('ENOSPC') })
      expect(readdirSync(small)).toEqual([])
      expect(existsSync(at('spool.out'))).toBe(false)
    } finally {
      execFileSync('umount', [small])
    }
  })
})

describe('other trouble', () => {
  it('with a folder that cannot be written shows before the work begins', async () => {
    for (const path of ['/proc/nowhere/out.jsonl', at('missing/out.jsonl'), at('in.jsonl/out.jsonl')]) {
      const { code, stderr } = await leitong(['dedupe', 'in.jsonl', '-o', path], { cwd: folder })
      expect(code).toBe(3)
      expect(stderr).toContain(`${path}: cannot be written`)
    }
    expect(await leitong(['dedupe', 'in.jsonl', '--temp', at('missing')], { cwd: folder })).toMatchObject({ code: 0 })
    expect(await leitong(['dedupe', '-', '--temp', at('missing')], { cwd: folder })).toMatchObject({ code: 3 })
  })

  it('with JSON nested beyond all reason costs little and loses nothing', async () => {
    const DEEP = 5e6
    const deep = `{"text":"x","a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`
    writeFileSync(at('deep.jsonl'), `{"id":1,"text":"one"}\n${deep}\n{"id":2,"text":"one"}\n`)
    const { code, stderr } = await leitong(['dedupe', 'deep.jsonl', '-o', 'deep.out'], { cwd: folder })
    expect(code, stderr).toBe(0)
    expect(readFileSync(at('deep.out'), 'utf8')).toBe(`{"id":1,"text":"one"}\n${deep}\n`)
  })

  it('with a reader that goes away ends quietly', async () => {
    const child = spawn('sh', ['-c', `'${process.execPath}' '${COMMAND}' dedupe in.jsonl -o - | head -1 >/dev/null; echo "$?"`], {
      cwd: folder,
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    child.stderr.on('data', (data) => {
      errors += data
    })
    await new Promise((resolve) => child.on('exit', resolve))
    expect(output.trim()).toBe('0')
    expect(errors).not.toContain('EPIPE')
  })
})

describe('an output that is no plain file', () => {
  it('is written where a link leads, with the rights of what stood there', async () => {
    writeFileSync(at('target.out'), 'old', { mode: 0o640 })
    chmodSync(at('target.out'), 0o640)
    symlinkSync('target.out', at('link.out'))
    symlinkSync('new.out', at('dangling.out'))
    expect(await leitong(['dedupe', 'in.jsonl', '-o', 'link.out', '--removed', 'dangling.out'], { cwd: folder })).toMatchObject({ code: 0 })
    expect(lstatSync(at('link.out')).isSymbolicLink()).toBe(true)
    expect(readFileSync(at('target.out')).length).toBeGreaterThan(1000)
    expect(statSync(at('target.out')).mode & 0o777).toBe(0o640)
    expect(lstatSync(at('dangling.out')).isSymbolicLink()).toBe(true)
    expect(readFileSync(at('new.out'), 'utf8')).toContain('"duplicate_of"')
  })

  it('is a pipe that stays one, and gets all of it', () => {
    execFileSync('mkfifo', [at('pipe')])
    const command = `'${process.execPath}' '${COMMAND}' dedupe in.jsonl --removed whole.removed && (cat pipe > read.removed & '${process.execPath}' '${COMMAND}' dedupe in.jsonl --removed pipe; wait)`
    execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' })
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true)
    expect(readFileSync(at('read.removed'))).toEqual(readFileSync(at('whole.removed')))
    expect(readFileSync(at('read.removed')).length).toBeGreaterThan(1000)
  })

  it('is refused when it is a folder', async () => {
    mkdirSync(at('folder'))
    const ran = await leitong(['dedupe', 'in.jsonl', '--removed', 'folder'], { cwd: folder })
    expect(ran).toMatchObject({ code: 3, stderr: expect.stringContaining('folder: cannot be written: it is a folder') })
  })
})

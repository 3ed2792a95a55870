/** Batches that are killed, whose disk is full, whose input changes, or whose records are beyond measure. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMMAND, leitong, startLeitong, temporaryFolder } from '../../support/files.js'
import { below, documents, jsonl } from './inputs.js'
import { rounds, rowOf } from './table.js'

const KILLS = 100

export function batchTrials(random: () => number): void {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder, name)
  const [old, other] = [1, 2].map(() => jsonl(documents(random, 4000, 30))) as [string, string]
  const args = (name: string) => ['dedupe', name, '--temp', folder, '-q', '-o', 'out', '--removed', 'removed']
  const outputs = ['out', 'removed']
  const clean = () => {
    for (const name of outputs) rmSync(at(name), { force: true })
  }

  /** Outputs of an input, and how long they take. */
  async function wanted(content: string): Promise<{ readonly files: Buffer[]; readonly milliseconds: number }> {
    writeFileSync(at('in.jsonl'), content)
    clean()
    const start = performance.now()
    expect(await leitong(args('in.jsonl'), { cwd: folder })).toMatchObject({ code: 0 })
    const milliseconds = performance.now() - start
    return { files: outputs.map((name) => readFileSync(at(name))), milliseconds }
  }

  it('is killed', async () => {
    const row = rowOf('batch', 'kill -9 at a random moment', KILLS)
    const { files, milliseconds } = await wanted(old)
    await rounds(0.17, KILLS, KILLS, async (round) => {
      clean()
      const child = startLeitong(args('in.jsonl'), folder)
      const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
      setTimeout(() => child.kill('SIGKILL'), random() * milliseconds * 1.2)
      const code = await ended
      row.tried++
      row[code === 0 ? 'right' : 'refused']++
      outputs.forEach((name, i) => {
        const isThere = existsSync(at(name))
        if (isThere ? !readFileSync(at(name)).equals(files[i] as Buffer) : code === 0) row.losses.push(`${name} in round ${round}`)
      })
    })
    // What the dead left goes with the next run.
    await wanted(old)
    const left = readdirSync(folder).filter((name) => name.endsWith('.tmp'))
    expect([row.losses, left]).toEqual([[], []])
  })

  it('reads a file that changes', async () => {
    const row = rowOf('batch', 'input cut, grown, rewritten or replaced while it is read', 4)
    const results = [await wanted(other), await wanted(old)]
    const grown = await wanted(old + other)
    const changes = [
      () => truncateSync(at('in.jsonl'), below(random, old.length)),
      () => appendFileSync(at('in.jsonl'), other),
      () => writeFileSync(at('in.jsonl'), other),
      () => renameSync(at('new.jsonl'), at('in.jsonl')),
    ]
    await rounds(0.08, 60, 4, async (round) => {
      clean()
      writeFileSync(at('in.jsonl'), old)
      writeFileSync(at('new.jsonl'), other)
      const child = startLeitong(args('in.jsonl'), folder)
      const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
      await new Promise((resolve) => setTimeout(resolve, random() * (results[1]?.milliseconds ?? 0)))
      const isOver = child.exitCode !== null
      ;(changes[round % changes.length] as () => void)()
      const code = await ended
      row.tried++
      const found = outputs.map((name) => (existsSync(at(name)) ? readFileSync(at(name)) : undefined))
      if (code === 3 && found.every((file) => file === undefined)) row.refused++
      // A change before the run began to read, or after it had read all: the result is that of either content. A cut file has no stated one.
      else if (
        code === 0 &&
        (isOver || round % 4 === 0 || [...results, grown].some(({ files }) => files.every((file, i) => found[i]?.equals(file))))
      )
        row.right++
      else row.losses.push(`round ${round} ended with ${code}`)
    })
    expect(row.losses).toEqual([])
  })

  it('has no room', async ({ skip }) => {
    const small = at('small')
    mkdirSync(small)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'pipe' })
    } catch {
      skip('mounting a small file system needs more rights than this run has')
    }
    const row = rowOf('batch', 'full disk, for each output', 15)
    try {
      writeFileSync(at('in.jsonl'), old)
      writeFileSync(join(small, 'before'), 'kept')
      for (const flag of ['-o', '--removed', '--groups', '--pairs', '--report'])
        for (const ending of ['', '.gz', '.zst']) {
          // Compressed, little fits.
          writeFileSync(join(small, 'filler'), Buffer.alloc(ending ? 52_000 : 0))
          const { code, stderr } = await leitong(['dedupe', 'in.jsonl', '-q', flag, `small/x${ending}`], { cwd: folder })
          row.tried++
          const left = readdirSync(small).filter((name) => !['before', 'filler'].includes(name))
          if (code === 3 && !left.length && /ENOSPC|no space/.test(stderr)) row.refused++
          else if (code === 0 && left.length === 1) row.right++
          else row.losses.push(`${flag} ${ending}: ${code} ${left}`)
          rmSync(join(small, `x${ending}`), { force: true })
        }
    } finally {
      execFileSync('umount', [small])
    }
    expect(row.refused).toBeGreaterThan(0)
    expect(row.losses).toEqual([])
  })

  it('has a folder that is read only', async ({ skip }) => {
    const sealed = at('sealed')
    mkdirSync(sealed)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,ro', 'tmpfs', sealed], { stdio: 'pipe' })
    } catch {
      skip('mounting a file system needs more rights than this run has')
    }
    const row = rowOf('batch', 'read-only folder, for each output, also of folders and temporary files', 7)
    try {
      writeFileSync(at('in.jsonl'), old)
      const lines = ['-o', '--removed', '--groups', '--pairs', '--report'].map((flag) => ['in.jsonl', flag, 'sealed/x'])
      for (const line of [...lines, ['in.jsonl', '-o', 'sealed/new/x'], ['-', '-o', 'x', '--temp', 'sealed']]) {
        const { code, stderr } = await leitong(['dedupe', '-q', ...line], { cwd: folder, input: old })
        row.tried++
        if (code === 3 && /EROFS|ENOENT/.test(stderr) && !existsSync(at('x'))) row.refused++
        else row.losses.push(`${line.join(' ')}: ${code} ${stderr}`)
      }
    } finally {
      execFileSync('umount', [sealed])
    }
    expect(row.losses).toEqual([])
  })

  it('reads and writes pipes', () => {
    const row = rowOf('batch', 'pipes: standard input and output, named ones, a reader that stops', 5)
    writeFileSync(at('in.jsonl'), old)
    const shell = (script: string) =>
      spawnSync('bash', ['-c', `set -o pipefail; ${script}`], { cwd: folder, env: { ...process.env, LT: COMMAND }, encoding: 'utf8' })
    const wantedBytes = shell('node "$LT" dedupe in.jsonl -q -o wanted.jsonl; cat wanted.jsonl').stdout
    const trials = {
      'standard input': 'node "$LT" dedupe - -q -o - < <(cat in.jsonl)',
      'standard output': 'node "$LT" dedupe in.jsonl -q -o - | cat',
      'a named pipe is read': 'mkfifo p1.jsonl; timeout 60 cat in.jsonl > p1.jsonl & timeout 60 node "$LT" dedupe p1.jsonl -q -o -',
      // An output of its own: Node makes the one that it shares with cat one that does not wait.
      'a named pipe is written': 'mkfifo p2; timeout 60 node "$LT" dedupe in.jsonl -q -o p2 > log & timeout 60 cat p2; wait',
    }
    for (const [name, script] of Object.entries(trials)) {
      const { status, stdout, stderr } = shell(script)
      row.tried++
      if (status === 0 && stdout === wantedBytes) row.right++
      else row.losses.push(`${name}: ${status}, ${stdout.length} characters, ${stderr}`)
    }
    const stopped = shell('node "$LT" dedupe in.jsonl -q -o - | head -c 10')
    row.tried++
    if (stopped.status === 0 && stopped.stdout === wantedBytes.slice(0, 10) && !stopped.stderr) row.right++
    else row.losses.push(`a reader that stops: ${stopped.status} ${stopped.stderr}`)
    expect([wantedBytes.length > 0, row.losses]).toEqual([true, []])
  })

  it('has records beyond measure', async () => {
    const row = rowOf('batch', 'a line of 100 MB; JSON nested 10^6 deep', 4)
    const small = jsonl(documents(random, 50))
    const monsters: Record<string, string> = {
      'text.jsonl': `{"id":"big","text":"${'x'.repeat(100e6)}"}\n`,
      'broken.jsonl': `{"id":"big","text":"${'x'.repeat(100e6)}\n`,
      'deep.jsonl': `{"id":"deep","text":"deep","a":${'['.repeat(1e6)}${']'.repeat(1e6)}}\n`,
      'open.jsonl': `${'{"a":'.repeat(1e6)}\n`,
    }
    for (const [name, monster] of Object.entries(monsters)) {
      writeFileSync(at(name), small + monster + small)
      const { code, stderr } = await leitong(['dedupe', name, '-q', '--method', 'exact', '-o', 'out'], { cwd: folder })
      row.tried++
      const out = readFileSync(at('out'), 'utf8')
      if (code === 0 && out.includes(monster.slice(0, 1000)) && out.length > monster.length) row.right++
      else row.losses.push(`${name}: ${code} ${stderr.slice(0, 200)}`)
      rmSync(at(name))
    }
    expect(row.losses).toEqual([])
  })

  it('is told to write over what it reads', async () => {
    const row = rowOf('batch', 'output = input, by name, link, linked folder, pattern', 18)
    mkdirSync(at('d'))
    writeFileSync(at('d/a.jsonl'), old)
    execFileSync('sh', ['-c', 'ln -s d e; ln -s d/a.jsonl l.jsonl; ln d/a.jsonl hard.jsonl'], { cwd: folder })
    copyFileSync(at('d/a.jsonl'), at('copy.jsonl'))
    for (const [input, output] of [
      ['d/a.jsonl', 'd/a.jsonl'],
      ['d/a.jsonl', 'l.jsonl'],
      ['l.jsonl', 'd/a.jsonl'],
      ['d/a.jsonl', 'e/a.jsonl'],
      ['d/*.jsonl', './d/../d/a.jsonl'],
      ['d', 'e/a.jsonl'],
    ] as const)
      for (const flag of ['-o', '--removed', '--report']) {
        const { code } = await leitong(['dedupe', input, '-q', flag, output], { cwd: folder })
        row.tried++
        if (code === 2 && readFileSync(at('d/a.jsonl'), 'utf8') === old) row.refused++
        else row.losses.push(`${input} ${flag} ${output}: ${code}`)
      }
    expect(row.losses).toEqual([])
  })
}

/**
 * No command writes over what it reads, and outputs are all there or not at all.
 *
 * Oracle   the bytes of every file before and after.
 * Covers   each command with an output; names, links, linked folders, files that options and URLs name, files of indexes; descriptors that
 *          the shell has open; inputs that change during a run; outputs that fail late; temporary files of dead runs.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import { COMMAND, leitong, temporaryFolder, writeLines } from '../support/files.js'

const DOCUMENTS = [
  { id: 1, text: 'The island ferry will run every forty minutes from the first of May.' },
  { id: 2, text: 'The island ferry will run every forty minutes, from the first of May!' },
  { id: 3, text: 'The town library opens on Sundays again, after many years of asking.' },
]
let folder: string
const at = (name: string) => join(folder, name)
const content = (name: string) => readFileSync(at(name), 'utf8')

beforeEach(() => {
  folder = temporaryFolder()
  writeLines(at('in.jsonl'), DOCUMENTS)
  writeLines(at('b.jsonl'), DOCUMENTS)
  writeFileSync(at('words.txt'), 'ferry\n')
  writeFileSync(at('own.json'), '{"threshold": 0.7}')
  writeFileSync(at('fields.json'), '{"fields": {"text": {"kind": "text"}}}')
  writeFileSync(at('map.json'), '{}')
  symlinkSync('in.jsonl', at('link.jsonl'))
  mkdirSync(at('d'))
  writeLines(at('d/in.jsonl'), DOCUMENTS)
  mkdirSync(at('t'))
  writeFileSync(at('t/a.txt'), 'The ferry')
  symlinkSync('d', at('e'))
})

describe('an output that is an input', () => {
  it.each([
    ['model build in.jsonl -o in.jsonl', 'in.jsonl'],
    ['fingerprint in.jsonl -o link.jsonl', 'in.jsonl'],
    ['tune in.jsonl --report in.jsonl', 'in.jsonl'],
    ['tune d --report e/in.jsonl', 'd/in.jsonl'],
    ['evaluate in.jsonl --report in.jsonl', 'in.jsonl'],
    ['dedupe in.jsonl -o link.jsonl', 'in.jsonl'],
    ['dedupe link.jsonl -o in.jsonl', 'in.jsonl'],
    ['dedupe d/in.jsonl -o e/in.jsonl', 'd/in.jsonl'],
    ['dedupe in.jsonl --stop-words words.txt --removed words.txt', 'words.txt'],
    ['dedupe in.jsonl --removed x.out --groups e/../x.out', 'in.jsonl'],
    ['link in.jsonl b.jsonl --pairs b.jsonl', 'b.jsonl'],
    ['link in.jsonl b.jsonl --stop-words words.txt --pairs words.txt', 'words.txt'],
    ...['-o', '--removed', '--pairs', '--report', '--groups', '--rejects'].map((flag) => [
      `dedupe in.jsonl --config own.json ${flag} own.json`,
      'own.json',
    ]),
    ['dedupe in.jsonl --fields fields.json --write-fields fields.json', 'fields.json'],
    ['dedupe in.jsonl --decisions own.json --removed own.json', 'own.json'],
    ['dedupe in.jsonl --model own.json --removed own.json', 'own.json'],
    ['link in.jsonl b.jsonl --config own.json --pairs own.json', 'own.json'],
    ['link in.jsonl b.jsonl --fields-a fields.json --fields-b fields.json --pairs fields.json', 'fields.json'],
    ['link in.jsonl b.jsonl --map map.json --pairs map.json', 'map.json'],
    ['passages in.jsonl --config own.json --passages own.json', 'own.json'],
    ['passages in.jsonl --ignore b.jsonl --passages b.jsonl', 'b.jsonl'],
    ['tune in.jsonl --config own.json --report own.json', 'own.json'],
    ['tune in.jsonl --labels own.json --report own.json', 'own.json'],
    ['evaluate in.jsonl --config own.json --report own.json', 'own.json'],
    ['evaluate in.jsonl --report d/../in.jsonl', 'in.jsonl'],
    ['fingerprint in.jsonl --config own.json -o own.json', 'own.json'],
    ['segment t/a.txt --dictionary words.txt -o words.txt', 'words.txt'],
    ['segment t/a.txt --config own.json -o own.json', 'own.json'],
    ['model build in.jsonl --config own.json -o own.json', 'own.json'],
    ['sync in.jsonl idx --create --config own.json -o own.json', 'own.json'],
    ['sync in.jsonl idx --create --config own.json --state own.json', 'own.json'],
    ['sync in.jsonl idx --create --state in.jsonl', 'in.jsonl'],
  ])('is refused: %s', async (line, precious) => {
    const before = content(precious)
    const { code, stderr } = await leitong(line.split(' '), { cwd: folder })
    expect(stderr).toContain('would write to')
    expect(code).toBe(2)
    expect(content(precious)).toBe(before)
    expect(existsSync(at('x.out'))).toBe(false)
  })

  it('is refused when two outputs lead to one file', async () => {
    writeFileSync(at('x.out'), 'before')
    symlinkSync('x.out', at('y.out'))
    const { code } = await leitong(['dedupe', 'in.jsonl', '--removed', 'x.out', '--groups', 'y.out'], { cwd: folder })
    expect(code).toBe(2)
    expect(content('x.out')).toBe('before')
  })

  it('is refused where it is a file of an index', async () => {
    await leitong(['index', 'add', 'idx', 'in.jsonl', '--create'], { cwd: folder })
    const { code, stderr } = await leitong(['index', 'export', 'idx', '-o', 'idx/index.lmdb'], { cwd: folder })
    expect(stderr).toContain('which is the input a file of the index')
    expect(code).toBe(2)
    expect((await leitong(['index', 'verify', 'idx'], { cwd: folder })).code).toBe(0)
    const synced = await leitong(['sync', 'in.jsonl', 'idx', '-o', 'idx/index.lmdb', '--create'], { cwd: folder })
    expect(synced.code).toBe(2)
  })

  it('is refused where it is the database that is read', async () => {
    const { default: Database } = await import('libsql')
    const database = new Database(at('data.db'))
    database.exec("create table t (id integer primary key, name text); insert into t values (1, 'Ann'), (2, 'Anne')")
    database.close()
    const before = readFileSync(at('data.db'))
    for (const output of ['data.db', 'data.db-wal', 'data.db-shm']) {
      const { code } = await leitong(['dedupe', 'sqlite:data.db', '--table', 't', '-o', output], { cwd: folder })
      expect([output, code]).toEqual([output, 2])
    }
    expect(readFileSync(at('data.db')).equals(before)).toBe(true)
  })

  it.runIf(process.platform === 'linux')('is refused where standard input was redirected from it', () => {
    const before = content('in.jsonl')
    const { status } = spawnSync('bash', ['-c', 'node "$LT" dedupe - -o in.jsonl < in.jsonl'], {
      cwd: folder,
      env: { ...process.env, LT: COMMAND },
    })
    expect(status).toBe(2)
    expect(content('in.jsonl')).toBe(before)
  })
})

describe('a descriptor that the shell has open', () => {
  const shell = (script: string) => execFileSync('bash', ['-c', script], { cwd: folder, env: { ...process.env, LT: COMMAND } })

  it('goes on where it stands', () => {
    shell('(echo header; node "$LT" dedupe in.jsonl -o /dev/stdout; echo footer) > grp.txt 2> err.txt')
    const lines = content('grp.txt').trimEnd().split('\n')
    expect([lines[0], lines.at(-1)]).toEqual(['header', 'footer'])
    expect(lines.slice(1, -1).map((line) => JSON.parse(line).id)).toEqual([1, 3])
  })

  it('keeps what was written to it before', () => {
    writeFileSync(at('bad.jsonl'), `${content('in.jsonl')}not json\n`)
    shell('(echo log1 >&2; node "$LT" dedupe bad.jsonl --rejects /dev/stderr -o /dev/null; echo log2 >&2) 2> err.log')
    const log = content('err.log')
    expect(log.startsWith('log1\n') && log.endsWith('log2\n')).toBe(true)
    expect(log).toContain('"line":4')
  })
})

describe('names that are empty', () => {
  it.each([
    ['index add sqlite: in.jsonl --create', 'sqlite:FILE'],
    ['index add sqlite::memory: in.jsonl --create', 'sqlite:FILE'],
    ['index add lmdb: in.jsonl --create', 'lmdb:FOLDER'],
    ['dedupe sqlite: --table t', 'names no file'],
    [`dedupe ${'$'}{EMPTY} --table t`, 'is empty'],
  ])('are refused: %s', async (line, why) => {
    const { code, stderr } = await leitong(line.split(' '), { cwd: folder, env: { EMPTY: '' } })
    expect(stderr).toContain(why)
    expect(code).toBe(2)
  })
})

it('an index cannot be made where the system has no room for folders, and says so', async () => {
  const { code, stderr } = await leitong(['index', 'create', '/proc/x'])
  expect(stderr).toContain('/proc/x')
  expect(code).toBe(3)
}, 20_000)

describe('an input that changes while it is read', () => {
  it('is an error, and no output appears', async () => {
    const result = await dedupe({ files: [at('in.jsonl')] })
    writeLines(at('in.jsonl'), DOCUMENTS.slice(1))
    await expect(result.write({ output: at('out.jsonl') })).rejects.toThrow('in.jsonl')
    await result.close()
    expect(existsSync(at('out.jsonl'))).toBe(false)
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('is an error when it only grows', async () => {
    const result = await dedupe({ files: [at('in.jsonl')] })
    writeFileSync(at('in.jsonl'), '{"id":4,"text":"One more."}\n', { flag: 'a' })
    await expect(result.write({ removed: at('out.jsonl') })).rejects.toMatchObject({ code: 'SOURCE_CHANGED' })
    await result.close()
    expect(existsSync(at('out.jsonl'))).toBe(false)
  })
})

describe('outputs that fail late', () => {
  it('leave those before them as they were', async () => {
    writeFileSync(at('o1.out'), 'before')
    const { code } = await leitong(['dedupe', 'in.jsonl', '-o', 'o1.out', '--removed', '/dev/full'], { cwd: folder })
    expect(code).toBe(3)
    expect(content('o1.out')).toBe('before')
    for (const name of ['x.txt', 'y.txt']) writeFileSync(at(`d/${name}`), 'The town library opens on Sundays again.')
    const folders = await leitong(['dedupe', 'd/*.txt', '-o', 'u/', '--removed', '/dev/full'], { cwd: folder })
    expect(folders.code).toBe(3)
    expect(existsSync(at('u'))).toBe(false)
  })
})

it('a folder of kept files has the rights of any new folder', async () => {
  mkdirSync(at('txt'))
  for (const { id, text } of DOCUMENTS) writeFileSync(at(`txt/${id}.txt`), text)
  await leitong(['dedupe', 'txt', '-o', 'unique/'], { cwd: folder })
  expect(statSync(at('unique')).mode & 0o777).toBe(0o777 & ~process.umask())
})

describe('a configuration file that lies in the folder', () => {
  it('names no outputs, unless it is named itself', async () => {
    writeFileSync(at('precious.txt'), 'precious')
    writeFileSync(at('leitong.config.json'), '{"removed": "precious.txt"}')
    const { code, stderr } = await leitong(['dedupe', 'in.jsonl'], { cwd: folder })
    expect(stderr).toContain('"removed"')
    expect(code).toBe(2)
    expect(content('precious.txt')).toBe('precious')
    expect((await leitong(['dedupe', 'in.jsonl', '--config', 'leitong.config.json'], { cwd: folder })).code).toBe(0)
    expect(content('precious.txt')).toContain('"id":2')
  })

  it('is not written over', async () => {
    writeFileSync(at('leitong.config.json'), '{"threshold": 0.7}')
    const { code, stderr } = await leitong(['dedupe', 'in.jsonl', '--removed', 'leitong.config.json'], { cwd: folder })
    expect(stderr).toContain('would write to')
    expect(code).toBe(2)
    expect(content('leitong.config.json')).toBe('{"threshold": 0.7}')
  })
})

it('control characters of the input do not reach the terminal', async () => {
  writeFileSync(at('e.jsonl'), '{"\\u001b]0;title\\u0007\\u001b[2J": 1}\n')
  const { stdout, stderr } = await leitong(['dedupe', 'e.jsonl'], { cwd: folder })
  expect(stdout + stderr).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/)
})

it('an output that was mounted by itself is refused before the work begins', async ({ skip }) => {
  const { mountPoints } = await import('../../src/writing/mounts.js')
  expect(mountPoints('36 35 98:0 / /mnt/a\\040b.jsonl rw - ext4 /dev/sda rw\n')).toEqual(['/mnt/a b.jsonl'])
  writeFileSync(at('mounted.out'), 'before')
  writeFileSync(at('behind.out'), 'before')
  try {
    execFileSync('mount', ['--bind', at('behind.out'), at('mounted.out')], { stdio: 'pipe' })
  } catch {
    skip('mounting needs more rights than this run has')
  }
  try {
    const { code, stderr } = await leitong(['dedupe', 'in.jsonl', '-o', 'mounted.out'], { cwd: folder })
    expect(stderr).toContain('mounted by itself')
    expect(code).toBe(3)
    expect(content('mounted.out')).toBe('before')
  } finally {
    execFileSync('umount', [at('mounted.out')])
  }
})

it('an input that was replaced by one of equal size and time counts as changed', async () => {
  const { atime, mtime, size } = statSync(at('in.jsonl'))
  const result = await dedupe({ files: [at('in.jsonl')] })
  writeFileSync(at('in.jsonl'), content('in.jsonl').replace('island', 'Island'))
  utimesSync(at('in.jsonl'), atime, mtime)
  expect(statSync(at('in.jsonl')).size).toBe(size)
  await expect(result.write({ output: at('out.jsonl') })).rejects.toMatchObject({ code: 'SOURCE_CHANGED' })
  await result.close()
})

describe('what a run that was killed left behind', () => {
  it('goes with the next run of the same output, which says so; files of live runs stay', async () => {
    const { temporaryBeside } = await import('../../src/writing/leftovers.js')
    const ours = temporaryBeside(at('out.jsonl'))
    const dead = ours.replace(`-${process.pid}-`, '-999999999-')
    const reused = ours.replace(/-\d+-([0-9a-f]+)\.tmp$/, '-1-$1.tmp')
    for (const path of [ours, dead, reused]) writeFileSync(path, 'part')
    const { code, stderr } = await leitong(['dedupe', 'in.jsonl', '-o', 'out.jsonl'], { cwd: folder })
    expect(code).toBe(0)
    expect(stderr).toContain('removed what a run that was killed had left')
    expect([ours, dead, reused].map(existsSync)).toEqual([true, false, false])
  })

  it('takes names of outputs that are as long as a name can be', async () => {
    const name = 'x'.repeat(250)
    expect((await leitong(['dedupe', 'in.jsonl', '-o', name], { cwd: folder })).code).toBe(0)
    expect(content(name).split('\n')).toHaveLength(3)
  })
})

/**
 * The first days of an analyst, of somebody who cleans a corpus, and of a developer: the package as it is published, in a fresh folder.
 *
 * Oracle   people of whom each has one row in either table, known by hand; records that a run has kept and removed are those of its input;
 *          what the compiler and the program say.
 * Leaves   joins in Python (test/cli/outputs/joins.long.test.ts), bundlers (test/library/bundlers.long.test.ts), the clerk's day
 *          (test/clerk.long.test.ts).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { jsonLines, temporaryFolder } from './support/files.js'
import { pack } from './support/package.js'
import { peopleTwice } from './support/people-twice.js'

const MINUTES = 60_000
const root = new URL('../', import.meta.url).pathname
const folder = temporaryFolder()
const at = (name: string) => join(folder, name)

/** A command as it is typed; it must end well. */
function leitong(...args: string[]): { readonly stdout: string; readonly said: string } {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', npm_config_offline: 'true' }
  const { status, stdout, stderr } = spawnSync('npx', ['leitong', ...args], { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 28 })
  expect(status, stderr).toBe(0)
  return { stdout, said: stdout + stderr }
}

beforeAll(() => {
  writeFileSync(at('package.json'), '{"type":"module"}')
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', pack(folder)]
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}, 5 * MINUTES)

const csv = (rows: readonly (readonly unknown[])[]) => rows.map((row) => `${row.join(',')}\n`).join('')
const readCsv = (name: string) => {
  const [head = [], ...rows] = readFileSync(at(name), 'utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])))
}

describe('an analyst who knows Splink', () => {
  const people = peopleTwice(900)
  const sideOf = (letter: string) => people.filter(({ no }) => no.endsWith(letter))
  const personOf = (id: unknown) => String(id).slice(0, -1)

  beforeAll(() => {
    writeFileSync(
      at('register.csv'),
      csv([
        ['no', 'name', 'born', 'town', 'phone'],
        ...sideOf('a').map(({ no, name, born, town, phone }) => [no, name, born ?? '', town, phone]),
      ]),
    )
    // The other table has other names, another order, and days before months.
    const otherWay = (born: string | null) => born?.split('-').reverse().join('/') ?? ''
    writeFileSync(
      at('clinic.csv'),
      csv([
        ['telephone', 'patient', 'date_of_birth', 'full_name', 'place'],
        ...sideOf('b').map(({ no, name, born, town, phone }) => [phone, no, otherWay(born), name, town]),
      ]),
    )
    const map = { name: 'full_name', born: 'date_of_birth', town: 'place', phone: 'telephone' }
    writeFileSync(at('map.json'), JSON.stringify({ a: { key: 'no' }, b: { key: 'patient' }, map }))
    const one = ['unique_id', 'name', 'born', 'town', 'phone']
    writeFileSync(at('people.csv'), csv([one, ...people.map(({ no, name, born, town, phone }) => [no, name, born ?? '', town, phone])]))
  })

  it('matches two tables whose columns have other names', { timeout: MINUTES }, () => {
    const how = ['--map', 'map.json', '--measure', 'match', '--one-to-one']
    const { said } = leitong('link', 'register.csv', 'clinic.csv', ...how, '--pairs', 'pairs.csv')
    expect(said).toContain('wrote pairs.csv')
    const pairs = readCsv('pairs.csv')
    const right = pairs.filter(({ a, b }) => personOf(a) === personOf(b)).length
    expect(right / pairs.length).toBeGreaterThan(0.98)
    expect(right / 900).toBeGreaterThan(0.95)
  })

  it('tunes with the labels that Splink wrote', { timeout: MINUTES }, () => {
    const label = (l: number, r: number) => {
      const [left, right] = [people[l], people[r]] as const
      return [left?.no, right?.no, personOf(left?.no) === personOf(right?.no) ? '1.0' : '0.0']
    }
    const labels = Array.from({ length: 120 }, (_, i) => label(2 * i, i % 2 ? 2 * i + 1 : (2 * i + 5) % people.length))
    writeFileSync(at('labels.csv'), csv([['unique_id_l', 'unique_id_r', 'clerical_match_score'], ...labels]))
    const { said } = leitong('tune', 'people.csv', '--id-field', 'unique_id', '--measure', 'match', '--labels', 'labels.csv', '-q')
    // The whole command, as it is pasted.
    const [, line = ''] = /^(?:use: )?leitong (dedupe people\.csv .*)$/m.exec(said) ?? []
    expect(line, said).toContain('--measure match')
    leitong(...line.split(' '), '--groups', 'groups.csv')
    // A join by the id finds each row of the groups.
    const known = new Set(people.map(({ no }) => no))
    const groups = readCsv('groups.csv')
    expect(groups.length).toBeGreaterThan(800)
    expect(groups.filter(({ id }) => !known.has(id as string))).toEqual([])
    const byGroup = new Map<string, string[]>()
    for (const { group = '', id } of groups) byGroup.set(group, [...(byGroup.get(group) ?? []), personOf(id)])
    const pure = [...byGroup.values()].filter((persons) => persons.length === 2 && persons[0] === persons[1]).length
    expect(pure / 900).toBeGreaterThan(0.9)
  })
})

describe('somebody who cleans a corpus', () => {
  /** Lists of what was removed have no texts. */
  const idsOf = (...inputs: string[]) =>
    leitong('fingerprint', ...inputs, ...(inputs[0]?.startsWith('gone') ? ['--text-field', 'id'] : []))
      .stdout.trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly id: string }).id)
      .sort()
  /** Beside the account of the run. */
  const shardsOf = (name: string) =>
    readdirSync(at(name))
      .filter((file) => !file.startsWith('.'))
      .sort()
  const generate = (size: number, seed: number, file: string) =>
    leitong('generate', 'articles_en', '--size', String(size), '--seed', String(seed), '--strength', '0.01-0.05', '-o', file)

  beforeAll(() => {
    mkdirSync(at('corpus/2023'), { recursive: true })
    generate(120, 1, 'corpus/2023/a.jsonl.gz')
    generate(120, 2, 'corpus/b.jsonl.zst')
  })

  it('has a shard for each shard, and nothing is lost', { timeout: MINUTES }, () => {
    const { said } = leitong('dedupe', 'corpus', '-o', 'kept/', '--removed', 'gone/', '--save-run', 'run-1')
    expect(said).toContain('wrote kept/, gone/, run-1')
    for (const out of ['kept', 'gone']) {
      expect(shardsOf(out)).toEqual(['2023', 'b.jsonl.zst'])
      expect(existsSync(at(`${out}/2023/a.jsonl.gz`))).toBe(true)
    }
    const removed = idsOf('gone')
    expect(removed.length).toBeGreaterThan(30)
    expect([...idsOf('kept'), ...removed].sort()).toEqual(idsOf('corpus'))
  })

  it('is told of every record what it is', { timeout: MINUTES }, () => {
    leitong('dedupe', 'corpus', '--annotate', '-o', 'all/')
    const records = gunzipSync(readFileSync(at('all/2023/a.jsonl.gz')))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly leitong: { readonly role: string } })
    expect(records).toHaveLength(120)
    const gone = idsOf('gone/2023').length
    expect(records.filter(({ leitong: { role } }) => role === 'removed')).toHaveLength(gone)
  })

  it('takes out of the next delivery what the last run had', { timeout: MINUTES }, () => {
    generate(60, 1, 'again.jsonl.gz')
    generate(60, 3, 'other.jsonl.gz')
    const { said } = leitong('dedupe', 'again.jsonl.gz', 'other.jsonl.gz', '--against', 'run-1', '-o', 'next/')
    expect(said).toMatch(/against \d+ old documents: [1-9]\d* of those removed are like an old one/)
    const alone = leitong('dedupe', 'other.jsonl.gz', '-o', 'alone.jsonl')
    expect(alone.said).toContain('wrote alone.jsonl')
    // Nothing of what came before stays, and all that stays of the other file is what it would be by itself.
    expect(idsOf('next/other.jsonl.gz')).toEqual(
      jsonLines(at('alone.jsonl'))
        .map(({ id }) => id)
        .sort(),
    )
    expect(gunzipSync(readFileSync(at('next/again.jsonl.gz'))).length).toBe(0)
  })

  it('gets the commands of a published corpus, which are commands', { timeout: MINUTES }, () => {
    const { stdout } = leitong('recipe', 'fineweb')
    const lines = stdout.split('\n').filter((line) => line.startsWith('leitong '))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      const words = line.replaceAll('DUMP', 'corpus').replaceAll('kept/corpus', 'fine').replaceAll('gone/corpus', 'coarse').split(' ')
      leitong(...words.slice(1))
    }
    expect(shardsOf('fine')).toEqual(['2023', 'b.jsonl.zst'])
  })
})

it('a developer writes TypeScript with documents of an own type', { timeout: MINUTES }, () => {
  writeFileSync(
    at('program.ts'),
    `import { dedupe, fingerprintAll, openIndex } from 'leitong'

interface Letter { readonly key: number; readonly body: string }
const letters: Letter[] = [1, 2, 3].map((key) => ({ key, body: \`the lamps of lane \${key % 2} have been dark for three weeks, and nobody answers\` }))

await using index = await openIndex<Letter>('letters', { id: 'key', text: 'body' })
const statuses: string[] = []
for await (const { status } of index.addAll(letters, { ifNew: true })) statuses.push(status)
await using selected = await openIndex<Letter>('memory:', { id: (letter) => letter.key, text: (letter) => letter.body })
statuses.push((await selected.addIfNew(letters[0]!)).status)
await using result = await dedupe(letters, { id: 'key', text: 'body' })
const kept: number[] = []
for await (const { key } of result.kept()) kept.push(key)
const signed: number[] = []
for await (const { id } of fingerprintAll(letters, { id: 'key', text: 'body' })) signed.push(id)
console.log(JSON.stringify({ statuses, kept, signed }))
`,
  )
  writeFileSync(
    at('page.ts'),
    `import { createIndex } from 'leitong'
interface Letter { readonly key: number; readonly body: string }
const index = createIndex<Letter>({ id: 'key', text: 'body' })
export const status: string = (await index.addIfNew({ key: 1, body: 'the lamps of the lane are dark' })).status
// @ts-expect-error no field of this name
createIndex<Letter>({ id: 'key', text: 'boddy' })
`,
  )
  const common = {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    skipLibCheck: false,
    outDir: 'out',
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const configure = (name: string, more: object, file: string) =>
    writeFileSync(at(name), JSON.stringify({ compilerOptions: { ...common, ...more }, files: [file] }))
  configure('tsconfig.json', { lib: ['es2022', 'esnext.disposable', 'dom'], types: ['node'] }, 'program.ts')
  configure('tsconfig.page.json', { lib: ['es2022', 'esnext.disposable', 'dom'], types: [], customConditions: ['browser'] }, 'page.ts')
  for (const config of ['tsconfig.json', 'tsconfig.page.json']) {
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, ''])
  }
  const printed = JSON.parse(execFileSync(process.execPath, ['out/program.js'], { cwd: folder, encoding: 'utf8' }))
  expect(printed).toEqual({ statuses: ['new', 'new', 'duplicate', 'new'], kept: [1, 2], signed: [1, 2, 3] })
})

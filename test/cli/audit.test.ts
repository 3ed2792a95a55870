/**
 * The command audit, and --complete and --audit of dedupe: what a person sees of outputs that hold and of those that do not.
 *
 * Covers   exit codes 0, 1, 2 and 3; text in both languages and JSON; what fails with both texts; --examples; kept records of another tool;
 *          options that leave no join, each with its reason; outputs that cannot be read again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { jsonLines, leitong, temporaryFolder } from '../support/files.js'
import { createRandom, createText, edit } from '../support/texts.js'

const folder = temporaryFolder()
const run = (...args: string[]) => leitong(args, { cwd: folder })
const random = createRandom(31)
const sources = Array.from({ length: 60 }, () => createText(random, 80))
const records = sources.flatMap((text, i) => [{ id: `a${i}`, text }, ...(i % 3 ? [] : [{ id: `b${i}`, text: edit(random, text, 0.03) }])])
const write = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''))
const read = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)

beforeAll(async () => {
  write(
    'docs.jsonl',
    records.map((record) => JSON.stringify(record)),
  )
  const made = await run('dedupe', 'docs.jsonl', '-o', 'kept.jsonl', '--removed', 'removed.jsonl', '--pairs', 'pairs.jsonl', '--complete')
  expect(made.code).toBe(0)
})

const OUTPUTS = ['--kept', 'kept.jsonl', '--removed', 'removed.jsonl', '--pairs', 'pairs.jsonl']

describe('audit', () => {
  it('says what holds, and exits with 0', async () => {
    const { code, stdout } = await run('audit', 'docs.jsonl', ...OUTPUTS)
    expect(code).toBe(0)
    const removed = read('removed.jsonl').length
    expect(removed).toBeGreaterThan(10)
    expect(stdout).toContain(`80 records: ${80 - removed} kept, ${removed} removed`)
    expect(stdout.match(/^holds: /gm)).toHaveLength(7)
    expect(stdout).not.toContain('FAILS')
    expect((await run('audit', 'docs.jsonl', ...OUTPUTS, '-q')).stdout).toBe('')
  })

  it('names what fails with both texts, and exits with 1', async () => {
    const [first] = jsonLines(join(folder, 'removed.jsonl')) as { id: string; duplicate_of: string; similarity: number }[]
    const { id, duplicate_of: other, similarity } = first as { id: string; duplicate_of: string; similarity: number }
    const lines = read('docs.jsonl')
    const kept = new Set([...read('kept.jsonl'), lines.find((line) => line.startsWith(`{"id":"${id}"`)) as string])
    write(
      'left-in.jsonl',
      lines.filter((line) => kept.has(line)),
    )
    write('fewer.jsonl', read('removed.jsonl').slice(1))
    const args = ['audit', 'docs.jsonl', '--kept', 'left-in.jsonl', '--removed', 'fewer.jsonl']
    const { code, stdout } = await run(...args)
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /FAILS: no two kept records are as alike as 0\.8 .*\n {2}1 does not:\n {2}both are kept; similarity 0\.\d+\n {4}A "/,
    )
    expect(stdout.match(/FAILS/g)).toHaveLength(1)
    const textOf = (name: string) => records.find((record) => record.id === name)?.text as string
    for (const name of [id, other]) expect(stdout).toContain(`"${name}": ${textOf(name).slice(0, 100)}`)
    const chinese = await run(...args, '--lang', 'zh')
    expect(chinese.code).toBe(1)
    expect(chinese.stdout).toMatch(/不成立：任何两条保留的记录的相似度都低于 0\.8/)
    const json = JSON.parse((await run(...args, '--json')).stdout)
    expect(json).toMatchObject({ holds: false, records: 80, threshold: 0.8 })
    const { failed, findings } = json.checks.find(({ name }: { name: string }) => name === 'apart')
    expect(failed).toBe(1)
    expect([findings[0].a.text, findings[0].b.text].sort()).toEqual([textOf(id), textOf(other)].sort())
    expect(findings[0].similarity).toBe(similarity)
  })

  it('tells of kept records alone what was left in and what was taken out', async () => {
    // Another tool keeps every second record and writes them anew.
    const kept = records.filter((_, i) => i % 2 === 0)
    write(
      'other.jsonl',
      kept.map(({ id, text }) => JSON.stringify({ text, meta: { id } })),
    )
    const bytes = await run('audit', 'docs.jsonl', '--kept', 'other.jsonl')
    expect(bytes.stdout).toContain('FAILS: every kept record is one of the input, byte for byte')
    const { code, stdout } = await run('audit', 'docs.jsonl', '--kept', 'other.jsonl', '--rewritten', '--examples', '2')
    expect(code).toBe(1)
    expect(stdout).toContain('holds: every kept record is one of the input, by its text (40 looked at)')
    expect(stdout).toMatch(/FAILS: every record that is not kept is as alike as 0\.8 to a kept one \(40\)/)
    expect(stdout.match(/no kept record is as alike/g)).toHaveLength(2)
    expect(stdout).toMatch(/… and \d+ more \(--examples, --json\)/)
  })

  it('refuses wrong use with 2, and files that cannot be read with 3', async () => {
    expect(await run('audit', 'docs.jsonl')).toMatchObject({ code: 2, stderr: expect.stringContaining('name their file by --kept') })
    expect((await run('audit', 'docs.jsonl', '--kept', 'nothing.jsonl')).code).toBe(3)
    expect((await run('audit', 'docs.jsonl', '--kept', 'kept.jsonl', '--removed', 'nothing.jsonl')).code).toBe(3)
    expect((await run('audit', 'docs.jsonl', '--kept', 'kept.jsonl', '--threshold', '0')).code).toBe(2)
  })
})

describe('dedupe --audit', () => {
  it('reads its own outputs again', async () => {
    const args = ['dedupe', 'docs.jsonl', '-o', 'k.jsonl', '--removed', 'r.jsonl', '--audit']
    const { code, stderr } = await run(...args)
    expect(code).toBe(0)
    expect(stderr).toContain('wrote k.jsonl, r.jsonl')
    expect(stderr.match(/^holds: /gm)).toHaveLength(5)
    const json = JSON.parse((await run(...args, '--json')).stdout)
    expect(json.audit).toMatchObject({ holds: true, records: 80 })
  })

  it('exits with 1 where the search had missed a pair', async () => {
    // One band of all positions finds next to nothing but equal texts.
    const { code, stderr } = await run(
      'dedupe',
      'docs.jsonl',
      '-o',
      'k.jsonl',
      '--removed',
      'r.jsonl',
      '--bands',
      '1',
      '--rows',
      '128',
      '--audit',
    )
    expect(code).toBe(1)
    expect(stderr).toContain('FAILS: no two kept records are as alike as 0.8')
    const complete = await run('dedupe', 'docs.jsonl', '-o', 'k.jsonl', '--removed', 'r.jsonl', '--complete', '--audit')
    expect(complete.code).toBe(0)
  })

  it('takes every form in which records leave as they came', async () => {
    const rows = records.map(({ id, text }) => `${id},"${text}"`)
    write('docs.csv', ['id,text', ...rows])
    writeFileSync(join(folder, 'docs.json'), JSON.stringify(records, undefined, 1))
    writeFileSync(join(folder, 'wide.jsonl'), Buffer.from(`\ufeff${read('docs.jsonl').join('\n')}`, 'utf16le'))
    for (const [name, kept] of [
      ['docs.csv', 'k.csv'],
      ['docs.csv', 'k.csv.gz'],
      ['docs.json', 'k.json'],
      ['wide.jsonl', 'k-wide.jsonl'],
    ] as const) {
      const made = await run('dedupe', name, '-o', kept, '--removed', 'r.jsonl', '--audit', '--json')
      expect(JSON.parse(made.stdout).audit, name).toMatchObject({ holds: true, records: 80, removed: read('removed.jsonl').length })
    }
    // A line end of another kind is not a byte of the record, a letter is one.
    write(
      'other.csv',
      readFileSync(join(folder, 'k.csv'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => `${line}\r`),
    )
    expect((await run('audit', 'docs.csv', '--kept', 'other.csv')).code).toBe(0)
    write('other.csv', readFileSync(join(folder, 'k.csv'), 'utf8').replace('river', 'rives').split('\n').filter(Boolean))
    expect((await run('audit', 'docs.csv', '--kept', 'other.csv')).code).toBe(1)
  })

  it('is refused before anything is read where it could not be done', async () => {
    const refused = async (args: readonly string[], message: string) => {
      const { code, stderr } = await run('dedupe', ...args, '--audit')
      expect(stderr).toContain(message)
      expect(code).toBe(2)
    }
    const both = ['-o', 'k.jsonl', '--removed', 'r.jsonl']
    await refused(['docs.jsonl'], 'name them by --output and --removed')
    await refused(['docs.jsonl', '-o', '-', '--removed', 'r.jsonl'], 'name a file for --output')
    await refused(['docs.jsonl', '-o', 'k.jsonl', '--removed', 'r.csv'], 'reads --removed as JSON lines')
    await refused(['-', '--format', 'jsonl', ...both], 'read once only')
    await refused(['docs.jsonl', ...both, '--find', 'versions'], '"audit"')
    await refused(['docs.jsonl', ...both, '--method', 'simhash'], 'the method is simhash')
    await refused(['docs.jsonl', ...both, '--unit', 'line'], '--audit')
    await refused(['docs.jsonl', ...both, '--engine', 'local[1]', '--work', 'w'], 'not carried out on a cluster')
  })
})

describe('dedupe --complete', () => {
  it('says of options of bands that they have no effect', async () => {
    const { code, stderr } = await run('dedupe', 'docs.jsonl', '--complete', '--bands', '9', '--num-perm', '64')
    expect(code).toBe(0)
    expect(stderr).toMatch(/--bands does nothing with --complete/)
    expect(stderr).toMatch(/--num-perm does nothing with --complete/)
  })

  it('says by what measures, methods and thresholds it cannot be', async () => {
    const refused = async (args: readonly string[], message: string) => {
      const { code, stderr } = await run('dedupe', 'docs.jsonl', '--complete', ...args)
      expect(stderr).toContain(message)
      expect(code).toBe(2)
    }
    await refused(['--measure', 'multiset'], 'counts how often features occur')
    await refused(['--measure', 'cosine'], 'no number of shared features bounds it')
    await refused(['--measure', 'weighted', '--method', 'simhash'], 'weighs features')
    await refused(['--measure', 'containment'], 'through all features by itself')
    await refused(['--measure', 'fields'], 'looks at no features of texts')
    await refused(['--method', 'simhash'], 'the method is simhash')
    await refused(['--no-verify'], 'measures every pair')
    await refused(['--threshold', '0'], 'needs a threshold above 0')
    await refused(['--engine', 'local[1]', '--work', 'w'], 'on a cluster')
  })
})

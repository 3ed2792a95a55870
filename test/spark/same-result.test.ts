/**
 * spark/: does a cluster give what one machine gives?
 *
 * Oracle   `leitong dedupe` on the same folder: every output, byte for byte.
 * Covers   English and Chinese, copies, a template, a chain, components, keep rules, exact; several files, one of them compressed; blank
 *          lines and records that cannot be judged; a run that was cut off after each of its steps; errors of workers.
 * Leaves   a cluster of several processes, and kills (cluster.long.test.ts).
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import { leitong, temporaryFolder } from '../support/files.js'
import { describeWith } from '../support/servers.js'
import { hostileTexts } from './corpora.js'

/** A folder that the server may read and write, which runs as somebody else. */
function sharedFolder(): string {
  const folder = temporaryFolder()
  chmodSync(folder, 0o777)
  return folder
}

/** All lines of a folder that Spark wrote, in the order of the names of its files. */
function written(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(^|\/)part-[^/]*$/.test(name))
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}

const KINDS = ['output', 'removed', 'groups', 'pairs'] as const
type Results = Record<(typeof KINDS)[number], string>

async function onOneMachine(input: string, flags: readonly string[]): Promise<Results> {
  const folder = temporaryFolder()
  const files = KINDS.flatMap((kind) => [`--${kind}`, join(folder, `${kind}.jsonl`)])
  const { code, stderr } = await leitong(['dedupe', input, ...files, ...flags])
  expect(code, stderr).toBe(0)
  return Object.fromEntries(KINDS.map((kind) => [kind, readFileSync(join(folder, `${kind}.jsonl`), 'utf8')])) as Results
}

async function onCluster(engine: string, input: string, flags: readonly string[], work = join(sharedFolder(), 'work')) {
  const folder = sharedFolder()
  const files = KINDS.flatMap((kind) => [`--${kind}`, join(folder, kind)])
  const { code, stdout, stderr } = await leitong(['dedupe', input, '--engine', engine, '--work', work, ...files, '--json', ...flags])
  expect(code, stderr).toBe(0)
  const results = Object.fromEntries(KINDS.map((kind) => [kind, written(join(folder, kind))])) as Results
  return { results, summary: JSON.parse(stdout) as { found: string[]; work: string; removed: number; rejects: number } }
}

function inputFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = sharedFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

async function generated(kind: string, size: number): Promise<string> {
  const { stdout, code } = await leitong(['generate', kind, '--size', String(size), '--seed', '7', '-o', '-'])
  expect(code).toBe(0)
  return stdout
}

const asLines = (texts: readonly string[], from = 0) => texts.map((text, i) => `${JSON.stringify({ id: from + i, text })}\n`).join('')

/** Similarities come from a cluster as outputs have them: with six decimals. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'number' ? Math.round(each * 1e6) / 1e6 : each)))

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

await describeWith('spark', 'a batch on a cluster', (engine) => {
  it('gives the bytes of one machine for English and Chinese, and goes on where it was cut off', async () => {
    const english = await generated('articles_en', 300)
    const folder = inputFolder({
      'a.jsonl': english,
      'b.jsonl': `\n{"no":"text"}\n${await generated('articles_zh', 200)}not JSON\n`,
      'c.jsonl.gz': gzipSync(english.split('\n').slice(0, 40).join('\n').replaceAll('"id":"', '"id":"again ')),
      'ignored.bin': 'nothing that is read',
    })
    const expected = await onOneMachine(folder, [])
    const { results, summary } = await onCluster(engine, folder, [])
    expect(results).toEqual(expected)
    expect(summary.rejects).toBe(2)
    expect(summary.found).toEqual([])
    const steps = readdirSync(summary.work).filter((name) => !name.endsWith('.done'))
    expect(steps.length).toBe(8)
    for (const step of steps) expect(readdirSync(join(summary.work, step))).toContain('_SUCCESS')
    // As a run leaves it that was cut off while it wrote a step: a folder without its mark, and nothing behind it.
    const work = join(summary.work, '..')
    for (const cut of ['sign', 'forest', 'verify', 'removed']) {
      const order = ['sign', 'copies', 'bands', 'forest', 'components', 'verify', 'removed', 'numbers']
      for (const step of order.slice(order.indexOf(cut))) {
        rmSync(join(summary.work, `${step}.done`), { recursive: true })
        if (step !== cut) rmSync(join(summary.work, step), { recursive: true })
      }
      const again = await onCluster(engine, folder, [], work)
      expect(again.summary.found).toEqual(order.slice(0, order.indexOf(cut)))
      expect(again.results).toEqual(expected)
    }
  })

  it('gives the bytes of one machine for copies, templates and a chain, whoever stays', async () => {
    const texts = hostileTexts({ copies: 300, template: 300, unlike: 150, chain: 200 })
    const folder = inputFolder({ 'a.jsonl': asLines(texts.slice(0, 500)), 'b.jsonl': asLines(texts.slice(500), 500) })
    for (const flags of [
      ['--max-copies', '20'],
      ['--group-by', 'components', '--threshold', '0.7', '--keep', 'last'],
      ['--tokenizer', 'char', '--ngram', '4', '--threshold', '0.6', '--keep', 'longest'],
      ['--keep', 'highest:id', '--no-verify'],
      ['--method', 'exact', '--keep', 'shortest'],
    ]) {
      const expected = await onOneMachine(folder, flags)
      const { results } = await onCluster(engine, folder, flags)
      expect(results, flags.join(' ')).toEqual(expected)
    }
  })

  it('is a call of the library', async () => {
    const texts = hostileTexts({ copies: 5, template: 5, unlike: 5, chain: 5 })
    const folder = inputFolder({ 'a.jsonl': asLines(texts) })
    const single = await dedupe({ files: [folder] }, { pairs: true })
    const steps: string[] = []
    const result = await dedupe(
      { files: [folder] },
      { engine, work: join(sharedFolder(), 'work'), pairs: true, onStep: (step) => steps.push(step) },
    )
    try {
      for (const kind of ['removed', 'groups', 'pairs'] as const)
        expect(await collected<unknown>(result[kind]())).toEqual([...single[kind]()].map(rounded))
      expect(result.summary).toMatchObject({ documents: 20, removed: single.summary.removed, groups: single.summary.groups })
      expect([...new Set(steps)].slice(0, 3)).toEqual(['start', 'list', 'sign'])
    } finally {
      await result.close()
      await single.close()
    }
  })

  it('hands on what goes wrong on its machines', async () => {
    const run = (folder: string, ...flags: string[]) =>
      leitong(['dedupe', folder, '--engine', engine, '--work', join(sharedFolder(), 'work'), '-o', join(sharedFolder(), 'kept'), ...flags])
    const latin = inputFolder({ 'a.jsonl': Buffer.from('{"id":1,"text":"caf\xe9"}\n', 'latin1') })
    expect(await run(latin)).toMatchObject({ code: 3, stderr: expect.stringMatching(/not UTF-8/) })
    const named = inputFolder({ 'a.jsonl': '{"id":1,"body":"some words"}\n' })
    expect(await run(named)).toMatchObject({ code: 2, stderr: expect.stringMatching(/--text-field text.*nothing can be compared/) })
    const unnamed = inputFolder({ 'a.jsonl': '{"text":"some words that stand here"}\n' })
    expect(await run(unnamed)).toMatchObject({ code: 2, stderr: expect.stringMatching(/1 records have no "id"/) })
    expect(await run(join(named, 'missing'))).toMatchObject({ code: 3, stderr: expect.stringMatching(/missing: no such file/) })
    const csv = inputFolder({ 'a.csv': 'id,text\n1,some words\n' })
    expect(await run(csv)).toMatchObject({ code: 2, stderr: expect.stringMatching(/a.csv: a cluster reads JSON lines/) })
    mkdirSync(join(named, 'below'))
    const below = await leitong(['dedupe', named, '--engine', engine, '--work', join(sharedFolder(), 'work'), '-o', join(named, 'below')])
    expect(below).toMatchObject({ code: 2, stderr: expect.stringMatching(/lies in another folder/) })
  })
})

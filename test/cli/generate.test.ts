/**
 * leitong generate: the library's corpus, as lines.
 *
 * Oracle   generateCorpus; papaparse for CSV; gunzip.
 * Covers   standard output, files, pairs, parts, compression, CSV, presets beside flags, wrong use, nothing half-written.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { createCorpus } from '../../src/research/generating/corpus.js'
import { PRESETS } from '../../src/research/generating/presets.js'
import { jsonLines, leitong, temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const generate = (...args: string[]) => leitong(['generate', ...args], { cwd: folder })
const parse = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('generate', () => {
  it('prints the corpus that the library makes', async () => {
    const flags =
      '--size 50 --seed 3 --duplicates 0.5 --topics ai,finance --edits typo,digits --strength 0.1-0.2 --noise 10 --group-size 2-5'
    const { code, stdout, stderr } = await generate('articles_en', ...flags.split(' '), '--length', '300')
    expect([code, stderr]).toEqual([0, ''])
    const corpus = createCorpus({
      kind: 'articles_en',
      size: 50,
      seed: 3,
      duplicates: 0.5,
      topics: ['ai', 'finance'],
      edits: ['typo', 'digits'],
      strength: [0.1, 0.2],
      noise: 10,
      groupSize: [2, 5],
      length: 300,
    })
    expect(parse(stdout)).toEqual([...corpus.records()])
  })

  it('writes files: records, pairs, compressed by their ending', async () => {
    const { code, stdout } = await generate('petitions', '--size', '80', '-o', 'all.jsonl', '--pairs', 'pairs.jsonl.gz')
    expect([code, stdout]).toEqual([0, ''])
    const corpus = createCorpus({ kind: 'petitions', size: 80 })
    expect(jsonLines(at('all.jsonl'))).toEqual([...corpus.records()])
    expect(parse(gunzipSync(readFileSync(at('pairs.jsonl.gz'))).toString())).toEqual([...corpus.pairs()])
  })

  it('makes a corpus in parts, the same bytes', async () => {
    const flags = ['rows', '--size', '90', '--format', 'csv']
    const [whole, first, second] = await Promise.all([
      generate(...flags),
      generate(...flags, '--to', '33'),
      generate(...flags, '--from', '33'),
    ])
    expect(first.stdout + second.stdout).toBe(whole.stdout)
  })

  it('writes rows as CSV, null as an empty field', async () => {
    const { stdout } = await generate('rows', '--size', '60', '--format', 'csv')
    const { data } = Papa.parse<Record<string, string>>(stdout, { header: true, skipEmptyLines: true })
    const expected = [...createCorpus({ kind: 'rows', size: 60 }).records()].map(({ edit, ...fields }) =>
      Object.fromEntries(
        Object.entries({ ...fields, edit_of: edit?.of, edit_kind: edit?.kind, edit_strength: edit?.strength }).map(([name, value]) => [
          name,
          String(value ?? ''),
        ]),
      ),
    )
    expect(data).toEqual(expected)
  })

  it('takes the experiments of the papers, and flags before them', async () => {
    const { code, stdout } = await generate('--preset', 'li2015', '--from', '5290')
    expect(code).toBe(0)
    expect(parse(stdout)).toEqual([...createCorpus(PRESETS.li2015).records(5290)])
    const other = await generate('petitions', '--preset', 'li2015', '--seed', '5', '--to', '3')
    expect(parse(other.stdout)).toEqual([...createCorpus({ ...PRESETS.li2015, kind: 'petitions', seed: 5 }).records(0, 3)])
  })

  it('can be found out by dedupe', async () => {
    await generate('petitions', '--size', '200', '--edits', 'digits', '--strength', '0.1', '-o', 'easy.jsonl', '--pairs', 'true.jsonl')
    await leitong(['dedupe', 'easy.jsonl', '--tokenizer', 'char', '--threshold', '0.6', '--pairs', 'found.jsonl'], { cwd: folder })
    const pairs = (name: string) => new Set(jsonLines(at(name)).map(({ a, b }) => `${a} ${b}`))
    const found = pairs('found.jsonl')
    const truth = pairs('true.jsonl')
    expect(truth.size).toBe(100)
    expect(found).toEqual(truth)
  })

  it('refuses wrong use with exit code 2', async () => {
    for (const [args, message] of [
      [['poems', '--size', '1'], /kind/],
      [['petitions'], /size/],
      [['--size', '3'], /kind/],
      [['petitions', '--size', 'many'], /number/],
      [['petitions', '--size', '3', '--strength', '1-2-3'], /range/],
      [['petitions', '--size', '3', '--format', 'csv'], /rows/],
      [['petitions', '--size', '3', '-o', 'x', '--pairs', 'x'], /--pairs would write to x, which is also the target of --output/],
      [['petitions', '--size', '3', '--preset', 'nobody2000'], /preset/],
      [['rows', '--size', '3', '--edits', 'shuffle'], /edits/],
      [['rows', '--size', '3', '--sizes', '3'], /unknown option/],
    ] as const) {
      const { code, stdout, stderr } = await generate(...args)
      expect([code, stdout], args.join(' ')).toEqual([2, ''])
      expect(stderr).toMatch(message)
    }
  })

  it('leaves nothing behind when an output cannot be written', async () => {
    const before = readdirSync(folder)
    const { code } = await generate('petitions', '--size', '10', '-o', 'fresh.jsonl', '--pairs', 'no/such/folder.jsonl')
    expect(code).toBe(3)
    expect(existsSync(at('fresh.jsonl'))).toBe(false)
    expect(readdirSync(folder)).toEqual(before)
  })
})

/**
 * The command: flags, outputs and exit codes of the contract.
 *
 * Covers   every output file and its fields; ids of every type; the dry run; standard input and output; the configuration file
 *          and what beats what; wrong use; exit codes 0, 1, 2, 3; compare; fingerprint.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { flagOf } from '../../src/resolving/names.js'
import { OPTIONS } from '../../src/resolving/table.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)

const TEXTS = [
  { id: 'a', text: 'The committee met on Monday to discuss the new bridge over the river and its cost.' },
  { id: 7, text: 'The committee met on Monday to discuss the new bridge over the river and its price.' },
  { id: 'c', text: '居民反映小区夜间施工噪音严重影响休息，希望有关部门尽快处理。' },
  { id: 'd', text: 'the committee met on monday, to discuss the new bridge over the river and its cost' },
  { text: '居民反映小区夜间施工噪音严重影响休息,希望有关部门尽快处理' },
  { id: 'f', text: 'Nothing here is like anything above.' },
]
const input = writeLines(at('in.jsonl'), TEXTS)
writeFileSync(input, `${readFileSync(input, 'utf8')}not json\n`)

describe('dedupe', () => {
  it('writes every output, and nothing that was not asked for', async () => {
    const files = Object.fromEntries(['output', 'removed', 'pairs', 'groups', 'rejects'].map((kind) => [kind, at(`out.${kind}`)]))
    const { code, stdout, stderr } = await leitong(
      ['dedupe', 'in.jsonl', '--threshold', '0.7', ...Object.entries(files).flatMap(([kind, file]) => [`--${kind}`, file])],
      { cwd: folder },
    )
    expect(code, stderr).toBe(0)
    expect(stdout).toBe('')
    const lines = readFileSync(input, 'utf8').split('\n')
    expect(readFileSync(files['output'] as string, 'utf8')).toBe([lines[0], lines[2], lines[5], lines[6], ''].join('\n'))
    expect(jsonLines(files['removed'] as string)).toEqual([
      { id: 7, duplicate_of: 'a', similarity: 0.875, distance: null, group: 1 },
      { id: 'd', duplicate_of: 'a', similarity: 1, distance: null, group: 1 },
      { id: 'in.jsonl:5', duplicate_of: 'c', similarity: 1, distance: null, group: 2 },
    ])
    expect(jsonLines(files['pairs'] as string)).toEqual([
      { a: 'a', b: 7, similarity: 0.875, distance: null },
      { a: 'a', b: 'd', similarity: 1, distance: null },
      { a: 7, b: 'd', similarity: 0.875, distance: null },
      { a: 'c', b: 'in.jsonl:5', similarity: 1, distance: null },
    ])
    expect(jsonLines(files['groups'] as string)).toEqual([
      {
        group: 1,
        size: 3,
        kept: 'a',
        members: [
          { id: 'a', similarity: 1, distance: null },
          { id: 7, similarity: 0.875, distance: null },
          { id: 'd', similarity: 1, distance: null },
        ],
      },
      {
        group: 2,
        size: 2,
        kept: 'c',
        members: [
          { id: 'c', similarity: 1, distance: null },
          { id: 'in.jsonl:5', similarity: 1, distance: null },
        ],
      },
    ])
    expect(jsonLines(files['rejects'] as string)).toEqual([{ source: 'in.jsonl', line: 7, reason: expect.stringMatching(/^not JSON/) }])
  })

  it('without outputs prints a summary and the largest groups', async () => {
    const { code, stdout } = await leitong(['dedupe', 'in.jsonl'], { cwd: folder })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^7 records, /)
    expect(stdout).toContain('kept 4, removed 3 in 2 groups (2 of them equal to an earlier one)')
    expect(stdout).toContain('1 of them could not be judged and is kept; the first: in.jsonl:7: not JSON')
    expect(stdout).toMatch(/3 × "a" ← 0\.88–1\.00 7, "d" {2}The committee met on Monday/)
  })

  it('with --json prints the summary as one object', async () => {
    const { stdout } = await leitong(['dedupe', 'in.jsonl', '--json', '--method', 'simhash'], { cwd: folder })
    const summary = JSON.parse(stdout)
    expect(summary).toMatchObject({
      documents: 6,
      rejects: 1,
      plan: expect.any(String),
      version: expect.any(String),
      options: { method: 'simhash', threshold: 0.8, bits: 64, distance: 3 },
    })
    expect(summary.kept + summary.removed).toBe(7)
    expect(Object.keys(summary.seconds)).toEqual(['read', 'search', 'verify', 'write', 'total'])
    expect(summary.bytes).toBeGreaterThan(400)
    expect(summary.signature).toMatch(/^leitong1 simhash bits=64 .*unicode=17/)
  })

  it('reads standard input and writes standard output', async () => {
    const { code, stdout, stderr } = await leitong(['dedupe', '-', '-o', '-'], { input: readFileSync(input) })
    expect(code, stderr).toBe(0)
    expect(stdout.split('\n').length).toBe(5)
    const csv = await leitong(['dedupe', '-', '--format', 'csv', '--removed', '-'], {
      input: 'id,text\n1,the same text in two rows\n2,the same text in two rows\n',
    })
    expect(JSON.parse(csv.stdout)).toMatchObject({ id: '2', duplicate_of: '1', similarity: 1 })
    const lines = await leitong(['dedupe', '-', '--format', 'lines', '-o', '-'], { input: 'one line\nanother line\none line' })
    expect(lines.stdout).toBe('one line\nanother line\n')
  })

  it('gives similarity null and the distance where signatures decide', async () => {
    const { stdout } = await leitong(['dedupe', 'in.jsonl', '--method', 'simhash', '--no-verify', '--distance', '20', '--pairs', '-'], {
      cwd: folder,
    })
    const pairs = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(pairs).toContainEqual({ a: 'a', b: 7, similarity: null, distance: expect.any(Number) })
    expect(pairs).toContainEqual({ a: 'a', b: 'd', similarity: 1, distance: 0 })
  })

  it('limits the pairs of many copies and says so', async () => {
    const copies = writeLines(
      at('copies.jsonl'),
      Array.from({ length: 30 }, (_, id) => ({ id, text: 'all the same' })),
    )
    const { stdout, stderr } = await leitong(['dedupe', copies, '--max-copies', '10', '--pairs', '-'])
    expect(stdout.trim().split('\n').length).toBe(29)
    expect(stderr).toContain('1 texts have more than 10 copies: each copy is paired with the first one only')
    const all = await leitong(['dedupe', copies, '--pairs', '-'])
    expect(all.stdout.trim().split('\n').length).toBe((30 * 29) / 2)
  })

  it('with --strict fails on what cannot be judged, without any output', async () => {
    const { code, stderr } = await leitong(['dedupe', 'in.jsonl', '--strict', '-o', 'strict.out'], { cwd: folder })
    expect(code).toBe(3)
    expect(stderr).toContain('1 records cannot be judged; the first: in.jsonl:7: not JSON')
    expect(() => readFileSync(at('strict.out'))).toThrow()
  })
})

describe('options', () => {
  it('come from flags, else from the configuration file, else from the defaults', async () => {
    writeFileSync(at('leitong.config.json'), JSON.stringify({ threshold: 0.5, 'num-perm': 64, text_field: ['text'] }))
    const options = async (...args: string[]) =>
      JSON.parse((await leitong(['dedupe', 'in.jsonl', '--json', ...args], { cwd: folder })).stdout).options
    expect(await options()).toMatchObject({ threshold: 0.5, numPerm: 64, keep: 'first' })
    expect(await options('--threshold', '0.9')).toMatchObject({ threshold: 0.9, numPerm: 64 })
    writeFileSync(at('other.json'), JSON.stringify({ keep: 'last' }))
    expect(await options('--config', 'other.json')).toMatchObject({ threshold: 0.8, numPerm: 128, keep: 'last' })
    writeFileSync(at('leitong.config.json'), '{}')
  })

  it('that are wrong are refused with exit code 2, and say what would be right', async () => {
    const refused = async (...args: string[]) => {
      const { code, stderr } = await leitong(['dedupe', 'in.jsonl', ...args], { cwd: folder })
      expect(code, args.join(' ')).toBe(2)
      return stderr
    }
    expect(await refused('--threshold', '1.5')).toContain('option "threshold" cannot be "1.5": expected a number from 0 to 1')
    expect(await refused('--bits', '65')).toContain('expected a whole number from 1 to 64, or 128')
    expect(await refused('--keep', 'newest')).toContain('newest:FIELD')
    expect(await refused('--normalize', 'nfkc,cse')).toContain('none, or a list of nfkc, case')
    expect(await refused('--memory', 'lots')).toContain('like 500MB or 2GB')
    expect(await refused('--ngram', '2.5')).toContain('a whole number from 1 to 255')
    expect(await refused('--method', 'simhash', '--distance', '65')).toContain('more than the 64 bits')
    expect(await refused('--method', 'exact', '--no-verify')).toContain('exact')
    expect(await refused('--bands', '20', '--rows', '20')).toContain('need 400 positions')
    expect(await refused('--treshold', '1')).toContain('unknown option')
    writeFileSync(at('bad.json'), '{"treshold": 1}')
    expect(await refused('--config', 'bad.json')).toContain('unknown option "treshold" in bad.json; did you mean "threshold"?')
    writeFileSync(at('bad.json'), '{"threshold": ')
    expect(await refused('--config', 'bad.json')).toContain('bad.json: ')
    expect(await refused('-o', 'in.jsonl')).toContain('--output would write to in.jsonl, which is the input in.jsonl')
    expect(await refused('-o', 'x.out', '--pairs', './x.out')).toContain('also the target of --output')
    expect((await leitong(['dedupe'])).code).toBe(2)
    expect((await leitong(['dedpue', 'x'])).code).toBe(2)
    expect((await leitong([])).code).toBe(2)
  })

  it('are all in the help', async () => {
    const { code, stdout } = await leitong(['dedupe', '--help'])
    expect(code).toBe(0)
    for (const [name, { kind, default: value, commands }] of Object.entries(OPTIONS)) {
      if (!commands.includes('dedupe')) continue
      const flag = flagOf(name)
      expect(stdout).toContain(kind === 'flag' && value === true ? `--no-${flag}` : `--${flag}`)
    }
    expect((await leitong(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('that take a number refuse another text in one way, in every command', async () => {
    const wrong = [
      [['tune', 'in.jsonl', '--sample', '1'], 'sample', '"1"', 'a whole number from 2'],
      [['generate', 'texts', '--size', 'many'], 'size', '"many"', 'a number'],
      [['generate', 'texts', '--length', '5-'], 'length', '""', 'a number'],
      [['evaluate', '--experiment', 'intro', '--seed', '1.5'], 'seed', '"1.5"', 'a whole number from 0'],
      [['index', 'query', 'memory:', '--text', 'a', '--limit', '0'], 'limit', '"0"', 'a whole number from 1'],
      [['index', 'create', 'memory:', '--block-limit', 'x'], 'block-limit', '"x"', 'a whole number from 1'],
      [['sync', 'in.jsonl', 'memory:', '--follow', '0'], 'follow', '"0"', 'a number from 0.001 to 86400'],
    ] as const
    await Promise.all(
      wrong.map(async ([args, name, value, expected]) => {
        const { code, stderr } = await leitong([...args], { cwd: folder })
        expect({ code, stderr }, args.join(' ')).toEqual({
          code: 2,
          stderr: expect.stringContaining(`leitong: option "${name}" cannot be ${value}: expected ${expected}\n`),
        })
      }),
    )
  })
})

describe('input that cannot be read', () => {
  it('ends with exit code 3 (2 for an unknown format) and names the file', async () => {
    const missing = await leitong(['dedupe', 'missing.jsonl'], { cwd: folder })
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('missing.jsonl: no such file or folder') })
    writeFileSync(at('what.xyz'), 'x')
    expect(await leitong(['dedupe', 'what.xyz'], { cwd: folder })).toMatchObject({ code: 2, stderr: expect.stringContaining('--format') })
    writeFileSync(at('table.csv'), 'a,b\n1,2\n')
    expect(await leitong(['dedupe', 'table.csv'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no field "text"; there are a, b'),
    })
    expect(await leitong(['dedupe', 'none-*.jsonl'], { cwd: folder })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('none-*.jsonl'),
    })
    writeFileSync(at('cut.jsonl.gz'), Buffer.from('1f8b0800', 'hex'))
    expect(await leitong(['dedupe', 'cut.jsonl.gz'], { cwd: folder })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('cut.jsonl.gz: cannot be read'),
    })
    expect(await leitong(['dedupe', 'in.jsonl', 'table.csv', '-o', 'x'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('they cannot be one output'),
    })
  })
})

describe('compare', () => {
  it('exits with 0 for similar and 1 for other texts, and shows the difference', async () => {
    writeFileSync(at('a.txt'), TEXTS[0]?.text ?? '')
    writeFileSync(at('b.txt'), TEXTS[1]?.text ?? '')
    writeFileSync(at('c.md'), '# Other\n\nNothing alike.')
    const alike = await leitong(['compare', 'a.txt', 'b.txt'], { cwd: folder })
    expect(alike.code).toBe(0)
    expect(alike.stdout).toContain('similar: jaccard 0.8750, threshold 0.8')
    expect(alike.stdout).toMatch(/A:.*\[-cost-\].*\n *B:.*\{\+price\+\}/)
    const other = await leitong(['compare', 'a.txt', 'c.md', '--json'], { cwd: folder })
    expect(other.code).toBe(1)
    expect(JSON.parse(other.stdout)).toMatchObject({
      similar: false,
      similarity: 0,
      measure: 'jaccard',
      explanation: { counts: { shared: 0 } },
    })
    const texts = await leitong(['compare', '--texts', '你好世界，今天天气', '你好世界今天天气', '--measure', 'containment'])
    expect(texts).toMatchObject({ code: 0, stdout: expect.stringContaining('similar: containment 1.0000') })
    expect((await leitong(['compare', 'a.txt', 'gone.txt'], { cwd: folder })).code).toBe(3)
    expect((await leitong(['compare', 'a.txt'], { cwd: folder })).code).toBe(2)
    expect((await leitong(['compare', 'a.txt', 'in.jsonl'], { cwd: folder })).stderr).toContain('compare takes two texts')
  })
})

describe('fingerprint', () => {
  it('prints id, fingerprint and features of every document in order', async () => {
    const { code, stdout, stderr } = await leitong(['fingerprint', 'in.jsonl'], { cwd: folder })
    expect(code).toBe(0)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ id }) => id)).toEqual(['a', 7, 'c', 'd', 'in.jsonl:5', 'f'])
    for (const { fingerprint, features } of lines) {
      expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
      expect(features).toBeGreaterThan(3)
    }
    expect(lines[0].fingerprint).toBe(lines[3].fingerprint)
    expect(stderr).toContain('1 record has no fingerprint; the first: in.jsonl:7')
  })

  it('prints other signatures, and what they depend on', async () => {
    const first = async (...args: string[]) =>
      JSON.parse((await leitong(['fingerprint', 'in.jsonl', ...args], { cwd: folder })).stdout.split('\n')[0] as string).fingerprint
    expect(await first('--bits', '128')).toMatch(/^[0-9a-f]{32}$/)
    expect(await first('--bits', '32')).toMatch(/^[0-9a-f]{8}$/)
    expect(await first('--method', 'minhash', '--num-perm', '16')).toMatch(/^[0-9a-f]{128}$/)
    expect(await first('--method', 'exact')).toMatch(/^[0-9a-f]{32}$/)
    expect((await leitong(['fingerprint', 'in.jsonl', '--describe', '--seed', '5'], { cwd: folder })).stdout).toMatch(
      /^leitong1 simhash .* seed=5 unicode=/,
    )
    await leitong(['fingerprint', 'in.jsonl', '-o', 'prints.jsonl'], { cwd: folder })
    expect(jsonLines(at('prints.jsonl')).length).toBe(6)
  })
})

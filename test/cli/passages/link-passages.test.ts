/**
 * `leitong link A B --measure passages`.
 *
 * Oracle   runs of 13 words of each row, cut by hand and looked up in a set.
 * Covers   passages of a template that more rows have than are paired; rows in and not in A byte for byte, pairs with their evidence, best matches, --min-length, --threshold, --ignore, and what is refused.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pairsOf } from '../../../src/jobs/passages/pairs.js'
import { runPassages } from '../../../src/jobs/passages/passages.js'
import { NO_MACHINE } from '../../../src/options/running.js'
import { expandInputs } from '../../../src/reading/inputs.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom } from '../../support/texts.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const run = (...args: string[]) => leitong(['link', ...args, '--measure', 'passages'], { cwd: folder })

const random = createRandom(5)
const word = () => `w${Math.floor(random() * 4000)}`
const words = (count: number) => Array.from({ length: count }, word)
const EVAL = Array.from({ length: 12 }, (_, i) => ({ id: `e${i}`, text: `${words(30).join(' ')}.` }))
/** Rows of which each third has some words of a row of the other side, from 9 to 17 in a row. */
const TRAIN = Array.from({ length: 40 }, (_, id) => {
  const from = EVAL[id % 12]?.text.split(' ') ?? []
  const quoted = id % 3 ? [] : from.slice(3, 12 + (id % 9)).map((one) => one.toUpperCase())
  return { id, text: [...words(10), ...quoted, ...words(10)].join(id % 2 ? ' ' : ', ') }
})
const runsOf = (text: string, length: number) => {
  const all = text.toLowerCase().match(/\w+/g) ?? []
  return all.slice(0, Math.max(0, all.length - length + 1)).map((_, i) => all.slice(i, i + length).join(' '))
}
const sharedWith = (text: string, length: number) => {
  const runs = new Set(runsOf(text, length))
  return EVAL.filter((other) => runsOf(other.text, length).some((one) => runs.has(one))).map(({ id }) => id)
}
const linesOf = (name: string) =>
  readFileSync(path(name), 'utf8')
    .split(/(?<=\n)/)
    .filter(Boolean)

it('finds the rows that share so many words in a row, and writes the others byte for byte', async () => {
  writeLines(path('eval.jsonl'), EVAL)
  writeFileSync(path('train.jsonl'), `${TRAIN.map((row) => JSON.stringify(row)).join('\n')}\nno JSON`)
  for (const length of [13, 10]) {
    const least = length === 13 ? [] : ['--min-length', String(length)]
    const ran = await run(
      'eval.jsonl',
      'train.jsonl',
      '--in',
      'in.jsonl',
      '--not-in',
      'out.jsonl',
      '--pairs',
      'pairs.jsonl',
      '--json',
      ...least,
    )
    expect(ran.code, ran.stderr).toBe(0)
    const isIn = TRAIN.map(({ text }) => sharedWith(text, length).length > 0)
    const lines = linesOf('train.jsonl')
    expect(linesOf('in.jsonl')).toEqual(lines.filter((_, i) => isIn[i]))
    expect(linesOf('out.jsonl')).toEqual(lines.filter((_, i) => !isIn[i]))
    const pairs = jsonLines(path('pairs.jsonl'))
    const expected = TRAIN.flatMap(({ id, text }) => sharedWith(text, length).map((a) => `${a} ${id}`))
    expect(pairs.map(({ a, b }) => `${a} ${b}`).sort()).toEqual(expected.sort())
    expect(JSON.parse(ran.stdout)).toMatchObject({ a: 12, b: 40, pairs: expected.length, linkedB: isIn.filter(Boolean).length, rejects: 1 })
    for (const { a, b, b_in_a, passages } of pairs) {
      const all = passages as { a_offset: number; a_length: number; b_offset: number; b_length: number; text: string }[]
      const [ofA, ofB] = [EVAL.find(({ id }) => id === a)?.text ?? '', TRAIN.find(({ id }) => id === b)?.text ?? '']
      for (const { a_offset, a_length, b_offset, b_length, text } of all) {
        expect(ofB.slice(b_offset, b_offset + b_length)).toBe(text)
        expect(runsOf(ofA.slice(a_offset, a_offset + a_length), 1)).toEqual(runsOf(text, 1))
      }
      expect(b_in_a).toBeCloseTo(all.reduce((sum, { b_length }) => sum + b_length, 0) / ofB.length, 5)
    }
  }
})

it('has the best match of each row, a threshold of the share, and passages that do not count', async () => {
  writeLines(path('eval.jsonl'), EVAL)
  writeLines(path('train.jsonl'), TRAIN)
  expect((await run('eval.jsonl', 'train.jsonl', '--matches', 'm.jsonl')).code).toBe(0)
  expect(jsonLines(path('m.jsonl')).map(({ b, a }) => [b, a])).toEqual(TRAIN.map(({ id, text }) => [id, sharedWith(text, 13)[0] ?? null]))
  expect((await run('eval.jsonl', 'train.jsonl', '--threshold', '0.5', '--pairs', 'p.jsonl')).code).toBe(0)
  const some = jsonLines(path('p.jsonl'))
  expect(some.every(({ similarity }) => (similarity as number) >= 0.5)).toBe(true)
  writeLines(path('ignored.jsonl'), EVAL)
  expect(JSON.parse((await run('eval.jsonl', 'train.jsonl', '--ignore', 'ignored.jsonl', '--json')).stdout)).toMatchObject({ pairs: 0 })
})

it('pairs a passage that many rows have with the first of them, counts the others, and still tells every row', async () => {
  const form = words(20).join(' ')
  const filled = (side: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: `${side}${i}`, text: `${words(9).join(' ')} ${form}` }))
  writeLines(path('forms-a.jsonl'), filled('a', 30))
  writeLines(path('forms-b.jsonl'), filled('b', 12))
  // Of 30 that have it each of the 12 is paired with 20, and with fewer where there is room for no more pairs.
  for (const [flags, each] of [
    [[], 20],
    [['--max-pairs', '60'], 5],
    [['--max-pairs', '5'], 1],
  ] as const) {
    const { stdout, stderr } = await run(
      'forms-a.jsonl',
      'forms-b.jsonl',
      '--pairs',
      'p.jsonl',
      '--not-in',
      'out.jsonl',
      '--json',
      ...flags,
    )
    expect(JSON.parse(stdout), stderr).toMatchObject({ pairs: 12 * each, linkedB: 12, unpaired: 12 * (30 - each) })
    const first = Array.from({ length: each }, (_, i) => `a${i}`)
    expect(jsonLines(path('p.jsonl')).flatMap(({ a, b }) => (b === 'b3' ? [a] : []))).toEqual(first)
    expect(linesOf('out.jsonl')).toEqual([])
  }
  expect((await run('forms-a.jsonl', 'forms-b.jsonl')).stdout).toContain('120 places more share passages with A and are in no pair')
  expect((await run('forms-a.jsonl', 'forms-b.jsonl', '--lang', 'zh')).stdout).toContain('另有 120 处与 A 有相同段落')
})

it('tells by all rows of A which rows reach a threshold, also where passages have more rows than are paired', async () => {
  const [one, other, own] = [words(20), words(20), words(20)].map((all) => all.join(' ')) as [string, string, string]
  const with30 = (passage: string, name: string) =>
    Array.from({ length: 30 }, (_, i) => ({ id: `${name}${i}`, text: `${passage} ${words(90).join(' ')}` }))
  // The last rows alone have both passages of a copy, of which others have one each; a word between them differs.
  const told = [
    ['both', one, other],
    ['more', one, own],
  ] as const
  const by = (word: string) => told.map(([id, before, after]) => ({ id: `${word} ${id}`, text: `${before} ${word} ${after}` }))
  const rows = [...by('copied'), { id: 'half', text: `${one} ${words(20).join(' ')}` }]
  writeLines(path('many-a.jsonl'), [...with30(one, 'one'), ...with30(other, 'other'), ...by('source')])
  writeLines(path('many-b.jsonl'), rows)
  const asked = [
    'many-a.jsonl',
    'many-b.jsonl',
    '--threshold',
    '0.9',
    '--in',
    'in.jsonl',
    '--not-in',
    'out.jsonl',
    '--pairs',
    'p.jsonl',
    '--json',
  ]
  const ran = await run(...asked)
  expect(ran.code, ran.stderr).toBe(0)
  expect(jsonLines(path('out.jsonl')).map(({ id }) => id)).toEqual(['half'])
  expect(jsonLines(path('in.jsonl')).map(({ id }) => id)).toEqual(['copied both', 'copied more'])
  expect(jsonLines(path('p.jsonl')).map(({ a, b }) => [a, b])).toEqual([
    ['source both', 'copied both'],
    ['source more', 'copied more'],
  ])
  expect(JSON.parse(ran.stdout)).toMatchObject({ linkedB: 2 })
  // Where that would be too much work, who asks is refused, and others have the pairs that are listed.
  const options = resolveOptions([], NO_MACHINE)
  const [inputs, library] = await Promise.all(['many-b.jsonl', 'many-a.jsonl'].map((name) => expandInputs([path(name)], options)))
  const search = await runPassages({ inputs: inputs ?? [], library: library ?? [], unit: 'tokens', least: 13, twice: false }, options)
  expect(() => pairsOf(search, 0, 0.9, { asked: true, work: 1 })).toThrow(/cannot tell which of 3 rows of B reach it/)
  expect(pairsOf(search, 0, 0.9, { asked: false, work: 1 }).pairs).toEqual([])
  search.close()
})

it('refuses what passages do not have, and its flags elsewhere', async () => {
  writeLines(path('eval.jsonl'), EVAL)
  expect(await run('eval.jsonl', 'eval.jsonl', '--one-to-one')).toMatchObject({ code: 2, stderr: expect.stringContaining('--one-to-one') })
  expect(await leitong(['link', 'eval.jsonl', 'eval.jsonl', '--gap', '3'], { cwd: folder })).toMatchObject({ code: 2 })
})

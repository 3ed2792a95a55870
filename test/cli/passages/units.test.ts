/**
 * `leitong dedupe --unit`, and similar units of `leitong passages`.
 *
 * Oracle   units cut and compared by hand: the first of each form stays; Jaccard of word pairs for similar ones.
 * Covers   equal and similar units, --min-unit, the account of what left, documents put together again from both, a library of similar
 *          units, and what is refused.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom } from '../../support/texts.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const run = (...args: string[]) => leitong(args, { cwd: folder })

interface Removed {
  readonly id: number
  readonly offset: number
  readonly length: number
  readonly duplicate_of: { readonly id: number; readonly offset: number; readonly length: number } | null
  readonly similarity: number
  readonly text: string
}
const removedOf = (name: string) => jsonLines(path(name)) as unknown as Removed[]
const textsOf = (name: string) => jsonLines(path(name)).map(({ text }) => text as string)
const form = (unit: string) => unit.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

const random = createRandom(11)
const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] as string
const WORDS = 'north south river bridge council letter answer market school water train winter paper garden window road'.split(' ')

/** Documents of lines, some of which come again in another case or spacing. */
const LINES = Array.from({ length: 40 }, (_, i) => Array.from({ length: 3 + (i % 9) }, () => pick(WORDS)).join(' '))
const DOCUMENTS = Array.from({ length: 30 }, (_, id) => ({
  id,
  text: Array.from({ length: 1 + (id % 12) }, () => {
    const line = pick(LINES)
    return random() < 0.3 ? ` ${line.toUpperCase()}  ` : line
  }).join('\n'),
}))

it('keeps the first of each line, and says of the others where they stood and what they repeat', async () => {
  writeLines(path('docs.jsonl'), DOCUMENTS)
  const ran = await run('dedupe', 'docs.jsonl', '--unit', 'line', '--min-unit', '20', '-o', 'once.jsonl', '--removed', 'removed.jsonl')
  expect(ran).toMatchObject({ code: 0, stdout: '' })
  const seen = new Map<string, { id: number; offset: number }>()
  const removed: unknown[] = []
  const left = DOCUMENTS.map(({ id, text }) => {
    let [offset, kept] = [0, '']
    for (const line of text.split(/(?<=\n)/)) {
      const first = seen.get(form(line))
      if (form(line).length < 20) kept += line
      else if (first) removed.push({ id, offset, text: line, first })
      else {
        seen.set(form(line), { id, offset })
        kept += line
      }
      offset += line.length
    }
    return kept
  })
  expect(textsOf('once.jsonl')).toEqual(left)
  const said = removedOf('removed.jsonl').map(({ id, offset, text, duplicate_of }) => ({
    id,
    offset,
    text,
    first: { id: duplicate_of?.id, offset: duplicate_of?.offset },
  }))
  const byPlace = (a: { id: number; offset: number }, b: { id: number; offset: number }) => a.id - b.id || a.offset - b.offset
  expect(said.sort(byPlace)).toEqual(removed)
  expect(removed.length).toBeGreaterThan(50)
})

/** Sentences of which later ones are earlier ones with a word or two changed. */
const SENTENCES: string[] = []
for (let i = 0; i < 60; i++) {
  const words =
    i > 20 && random() < 0.6 ? pick(SENTENCES).split(' ') : Array.from({ length: 24 }, () => `${pick(WORDS)}${Math.floor(random() * 30)}`)
  if (i > 20) for (let n = Math.floor(random() * 3); n > 0; n--) words[Math.floor(random() * words.length)] = `new${i}`
  SENTENCES.push(words.join(' '))
}
const ESSAYS = Array.from({ length: 12 }, (_, id) => ({
  id,
  text: SENTENCES.slice(id * 5, id * 5 + 5)
    .map((line) => `${line}\n\n`)
    .join(''),
}))

const pairsOf = (text: string) => {
  const words = text.trim().toLowerCase().split(/\s+/)
  return new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`))
}
function jaccard(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)]
  let shared = 0
  for (const pair of left) if (right.has(pair)) shared++
  return shared / (left.size + right.size - shared)
}

it('with a threshold similar units leave too: each removed one is similar to a kept one, and no two kept ones are', async () => {
  writeLines(path('essays.jsonl'), ESSAYS)
  const ran = await run(
    'dedupe',
    'essays.jsonl',
    '--unit',
    'paragraph',
    '--threshold',
    '0.7',
    '-o',
    'once.jsonl',
    '--removed',
    'removed.jsonl',
  )
  expect(ran).toMatchObject({ code: 0, stdout: '' })
  const removed = removedOf('removed.jsonl')
  const left = textsOf('once.jsonl').map((text) => text.split(/(?<=\n\n)/).filter(Boolean))
  for (const { id, offset, length, text, duplicate_of, similarity } of removed) {
    const of = ESSAYS[duplicate_of?.id as number]?.text.slice(duplicate_of?.offset).slice(0, duplicate_of?.length) ?? ''
    expect(ESSAYS[id]?.text.slice(offset, offset + length)).toBe(text)
    expect(similarity).toBeCloseTo(jaccard(text, of), 5)
    expect(similarity).toBeGreaterThanOrEqual(0.7)
    // It stays, and came before.
    expect(left[duplicate_of?.id as number]).toContain(of)
    expect((duplicate_of?.id as number) * 1e6 + (duplicate_of?.offset as number)).toBeLessThan(id * 1e6 + offset)
  }
  const kept = left.flat()
  expect(kept.length + removed.length).toBe(SENTENCES.length)
  for (const [i, unit] of kept.entries()) for (const other of kept.slice(0, i)) expect(jaccard(unit, other)).toBeLessThan(0.7)
  expect(removed.length).toBeGreaterThan(10)
  expect(removed.some(({ similarity }) => similarity < 1)).toBe(true)
})

it('passages finds the same units, for any number of workers, and holds them against a library', async () => {
  writeLines(path('essays.jsonl'), ESSAYS)
  const how = ['--unit', 'paragraph', '--threshold', '0.7']
  expect((await run('dedupe', 'essays.jsonl', ...how, '-o', 'a.jsonl', '--workers', '1')).code).toBe(0)
  expect((await run('passages', 'essays.jsonl', ...how, '-o', 'b.jsonl', '--workers', '2')).code).toBe(0)
  expect(readFileSync(path('b.jsonl'))).toEqual(readFileSync(path('a.jsonl')))
  writeLines(path('library.jsonl'), ESSAYS.slice(0, 4))
  writeLines(path('others.jsonl'), ESSAYS.slice(4))
  const ran = await run('passages', 'others.jsonl', '--within', 'library.jsonl', ...how, '-o', 'c.jsonl', '--removed', 'removed.jsonl')
  expect(ran).toMatchObject({ code: 0 })
  const library = SENTENCES.slice(0, 20)
  const stays = (unit: string) => library.every((other) => jaccard(unit, other) < 0.7)
  expect(textsOf('c.jsonl')).toEqual(
    ESSAYS.slice(4).map(({ text }) =>
      text
        .split(/(?<=\n\n)/)
        .filter(stays)
        .join(''),
    ),
  )
  expect(removedOf('removed.jsonl').every(({ duplicate_of }) => duplicate_of !== null && duplicate_of.id < 4)).toBe(true)
})

it('short units, signs alone and empty texts are compared by equality and never fall together', async () => {
  writeLines(path('signs.jsonl'), [
    { id: 1, text: '***\n---\nok\n***\n' },
    { id: 2, text: '---\nno\nOK\n \n' },
    { id: 3, text: '' },
  ])
  const expected = ['***\n---\nok\n', 'no\n \n', '']
  expect((await run('dedupe', 'signs.jsonl', '--unit', 'line', '-o', 'a.jsonl')).code).toBe(0)
  expect(textsOf('a.jsonl')).toEqual(expected)
  expect((await run('dedupe', 'signs.jsonl', '--unit', 'line', '--threshold', '0.8', '-o', 'b.jsonl')).code).toBe(0)
  expect(textsOf('b.jsonl')).toEqual(expected)
})

it('refuses what is of whole documents, and a similarity of stretches', async () => {
  writeFileSync(path('in.jsonl'), '{"id":1,"text":"a"}\n')
  for (const [said, ...args] of [
    ['--pairs is of whole documents', 'dedupe', 'in.jsonl', '--unit', 'line', '--pairs', 'p.jsonl'],
    ['--keep is of whole documents', 'dedupe', 'in.jsonl', '--unit', 'line', '--keep', 'longest'],
    ['--min-unit is for --unit', 'dedupe', 'in.jsonl', '--min-unit', '3'],
    ['compares rows field by field', 'dedupe', 'in.jsonl', '--unit', 'line', '--measure', 'match'],
    ['threshold is for units that are compared whole', 'passages', 'in.jsonl', '--threshold', '0.8'],
  ] as const) {
    const ran = await run(...args)
    expect(ran.code, args.join(' ')).toBe(2)
    expect(ran.stderr).toContain(said)
  }
})

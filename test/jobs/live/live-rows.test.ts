/**
 * Rows in a live index, judged field by field.
 *
 * Oracle   all pairs of `dedupe` over the same rows, by the same fields or the same model.
 * Covers   each arriving row new or a duplicate of its best match, with the score of the batch; rules; queries; a saved model and another
 *          one; export and import, as they are and into other options; a table of SQLite; what is refused; the commands.
 * Leaves   values of several words, of which only a column knows how rare they are (test/matching/record-judge.test.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Added,
  type DedupeOptions,
  dedupe,
  type Exported,
  type LiveIndex,
  type LiveOptions,
  openIndex,
  sync,
} from '../../../src/index.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { PEOPLE_FIELDS, type Person, peopleOf } from '../../support/people.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const people = peopleOf(3, 200)
let next = 0
const memory = () => `memory:rows-${next++}`
/** Bands that propose every row that shares a few letters: what is left to answer is the judge's. */
const WIDE = { numPerm: 128, bandRows: 1 } as const
const byFields = { measure: 'fields', fields: PEOPLE_FIELDS } as const
const byModel = () => ({ measure: 'match', fields: PEOPLE_FIELDS, model: path('model.json') }) as const

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

beforeAll(async () => {
  writeLines(path('learn.jsonl'), peopleOf(11, 1500))
  writeFileSync(path('fields.json'), JSON.stringify(PEOPLE_FIELDS))
  for (const [name, from] of [
    ['model.json', 'learn.jsonl'],
    ['other.json', 'people.jsonl'],
  ] as const) {
    if (name === 'other.json') writeLines(path('people.jsonl'), people)
    const flags = ['--fields', 'fields.json', '--measure', 'match', '--write-model', name]
    const { code, stderr } = await leitong(['dedupe', from, ...flags], { cwd: folder })
    expect(code, stderr).toBe(0)
  }
}, 60_000)

/** Scores of all pairs that reach the threshold, by the later row. */
async function oracle(rows: readonly Person[], options: DedupeOptions<Person>): Promise<Map<number, { id: number; similarity: number }[]>> {
  await using result = await dedupe(rows, { ...options, pairs: true })
  const found = new Map<number, { id: number; similarity: number }[]>()
  for (const { a, b, similarity } of result.pairs()) {
    const [earlier, later] = [Math.min(Number(a), Number(b)), Math.max(Number(a), Number(b))]
    found.set(later, [...(found.get(later) ?? []), { id: earlier, similarity: similarity as number }])
  }
  return found
}

/** Holds the answers against the pairs; how many of the rows that have a match were found to have one. */
function expectAnswers(answers: readonly Added[], pairs: ReadonlyMap<number, readonly { id: number; similarity: number }[]>): void {
  expect(answers.filter(({ status }) => status === 'duplicate').length).toBeGreaterThan(40)
  for (const { id, status, duplicateOf, similarity } of answers) {
    const matches = pairs.get(id as number) ?? []
    const most = matches.reduce((best, match) => Math.max(best, match.similarity), -1)
    expect({ id, status }).toEqual({ id, status: matches.length ? 'duplicate' : 'new' })
    if (!matches.length) continue
    const named = matches.find((match) => match.id === duplicateOf)
    expect(Math.abs((similarity as number) - (named?.similarity ?? -1)), `${id}`).toBeLessThan(1e-12)
    expect(Math.abs((similarity as number) - most), `${id}`).toBeLessThan(1e-12)
  }
}

describe.each([
  ['fields', () => byFields, 0.8],
  ['fields', () => byFields, 0.65],
  ['match', byModel, 0.5],
] as const)('by %s', (_, optionsOf, threshold) => {
  it(`answers as the batch scores, at ${threshold}`, async () => {
    const options = { ...optionsOf(), threshold }
    await using index = await openIndex(memory(), { ...options, ...WIDE })
    expectAnswers(await all(index.addAll(people)), await oracle(people, options))
  })
})

it('finds what the batch finds with the bands that it chooses', async () => {
  const pairs = await oracle(people, byFields)
  await using index = await openIndex(memory(), byFields)
  const answers = await all(index.addAll(people))
  const found = answers.filter(({ id, status }) => status === 'duplicate' && pairs.has(id as number)).length
  expect(answers.filter(({ status }) => status === 'duplicate')).toHaveLength(found)
  expect(found / pairs.size).toBeGreaterThanOrEqual(0.98)
})

it('meets the rules and needs the fields of the batch', async () => {
  const fields = {
    ...PEOPLE_FIELDS,
    least: 4,
    rules: { and: [{ fields: ['given', 'family'], threshold: 0.9 }], veto: ['passport'] },
  } as const
  const options = { measure: 'fields', fields, threshold: 0.6 } as const
  const whole = people.filter((person) => Object.values(person).filter((value) => value !== null).length >= 5)
  await using index = await openIndex(memory(), { ...options, ...WIDE })
  expectAnswers(await all(index.addAll(whole)), await oracle(whole, options))
  await expect(index.add({ id: 'few', given: 'Anna', family: 'Falk' })).rejects.toMatchObject({ code: 'INDEX_DOCUMENT' })
})

it('finds rows by rows, tells a changed row, and gives back what it keeps', async () => {
  await using index = await openIndex(memory(), byFields)
  const first = people[0] as Person
  await index.add(first)
  expect(await index.add({ ...first, town: first.town })).toMatchObject({ status: 'unchanged' })
  const changed = { ...first, id: 'asked', town: 'Elsewhere' }
  expect(await index.query(changed)).toMatchObject([{ id: 1, similarity: expect.closeTo(1 - 0.5 / 10, 2) }])
  expect(await index.query(changed, { first: true })).toHaveLength(1)
  expect(await index.get(1)).toMatchObject({ text: expect.stringContaining(`${first.given}\n${first.family}`) })
  expect(await index.add({ ...first, town: 'Elsewhere' })).toMatchObject({ status: 'new', replaced: true })
  await expect(index.query('Anna Berger')).rejects.toMatchObject({ code: 'INDEX_DOCUMENT' })
})

describe('rows beyond those that share the most', () => {
  const crowd = (count: number) => Array.from({ length: count }, (_, i) => ({ ...(people[0] as Person), id: i, phone: `0664 ${1e6 + i}` }))
  const asked = (rows: number) => ({ ...(people[0] as Person), id: rows, phone: '0676 9999999' })

  it.each([
    ['fields', () => byFields, 1024],
    ['match', byModel, 64],
  ] as const)('are counted in every answer by %s', async (_, optionsOf, most) => {
    await using index = await openIndex(memory(), { ...optionsOf(), ...WIDE })
    const rows = crowd(most + 9)
    const answers = await all(index.addAll(rows))
    expect(answers.map(({ unmeasured = 0 }) => unmeasured)).toEqual(rows.map((_, i) => Math.max(0, i - most)))
    const last = asked(rows.length)
    expect((await index.query(last)).unmeasured).toBe(9)
    expect((await index.query(last, { limit: 1 })).unmeasured).toBe(9)
    expect((await index.check([last]))[0]?.unmeasured).toBe(9)
    expect((await index.add(last)).unmeasured).toBe(9)
    // Nothing is more alike than an equal row.
    expect((await index.addIfNew({ ...(rows[5] as Person), id: 'copy' })).unmeasured).toBeUndefined()
  })

  it('are bounded too where an export says of none', async () => {
    await using index = await openIndex(memory(), { ...byFields, ...WIDE })
    await all(index.addAll(people))
    const lines = await all(index.export())
    const [head, ...others] = lines as [{ readonly search: object }, ...Exported[]]
    const { closest, ...search } = head.search as { readonly closest: number }
    expect(closest).toBe(1024)
    await using again = await openIndex(memory(), { ...byFields, ...WIDE })
    // Rows that come as they were signed are taken with whatever row stands there; signed anew they would be as before.
    const spoilt = others.map((line) => ('row' in line ? { ...line, row: (others[0] as { readonly row: string }).row } : line))
    await again.import([{ ...head, search }, ...spoilt])
    const rowsOf = (exported: readonly Exported[]) => new Set(exported.flatMap((line) => ('row' in line ? [line['row']] : []))).size
    expect(rowsOf(lines)).toBeGreaterThan(100)
    expect(rowsOf(await all(again.export()))).toBe(1)
  })

  it('are told by the commands', async () => {
    writeLines(path('crowd.jsonl'), crowd(70))
    writeLines(path('asked.jsonl'), [asked(70)])
    const flags = ['--fields', path('fields.json'), '--measure', 'match', '--model', path('model.json')]
    const wide = ['--num-perm', '128', '--rows', '1', '--create']
    const added = await leitong(['index', 'add', 'crowded', 'crowd.jsonl', ...flags, ...wide], { cwd: folder })
    expect(added.stderr).toContain('15 candidates were not measured')
    expect(JSON.parse(added.stdout.trim().split('\n').at(-1) as string)).toMatchObject({ id: 69, unmeasured: 5 })
    const found = await leitong(['index', 'query', 'crowded', 'asked.jsonl', ...flags], { cwd: folder })
    expect(JSON.parse(found.stdout)).toMatchObject({ id: 70, unmeasured: 6 })
    expect(found.stderr).toContain('6 candidates were not measured')
    const synced = await leitong(['sync', 'crowd.jsonl', 'crowded-too', ...flags, ...wide, '-o', 'crowd-answers'], { cwd: folder })
    expect(synced.stderr).toContain('15 candidates were not measured')
    const zh = await leitong(['index', 'query', 'crowded', 'asked.jsonl', ...flags], { cwd: folder, env: { LC_ALL: 'zh_CN.UTF-8' } })
    expect(zh.stderr).toContain('有 6 个候选没有比较')
  })
})

describe('options of an index of rows', () => {
  it('names fields and model in the signature, and refuses others', async () => {
    const url = path('refusing')
    const checksum = JSON.parse(readFileSync(path('model.json'), 'utf8')).checksum as string
    await using made = await openIndex(url, byModel())
    expect((await made.stats()).signature).toMatch(
      new RegExp(`^leitong1 rows measure=match model=${checksum} fields=[0-9a-f]{16} minhash `),
    )
    await made.close()
    for (const other of [
      { model: path('other.json') },
      { measure: 'fields' },
      { fields: { fields: { ...PEOPLE_FIELDS.fields, town: { kind: 'exact', weight: 9 } } } },
    ] as LiveOptions[])
      await expect(openIndex(url, other), JSON.stringify(other)).rejects.toMatchObject({ code: 'INDEX_OPTIONS' })
    // The model is in the index: its file is not needed again.
    for (const same of [{}, byModel(), { model: path('model.json') }]) await (await openIndex(url, same)).close()
  })

  it('refuses what it cannot judge by', async () => {
    const refused: readonly (readonly [LiveOptions, string])[] = [
      [{ measure: 'fields' }, 'OPTION_CONFLICT'],
      [{ measure: 'match', fields: PEOPLE_FIELDS }, 'OPTION_CONFLICT'],
      [{ ...byFields, payload: 'features' }, 'OPTION_CONFLICT'],
      [{ ...byFields, weight: 'tfidf', method: 'simhash' }, 'OPTION_CONFLICT'],
      [{ measure: 'fields', fields: { fields: { given: {} } } }, 'FIELDS_FILE'],
      [{ measure: 'match', model: path('fields.json') }, 'MODEL_BROKEN'],
      [{ measure: 'match', model: path('missing.json') }, 'SOURCE_MISSING'],
      [{ ...byModel(), fields: { fields: { given: { kind: 'name' } } } }, 'MODEL_UNLIKE'],
    ]
    for (const [options, code] of refused)
      await expect(openIndex(memory(), options), JSON.stringify(options)).rejects.toMatchObject({ code })
  })
})

describe('dates that may be read in two ways', () => {
  const fields = { name: { kind: 'name' }, born: { kind: 'date' } } as const
  const options = { measure: 'fields', threshold: 0.99, fields: { fields } } as const
  const rows = [
    { id: 1, name: 'Ann Smith', born: '03/04/1980' },
    { id: 2, name: 'Ann Smith', born: '1980-03-04' },
    { id: 3, name: 'Ann Smith', born: '4 April 1980' },
  ]
  const answers = async (url: string, more: Partial<LiveOptions> = {}) => {
    const index = await openIndex(url, { ...options, ...more } as LiveOptions)
    const found = []
    for (const row of rows) found.push((await index.add(row)).status)
    const guessed = index.guessedDates()
    await index.close()
    return { found, guessed }
  }

  it('are read with the day first and said, or as is asked for', async () => {
    expect(await answers(memory())).toEqual({ found: ['new', 'new', 'new'], guessed: { born: 1 } })
    expect(await answers(memory(), { dateOrder: 'month' })).toEqual({ found: ['new', 'duplicate', 'new'], guessed: {} })
    expect((await answers(memory(), { dateOrder: 'day' })).guessed).toEqual({})
    const stored = path('dated')
    await answers(stored, { dateOrder: 'month' })
    // As it was made, whether it is said again or not; and in no other way.
    expect((await answers(stored)).guessed).toEqual({})
    await answers(stored, { dateOrder: 'month' })
    await expect(answers(stored, { dateOrder: 'day' })).rejects.toMatchObject({ code: 'INDEX_OPTIONS' })
    const own = { fields: { ...fields, born: { kind: 'date', order: 'day' } } } as const
    await expect(answers(memory(), { dateOrder: 'month', fields: own })).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
  })

  it('are told by the commands', async () => {
    writeLines(path('dated.jsonl'), rows)
    writeFileSync(path('dated-fields.json'), JSON.stringify({ fields }))
    const made = ['--fields', 'dated-fields.json', '--measure', 'fields', '--threshold', '0.99', '--create']
    const said = '1 date of "born" may be read in two ways'
    for (const command of [
      ['index', 'add', 'guessed', 'dated.jsonl'],
      ['sync', 'dated.jsonl', 'guessed-too'],
    ]) {
      const ran = await leitong([...command, ...made], { cwd: folder })
      expect(ran.code, ran.stderr).toBe(0)
      expect(ran.stdout + ran.stderr).toContain(said)
    }
    const ran = await leitong(['index', 'add', 'asked', 'dated.jsonl', ...made, '--date-order', 'month'], { cwd: folder })
    expect(ran.stdout).toContain('"status":"duplicate"')
    expect(ran.stdout + ran.stderr).not.toContain(said)
  })
})

describe('export and import', () => {
  const answersOf = (index: LiveIndex) => all(index.queryAll(people.slice(0, 60)))

  it.each([
    ['fields', () => byFields],
    ['match', byModel],
  ] as const)('keeps what %s says', async (_, optionsOf) => {
    await using from = await openIndex(memory(), optionsOf())
    await all(from.addAll(people))
    const lines = await all(from.export())
    await using to = await openIndex(memory(), optionsOf())
    expect(await to.import(lines)).toBe(people.length)
    expect(await answersOf(to)).toEqual(await answersOf(from))
    writeLines(path('export.jsonl'), lines)
    const copy = path(`copy-${next++}`)
    const { code, stderr } = await leitong(['index', 'import', copy, path('export.jsonl')])
    expect(code, stderr).toBe(0)
    await using made = await openIndex(copy, { create: false })
    expect(await answersOf(made)).toEqual(await answersOf(from))
  })

  it('signs rows anew under other options, and makes no texts of them', async () => {
    await using from = await openIndex(memory(), byFields)
    await all(from.addAll(people))
    const lines: Exported[] = await all(from.export())
    await using lower = await openIndex(memory(), { ...byFields, threshold: 0.65 })
    await using fresh = await openIndex(memory(), { ...byFields, threshold: 0.65 })
    await all(fresh.addAll(people))
    await lower.import(lines)
    expect(await answersOf(lower)).toEqual(await answersOf(fresh))
    await using texts = await openIndex(memory(), { payload: 'text' })
    await expect(texts.import(lines)).rejects.toMatchObject({ code: 'IMPORT_OPTIONS' })
  })
})

describe('rows of sources', () => {
  beforeAll(() => {
    const db = new Database(path('people.db'))
    db.exec('CREATE TABLE people (id integer primary key, given text, family text, born text, phone text, passport text, town text)')
    const statement = db.prepare('INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?)')
    for (const { id, given, family, born, phone, passport, town } of people) statement.run(id, given, family, born, phone, passport, town)
    db.close()
  })

  it.each([
    ['fields', () => byFields],
    ['match', byModel],
  ] as const)('syncs a table by %s', async (_, optionsOf) => {
    await using index = await openIndex(memory(), { ...optionsOf(), ...WIDE })
    const answers: Added[] = []
    const onAnswers = (given: readonly Added[]) => void answers.push(...given)
    const source = { table: 'people', fields: PEOPLE_FIELDS, state: path(`state-${next++}.json`) }
    const counts = await sync(`sqlite:${path('people.db')}`, index, { ...source, onAnswers })
    expectAnswers(answers, await oracle(people, optionsOf()))
    expect(counts.rows).toBe(people.length)
    expect(await sync(`sqlite:${path('people.db')}`, index, source)).toMatchObject({ unchanged: people.length, new: 0, duplicates: 0 })
  })

  it('answers alike by the commands sync and index add', async () => {
    const flags = ['--fields', path('fields.json'), '--measure', 'match', '--model', path('model.json'), '--create']
    const synced = await leitong(['sync', `sqlite:${path('people.db')}`, 'synced', '--table', 'people', ...flags, '-o', 'answers'], {
      cwd: folder,
    })
    expect(synced.code, synced.stderr).toBe(0)
    const added = await leitong(['index', 'add', 'added', 'people.jsonl', ...flags], { cwd: folder })
    expect(added.code, added.stderr).toBe(0)
    await using index = await openIndex(memory(), byModel())
    const expected = (await all(index.addAll(people))).map(({ id, status, duplicateOf }) => ({
      id,
      status,
      duplicate_of: duplicateOf ?? null,
    }))
    expect(jsonLines(path('answers'))).toMatchObject(expected)
    expect(
      added.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject(expected)
  })
})

/**
 * The live index of the browser build, in memory.
 *
 * Oracle   `openIndex('memory:')` of Node, given the same calls with the same options.
 * Covers   random sequences of add, addIfNew, query, get and remove; methods, payloads, measures; rows by weights, by a model, and signed by their
 *          fields; selectors; errors; what is refused.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIndex } from '../../src/browser.js'
import { dedupe, type FieldsInput, LeitongError, openIndex } from '../../src/index.js'
import { anyText } from '../arbitraries.js'
import { temporaryFolder } from '../support/files.js'
import { PEOPLE_FIELDS, peopleOf } from '../support/people.js'
import { createRandom, createText, edit } from '../support/texts.js'

const VARIANTS = [
  {},
  { method: 'simhash' },
  { method: 'simhash', bits: 128, distance: 20, threshold: 0.5 },
  { method: 'simhash', bits: 32, verify: false },
  { method: 'minhash', verify: false, threshold: 0.6 },
  { method: 'exact' },
  { payload: 'text', threshold: 0.6 },
  { payload: 'none' },
  { measure: 'cosine', tokenizer: 'char', threshold: 0.7 },
] as const

const random = createRandom(21)
const bases = Array.from({ length: 5 }, (_, i) => createText(random, 40, i % 2 === 0))
const aText = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...bases), fc.nat(30)).map(([text, seed]) => edit(createRandom(seed), text, 0.1)) },
  { weight: 2, arbitrary: fc.constantFrom(...bases) },
  { weight: 1, arbitrary: anyText },
)
const anId = fc.oneof(fc.nat(12), fc.nat(6).map(String), fc.constantFrom<unknown>(null, Number.NaN, 9007199254740993n))
const aCall = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('add', 'addIfNew'), fc.record({ id: fc.nat(1), text: fc.constantFrom(...bases.slice(0, 2)) })),
  },
  { weight: 3, arbitrary: fc.tuple(fc.constant('add'), fc.record({ id: anId, text: aText })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('addIfNew'), fc.record({ id: anId, text: aText })) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constant('query'), aText, fc.record({ first: fc.boolean(), limit: fc.constantFrom(undefined, 0, 2) })),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('query'), fc.record({ text: aText })) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('get', 'remove'), anId) },
) as fc.Arbitrary<readonly [string, ...unknown[]]>

type Called = Record<string, (...given: unknown[]) => Promise<unknown>>

/** The answer to a call, or its error. */
async function answer(index: unknown, [name, ...given]: readonly [string, ...unknown[]]): Promise<unknown> {
  try {
    return await ((index as Called)[name] as Called[string]).apply(index, given)
  } catch (error) {
    if (!(error instanceof LeitongError)) throw error
    return [error.code, error.message]
  }
}

it('answers as the index in memory of Node does', async () => {
  const statuses = new Set<unknown>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...VARIANTS), fc.array(aCall, { minLength: 10, maxLength: 60 }), async (options, calls) => {
      const index = createIndex(options)
      const expected = await openIndex('memory:', options)
      for (const call of calls) {
        const wanted = await answer(expected, call)
        expect(await answer(index, call)).toEqual(wanted)
        statuses.add((wanted as { status?: unknown } | undefined)?.status)
      }
      expect(index.size).toBe((await expected.stats()).documents)
      await Promise.all([index.close(), expected.close()])
    }),
    { numRuns: 60 },
  )
  expect([...statuses]).toEqual(expect.arrayContaining(['new', 'duplicate', 'unchanged']))
})

it('takes selectors, and refuses what Node refuses and what needs Node', async () => {
  const index = createIndex({ id: (letter: { key: number; body: string }) => `k${letter.key}`, text: 'body' })
  expect(await index.add({ key: 1, body: 'a letter about the ferry' })).toMatchObject({ id: 'k1', status: 'new' })
  expect(await index.addIfNew({ key: 2, body: 'A letter about the ferry!' })).toMatchObject({ duplicateOf: 'k1', stored: false })
  for (const options of [{ keep: 'last' }, { measure: 'bits', method: 'simhash' }, { payload: 'all' }, { nonsense: 1 }]) {
    const expected = (await openIndex('memory:', options as never).catch((error: unknown) => error)) as LeitongError
    expect(() => createIndex(options as never)).toThrow(expect.objectContaining({ code: expected.code, message: expected.message }))
  }
  for (const options of [{ workers: 2 }, { fields: 'fields.json' }, { method: 'simhash', weight: 'tfidf', model: 'corpus.model' }] as const)
    expect(() => createIndex(options as never)).toThrow(expect.objectContaining({ code: 'NEEDS_NODE' }))
})

const people = peopleOf(8, 80).map((person) => ({ ...person, text: `${person.given} ${person.family}` }))

it('answers about rows as the index in memory of Node does', async () => {
  const folder = temporaryFolder()
  const model = join(folder, 'model.json')
  const run = await dedupe(peopleOf(9, 300) as never, { measure: 'match', fields: PEOPLE_FIELDS as FieldsInput })
  await run.write({ writeModel: model })
  await run.close()
  const learned = JSON.parse(readFileSync(model, 'utf8')) as object
  const fields = PEOPLE_FIELDS as FieldsInput
  const ruled = { ...PEOPLE_FIELDS, rules: { veto: ['passport'] } } as unknown as FieldsInput
  const options = [
    [{ measure: 'fields', fields }],
    [{ measure: 'fields', fields: ruled, threshold: 0.9 }],
    [{ measure: 'fields', fields, method: 'simhash', distance: 20 }],
    [
      { measure: 'match', model: learned },
      { measure: 'match', model },
    ],
    [
      { measure: 'match', model: learned, fields },
      { measure: 'match', model, fields },
    ],
    [{ fields, threshold: 0.6 }],
    [{ method: 'simhash', fields, payload: 'text' }],
  ] as const
  const statuses: unknown[] = []
  for (const [own, inNode = own] of options) {
    const index = createIndex(own as never)
    const expected = await openIndex('memory:', inNode as never)
    const calls = people.flatMap((row, i): (readonly [string, ...unknown[]])[] => [
      [i % 3 ? 'addIfNew' : 'add', row],
      ['query', { ...row, given: 'Anna' }],
      [i % 10 ? 'get' : 'remove', Math.floor(i / 2)],
    ])
    calls.push(['add', people[1]], ['add', people[1]], ['query', 'a text'], ['add', { id: 1000 }], ['add', { id: 1001, town: 7 }])
    for (const call of calls) {
      const wanted = await answer(expected, call)
      expect([call, await answer(index, call)]).toEqual([call, wanted])
      statuses.push((wanted as { status?: unknown } | undefined)?.status)
    }
    expect(index.size).toBe((await expected.stats()).documents)
    await Promise.all([index.close(), expected.close()])
  }
  expect(new Set(statuses)).toEqual(new Set(['new', 'duplicate', 'unchanged', undefined]))
})

it('says in each call what is wrong with the fields of rows, in the words of Node', async () => {
  for (const options of [
    { measure: 'fields' },
    { measure: 'match' },
    { measure: 'fields', fields: { fields: { name: {} } } },
    { measure: 'fields', fields: { fields: { name: { kind: 'nonsense' } } } },
  ]) {
    const expected = (await openIndex('memory:', options as never).catch((error: unknown) => error)) as LeitongError
    const index = createIndex(options as never)
    for (const call of [['add', { id: 1, name: 'Anna' }] as const, ['query', { name: 'Anna' }] as const, ['get', 1] as const])
      expect(await answer(index, call)).toEqual([expected.code, expected.message])
    await index.close()
  }
  expect(() => createIndex({ measure: 'match', model: 'model.json' } as never)).toThrow(expect.objectContaining({ code: 'NEEDS_NODE' }))
})

it('refuses what is no model at once, whatever the measure', async () => {
  for (const model of [5, null, [], true])
    for (const measure of ['jaccard', 'match', 'fields'])
      expect(() => createIndex({ measure, model } as never)).toThrow(expect.objectContaining({ code: 'OPTION_VALUE' }))
})

it('reads a document before it waits for what compares rows', async () => {
  const index = createIndex<{ no: number; name: string; towns?: string[] }>({
    measure: 'fields',
    fields: { fields: { name: { kind: 'name' } } },
    id: (row) => row.no,
  })
  const row = { no: 1, name: 'Anna Berger', towns: ['Graz'] }
  const added = index.add(row)
  row.no = 2
  row.name = 'Hugo Falk'
  expect(await added).toMatchObject({ id: 1, status: 'new' })
  expect(await index.query({ no: 3, name: 'Anna Berger' })).toMatchObject([{ id: 1, similarity: 1 }])
  await index.close()
})

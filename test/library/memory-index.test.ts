/**
 * The live index of the browser build, in memory.
 *
 * Oracle   `openIndex('memory:')` of Node, given the same calls with the same options.
 * Covers   random sequences of add, addIfNew, query, get and remove; methods, payloads, measures; selectors; errors; what is refused.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIndex } from '../../src/browser.js'
import { LeitongError, openIndex } from '../../src/index.js'
import { anyText } from '../arbitraries.js'
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
    expect(() => createIndex(options)).toThrow(expect.objectContaining({ code: 'NEEDS_NODE' }))
})

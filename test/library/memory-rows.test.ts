/**
 * Rows in memory, as a browser has them.
 *
 * Oracle   `dedupe` of Node on the same rows and options, which reads a spool, compares in workers and keeps keys on disk.
 * Covers   `fields` and `match`, with fields, without, and with rules; few rows, of which all pairs are compared, and more, of which keys choose;
 *          star and components, keep rules, ids by a key of two columns; a model that was learned before; rows that cannot be judged; what is refused.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as browser from '../../src/browser.js'
import * as node from '../../src/index.js'
import { temporaryFolder } from '../support/files.js'
import { PEOPLE_FIELDS, peopleOf } from '../support/people.js'

type Dedupe = (rows: readonly object[], options: object) => Promise<browser.DedupeResult | node.DedupeResult>

async function outcome(dedupe: Dedupe, rows: readonly object[], options: object) {
  try {
    const result = await dedupe(rows, options)
    const kept: unknown[] = []
    for await (const row of result.kept()) kept.push(row)
    const { version, documents, bytes, removed, groups, rejects, plan, signature, limits, keptBy } = result.summary
    const { rows: figures } = result.summary as browser.Summary
    const { manyCopies, crowded, unpaired, sampled } = limits
    const all = {
      kept,
      removed: [...result.removed()],
      groups: [...result.groups()],
      pairs: [...result.pairs()],
      rejects: [...result.rejects()],
      summary: {
        version,
        documents,
        bytes,
        removed,
        groups,
        rejects,
        plan,
        signature,
        manyCopies,
        crowded,
        unpaired,
        sampled,
        keptBy,
        figures,
      },
    }
    await result.close()
    return all
  } catch (error) {
    if (!(error instanceof node.LeitongError)) throw error
    return { code: error.code, message: error.message }
  }
}

async function same(rows: readonly object[], options: object) {
  const expected = await outcome(node.dedupe as Dedupe, rows, { ...options, workers: 1, memory: 1 << 30 })
  expect(await outcome(browser.dedupe as Dedupe, rows, options)).toEqual(expected)
  return expected
}

const few = peopleOf(3, 60)
const many = peopleOf(4, 1500)
const ruled = { ...PEOPLE_FIELDS, rules: { and: [{ fields: ['family'], threshold: 0.6 }], veto: ['town'] } }

describe('rows in memory', () => {
  it.each([
    { name: 'fields of a fields file', rows: few, options: { measure: 'fields', fields: PEOPLE_FIELDS } },
    { name: 'fields of a fields file, no measure', rows: few, options: { fields: PEOPLE_FIELDS } },
    { name: 'all columns', rows: few, options: { measure: 'fields', threshold: 0.7 } },
    { name: 'named columns', rows: few, options: { measure: 'fields', textField: ['given', 'family'], threshold: 0.85 } },
    { name: 'rules', rows: few, options: { measure: 'fields', fields: ruled, threshold: 0.7 } },
    { name: 'chains', rows: few, options: { measure: 'fields', fields: PEOPLE_FIELDS, groupBy: 'components', threshold: 0.7 } },
    { name: 'a keep rule', rows: few, options: { measure: 'fields', fields: PEOPLE_FIELDS, keep: 'newest:born', pairs: true } },
    { name: 'a key of two columns', rows: few, options: { measure: 'fields', fields: { ...PEOPLE_FIELDS, key: ['town', 'id'] } } },
    { name: 'match, few rows', rows: few, options: { measure: 'match', fields: PEOPLE_FIELDS } },
    { name: 'keys', rows: many, options: { measure: 'fields', fields: PEOPLE_FIELDS, pairs: true } },
    { name: 'match', rows: many, options: { measure: 'match', fields: PEOPLE_FIELDS, pairs: true } },
    { name: 'match, all columns', rows: many, options: { measure: 'match' } },
  ])('$name: the result of Node', async ({ rows, options }) => {
    const found = await same(rows, options)
    expect(found).toMatchObject({ summary: { documents: rows.length } })
    if ('removed' in found) expect(found.removed.length).toBeGreaterThan(2)
  })

  it('that cannot be judged are told', async () => {
    const found = await same([...few, { id: 1000 }, { id: 1001, given: '' }], { measure: 'fields', fields: PEOPLE_FIELDS })
    expect(found).toMatchObject({ rejects: { length: 2 } })
  })

  it('take a model that was learned before', async () => {
    const file = join(temporaryFolder(), 'model.json')
    const learned = await node.dedupe(many, { measure: 'match', fields: PEOPLE_FIELDS as never })
    await learned.write({ writeModel: file })
    await learned.close()
    const options = { measure: 'match', fields: PEOPLE_FIELDS }
    const model = JSON.parse(readFileSync(file, 'utf8')) as object
    const expected = await outcome(node.dedupe as Dedupe, few, { ...options, model: file, workers: 1, memory: 1 << 30 })
    expect(await outcome(browser.dedupe as Dedupe, few, { ...options, model })).toEqual(expected)
    expect(expected).toMatchObject({ summary: { documents: few.length } })
    await expect(browser.dedupe(few, { measure: 'match', model: { format: 'none' } })).rejects.toMatchObject({ code: 'MODEL_BROKEN' })
  })

  it('are refused where files would be read', async () => {
    const refused = { code: 'NEEDS_NODE' }
    await expect(browser.dedupe(few, { measure: 'fields', fields: 'fields.json' as never })).rejects.toMatchObject(refused)
    await expect(browser.dedupe(few, { measure: 'match', model: 'model.json' as never })).rejects.toMatchObject(refused)
    await expect(
      browser.dedupe(few, { method: 'simhash', fields: { ...PEOPLE_FIELDS, rules: { veto: ['born'] } } as never }),
    ).rejects.toMatchObject(refused)
    expect(() => browser.createIndex({ measure: 'fields', fields: 'fields.json' } as never)).toThrow(expect.objectContaining(refused))
    await expect(browser.dedupe(few, { measure: 'fields', fields: { fields: { nothing: {} } } })).rejects.toMatchObject({
      code: 'FIELD_MISSING',
    })
  })
})

it('reads the rows that an array has when it is handed over', async () => {
  const rows = [1, 2, 3].map((id) => ({ id, name: 'Anna Berger' }))
  const asked = browser.dedupe(rows as never, { measure: 'fields', fields: { fields: { name: { kind: 'name' } } } } as never)
  rows.length = 1
  expect((await asked).summary).toMatchObject({ documents: 3, removed: 2 })
})

it('refuses what is no model, whatever the measure', async () => {
  for (const model of [5, null, [], true])
    for (const measure of ['jaccard', 'match'])
      await expect(browser.dedupe([{ id: 1, text: 'one', name: 'Anna' }] as never, { measure, model } as never)).rejects.toMatchObject({
        code: 'OPTION_VALUE',
      })
})

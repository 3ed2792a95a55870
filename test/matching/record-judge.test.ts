/**
 * The judge of single records.
 *
 * Oracle   scores worked out by hand.
 *          a judge that has met no other record.
 * Covers   several words in a value: they count alike, whatever else is judged in the same call; rules; least; symmetry; every kind, also
 *          after so many records that those before are forgotten.
 * Leaves   the score of the batch on a table (test/jobs/live/live-rows.test.ts).
 */
import { describe, expect, it } from 'vitest'
import { ColumnPacker } from '../../src/matching/columns.js'
import type { KindName } from '../../src/matching/kinds/kind.js'
import { kindOf } from '../../src/matching/kinds/kinds.js'
import { planMatching } from '../../src/matching/matching.js'
import { RecordScorer, type RecordSpec, type RecordValues } from '../../src/matching/record-judge.js'
import { sized } from '../support/long.js'
import { createRandom } from '../support/texts.js'

const spec: RecordSpec = {
  least: 1,
  fields: [
    { name: 'title', kind: 'text', weight: 3, compare: true },
    { name: 'tags', kind: 'set', weight: 1, compare: true },
    { name: 'owner', kind: 'exact', weight: 1, compare: false },
  ],
}
const named = (values: RecordValues) => ({ name: JSON.stringify([...values]), read: () => values })
const judgeRecord = (spec: RecordSpec, values: RecordValues, others: readonly RecordValues[]) =>
  new RecordScorer(spec).score(named(values), others.map(named))
const record = (title: string, tags: string, owner?: string) =>
  new Map(Object.entries({ title, tags, ...(owner === undefined ? {} : { owner }) }))

it('counts words alike, whatever else is judged', () => {
  const [a, b] = [record('brown harbour window', 'a;b'), record('brown harbour zinc', 'a;b')]
  // Two words of three on both sides, and equal tags.
  const expected = (3 * (2 / 3) + 1) / 4
  const others = Array.from({ length: 40 }, (_, i) => record(`brown number ${i}`, 'a'))
  expect(judgeRecord(spec, a, [b])[0]).toBeCloseTo(expected, 12)
  expect(judgeRecord(spec, b, [a])[0]).toBeCloseTo(expected, 12)
  expect(judgeRecord(spec, a, [...others, b]).at(-1)).toBeCloseTo(expected, 12)
  expect(judgeRecord(spec, a, [a, record('', '')])).toEqual([1, 0])
  expect(judgeRecord(spec, a, [])).toEqual([])
})

it('meets rules about fields that are not compared, and needs the fields that it must have', () => {
  const ruled: RecordSpec = { ...spec, rules: { and: [{ fields: ['tags'], threshold: 0.6 }], veto: ['owner'] } }
  const a = record('brown harbour window', 'a;b', 'Ebner')
  const judged = judgeRecord(ruled, a, [
    record('brown harbour window', 'a;b', 'Falk'),
    record('brown harbour window', 'a;b'),
    record('brown harbour window', 'c;d', 'Ebner'),
  ])
  expect(judged).toEqual([undefined, 1, undefined])
  expect(judgeRecord({ ...spec, least: 2 }, a, [new Map([['title', 'brown harbour window']])])).toEqual([0])
})

describe('what is remembered of records changes no score', () => {
  const random = createRandom(29)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const slip = (text: string) => (random() < 0.3 ? text.slice(0, -1) : text)
  const KINDS: Readonly<Record<string, () => string>> = {
    text: () =>
      `${pick(['brown', 'broun', 'green'])} ${pick(['harbour', 'harbor', '窗户', '港口城市'])} ${pick(['M-858', 'M 858', '0.5L', '7kg'])} ${pick(['zinc', 'tin'])}`,
    name: () => `${pick(['Anna', 'Ann', 'William', 'Bill', 'W.', '王芳', '王方'])} ${pick(['Berger', 'Burger', 'Falk'])}`,
    number: () => String(Math.floor(random() * 30)),
    date: () => pick(['1980-01-02', '02.01.1980', '1980-02-01', '1980', '1981-07-13', '1980-01-03']),
    phone: () => slip(pick(['030 1234567', '+49 30 1234567', '030 1234568', '040 7654321'])),
    id_number: () => pick(['110101199003070054', '11010119900307005X', '110101199003070053']),
    set: () => `${pick(['a', 'b'])};${pick(['c', 'd'])}`,
    email: () => slip(pick(['anna@example.org', 'ana@example.org', 'anna@example.com'])),
    postcode: () => pick(['LS1 4AP', 'LS1 4AQ', 'EC1A 1BB']),
    address: () => `${pick(['12', '21'])} ${pick(['Mill Lane', 'Mill Ln', 'Chapel Street'])}`,
    exact: () => pick(['red', 'blue']),
  }
  const fields = Object.keys(KINDS).map((kind) => ({ name: kind, kind: kind as KindName, weight: 1, compare: kind !== 'exact' }))
  const rules = { and: [{ fields: ['text', 'name'], threshold: 0.1 }], veto: ['exact'] }
  const records = Array.from(
    { length: 240 },
    () => new Map(Object.entries(KINDS).flatMap(([kind, make]) => (random() < 0.9 ? [[kind, make()] as const] : []))),
  )
  const packed = fields
    .filter(({ compare }) => compare)
    .map(({ name, kind }) => {
      const packer = new ColumnPacker(name, kindOf({ kind }).normalise)
      for (const values of records) packer.add(values.get(name))
      return { column: packer.finish(), kind }
    })
  const { model } = planMatching(packed, { rows: records.length })

  for (const [how, spec] of [
    ['by weight', { fields, least: 1, rules }],
    ['by a model', { fields, least: 1, rules, model }],
  ] as const)
    for (const remembered of [
      { records: 1 << 15, units: 1 << 23 },
      { records: 40, units: 1 << 23 },
      { records: 1 << 15, units: 200 },
    ])
      it(`${how}, of at most ${remembered.records} records and ${remembered.units} units`, () => {
        const scorer = new RecordScorer(spec, remembered)
        let scored = 0
        for (let row = 30; row < records.length; row += sized(10, 1)) {
          const others = Array.from({ length: 30 }, () => pick(records))
          const values = records[row] as RecordValues
          const scores = scorer.score(named(values), others.map(named))
          const alone = new RecordScorer(spec, { records: 1, units: 0 })
          expect(scores).toEqual(alone.score(named(values), others.map(named)))
          scored += scores.filter((score) => score !== undefined && score > 0.5).length
        }
        expect(scored).toBeGreaterThan(sized(5, 50))
      })
})

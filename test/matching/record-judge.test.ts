/**
 * The judge of single records.
 *
 * Oracle   scores worked out by hand.
 * Covers   several words in a value: they count alike, whatever else is judged in the same call; rules; least; symmetry.
 * Leaves   the score of the batch on a table (test/jobs/live/live-rows.test.ts).
 */
import { expect, it } from 'vitest'
import { judgeRecord, type RecordSpec } from '../../src/matching/record-judge.js'

const spec: RecordSpec = {
  least: 1,
  fields: [
    { name: 'title', kind: 'text', weight: 3, compare: true },
    { name: 'tags', kind: 'set', weight: 1, compare: true },
    { name: 'owner', kind: 'exact', weight: 1, compare: false },
  ],
}
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

/**
 * Rows under a model that is learned from them: does a column that says nothing, or nothing new, change what is found?
 *
 * Oracle   the labels of generated rows.
 * Covers   a column of one value, a column of a few categories, a copy of a column, columns in another order; on three tables, of which the free text is
 *          left out: with it hardly anything is missed.
 */
import { expect, it } from 'vitest'
import { dedupe } from '../../../src/index.js'
import { Draws } from '../../../src/matching/sampling.js'
import { createCorpus } from '../../../src/research/generating/corpus.js'

type Row = Readonly<Record<string, unknown>>

/** What a change of columns may cost or gain. */
const MOST = 0.02

async function f1Of(rows: readonly Row[], truth: ReadonlyMap<unknown, unknown>): Promise<number> {
  await using result = await dedupe(rows as never, { measure: 'match', idField: 'id' })
  const counted = (groups: Iterable<unknown>) => {
    const counts = new Map<unknown, number>()
    for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
    let pairs = 0
    for (const count of counts.values()) pairs += (count * (count - 1)) / 2
    return pairs
  }
  let [found, right] = [0, 0]
  for await (const { members } of result.groups()) {
    found += counted(members.map(() => 0))
    right += counted(members.map(({ id }) => truth.get(id)))
  }
  return (2 * right) / (found + counted(truth.values()))
}

/** The columns of a row in the order of their names read backwards. */
const reordered = (row: Row): Row => {
  const backwards = (name: string) => [...name].reverse().join('')
  return Object.fromEntries(Object.entries(row).sort(([x], [y]) => (backwards(x) < backwards(y) ? -1 : 1)))
}

it.each([
  ['as they come', { seed: 1 }],
  ['of large groups', { seed: 2, duplicates: 0.6, groupSize: 5 }],
  ['of strong edits', { seed: 3, strength: 0.3 }],
] as const)('finds the same whatever columns say nothing new: rows %s', async (_, options) => {
  const corpus = createCorpus({ kind: 'rows', size: 1500, ...options })
  const labelled = [...corpus.records()]
  const truth = new Map<unknown, unknown>(labelled.map(({ id, group }) => [id, group]))
  const rows = labelled.map(({ group, edit, matter, ...row }): Row => row)
  const draws = new Draws(5)
  const plain = await f1Of(rows, truth)
  expect(plain).toBeGreaterThan(0.8)
  expect(plain).toBeLessThan(1)
  const changed = {
    constant: rows.map((row) => ({ ...row, office: 'main' })),
    categories: rows.map((row) => ({ ...row, colour: ['red', 'green', 'blue', 'white', 'black'][draws.below(5)] })),
    copy: rows.map((row) => ({ ...row, again: row['name'] })),
    reordered: rows.map(reordered),
  }
  for (const [how, others] of Object.entries(changed)) expect(Math.abs((await f1Of(others, truth)) - plain), how).toBeLessThanOrEqual(MOST)
})

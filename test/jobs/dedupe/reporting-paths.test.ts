/**
 * jobs/dedupe/reporting/paths: by which pairs does a row hang together with the kept one?
 *
 * Oracle   all paths of small graphs, one by one: none has a surer least pair.
 * Covers   chains, rows that no pair leads to, ties.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Step, surestPaths } from '../../../src/jobs/dedupe/reporting/paths.js'

/** The least score of the best of all paths between two rows; 0 where there is none. */
function best(from: number, to: number, rows: readonly number[], scoreOf: (a: number, b: number) => number): number {
  if (from === to) return 1
  return Math.max(
    0,
    ...rows.map((row) => {
      const score = row === from ? 0 : scoreOf(from, row)
      if (!score) return 0
      const others = rows.filter((other) => other !== from)
      return Math.min(score, best(row, to, others, scoreOf))
    }),
  )
}

it('goes by the surest pairs', () => {
  const scores = new Map([
    ['1 2', 0.98],
    ['2 3', 0.99],
    ['1 3', 0.2],
  ])
  const scoreOf = (a: number, b: number) => scores.get(`${Math.min(a, b)} ${Math.max(a, b)}`) ?? 0
  const pathOf = surestPaths(1, [1, 2, 3, 4], scoreOf)
  expect(pathOf(3)).toEqual([
    { row: 2, score: 0.99 },
    { row: 1, score: 0.98 },
  ] satisfies Step[])
  expect(pathOf(2)).toEqual([{ row: 1, score: 0.98 }])
  expect(pathOf(1)).toEqual([])
  expect(pathOf(4)).toEqual([])
})

it('is, of all paths, one whose least sure pair is surest', () => {
  const rows = [0, 1, 2, 3, 4]
  const drawn = fc.array(fc.constantFrom(0, 0, 0.3, 0.5, 0.6, 0.8, 0.9), { minLength: 25, maxLength: 25 })
  fc.assert(
    fc.property(drawn, fc.constantFrom(...rows), (scores, kept) => {
      const scoreOf = (a: number, b: number) => scores[Math.min(a, b) * 5 + Math.max(a, b)] as number
      const pathOf = surestPaths(kept, rows, scoreOf)
      for (const row of rows) {
        if (row === kept) continue
        const path = pathOf(row)
        let before = row
        for (const step of path) {
          expect(step.score).toBe(scoreOf(before, step.row))
          before = step.row
        }
        expect(path.length ? before : kept).toBe(kept)
        expect(path.length ? Math.min(...path.map(({ score }) => score)) : 0).toBe(best(row, kept, rows, scoreOf))
      }
    }),
  )
})

/**
 * evaluating/documents: are documents counted as the sources count them?
 *
 * Oracle   sets of documents, spelled out; a case worked by hand.
 * Covers   one partner of many is enough, wrong documents count once, topics, sums over topics, nothing found.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCounts, scoreDocuments, scoreOfCounts } from '../../src/evaluating/documents.js'
import { wilson } from '../../src/evaluating/intervals.js'
import { pairKey } from '../../src/evaluating/pairs.js'

const keys = (pairs: readonly (readonly [number, number])[], count: number) => pairs.map(([a, b]) => pairKey(a, b, count))

describe('documents', () => {
  it('are found by one partner of many, and counted once', () => {
    // Four documents of one matter; a chain finds them all with 3 of 6 pairs. Document 5 is wrong, once, though it is in two pairs.
    const truth = keys(
      [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 2],
        [1, 3],
        [2, 3],
      ],
      6,
    )
    const { all } = scoreDocuments(
      keys(
        [
          [0, 1],
          [1, 2],
          [2, 3],
          [0, 5],
          [1, 5],
        ],
        6,
      ),
      truth,
      6,
    )
    expect(all).toMatchObject({ found: 5, truth: 4, right: 4, recall: wilson(4, 4), precision: wilson(4, 5) })
    expect(all.f1.value).toBeCloseTo((2 * 0.8 * 1) / 1.8, 12)
  })

  it('count as right when they are similar to another one than they were found with, as the sources have it', () => {
    const { all } = scoreDocuments(
      keys([[0, 2]], 4),
      keys(
        [
          [0, 1],
          [2, 3],
        ],
        4,
      ),
      4,
    )
    expect([all.found, all.truth, all.right]).toEqual([2, 4, 2])
  })

  it('are counted by topic, and topics without similar documents only in all', () => {
    const topics = ['b', 'b', 'a', 'a', 'noise', undefined]
    const { all, topics: by } = scoreDocuments(
      keys(
        [
          [0, 4],
          [2, 5],
        ],
        6,
      ),
      keys(
        [
          [0, 1],
          [2, 3],
        ],
        6,
      ),
      6,
      (i) => topics[i],
    )
    expect(by.map(({ topic, found, truth, right }) => [topic, found, truth, right])).toEqual([
      ['a', 1, 2, 1],
      ['b', 1, 2, 1],
    ])
    expect([all.found, all.right]).toEqual([4, 2])
    expect(scoreOfCounts(addCounts(by)).recall).toEqual(wilson(2, 4))
  })

  it('are none where nothing is found: precision is 1 and says nothing', () => {
    const { all } = scoreDocuments([], keys([[0, 1]], 2), 2)
    expect(all.precision).toEqual({ value: 1, low: 0, high: 1 })
    expect(all.recall.value).toBe(0)
  })

  it('agree with sets of documents on any pairs', () => {
    const count = 12
    const pairs = fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)).filter(([a, b]) => a !== b))
    fc.assert(
      fc.property(pairs, pairs, (found, truth) => {
        const [f, t] = [new Set(found.flat()), new Set(truth.flat())]
        const { all } = scoreDocuments(keys(found, count), keys(truth, count), count)
        expect([all.found, all.truth, all.right]).toEqual([f.size, t.size, [...f].filter((one) => t.has(one)).length])
      }),
    )
  })
})

/**
 * matching/standing-out: how many matches does a way of scoring find, and which of two ways finds more?
 *
 * Oracle   tables whose matches are known.
 * Covers   few, half and nearly all rows with a match, scores of matches and of others that overlap, either table as the smaller one, too few pairs;
 *          a model of columns that tell next to nothing beside texts that tell all, and the other way round.
 */
import { describe, expect, it } from 'vitest'
import { planMatching } from '../../src/matching/matching.js'
import { isOutdone, standingOut } from '../../src/matching/rivals/standing-out.js'
import { Draws } from '../../src/matching/sampling.js'
import { pack } from './tables.js'

/** Scores of two tables in which so many rows of the first have one in the second; each row has ten others that it is compared with. */
function scores(rows: number, matches: number, seed: number) {
  const draws = new Draws(seed)
  const share = () => draws.below(1 << 20) / (1 << 20)
  const list: [number, number, number][] = []
  for (let row = 0; row < rows; row++) {
    if (row < matches) list.push([row, rows + row, 0.3 + 0.7 * share()])
    // Others score less in the mean, and more than many a match at times.
    for (let i = 0; i < 10; i++) list.push([row, rows + draws.below(rows), 0.6 * share() * share()])
  }
  return list
}

const edgesOf = (list: readonly (readonly [number, number, number])[]) => ({
  size: list.length,
  a: Uint32Array.from(list, ([a]) => a),
  b: Uint32Array.from(list, ([, b]) => b),
  chance: Float64Array.from(list, ([, , chance]) => chance),
})

const upTo = (from: number, to: number) => new Set(Array.from({ length: to - from }, (_, i) => from + i))

describe('standingOut', () => {
  it('counts the matches to a tenth of the rows, where half of them and more have one', () => {
    for (const matches of [250, 400, 480])
      for (const seed of [1, 2, 3]) {
        const edges = edgesOf(scores(500, matches, seed))
        for (const sampled of [upTo(0, 500), upTo(500, 1000)]) {
          const found = standingOut(edges, sampled, { rows: 1000, split: 500 })
          expect(Math.abs((found?.matches ?? 0) - matches), `${matches}, seed ${seed}`).toBeLessThan(50)
          expect(found?.f1).toBeGreaterThan(0.7)
        }
      }
  })

  it('counts too many where next to nothing matches, and not for half of the rows', () => {
    for (const seed of [4, 5, 6])
      expect(standingOut(edgesOf(scores(500, 0, seed)), upTo(0, 500), { rows: 1000, split: 500 })?.matches).toBeLessThan(250)
  })

  it('says nothing of a few pairs', () => {
    expect(standingOut(edgesOf(scores(500, 500, 1).slice(0, 40)), upTo(0, 500), { rows: 1000, split: 500 })).toBeUndefined()
  })
})

describe('isOutdone', () => {
  const draws = new Draws(11)
  const word = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + draws.below(26))).join('')
  const count = 300
  const titles = Array.from({ length: count }, () => `${word()} ${word()} ${word()}`)
  // The same goods in another shop, a word shorter.
  const others = titles.map((title) => title.split(' ').slice(0, 2).join(' '))
  const sizes = Array.from({ length: 2 * count }, () => String(30 + draws.below(20)))
  const scope = { rows: 2 * count, split: count }
  const fieldsOf = (values: readonly (string | null)[]) =>
    pack({ title: { kind: 'text', values }, size: { kind: 'number', values: sizes } })

  it('tells a model that finds less from one that finds as much', () => {
    const all = [...titles, ...others]
    const good = planMatching(fieldsOf(all), scope)
    // Of every third row it has no title.
    const bad = planMatching(fieldsOf(all.map((title, row) => (row % 3 ? title : null))), scope)
    expect(isOutdone(bad, () => good, scope)).toBe(true)
    expect(isOutdone(good, () => bad, scope)).toBe(false)
    expect(isOutdone(good, () => good, scope)).toBe(false)
  })
})

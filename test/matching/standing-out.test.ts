/**
 * matching/standing-out: how many matches does a way of scoring find, and which of two ways finds more?
 *
 * Oracle   tables whose matches are known.
 * Covers   few, half and nearly all rows with a match, scores of matches and of others that overlap, either table as the smaller one, too few pairs;
 *          a model that finds two thirds beside one that finds all, and the other way round; a table that lists its things twice; texts taken by a plan.
 */
import { describe, expect, it } from 'vitest'
import { planMatching } from '../../src/matching/matching.js'
import { isOutdone, standingOut } from '../../src/matching/rivals/standing-out.js'
import { Draws } from '../../src/matching/sampling.js'
import { edgesOf, pack } from './tables.js'

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

describe('standingOut', () => {
  it('counts the matches to a tenth of the rows, where half of them and more have one', () => {
    for (const matches of [250, 400, 480])
      for (const seed of [1, 2, 3]) {
        const edges = edgesOf(scores(500, matches, seed))
        for (const of of ['a', 'b'] as const) {
          const found = standingOut(edges, of, { rows: 1000, all: 500 })
          expect(Math.abs((found?.matches ?? 0) - matches), `${matches}, seed ${seed}`).toBeLessThan(50)
          expect(found?.f1).toBeGreaterThan(0.7)
        }
      }
  })

  it('counts too many where next to nothing matches, and not for half of the rows', () => {
    for (const seed of [4, 5, 6])
      expect(standingOut(edgesOf(scores(500, 0, seed)), 'a', { rows: 1000, all: 500 })?.matches).toBeLessThan(250)
  })

  it('says nothing of a few pairs', () => {
    expect(standingOut(edgesOf(scores(500, 500, 1).slice(0, 40)), 'a', { rows: 1000, all: 500 })).toBeUndefined()
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

describe('isOutdone, of a table that lists things several times', () => {
  it('keeps a model that finds them all', () => {
    const draws = new Draws(5)
    const word = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + draws.below(26))).join('')
    const papers = Array.from({ length: 300 }, () => ({
      title: Array.from({ length: 6 }, word),
      authors: `${word()} ${word()}`,
      year: String(1970 + draws.below(50)),
    }))
    // Each stands twice in the second library: nearly as it is, and again with less of it.
    const second = papers.flatMap(({ title, authors, year }) => [
      { title: [...title.slice(1), word()], authors, year },
      { title: title.slice(2), authors: draws.below(2) ? authors : null, year: draws.below(2) ? year : null },
    ])
    const all = [...papers, ...second]
    const fields = pack({
      title: { kind: 'text', values: all.map(({ title }) => title.join(' ')) },
      authors: { kind: 'name', values: all.map(({ authors }) => authors) },
      year: { kind: 'number', values: all.map(({ year }) => year) },
    })
    const scope = { rows: all.length, split: papers.length }
    const learned = planMatching(fields, scope)
    expect(learned.model.way).toBeUndefined()
    const byText = planMatching(fields, scope, { model: { ...learned.model, way: 'text' } })
    expect(isOutdone(learned, () => byText, scope)).toBe(false)
  })
})

describe('planMatching', () => {
  /** Two shops: one writes the code of its goods into the title, the other into the text, most often. */
  function shops(count: number) {
    const draws = new Draws(7)
    const word = () => Array.from({ length: 5 }, () => String.fromCharCode(97 + draws.below(26))).join('')
    const pick = (list: readonly string[]) => list[draws.below(list.length)] as string
    const [common, brands] = [Array.from({ length: 2000 }, word), Array.from({ length: 30 }, word)]
    const types = Array.from({ length: 60 }, () => [word(), word()] as const)
    const filler = () => Array.from({ length: 5 }, () => pick(common)).join(' ')
    const goods = Array.from({ length: count }, () => ({
      brand: pick(brands),
      type: types[draws.below(60)] as readonly [string, string],
      code: `${word().slice(0, 3)}${1000 + draws.below(9000)}`,
      price: String(10 + draws.below(500)),
    }))
    const fields = pack({
      title: {
        kind: 'text',
        values: [
          ...goods.map(({ brand, type, code }) => `${brand} ${type.join(' ')} ${code}`),
          ...goods.map(({ brand, type, code }) => (draws.below(5) ? `${brand} ${type[0]}` : `${brand} ${code} ${type.join(' ')}`)),
        ],
      },
      about: {
        kind: 'text',
        values: [
          ...goods.map(({ type }) => `${filler()} ${type.join(' ')}`),
          ...goods.map(({ brand, code }) => `${code} ${brand} ${filler()}`),
        ],
      },
      price: {
        kind: 'number',
        values: [...goods.map(({ price }) => price), ...goods.map(({ price }) => (draws.below(10) < 3 ? price : null))],
      },
    })
    return { fields, scope: { rows: 2 * count, split: count } }
  }

  it('takes texts where the model is outdone, unless it is for keys alone or something was stated', () => {
    const { fields, scope } = shops(300)
    const { doubt, model, plan } = planMatching(fields, scope)
    expect([doubt, model.way]).toEqual(['outdone', 'text'])
    expect(planMatching(fields, scope, { everyField: true }).doubt).toBe('outdone')
    expect(planMatching(fields, scope, { keysOnly: true }).model.way).toBeUndefined()
    expect(planMatching(fields, scope, { candidates: ['title: words'] }).model.way).toBeUndefined()
    // The model knows its way: it is used with the same keys, and not doubted again.
    const again = planMatching(fields, scope, { model })
    expect(again.plan.keys.map(({ name, pairs }) => [name, pairs])).toEqual(plan.keys.map(({ name, pairs }) => [name, pairs]))
    expect([again.doubt, again.unclear, again.model]).toEqual([undefined, undefined, model])
  })
})

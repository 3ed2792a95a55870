/**
 * matching/model/words: what the words of a column say, learned and kept.
 *
 * Oracle   lists written here, of which it is known which words stay and which come and go; a batch beside single records.
 * Covers   words of advertisement; numbers of advertisement; words kept in a model, so that a record judged alone scores as in its table;
 *          levels of other numbers, which speak for no match.
 */
import { describe, expect, it } from 'vitest'
import { ColumnPacker } from '../../src/matching/columns.js'
import type { Field } from '../../src/matching/comparisons.js'
import { KINDS } from '../../src/matching/kinds/kinds.js'
import { planMatching } from '../../src/matching/matching.js'
import { type MatchModel, modelFromJson } from '../../src/matching/model/model.js'
import { modelToJson } from '../../src/matching/model/model-json.js'
import { MatchScorer } from '../../src/matching/model/scorer.js'
import { learnWords } from '../../src/matching/model/words.js'
import { RecordScorer, type RecordValues } from '../../src/matching/record-judge.js'
import { Draws } from '../../src/matching/sampling.js'

const draws = new Draws(3)
const pick = <Item>(list: readonly Item[]): Item => list[draws.below(list.length)] as Item
const ADVERTS = ['包邮', '正品', '2024新款', '热卖', '']
const BRANDS = ['青禾', '蓝杉', '云岭', '海潮', '晨曦', '百川', '沐川', '凯朔']
const THINGS = ['耳机', '键盘', '台灯', '背包', '水壶', '风扇']

/** Three offers of each thing: brand, thing and model stay, the advertisement does not. */
function titles(things: number): string[] {
  return Array.from({ length: things }, () => {
    const itself = [pick(BRANDS), pick(THINGS), `K${100 + draws.below(800)}`]
    return Array.from({ length: 3 }, () => [pick(ADVERTS), ...itself, pick(ADVERTS)].join(' '))
  }).flat()
}

const packed = (name: string, kind: Field['kind'], values: readonly string[]): Field => {
  const packer = new ColumnPacker(name, KINDS[kind].normalise)
  for (const value of values) packer.add(value)
  return { column: packer.finish(), kind }
}

describe('learnWords', () => {
  const field = packed('title', 'text', titles(300))
  const pairs: number[] = []
  for (let first = 0; first < 900; first += 3) pairs.push(first, first + 1, first, first + 2, first + 1, first + 2)
  const each = new Float64Array(pairs.length / 2).fill(1)
  const words = learnWords(field, Uint32Array.from(pairs), each, each)
  const share = (word: string) => {
    const [weight, held] = words?.known.get(word) ?? [Number.NaN, 0]
    return weight / Math.log(901 / (held + 0.5))
  }

  it('weighs what stays by its rarity and little of what comes and goes', () => {
    for (const brand of BRANDS) expect(share(brand)).toBeGreaterThan(0.9)
    for (const advert of ['包邮', '正品', '热卖', 'year 2024']) expect(share(advert)).toBeLessThan(0.7)
  })

  it('weighs words by rarity alone where no pair is likely', () => {
    const none = learnWords(field, Uint32Array.from(pairs), each, new Float64Array(each.length))
    const [brand, advert] = [none?.known.get('青禾'), none?.known.get('包邮')]
    expect((brand?.[0] as number) / Math.log(901 / ((brand?.[1] as number) + 0.5))).toBeCloseTo(
      (advert?.[0] as number) / Math.log(901 / ((advert?.[1] as number) + 0.5)),
      1,
    )
  })
})

describe('a model with words', () => {
  const values = titles(400)
  const price = values.map((_, row) => String(10 + Math.floor(row / 3) * 7))
  const fields = [packed('title', 'text', values), packed('price', 'number', price)]
  const { model } = planMatching(fields, { rows: values.length })
  const read: MatchModel = modelFromJson(modelToJson(model), 'model.json')

  it('scores a record alone as in its table', () => {
    const scorer = new MatchScorer(fields, model)
    const record = (row: number) =>
      new Map([
        ['title', values[row] as string],
        ['price', price[row] as string],
      ])
    const spec = {
      fields: fields.map(({ column, kind }) => ({ name: column.name, kind, weight: 1, compare: true })),
      least: 1,
      model: read,
    }
    const named = (values: RecordValues) => ({ name: JSON.stringify([...values]), read: () => values })
    const judge = new RecordScorer(spec)
    for (let row = 0; row + 3 < 300; row += 5) {
      const others = [row + 1, row + 2, row + 3]
      const alone = judge.score(
        named(record(row)),
        others.map((other) => named(record(other))),
      )
      expect(alone.length).toBe(others.length)
      for (const [i, other] of others.entries()) expect(alone[i]).toBeCloseTo(scorer.probability(scorer.logOdds(row, other)), 9)
    }
  })

  it('takes other numbers for no sign of a match', () => {
    const title = read.fields[0] as MatchModel['fields'][number]
    const alone = title.m.length - 1
    title.levels.forEach((level, i) => {
      if (!level.endsWith('numbers differ')) return
      const [m, u] = [title.m[alone]?.[i] as number, title.u[alone]?.[i] as number]
      // At most four times as often among matches, and rounding.
      expect(m / u).toBeLessThan(5)
    })
  })
})

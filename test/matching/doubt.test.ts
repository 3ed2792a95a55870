/**
 * matching/model/doubt and likeness: whether what a model takes for matches is alike, and what a single field does.
 *
 * Oracle   chances of equal pairs, counted by hand; means worked out by hand; the measure `fields`.
 * Covers   a constant weighs nothing; each doubt at its limit; a single field scores as `fields` does, from a model file too.
 */
import { expect, it } from 'vitest'
import { RowJudge } from '../../src/matching/judge.js'
import { planMatching } from '../../src/matching/matching.js'
import { ComparedPairs } from '../../src/matching/model/compared-pairs.js'
import { doubtOf } from '../../src/matching/model/doubt.js'
import { informationOf, likenesses, meanOverMatches } from '../../src/matching/model/likeness.js'
import { modelFromJson } from '../../src/matching/model/model.js'
import { modelToJson } from '../../src/matching/model/model-json.js'
import { Draws } from '../../src/matching/sampling.js'
import { pack } from './tables.js'

const words = [
  'amber',
  'basalt',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'garnet',
  'harbour',
  'indigo',
  'juniper',
  'kelp',
  'lagoon',
  'meadow',
  'nectar',
]

it('weighs a field by the chance of equal values, and a constant by nothing', () => {
  const fields = pack({
    same: { kind: 'exact', values: ['x', 'x', 'x', 'x'] },
    half: { kind: 'exact', values: ['a', 'a', 'b', 'b'] },
    own: { kind: 'exact', values: ['1', '2', '3', '4'] },
  })
  const [same, half, own] = informationOf(fields) as [number, number, number]
  expect(same).toBeLessThan(1e-5)
  expect(half).toBeCloseTo(Math.log(3))
  expect(own).toBeCloseTo(Math.log(12))
  const [equalHalf, nothing] = likenesses(fields, new ComparedPairs(Uint32Array.of(0, 1, 0, 2))) as unknown as [number, number]
  expect(equalHalf).toBeCloseTo(half / (half + own), 4)
  expect(nothing).toBeLessThan(1e-5)
})

it('takes the mean of likenesses over the matches, each by its chance and the pairs it stands for', () => {
  const weights = Float64Array.of(1, 3, 100)
  expect(meanOverMatches(Float64Array.of(1, 0.2, 0.9), weights, Float64Array.of(1, 0.5, 0))).toBeCloseTo((1 + 1.5 * 0.2) / 2.5)
  expect(meanOverMatches(Float64Array.of(1, 0.2, 0.9), weights, new Float64Array(3))).toBe(1)
})

it('doubts a model whose matches are unlike, and one that is neither alike nor clear where rows are written alike', () => {
  const trained = (likeness: number, chance: number, isApart: boolean, prior = 0.001) =>
    ({
      model: { format: 'leitong-match-1', prior, rows: 9, fields: [] },
      sample: { pairs: new Uint32Array(2), weights: Float64Array.of(1), found: [] },
      chances: Float64Array.of(chance),
      likeness,
      isApart,
    }) as const
  expect(doubtOf(trained(0.31, 1, false))).toBeUndefined()
  expect(doubtOf(trained(0.29, 1, false))).toBe('unlike')
  expect(doubtOf(trained(0.59, 0.84, false))).toBe('unlike')
  expect(doubtOf(trained(0.59, 0.84, true))).toBeUndefined()
  expect(doubtOf(trained(0.69, 0.84, false))).toBe('unlike')
  expect(doubtOf(trained(0.71, 0.84, false))).toBeUndefined()
  expect(doubtOf(trained(0.59, 0.86, false))).toBeUndefined()
  expect(doubtOf(trained(0.9, 0.59, true))).toBe('unclear')
  expect(doubtOf(trained(0.9, 1, true, 0.2))).toBe('many')
})

it('scores a single field as `fields` does, told as chances', () => {
  const draws = new Draws(3)
  const titles = Array.from({ length: 300 }, () => Array.from({ length: 4 }, () => words[draws.below(words.length)]).join(' '))
  const fields = pack({ title: { kind: 'text', values: titles } })
  const { model, doubt } = planMatching(fields, { rows: titles.length })
  expect(doubt).toBeUndefined()
  const read = modelFromJson(modelToJson(model), 'model')
  const judge = new RowJudge({ fields, weights: [1], least: 1, model: read })
  const plain = new RowJudge({ fields, weights: [1], least: 1 })
  let taken = 0
  for (let a = 0; a < 299; a++) {
    const similarity = plain.score(a, a + 1)
    expect(judge.score(a, a + 1)).toBeCloseTo(1 / (1 + Math.exp(30 * (0.8 - similarity))), 9)
    expect(judge.score(a, a + 1) >= 0.5).toBe(similarity >= 0.8)
    if (similarity >= 0.8) taken++
  }
  expect(taken).toBeLessThan(299)
  expect(() => modelFromJson(modelToJson({ ...model, way: 'other' }), 'model')).toThrow(expect.objectContaining({ code: 'MODEL_BROKEN' }))
})

/**
 * matching/model: are the parameters those of expectation–maximisation, and are they near the truth?
 *
 * Oracle   expectation–maximisation over lists of objects, written here from the formulas, made-up pairs and the least chance included.
 * Covers   equality with the oracle; parameters found again in pairs drawn from known ones; fields of which one repeats the other; rarity; the model
 *          file; explanations that sum up; a table with known truth, in any order of columns.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MISSING } from '../../src/matching/comparisons.js'
import { explainPair } from '../../src/matching/explain.js'
import { planMatching } from '../../src/matching/matching.js'
import { agreementDependences, dependenceTree } from '../../src/matching/model/dependence.js'
import { estimateU, expectationMaximisation, startingPoint } from '../../src/matching/model/expectation.js'
import { modelFromJson } from '../../src/matching/model/model.js'
import { modelChecksum, modelToJson } from '../../src/matching/model/model-json.js'
import { rarityOf, rarityWeights } from '../../src/matching/model/rarity.js'
import { MatchScorer } from '../../src/matching/model/scorer.js'
import { Draws } from '../../src/matching/sampling.js'
import { type Columns, pack } from './tables.js'

interface Pair {
  readonly levels: readonly (number | undefined)[]
  readonly weight: number
}
const PULL = 0.02
const LEAST_PRIOR = 1e-6

/** By the formulas, without dependences. */
function plain(pairs: readonly Pair[], sizes: readonly number[], prior: number, rounds: number) {
  const start = startingPoint(sizes, new Int8Array(sizes.length).fill(-1), prior).m.map(({ chances }) => [...chances])
  let m = start
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const estimate = (field: number, share: (pair: Pair) => number, made: number | undefined, model: readonly number[]) => {
    const observed = pairs.filter(({ levels }) => levels[field] !== undefined)
    const sum = observed.reduce((all, pair) => all + pair.weight * share(pair), 0)
    const seen = observed.reduce((all, pair) => all + share(pair), 0)
    const extra = made ?? 0.5 * (seen > 0 ? sum / seen : 1)
    return model.map((chance, level) => {
      const count = observed.filter(({ levels }) => levels[field] === level).reduce((all, pair) => all + pair.weight * share(pair), 0)
      return Math.max(1e-9, (count + extra * chance) / (sum + extra || 1))
    })
  }
  let u = sizes.map((_, field) => estimate(field, () => 1, undefined, m[field] as number[]))
  let chances: number[] = []
  for (let round = 0; round < rounds; round++) {
    chances = pairs.map(({ levels }) => {
      let odds = prior / (1 - prior)
      levels.forEach((level, field) => {
        if (level !== undefined) odds *= Math.max(m[field]?.[level] as number, 1e-9) / Math.max(u[field]?.[level] as number, 1e-9)
      })
      const chance = odds / (1 + odds)
      return chance < 0.1 ? 0 : chance
    })
    const of = new Map(pairs.map((pair, i) => [pair, chances[i] as number]))
    const matches = pairs.reduce((sum, pair) => sum + pair.weight * (of.get(pair) as number), 0)
    prior = Math.min(0.5, Math.max(matches / total, LEAST_PRIOR))
    m = sizes.map((_, field) => estimate(field, (pair) => of.get(pair) as number, PULL * matches + 1, start[field] as number[]))
    u = sizes.map((_, field) => estimate(field, (pair) => 1 - (of.get(pair) as number), undefined, m[field] as number[]))
  }
  return { prior, m, u, chances }
}

const observe = (pairs: readonly Pair[], fields: number) => ({
  levels: Array.from({ length: fields }, (_, field) => Uint8Array.from(pairs, ({ levels }) => levels[field] ?? MISSING)),
  weights: Float64Array.from(pairs, ({ weight }) => weight),
  rarity: Array.from({ length: fields }, () => new Float32Array(pairs.length)),
  apart: [],
})
const options = { rounds: 6, fixedU: 0, pull: PULL, leastPrior: LEAST_PRIOR, uApart: false }

describe('expectationMaximisation', () => {
  it('is that of the plain formulas', () => {
    const sizes = [3, 2, 4]
    const pair = fc.record({
      levels: fc.tuple(...sizes.map((size) => fc.option(fc.nat(size - 1), { nil: undefined }))),
      weight: fc.integer({ min: 1, max: 50 }),
    })
    fc.assert(
      fc.property(fc.array(pair, { minLength: 5, maxLength: 40 }), (pairs) => {
        const expected = plain(pairs, sizes, 0.05, options.rounds)
        const parameters = startingPoint(sizes, new Int8Array(3).fill(-1), 0.05)
        const observations = observe(pairs, 3)
        estimateU(observations, parameters, undefined)
        const chances = expectationMaximisation(observations, parameters, options)
        chances.forEach((chance, i) => {
          expect(chance).toBeCloseTo(expected.chances[i] as number, 5)
        })
        expect(parameters.prior).toBeCloseTo(expected.prior, 6)
        parameters.m.forEach(({ chances: m }, field) => {
          m.forEach((chance, level) => {
            expect(chance).toBeCloseTo(expected.m[field]?.[level] as number, 5)
          })
        })
      }),
      { numRuns: 50 },
    )
  })

  it('lets no other spelling say more than the same one', () => {
    const draws = new Draws(5)
    const count = 6000
    // Of the equal names most are namesakes, and close ones occur among matches alone.
    const names = Uint8Array.from({ length: count }, (_, pair) => (pair < 60 ? 0 : pair < 240 ? 1 : draws.below(40) ? 2 : 0))
    const sure = Uint8Array.from({ length: count }, (_, pair) => Number(pair >= 240))
    const pairs = { levels: [names, sure], weights: new Float64Array(count).fill(1) }
    const observations = { ...pairs, rarity: pairs.levels.map(() => new Float32Array(count)), apart: [] }
    const ratiosOf = (spelled: boolean) => {
      const parameters = startingPoint([3, 2], new Int8Array(2).fill(-1), 0.05)
      estimateU(observations, parameters, undefined)
      expectationMaximisation(observations, parameters, { ...options, rounds: 10, spelled: [spelled, false] })
      const [m, u] = [parameters.m[0]?.chances ?? [], parameters.u[0]?.chances ?? []]
      return [0, 1].map((level) => (m[level] as number) / (u[level] as number)) as [number, number]
    }
    const [equal, close] = ratiosOf(false)
    expect(close).toBeGreaterThan(1.5 * equal)
    const [same, other] = ratiosOf(true)
    expect(other).toBeLessThanOrEqual(same * 1.0001)
    expect(same).toBeGreaterThan(1)
  })

  it('says of a level that no drawn pair has no more than of the levels beside it', () => {
    const draws = new Draws(9)
    const letters = (count: number) => Array.from({ length: count }, () => String.fromCharCode(97 + draws.below(26))).join('')
    const titles = Array.from({ length: 300 }, () => `${letters(7)} ${letters(6)} ${letters(8)}`)
    const volumes = titles.map(() => `${1 + draws.below(60)}`)
    const years = titles.map(() => `${1990 + draws.below(25)}`)
    // Every third is there twice.
    const twice = (values: readonly string[]) => [...values, ...values.filter((_, i) => i % 3 === 0)]
    const fields = pack({
      title: { kind: 'text', values: twice(titles) },
      volume: { kind: 'number', values: twice(volumes) },
      year: { kind: 'date', values: twice(years) },
    })
    const { model } = planMatching(fields, { rows: 400 })
    for (const name of ['volume', 'year']) {
      const { m, u } = model.fields.find((field) => field.name === name) as (typeof model.fields)[number]
      const [own, others] = [m.at(-1) as readonly number[], u.at(-1) as readonly number[]]
      const equal = (own[0] as number) / (others[0] as number)
      own.forEach((chance, level) => {
        expect(chance / (others[level] as number)).toBeLessThanOrEqual(1.01 * equal)
      })
    }
  })

  it('lets nothing speak against a match beyond its bound', () => {
    const draws = new Draws(3)
    const levels = [0, 1].map(() => Uint8Array.from({ length: 4000 }, (_, pair) => (pair < 200 ? 0 : draws.below(50) ? 1 : 0)))
    const observations = {
      levels,
      weights: new Float64Array(4000).fill(1),
      rarity: levels.map(() => new Float32Array(4000)),
      apart: [],
    }
    const fitted = (leastRatio: number, steps = {}) => {
      const parameters = startingPoint([2, 2], Int8Array.of(-1, -1), 0.05)
      estimateU(observations, parameters, undefined)
      const settings = { rounds: 20, fixedU: 2, pull: 0, leastPrior: 1e-6, uApart: false, leastRatio, ...steps }
      expectationMaximisation(observations, parameters, settings)
      return Math.log((parameters.m[0]?.chances[1] as number) / (parameters.u[0]?.chances[1] as number))
    }
    expect(fitted(0)).toBeLessThan(-5)
    expect(fitted(0.03)).toBeCloseTo(Math.log(0.03), 1)
    expect(fitted(0.03, { leastOfSteps: 0.15, gradual: [true, false] })).toBeCloseTo(Math.log(0.15), 1)
    expect(fitted(0.03, { leastOfSteps: 0.15, gradual: [false, false] })).toBeCloseTo(Math.log(0.03), 1)
  })

  it('does not carry the word of a step that nothing shows to the steps behind it', () => {
    const draws = new Draws(7)
    // Whole numbers are equal, or differ by more than the first step; of the others most are far apart.
    const number = Uint8Array.from({ length: 4000 }, (_, pair) => (pair < 200 ? 0 : draws.below(12) ? 3 : 2))
    const name = Uint8Array.from({ length: 4000 }, (_, pair) => Number(pair >= 200))
    const observations = {
      levels: [number, name],
      weights: new Float64Array(4000).fill(1),
      rarity: [number, name].map(() => new Float32Array(4000)),
      apart: [],
    }
    const { m, u, ...rest } = startingPoint([4, 2], Int8Array.of(-1, -1), 0.05)
    estimateU(observations, { m, u, ...rest }, undefined)
    const settings = {
      rounds: 20,
      fixedU: 2,
      pull: 0.06,
      leastPrior: 1e-6,
      uApart: false,
      gradual: [true, false],
      fall: 0.15,
      fallsFromEqual: true,
    }
    expectationMaximisation(observations, { m, u, ...rest }, settings)
    const says = (level: number) => (m[0]?.chances[level] as number) / (u[0]?.chances[level] as number)
    expect(says(0)).toBeGreaterThan(10)
    expect(says(2)).toBeLessThanOrEqual(0.15 * says(0) + 1e-9)
  })

  it('finds the parameters that pairs were drawn from', () => {
    const draws = new Draws(5)
    const m = [0.9, 0.8, 0.7, 0.85]
    const u = [0.01, 0.05, 0.02, 0.1]
    const pairs = Array.from({ length: 40_000 }, (_, i): Pair => {
      const truth = i % 20 === 0 ? m : u
      return { levels: truth.map((equal) => Number(draws.next() / 2 ** 32 >= equal)), weight: 1 }
    })
    const parameters = startingPoint([2, 2, 2, 2], new Int8Array(4).fill(-1), 0.01)
    const observations = observe(pairs, 4)
    estimateU(observations, parameters, undefined)
    expectationMaximisation(observations, parameters, { ...options, rounds: 30, fixedU: 4 })
    expect(parameters.prior).toBeCloseTo(0.05, 2)
    parameters.m.forEach(({ chances }, field) => {
      expect(Math.abs((chances[0] as number) - (m[field] as number))).toBeLessThan(0.04)
      expect(Math.abs((parameters.u[field]?.chances[0] as number) - (u[field] as number))).toBeLessThan(0.01)
    })
  })
})

describe('dependences', () => {
  it('a column that repeats another is found and hung below it', () => {
    const draws = new Draws(9)
    const size = 20_000
    const first = Uint8Array.from({ length: size }, () => Number(draws.below(20) > 0))
    const other = Uint8Array.from({ length: size }, () => Number(draws.below(20) > 0))
    const agrees = [0, 1, 2].map(() => [true, false])
    const each = new Float64Array(size).fill(1)
    const edges = agreementDependences([first, other, first], agrees, each, each, each)
    expect(edges.map(({ a, b }) => [a, b])).toEqual([[0, 2]])
    expect([...dependenceTree(3, edges, [1, 2, 3])]).toEqual([2, -1, -1])
  })

  it('trees have no circles, whatever the edges', () => {
    const edge = fc
      .record({ a: fc.nat(5), b: fc.nat(5), strength: fc.double({ min: 0, max: 1, noNaN: true }) })
      .filter(({ a, b }) => a !== b)
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 20 }), (edges) => {
        const parents = dependenceTree(6, edges, [1, 2, 3, 4, 5, 6])
        for (let field = 0; field < 6; field++) {
          let steps = 0
          for (let at = field; at >= 0; at = parents[at] as number) expect(++steps).toBeLessThanOrEqual(6)
        }
      }),
    )
  })
})

describe('rarity', () => {
  it('raises rare values and lowers common ones', () => {
    const values = [...Array(50).fill('smith'), ...Array.from({ length: 50 }, (_, i) => `rare${i}`)]
    const [field] = pack({ surname: { kind: 'name', values } })
    const column = (field as NonNullable<typeof field>).column
    const weights = rarityWeights(column, rarityOf(column, 0.5, 0.8, 0.25), 0.25)
    expect(weights[0]).toBeLessThan(0)
    expect(weights[1]).toBeGreaterThan(0)
  })
})

/** People of two rows each, the second with some errors. */
function people(count: number): { columns: Columns; truth: number } {
  const draws = new Draws(3)
  const word = () => Array.from({ length: 6 }, () => 'abcdefghiklmnoprstuw'[draws.below(20)]).join('')
  const surnames = Array.from({ length: 300 }, word)
  const towns = Array.from({ length: 40 }, word)
  const rows = Array.from({ length: count }, () => {
    const [given, surname] = [word(), surnames[draws.below(300)] as string]
    const date = `${1950 + draws.below(50)}-0${1 + draws.below(9)}-${10 + draws.below(18)}`
    return [given, surname, `${given} ${surname}`, date, towns[draws.below(40)] as string]
  })
  const copies = rows.map(([given = '', surname = '', , date = '', town = '']) => {
    const wrong = () => draws.below(6) === 0
    const name = wrong() ? `${given.slice(0, 3)}${given.slice(4)}` : given
    return [name, surname, `${name} ${surname}`, wrong() ? '1950-01-10' : date, wrong() ? (towns[0] as string) : town]
  })
  const all = [...rows, ...copies]
  const column = (at: number) => all.map((row) => row[at] as string)
  return {
    truth: count,
    columns: {
      given: { kind: 'name', values: column(0) },
      surname: { kind: 'name', values: column(1) },
      full_name: { kind: 'name', values: column(2) },
      born: { kind: 'date', values: column(3) },
      town: { kind: 'name', values: column(4) },
    },
  }
}

describe('a table with known truth', () => {
  const { columns, truth } = people(400)
  const fields = pack(columns)
  const scope = { rows: 800 }
  const { model, plan } = planMatching(fields, scope)
  const scorer = new MatchScorer(fields, model)

  it('matches the rows of a person and no others, mostly', () => {
    let right = 0
    let wrong = 0
    for (let a = 0; a < 800; a++)
      for (let b = a + 1; b < 800; b++) {
        if (scorer.logOdds(a, b) < 0) continue
        if (b - a === 400) right++
        else wrong++
      }
    // Three independent fields are few: where the date is wrong, name and town alone leave doubt.
    expect(right / truth).toBeGreaterThan(0.8)
    expect(wrong / right).toBeLessThan(0.02)
    expect(plan.recall).toBeGreaterThan(0.9)
  })

  it('does not count a name twice', () => {
    expect(model.fields.filter(({ parent }) => parent >= 0).length).toBeGreaterThanOrEqual(2)
  })

  it('is symmetric, and stops early only where it may', () => {
    for (let row = 0; row < 100; row++) {
      const odds = scorer.logOdds(row, row + 400)
      expect(scorer.logOdds(row + 400, row)).toBeCloseTo(odds, 9)
      expect(scorer.logOdds(row, row + 400, odds - 1e-9)).toBeCloseTo(odds, 9)
    }
    let stopped = 0
    for (let a = 0; a < 800; a += 3)
      for (let b = a + 1; b < 800; b += 7) {
        const odds = scorer.logOdds(a, b)
        const early = scorer.logOdds(a, b, -4)
        if (early === Number.NEGATIVE_INFINITY) {
          stopped++
          expect(odds).toBeLessThan(-4)
        } else expect(early).toBe(odds)
      }
    expect(stopped).toBeGreaterThan(1000)
  })

  it('explains a score that sums up', () => {
    for (const other of [400, 401, 17]) {
      const explanation = explainPair(scorer, 0, other, () => '')
      const sum = explanation.fields.reduce((bits, { adds }) => bits + adds, explanation.prior)
      expect(sum).toBeCloseTo(explanation.total, 9)
      expect(explanation.probability).toBeCloseTo(1 / (1 + 2 ** -explanation.total), 9)
    }
  })

  it('survives its file, and a changed file does not', () => {
    const json = modelToJson(model)
    expect(modelFromJson(json, 'model.json')).toEqual(model)
    expect(modelChecksum(modelFromJson(json, 'model.json'))).toBe(modelChecksum(model))
    expect(() => modelFromJson(json.replace('"prior": 0', '"prior": 1'), 'model.json')).toThrow(
      expect.objectContaining({ code: 'MODEL_BROKEN' }),
    )
    const [first, ...others] = model.fields
    const older = { ...model, fields: [{ ...first, levels: first?.levels.slice(1) }, ...others] } as typeof model
    expect(() => modelFromJson(modelToJson(older), 'model.json')).toThrow(/levels of the field "given".*another version/)
    expect(() => modelFromJson('{}', 'model.json')).toThrow(expect.objectContaining({ code: 'MODEL_BROKEN' }))
    expect(() => new MatchScorer(fields.slice(1), model)).toThrow(expect.objectContaining({ code: 'MODEL_UNLIKE' }))
  })

  it('is learned the same twice', () => {
    expect(modelChecksum(planMatching(pack(columns), scope).model)).toBe(modelChecksum(model))
  })
})

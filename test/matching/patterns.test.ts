/**
 * matching/model/patterns, distances/jaro-winkler: is what is counted or computed at once the same as one by one?
 *
 * Oracle   expectation–maximisation over single pairs; the definition of Jaro–Winkler, character by character.
 * Covers   chances and prior by patterns; rarities that differ by less than a step; texts beyond the tables of bits.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JaroWinkler } from '../../src/matching/distances/jaro-winkler.js'
import { estimateU, expectationMaximisation, startingPoint } from '../../src/matching/model/expectation.js'
import { countPatterns } from '../../src/matching/model/patterns.js'
import { Draws } from '../../src/matching/sampling.js'

const options = { rounds: 8, fixedU: 2, pull: 0.06, leastPrior: 1e-4, uApart: false }

describe('countPatterns', () => {
  const draws = new Draws(3)
  const sizes = [3, 2, 4]
  const pairs = 3000
  const parents = Int8Array.of(-1, 0, -1)
  const levels = sizes.map((size) =>
    Uint8Array.from({ length: pairs }, (_, pair) =>
      draws.below(9) === 0 ? 255 : pair % 8 === 0 && draws.below(8) ? 0 : draws.below(size),
    ),
  )
  const weights = Float64Array.from({ length: pairs }, () => 1 + draws.below(50))
  const run = (rarity: readonly Float32Array[]) => {
    const single = { levels, weights, rarity, apart: [] }
    const patterns = countPatterns(levels, weights, rarity)
    const [one, two] = [startingPoint(sizes, parents, 0.05), startingPoint(sizes, parents, 0.05)]
    estimateU(single, one, undefined)
    estimateU({ ...patterns, apart: [] }, two, undefined)
    const expected = expectationMaximisation(single, one, options)
    const chances = expectationMaximisation({ ...patterns, apart: [] }, two, options)
    return { patterns, expected, chances, one, two }
  }

  it('gives the parameters and chances of the single pairs', () => {
    const { patterns, expected, chances, one, two } = run(levels.map(() => new Float32Array(pairs)))
    expect(patterns.weights.length).toBeLessThan(4 * 3 * 5 + 1)
    expect(patterns.drawn.reduce((sum, count) => sum + count, 0)).toBe(pairs)
    expect(two.prior).toBeCloseTo(one.prior, 9)
    expected.forEach((chance, pair) => {
      expect(chances[patterns.of[pair] as number]).toBeCloseTo(chance, 9)
    })
    one.u.forEach(({ chances: u }, field) => {
      u.forEach((chance, cell) => {
        expect(two.u[field]?.chances[cell]).toBeCloseTo(chance, 9)
      })
    })
  })

  it('keeps unlike rarities apart, and hardly moves where alike ones are one', () => {
    const rarity = levels.map((own) => Float32Array.from(own, (level) => (level === 0 ? draws.below(400) / 100 : 0)))
    const { patterns, one, two } = run(rarity)
    expect(patterns.weights.length).toBeGreaterThan(200)
    for (let pair = 0; pair < pairs; pair++)
      rarity.forEach((own, field) => {
        expect(Math.abs((own[pair] as number) - (patterns.rarity[field]?.[patterns.of[pair] as number] as number))).toBeLessThanOrEqual(
          0.25,
        )
      })
    expect(Math.abs(two.prior / one.prior - 1)).toBeLessThan(0.02)
  })
})

/** The definition, with no tables. */
function plain(a: string, b: string): number {
  if (a.length > b.length) return plain(b, a)
  if (!a.length) return b.length ? 0 : 1
  const reach = Math.max(0, Math.floor(b.length / 2) - 1)
  const taken = new Set<number>()
  const ofA = [...a].filter((character, i) => {
    for (let j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j++)
      if (b[j] === character && !taken.has(j)) {
        taken.add(j)
        return true
      }
    return false
  })
  if (!ofA.length) return 0
  const ofB = [...b].filter((_, j) => taken.has(j))
  const moved = ofA.filter((character, i) => character !== ofB[i]).length
  const jaro = (ofA.length / a.length + ofA.length / b.length + (ofA.length - moved / 2) / ofA.length) / 3
  let prefix = 0
  while (prefix < Math.min(4, a.length) && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}

describe('JaroWinkler', () => {
  it('is its definition, for short texts, long ones and other scripts', () => {
    const measure = new JaroWinkler()
    const codes = (text: string) => Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
    const text = fc.oneof(
      fc.array(fc.constantFrom(...'abcé'), { maxLength: 12 }),
      fc.array(fc.constantFrom(...'abcdef '), { minLength: 28, maxLength: 40 }),
      fc.array(fc.constantFrom(...'ab王小明'), { maxLength: 6 }),
    )
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [a, b] = [left.join(''), right.join('')]
        expect(measure.similarity(codes(a), 0, a.length, codes(b), 0, b.length)).toBeCloseTo(plain(a, b), 12)
      }),
      { numRuns: 2000 },
    )
  })
})

/**
 * Plans for rows that stand for few things: there are more matches than the usual budget has comparisons.
 *
 * Oracle   which rows stand for one person.
 * Covers   the wider plan finds what the usual one has no room for; a stated budget, and the most that a run may cost, keep the usual one.
 */
import { describe, expect, it } from 'vitest'
import { type Matching, planMatching } from '../../src/matching/matching.js'
import { createRandom } from '../support/texts.js'
import { pack } from './tables.js'

const PEOPLE = 12
const ROWS = 6000
const USUAL = 1_000_000
const random = createRandom(12)
const draw = (most: number) => Math.floor(random() * most)
const name = () => Array.from({ length: 3 + draw(3) }, () => 'bcdfglmnprstvz'[draw(14)] + ('aeiou'[draw(5)] as string)).join('')
const people = Array.from({ length: PEOPLE }, () => ({
  given: name(),
  family: name(),
  towns: [name(), name(), name()],
  firms: [name(), name()],
}))
const slip = (value: string) => {
  const at = 1 + draw(value.length - 2)
  return random() < 0.15 ? value.slice(0, at) + value.slice(at + 1) : value
}
const person = Array.from({ length: ROWS }, (_, row) => row % PEOPLE)
const column = (of: (who: (typeof people)[number]) => string) => person.map((number) => of(people[number] as (typeof people)[number]))
const fields = pack({
  given: { kind: 'name', values: column(({ given }) => slip(given)) },
  family: { kind: 'name', values: column(({ family }) => slip(family)) },
  town: { kind: 'name', values: column(({ towns }) => towns[draw(3)] as string) },
  firm: { kind: 'name', values: column(({ firms }) => slip(firms[draw(2)] as string)) },
})

/** The share of the pairs of one person that keys bring together. */
function recallOf({ indexes }: Matching): number {
  let [all, found] = [0, 0]
  for (let a = 0; a < ROWS; a += 7)
    for (let b = (a % PEOPLE) + PEOPLE * 3; b < ROWS; b += 5 * PEOPLE) {
      if (a === b) continue
      all++
      if (indexes.some((index) => index.holds(Math.min(a, b), Math.max(a, b)))) found++
    }
  return found / all
}

describe('planMatching', () => {
  it('has more room where rows stand for few things', () => {
    const wider = planMatching(fields, { rows: ROWS })
    const usual = planMatching(fields, { rows: ROWS }, { budget: USUAL })
    expect(wider.plan.cost).toBeGreaterThan(usual.plan.cost)
    expect(recallOf(wider)).toBeGreaterThan(recallOf(usual) + 0.15)
  })

  it('costs no more than a run may cost', () => {
    const bounded = planMatching(fields, { rows: ROWS }, { most: 2 * USUAL })
    expect(bounded.plan.cost).toBeLessThanOrEqual(2 * USUAL)
    expect(planMatching(fields, { rows: ROWS }).plan.cost).toBeGreaterThan(2 * USUAL)
  })
})

/**
 * matching/competing: two tables of which one lists each thing once.
 *
 * Oracle   the chance of each pair from all pairs of its rows, by the formula; tables whose doubles are known, since the test made them.
 * Covers   both sides; equally sure pairs; the surest pair keeps its chance; what a pair lost, in bits; tables that list things once, several times,
 *          and too few candidates to tell.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { besideRivals, listedOnce } from '../../src/matching/rivals/competing.js'
import { Draws } from '../../src/matching/sampling.js'
import { pack } from './tables.js'

const edgesOf = (pairs: readonly (readonly [a: number, b: number, chance: number])[]) => ({
  size: pairs.length,
  a: Uint32Array.from(pairs, ([a]) => a),
  b: Uint32Array.from(pairs, ([, b]) => b),
  chance: Float64Array.from(pairs, ([, , chance]) => chance),
})

it('counts the surer pairs of a row, where its partners are listed once', () => {
  const chance = fc.constantFrom(0.001, 0.2, 0.5, 0.5000001, 0.9, 0.999, 1)
  const grid = fc.array(fc.array(chance, { minLength: 4, maxLength: 4 }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(grid, fc.boolean(), fc.boolean(), (rows, first, second) => {
      const pairs = rows.flatMap((own, a) => own.map((c, b) => [a, 3 + b, c] as const))
      const odds = (c: number) => Math.min(c, 1 - 2 ** -40) / (1 - Math.min(c, 1 - 2 ** -40))
      const { edges, bitsOf } = besideRivals(edgesOf(pairs), { first, second }, 7)
      pairs.forEach(([a, b, c], i) => {
        const surer = (side: 0 | 1) =>
          pairs.filter((other) => other[side] === [a, b][side] && other[2] > c).reduce((sum, other) => sum + odds(other[2]), 0)
        const rivals = (first ? surer(1) : 0) + (second ? surer(0) : 0)
        const own = edges.chance[i] as number
        if (rivals === 0) {
          expect(own).toBe(c)
          expect(bitsOf(b, a)).toBeUndefined()
        } else {
          expect(own).toBeCloseTo(odds(c) / (1 + odds(c) + rivals), 10)
          expect(own).toBeLessThanOrEqual(0.5)
          // What it lost in bits leads from its own odds to those beside its rivals.
          if (own >= 0.01) expect(Math.log2(odds(c)) + (bitsOf(a, b) as number)).toBeCloseTo(Math.log2(own / (1 - own)), 6)
        }
      })
    }),
  )
})

/** A list of papers by few groups of authors, and another list that has each up to `times` times, with slips. */
function libraries(papers: number, times: number) {
  const draws = new Draws(11)
  const word = () => Array.from({ length: 7 }, () => String.fromCharCode(97 + draws.below(26))).join('')
  const slip = (text: string) => text.slice(0, 9) + text.slice(10)
  const groups = Array.from({ length: papers / 3 }, () => `${word()} ${word()}, ${word()} ${word()}`)
  const title = Array.from({ length: papers }, () => Array.from({ length: 6 }, word).join(' '))
  const authors = title.map((_, paper) => groups[paper % groups.length] as string)
  const copies = title.flatMap((_, paper) => Array.from({ length: 1 + (paper % times) }, () => paper))
  return {
    fields: pack({
      title: {
        kind: 'text',
        values: [...title, ...copies.map((paper, i) => (i % 3 ? slip(title[paper] as string) : (title[paper] as string)))],
      },
      authors: { kind: 'name', values: [...authors, ...copies.map((paper) => authors[paper] as string)] },
    }),
    // A model that takes the same authors for a match, and the same paper for a surer one.
    edges: edgesOf(
      title.flatMap((_, a) =>
        copies.flatMap((paper, i) => {
          if (authors[paper] !== authors[a]) return []
          return [[a, papers + i, paper === a ? 0.999 : 0.8] as const]
        }),
      ),
    ),
    rows: papers + copies.length,
    isRight: (a: number, b: number) => copies[b - papers] === a,
  }
}

it('sees which table lists each thing once', () => {
  const { fields, edges, rows, isRight } = libraries(180, 3)
  const once = listedOnce(edges, fields, rows)
  expect(once).toEqual({ first: true, second: false })
  const { edges: ranked, likely } = besideRivals(edges, once, rows)
  const { chance } = ranked
  // All pairs of other papers have a surer one beside them, and no pair of the same paper has.
  expect([likely(0.999), likely(0.8), likely(0.3)]).toEqual([0.999, 0, 0.3])
  const joined = Array.from(chance, (_, i) => i).filter((i) => (chance[i] as number) >= 0.5)
  const right = joined.filter((i) => isRight(edges.a[i] as number, edges.b[i] as number))
  expect(right).toHaveLength(rows - 180)
  expect(joined).toHaveLength(right.length)
  const single = libraries(180, 1)
  expect(listedOnce(single.edges, single.fields, single.rows)).toEqual({ first: true, second: true })
})

it('says of neither table that it lists things once where hardly a row has two candidates', () => {
  const { fields, edges, rows } = libraries(45, 1)
  expect(listedOnce(edges, fields, rows)).toEqual({ first: false, second: false })
})

it('takes a person who is listed twice, with two e-mails, for one', () => {
  const draws = new Draws(13)
  const word = () => Array.from({ length: 8 }, () => String.fromCharCode(97 + draws.below(26))).join('')
  const people = Array.from({ length: 120 }, () => ({
    name: `${word()} ${word()}`,
    phone: `${draws.below(1e9)}`,
    street: `${word()} ${word()}`,
  }))
  const rows = people.flatMap((person) => [person, person])
  const mails = rows.map(() => `${word()}@${word()}.example`)
  const both = <Value>(values: readonly Value[]) => [...values, ...values]
  const fields = pack({
    name: { kind: 'name', values: both(rows.map(({ name }) => name)) },
    phone: { kind: 'exact', values: both(rows.map(({ phone }) => phone)) },
    street: { kind: 'name', values: both(rows.map(({ street }) => street)) },
    mail: { kind: 'exact', values: both(mails) },
  })
  // Each copy has its own equal row in the other table, which is surer than the other copy.
  const edges = edgesOf(
    rows.flatMap((_, a) => [
      [a, 240 + a, 0.9999],
      [a, 240 + (a ^ 1), 0.95],
    ]),
  )
  expect(listedOnce(edges, fields, 480)).toEqual({ first: false, second: false })
})

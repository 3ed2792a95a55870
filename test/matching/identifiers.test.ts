/**
 * matching/model/train: identifiers in a table whose model is learned again, from rows that are nearly equal.
 *
 * Oracle   which thing each row was made of.
 * Covers   an identifier that rows about one thing share tells a series apart, a hundred to one; one that each row has for itself does not.
 */
import { expect, it } from 'vitest'
import { offeredKeys } from '../../src/matching/candidates/offers.js'
import { drawSample, trainModel } from '../../src/matching/model/train.js'
import { Draws } from '../../src/matching/sampling.js'
import { pack } from './tables.js'

const draws = new Draws(11)
const SYLLABLES = ['ba', 'cor', 'den', 'fil', 'gor', 'hal', 'jun', 'kes', 'lum', 'mar', 'nov', 'per', 'quin', 'ros', 'tal', 'vex']
const word = () => Array.from({ length: 3 }, () => SYLLABLES[draws.below(SYLLABLES.length)]).join('')
const words = (count: number) => Array.from({ length: count }, word).join(' ')
const number = () => `10.${1000 + draws.below(9000)}/${100_000 + draws.below(900_000)}`

/** 400 things, half of them twice, and a column of 30 editorials by one hand, which are alike in all but the identifier. */
const things = [
  ...Array.from({ length: 400 }, () => ({ title: words(6), author: words(2), place: words(2), id: number() })),
  ...Array.from({ length: 30 }, () => ({
    title: 'from the desk of the editor',
    author: 'pervex halmar',
    place: 'novtal ros',
    id: number(),
  })),
]
const rows = [...things, ...things.slice(0, 200)]
/** The bits that two unlike identifiers add, where that on which they depend is missing. */
function bitsOfUnlike(ids: readonly string[]): number {
  const fields = pack({
    title: { kind: 'text', values: rows.map(({ title }) => title) },
    author: { kind: 'name', values: rows.map(({ author }) => author) },
    place: { kind: 'name', values: rows.map(({ place }) => place) },
    id: { kind: 'id_number', values: ids },
  })
  const scope = { rows: rows.length }
  const { model } = trainModel(fields, drawSample(offeredKeys(fields, scope, 1e6), scope), scope, { anchored: true })
  const [m, u] = [model.fields[3]?.m.at(-1)?.at(-1), model.fields[3]?.u.at(-1)?.at(-1)] as [number, number]
  return Math.log2(m / u)
}

it('tell things apart where rows that are alike share them', () => {
  expect(bitsOfUnlike(rows.map(({ id }) => id))).toBeLessThan(-6)
})

it('are no proof against a match where each row has one of its own', () => {
  expect(bitsOfUnlike(rows.map(number))).toBeGreaterThan(-4)
})

/**
 * matching/candidates/offers: are keys of two fields, of which a part of the blocks is looked at, judged as if all were?
 *
 * Oracle   the index of all their blocks.
 * Covers   the estimate of their pairs; draws that share the key; the same shared keys as the whole index; the whole index when it is wanted;
 *          keys that are offered again; an index without its frequent values.
 */
import { describe, expect, it } from 'vitest'
import { KeyIndex } from '../../src/matching/candidates/key-index.js'
import { type KeyOffer, keyOffers, offeredKeys } from '../../src/matching/candidates/offers.js'
import { ColumnPacker } from '../../src/matching/columns.js'
import { KINDS } from '../../src/matching/kinds/kinds.js'
import { Draws } from '../../src/matching/sampling.js'

const ROWS = 150_000

describe('offeredKeys', () => {
  const draws = new Draws(5)
  const fields = ['code', 'ward', 'team'].map((name) => {
    const packer = new ColumnPacker(name, KINDS.exact.normalise)
    for (let row = 0; row < ROWS; row++) packer.add(`${name} ${draws.below(400)}`)
    return { column: packer.finish(), kind: 'exact' as const }
  })
  const offers = offeredKeys(fields, { rows: ROWS }, 60 * ROWS)
  const combined = offers.filter(({ fields: of }) => of.length === 2)

  it('estimates the pairs of two fields from a part of their blocks', () => {
    expect(combined.length).toBeGreaterThan(0)
    for (const offer of combined) {
      const whole = offer.index()
      expect(offer.drawable).toBeLessThan(whole.pairs / 2)
      expect(Math.abs(offer.pairs / whole.pairs - 1)).toBeLessThan(0.05)
    }
  })

  it('draws pairs that the whole index holds, and knows which pairs it does not', () => {
    const into = new Uint32Array(2)
    const other = new Draws(9)
    for (const offer of combined) {
      const whole = offer.index()
      for (let i = 0; i < 50; i++) {
        offer.draw(other, into, 0, 1)
        expect(whole.holds(into[0] as number, into[1] as number)).toBe(true)
        expect(offer.shared(into)).toEqual(Uint32Array.of(1))
        const [a, b] = [other.below(ROWS), other.below(ROWS)]
        if (a !== b) expect((offer.shared(Uint32Array.of(a, b))[0] as number) > 0).toBe(whole.holds(a, b))
      }
    }
  })

  it('offers the keys of a field of which nothing new is known as they were', () => {
    const few = ['code', 'ward', 'title'].map((name) => {
      const packer = new ColumnPacker(name, KINDS.text.normalise)
      for (let row = 0; row < 300; row++) packer.add(`${name}${draws.below(40)} red${draws.below(9)} tall${draws.below(9)}`)
      return { column: packer.finish(), kind: name === 'title' ? ('text' as const) : ('exact' as const) }
    })
    const offersOf = keyOffers({ rows: 300 }, 1e6)
    const before = offersOf(few)
    const words = { rows: 300, known: new Map([['tall1', [9, 30] as const]]), rest: 0.2 }
    const worded = few.map((field) => (field.kind === 'text' ? { ...field, words } : field))
    const after = offersOf(worded)
    const known = new Set(before)
    for (const offer of after) expect(known.has(offer)).toBe(!offer.fields.includes(2))
    const plain = (list: readonly KeyOffer[]) => list.map(({ name, pairs }) => ({ name, pairs }))
    expect(plain(after)).toEqual(plain(offeredKeys(worded, { rows: 300 }, 1e6)))
  })

  it('leaves frequent values out of an index as if it were made without them', () => {
    const column = (fields[0] as (typeof fields)[0]).column
    for (const split of [undefined, 40_000]) {
      const scope = { rows: ROWS, ...(split ? { split } : {}) }
      const keys = { name: 'code', fields: [0], width: 1, hashes: Uint32Array.from(column.rows, (value) => value + 1) }
      const whole = new KeyIndex(keys, scope)
      const [anew, derived] = [new KeyIndex(keys, scope, { crowd: 375 }), new KeyIndex(keys, scope, { crowd: 375, of: whole })]
      expect(derived.pairs).toBeGreaterThan(0)
      expect(derived.pairs).toBeLessThan(whole.pairs)
      for (const part of ['pairs', 'blocks', 'entries', 'members', 'starts', 'middles', 'blockKeys'] as const)
        expect(derived[part]).toEqual(anew[part])
      expect(derived.keys.hashes).toEqual(anew.keys.hashes)
    }
  })
})

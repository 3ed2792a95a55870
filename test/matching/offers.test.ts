/**
 * matching/candidates/offers: are keys of two fields, of which a part of the blocks is looked at, judged as if all were?
 *
 * Oracle   the index of all their blocks.
 * Covers   the estimate of their pairs; draws that share the key; the same shared keys as the whole index; the whole index when it is wanted.
 */
import { describe, expect, it } from 'vitest'
import { offeredKeys } from '../../src/matching/candidates/offers.js'
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
})

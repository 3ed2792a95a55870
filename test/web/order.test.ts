/**
 * The order of the list of groups, in reports and on the page that needs no installation.
 *
 * Oracle   the sort of the host, with a comparison.
 * Covers   each order, equal keys, groups without a similarity, one group, none.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ReportGroup } from '../../web/report/data.js'
import { orderOf } from '../../web/report/order.js'

const group = fc.record({ size: fc.integer({ min: 2, max: 40_000 }), low: fc.option(fc.double({ min: 0, max: 1, noNaN: true })) })
const few = fc.record({ size: fc.integer({ min: 2, max: 4 }), low: fc.constantFrom(null, 0, 0.5, 0.5000001, 1) })

it('is that of a comparison', () =>
  fc.assert(
    fc.property(fc.oneof(fc.array(group), fc.array(few, { maxLength: 300 })), (given) => {
      const groups = given as unknown as readonly ReportGroup[]
      const lowOf = (i: number) => groups[i]?.low ?? 1
      const sizeOf = (i: number) => groups[i]?.size ?? 0
      const all = groups.map((_, i) => i)
      expect([...orderOf(groups, 'byOrder')]).toEqual(all)
      expect([...orderOf(groups, 'bySize')]).toEqual(all.toSorted((a, b) => sizeOf(b) - sizeOf(a) || a - b))
      expect([...orderOf(groups, 'byScore')]).toEqual(all.toSorted((a, b) => lowOf(a) - lowOf(b) || a - b))
    }),
  ))

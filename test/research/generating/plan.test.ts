/**
 * generating/permutation and plan: is every slot at one position, and every copy in one group?
 *
 * Oracle   whole lists, made by asking for every position.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveCorpus } from '../../../src/research/generating/options.js'
import { createPermutation } from '../../../src/research/generating/permutation.js'
import { createPlan } from '../../../src/research/generating/plan.js'
import { Random } from '../../../src/research/generating/random.js'

describe('the permutation', () => {
  it('gives every position one slot, and finds it again', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.maxSafeNat(), (size, seed) => {
        const { slotOf, positionOf } = createPermutation(size, seed)
        const slots = Array.from({ length: size }, (_, position) => slotOf(position))
        expect([...slots].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i))
        expect(slots.map(positionOf)).toEqual(Array.from({ length: size }, (_, i) => i))
      }),
    )
  })

  it('inverts itself at any size up to 2^42', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 42 }),
        fc.maxSafeNat(),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (size, seed, at) => {
          const position = Math.floor(at * size)
          const { slotOf, positionOf } = createPermutation(size, seed)
          expect(slotOf(position)).toBeLessThan(size)
          expect(positionOf(slotOf(position))).toBe(position)
        },
      ),
    )
  })

  it('mixes: neighbours do not stay neighbours', () => {
    const { slotOf } = createPermutation(10_000, 5)
    let near = 0
    for (let i = 1; i < 10_000; i++) if (Math.abs(slotOf(i) - slotOf(i - 1)) < 100) near++
    // 200 of 10 000 are expected by chance.
    expect(near).toBeGreaterThan(100)
    expect(near).toBeLessThan(400)
  })
})

describe('the plan', () => {
  it('agrees with itself: the members of a group are those that name it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.option(fc.tuple(fc.integer({ min: 2, max: 12 }), fc.nat(8))),
        fc.nat(),
        (size, duplicates, sizes, seed) => {
          const groupSize = sizes ? ([sizes[0], sizes[0] + sizes[1]] as const) : undefined
          let plan: ReturnType<typeof createPlan>
          try {
            plan = createPlan(resolveCorpus({ kind: 'rows', size, duplicates, groupSize, seed }))
          } catch (error) {
            // So many copies do not fit such small groups.
            expect(groupSize).toBeDefined()
            expect(error).toMatchObject({ code: 'OPTION_CONFLICT' })
            return
          }
          const byBase = new Map<number, number[]>()
          for (let position = 0; position < size; position++) {
            const { base } = plan.roleAt(position)
            byBase.set(base, [...(byBase.get(base) ?? []), position])
          }
          const large = [...byBase].filter(([, { length }]) => length > 1)
          expect(plan.groups).toBe(large.length)
          for (const [base, members] of large) expect(plan.members(base)).toEqual(members)
          if (groupSize) for (const [, members] of large) expect(members.length).toBeLessThanOrEqual(groupSize[1])
        },
      ),
    )
  })
})

describe('random numbers', () => {
  it('are even, and unlike for unlike seeds, ordinals and purposes', () => {
    const first = new Set<number>()
    const counts = new Array(10).fill(0)
    for (let i = 0; i < 20_000; i++) {
      const random = new Random().start(1, i, 1)
      first.add(random.next())
      counts[random.below(10)]++
    }
    // Some 0.05 collisions of 32 bits are expected.
    expect(first.size).toBeGreaterThan(19_990)
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(250)
    const of = (seed: number, ordinal: number, purpose: number) => new Random().start(seed, ordinal, purpose).next()
    expect(new Set([of(1, 1, 1), of(2, 1, 1), of(1, 2, 1), of(1, 1, 2), of(1 + 2 ** 32, 1, 1), of(1, 1 + 2 ** 32, 1)]).size).toBe(6)
  })
})

/**
 * searching/hamming: is every pair within the distance found, once, and no other?
 *
 * Oracle   two nested loops over BigInt, written here.
 * Covers   32, 64 and 128 bits; every plan the planner knows, forced; radii 0 to 64; one set and two; over-full buckets that
 *          are cut again; values with more copies than maxCopies; a million equal fingerprints; the index, by the same oracle.
 * Seed     printed by fast-check on failure.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bits } from '../../src/fingerprinting/simhash.js'
import { type HammingPairsOptions, hammingPairs } from '../../src/searching/hamming.js'
import { distanceIn, hammingBuckets } from '../../src/searching/hamming-buckets.js'
import { createHammingIndex } from '../../src/searching/hamming-index.js'
import { blockRadii, cutBlocks, type HammingPlan, planHamming } from '../../src/searching/hamming-plan.js'

const MASK = 0xffffffffffffffffn

function pack(values: readonly bigint[], bits: Bits): BigUint64Array {
  return BigUint64Array.from(bits === 128 ? values.flatMap((v) => [v & MASK, v >> 64n]) : values)
}

function popcount(x: bigint): number {
  let ones = 0
  for (; x; x &= x - 1n) ones++
  return ones
}

function naivePairs(values: readonly bigint[], distance: number, boundary = 0): string[] {
  const found: string[] = []
  for (let i = 0; i < values.length; i++)
    for (let j = i + 1; j < values.length; j++) {
      if (boundary && i < boundary === j < boundary) continue
      const apart = popcount((values[i] as bigint) ^ (values[j] as bigint))
      if (apart <= distance) found.push(`${i} ${j} ${apart}`)
    }
  return found.sort()
}

function search(values: readonly bigint[], options: HammingPairsOptions): string[] {
  const found: string[] = []
  hammingPairs(pack(values, options.bits), options, (triples) => {
    for (let i = 0; i < triples.length; i += 3) found.push(`${triples[i]} ${triples[i + 1]} ${triples[i + 2]}`)
    return false
  })
  return found.sort()
}

/** Fingerprints in clusters: some bits flipped in a few centres, so that every distance occurs. */
function clustered(bits: Bits, count: number, spread: number) {
  const centre = fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n })
  return fc
    .array(centre, { minLength: 1, maxLength: 6 })
    .chain((centres) =>
      fc
        .array(fc.tuple(fc.nat(centres.length - 1), fc.array(fc.nat(bits - 1), { maxLength: spread })), { maxLength: count })
        .map((members) =>
          members.map(([centre, flips]) => flips.reduce((value, bit) => value ^ (1n << BigInt(bit)), centres[centre] as bigint)),
        ),
    )
}

/** Every plan for these parameters, not just the cheapest. */
function allPlans(count: number, bits: Bits, distance: number): HammingPlan[] {
  const base = planHamming(count, bits, distance)
  const plans: HammingPlan[] = [base, { ...base, method: 'brute', tasks: [0, 1].map((part) => ({ kind: 'brute', part, parts: 2 })) }]
  for (let chosen = 1; chosen <= 3 && distance + chosen <= Math.min(12, bits); chosen++) {
    const parts = distance + chosen
    plans.push({
      ...base,
      method: 'tables',
      blocks: cutBlocks(bits, parts),
      keyBits: Math.min(11, Math.floor((bits * chosen) / parts)),
      tasks: choose(parts, chosen).map((c) => ({ kind: 'table', chosen: c })),
    })
  }
  for (const parts of [4, 8].filter((n) => bits / n <= 16)) {
    const radii = blockRadii(distance, parts)
    if (distance < parts || Math.max(...radii) > 3) continue
    plans.push({
      ...base,
      method: 'join',
      blocks: cutBlocks(bits, parts),
      radii,
      tasks: radii.flatMap((r, block) => (r < 0 ? [] : [{ kind: 'join' as const, block }])),
    })
  }
  return plans
}

function choose(n: number, k: number): number[][] {
  if (k === 0) return [[]]
  return Array.from({ length: n }, (_, i) => i).flatMap((i) => choose(n - i - 1, k - 1).map((rest) => [i, ...rest.map((r) => r + i + 1)]))
}

describe('all pairs within a distance', () => {
  for (const bits of [32, 64, 128] as const) {
    it(`equal brute force, whatever the plan, ${bits} bits`, () => {
      fc.assert(
        fc.property(clustered(bits, 60, 12), fc.nat(16), fc.nat(40), (values, distance, boundary) => {
          const expected = naivePairs(values, distance, boundary)
          for (const plan of allPlans(values.length, bits, distance)) {
            expect(search(values, { bits, distance, boundary, plan }), plan.reason + plan.method).toEqual(expected)
          }
        }),
        { numRuns: 60 },
      )
    })
  }

  it('equal brute force at every radius the planner may be asked for', () => {
    for (const bits of [32, 64, 128] as const) {
      const [values] = fc.sample(clustered(bits, 300, bits / 2), { numRuns: 1, seed: 7 }) as [bigint[]]
      for (let distance = 0; distance <= bits; distance += distance < 20 ? 1 : 11) {
        expect(search(values, { bits, distance }), `${bits} bits, distance ${distance}`).toEqual(naivePairs(values, distance))
      }
    }
  })

  it('are found in buckets too full to scan, which are cut again', () => {
    // All share one block, so every first bucket holds all of them; within it they differ everywhere.
    for (const bits of [64, 128] as const) {
      let state = 1n
      const next = () => {
        state = (state * 6364136223846793005n + 1442695040888963407n) & MASK
        return state
      }
      const values = Array.from({ length: 5000 }, () => (((bits === 128 ? next() << 64n : 0n) | next()) >> 16n) << 16n)
      for (let i = 0; i < 200; i++) values[4000 + i] = (values[i] as bigint) ^ (1n << BigInt(20 + (i % 40))) ^ (1n << BigInt(16 + (i % 7)))
      const plan: HammingPlan = {
        ...planHamming(5000, bits, 3),
        method: 'tables',
        blocks: cutBlocks(bits, 4),
        keyBits: 12,
        tasks: [0, 1, 2, 3].map((b) => ({ kind: 'table', chosen: [b] })),
      }
      const found = search(values, { bits, distance: 3, plan })
      expect(found).toEqual(search(values, { bits, distance: 3, plan: { ...plan, tasks: [{ kind: 'brute', part: 0, parts: 1 }] } }))
      expect(found.length).toBeGreaterThanOrEqual(200)
    }
  })

  it('are the same when the tasks are done apart, in any order', () => {
    const [values] = fc.sample(clustered(64, 400, 10), { numRuns: 1, seed: 11 }) as [bigint[]]
    for (const plan of allPlans(values.length, 64, 5)) {
      const apart = [...plan.tasks.keys()].reverse().flatMap((task) => search(values, { bits: 64, distance: 5, plan, tasks: [task] }))
      expect(apart.sort()).toEqual(naivePairs(values, 5))
    }
  })
})

describe('values with many copies', () => {
  it('pair each copy beyond the limit with the first one, and others with the first one only', () => {
    for (const plan of allPlans(40, 64, 3)) {
      // 20 copies of 0 at even places, their neighbour 1 at place 1, and a class that stays below the limit.
      const values = Array.from({ length: 40 }, (_, i) =>
        i % 2 === 0 ? 0n : i === 1 ? 1n : i < 7 ? 0xff00n : (BigInt(i) * 0x9e3779b97f4a7c15n) & MASK,
      )
      const found = search(values, { bits: 64, distance: 3, maxCopies: 5, plan })
      const small = naivePairs(values, 3).filter(
        (pair) =>
          !pair
            .split(' ')
            .slice(0, 2)
            .some((i) => Number(i) % 2 === 0 && Number(i) > 0),
      )
      const copies = Array.from({ length: 19 }, (_, i) => `0 ${2 * i + 2} 0`)
      expect(found, plan.method).toEqual([...small, ...copies].sort())
    }
  })

  it('in two sets pair each copy with the first one of the other set', () => {
    const values = [...Array.from({ length: 8 }, () => 5n), ...Array.from({ length: 7 }, () => 5n), 4n]
    const expected = [
      ...Array.from({ length: 8 }, (_, i) => `${i} 8 0`),
      ...Array.from({ length: 6 }, (_, i) => `0 ${9 + i} 0`),
      '0 15 1',
    ].sort()
    for (const plan of allPlans(values.length, 64, 3)) {
      expect(search(values, { bits: 64, distance: 3, boundary: 8, maxCopies: 3, plan }), plan.method).toEqual(expected)
    }
  })

  it('cost nothing like the square of their number, also with near neighbours', () => {
    const count = 1_000_000
    const values = new BigUint64Array(count).fill(0x1234567890abcdefn)
    for (let i = 0; i < 1000; i++) values[i * 997] = 0x1234567890abcdefn ^ (1n << BigInt(i % 64))
    let pairs = 0
    const { crowded } = hammingPairs(values, { bits: 64, distance: 3 }, (triples) => {
      pairs += triples.length / 3
      return false
    })
    expect(crowded).toBe(1)
    // Copies with the first one, neighbours with it, and neighbours (two bits apart at most) with each other.
    expect(pairs).toBe(count - 1000 - 1 + 1000 + (1000 * 999) / 2)
  })

  it('stop when the sink has had enough', () => {
    const values = new BigUint64Array(3000).fill(1n)
    let calls = 0
    hammingPairs(values, { bits: 64, distance: 0, maxCopies: 5000 }, () => {
      calls++
      return true
    })
    expect(calls).toBe(1)
  })
})

describe('one against a set', () => {
  it('finds what brute force finds', () => {
    for (const bits of [32, 64, 128] as const) {
      fc.assert(
        fc.property(clustered(bits, 80, 20), fc.nat(bits === 32 ? 8 : 20), (values, distance) => {
          const index = createHammingIndex(pack(values, bits), bits, distance)
          for (const query of [...values.slice(0, 5), 0n]) {
            const found = index.query(query).map(({ ordinal, distance: apart }) => `${ordinal} ${apart}`)
            const expected = values.flatMap((value, i) => (popcount(value ^ query) <= distance ? [`${i} ${popcount(value ^ query)}`] : []))
            expect(found.sort()).toEqual(expected.sort())
          }
        }),
        { numRuns: 40 },
      )
    }
  })

  it('gives every answer, however many there are', () => {
    const index = createHammingIndex(new BigUint64Array(10_000).fill(3n), 64, 3)
    expect(index.query(2n)).toHaveLength(10_000)
  })

  it('of none is empty', () => {
    expect(createHammingIndex(new BigUint64Array(), 64, 3).query(5n)).toEqual([])
  })
})

describe('the planner', () => {
  it('says what it chose and what the others would cost', () => {
    expect(planHamming(10_000_000, 64, 3).reason).toMatch(/10 tables on 2 of 5 blocks.*instead: compare all/)
    expect(planHamming(1000, 64, 16).method).toBe('brute')
    expect(planHamming(1_000_000, 64, 10).method).not.toBe('brute')
  })

  it('covers the radius with its block radii', () => {
    fc.assert(
      fc.property(fc.nat(64), fc.integer({ min: 1, max: 16 }), (distance, parts) => {
        // The worst spread of differing bits stays one above every radius: it must need more than `distance` bits.
        const needed = blockRadii(distance, parts).reduce((sum, radius) => sum + radius + 1, 0)
        expect(needed).toBeGreaterThan(distance)
      }),
    )
  })
})

describe('buckets of an equal block', () => {
  for (const bits of [32, 64, 128] as const)
    it(`hold every pair within the distance, and the distance tells which these are, ${bits} bits`, () => {
      fc.assert(
        fc.property(clustered(bits, 60, 12), fc.nat(bits), (values, distance) => {
          const packed = pack(values, bits)
          const { members, ends } = hammingBuckets(packed, bits, distance)
          const between = distanceIn(packed, bits)
          const found = new Set<string>()
          ends.forEach((end, bucket) => {
            const of = members.subarray(ends[bucket - 1] ?? 0, end)
            expect([...of]).toEqual([...new Set(of)].sort((a, b) => a - b))
            for (const a of of) for (const b of of) if (a < b && between(a, b) <= distance) found.add(`${a} ${b} ${between(a, b)}`)
          })
          expect([...found].sort()).toEqual(naivePairs(values, distance))
        }),
        { numRuns: 60 },
      )
    })
})

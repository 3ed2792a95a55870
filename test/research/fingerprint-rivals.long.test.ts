/**
 * research/rivals over fingerprints: do three ways of searching find the same, and what does each cost?
 *
 * Oracle   comparing all; the stage's own simhash; the sources' figures.
 * Covers   blocks with and without second hashing, probing and storing variants, copies as one entry, Single-Pass, plain fingerprints with any string hash.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScoredPair } from '../../src/evaluating/pairs.js'
import { hammingDistance, signsOf, simhash } from '../../src/fingerprinting/simhash.js'
import { lane64 } from '../../src/hashing/lane64.js'
import { STRING_HASHES, to64 } from '../../src/hashing/string-hashes.js'
import { blockCost, bucketLimit, subBuckets } from '../../src/research/rivals/block-cost.js'
import { searchBlocks } from '../../src/research/rivals/blocks.js'
import { addHash, BITS, plainFingerprints } from '../../src/research/rivals/fingerprints.js'
import { RIVALS } from '../../src/research/rivals/rivals.js'
import { mergeClasses, singlePassOver } from '../../src/research/rivals/single-pass.js'
import { probeVariants, storeVariants, variantCount } from '../../src/research/rivals/variants.js'
import { hammingPairs } from '../../src/searching/hamming.js'
import { cutBlocks, type HammingPlan, planHamming } from '../../src/searching/hamming-plan.js'
import { createRandom } from '../support/texts.js'

/** Fingerprints around few centres, so that many are near each other and many share blocks. */
const fingerprints = fc
  .tuple(
    fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.nat(2), fc.array(fc.nat(63), { maxLength: 5 })), { minLength: 2, maxLength: 30 }),
  )
  .map(([centres, members]) =>
    BigUint64Array.from(members, ([centre, bits]) =>
      bits.reduce((x, bit) => x ^ (1n << BigInt(bit)), centres[centre % centres.length] as bigint),
    ),
  )
const everyone = (all: BigUint64Array) => [...all.keys()]
const inOrder = (pairs: readonly ScoredPair[]) => [...pairs].sort((x, y) => x.a - y.a || x.b - y.b)

function bruteForce(all: BigUint64Array, distance: number): ScoredPair[] {
  return [...all].flatMap((x, a) =>
    [...all].flatMap((y, b) => (a < b && hammingDistance(x, y) <= distance ? [{ a, b, score: 1 - hammingDistance(x, y) / 64 }] : [])),
  )
}

describe('searching fingerprints', () => {
  it('by blocks finds what comparing all finds, with any second hashing', () => {
    fc.assert(
      fc.property(
        fingerprints,
        fc.nat(3),
        fc.constantFrom(0, 0.5, 2, Number.POSITIVE_INFINITY),
        fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
        fc.boolean(),
        (all, distance, overflow, again, joinCopies) => {
          const { pairs } = searchBlocks(all, everyone(all), { distance, blocks: 4, overflow, again, joinCopies })
          expect(inOrder(pairs)).toEqual(bruteForce(all, distance))
        },
      ),
    )
  })

  it('by the bound of the batch kernel and by that of the source finds the same pairs', () => {
    // 1 500 fingerprints of one bucket: the kernel cuts it again because it has more than 1 024, the source because it has more than three times the mean.
    const random = createRandom(5)
    const bits = (count: number) => BigInt(Math.floor(random() * 2 ** count))
    const all = BigUint64Array.from({ length: 1500 }, () => (0xbeefn << 48n) | (bits(24) << 24n) | bits(24))
    const bit = () => 1n << BigInt(Math.floor(random() * 48))
    for (let i = 1; i < all.length; i += 3) all[i] = (all[i - 1] as bigint) ^ bit() ^ bit() ^ bit()
    const expected = bruteForce(all, 3)
    expect(expected.length).toBeGreaterThan(100)
    const bySource = searchBlocks(all, everyone(all), { distance: 3, blocks: 4, overflow: 2, mean: 'all', joinCopies: true })
    expect(inOrder(bySource.pairs)).toEqual(expected)
    const found: string[] = []
    // Tables on one of four blocks, as the source has them.
    const plan: HammingPlan = {
      ...planHamming(all.length, 64, 3),
      method: 'tables',
      blocks: cutBlocks(64, 4),
      keyBits: 11,
      tasks: [0, 1, 2, 3].map((block) => ({ kind: 'table', chosen: [block] })),
    }
    hammingPairs(all, { bits: 64, distance: 3, plan }, (triples) => {
      for (let i = 0; i < triples.length; i += 3)
        found.push(
          [triples[i], triples[i + 1]]
            .map(Number)
            .sort((x, y) => x - y)
            .join(' '),
        )
      return false
    })
    expect(found.sort()).toEqual(expected.map(({ a, b }) => `${a} ${b}`).sort())
  })

  it('by variants finds what comparing all finds, by either way', () => {
    fc.assert(
      fc.property(fingerprints, fc.nat(2), (all, distance) => {
        const expected = bruteForce(all, distance)
        expect(inOrder(probeVariants(all, everyone(all), distance).pairs)).toEqual(expected)
        expect(inOrder(storeVariants(all, everyone(all), distance, 2 ** 30).pairs)).toEqual(expected)
      }),
      { numRuns: 40 },
    )
    const all = BigUint64Array.of(0b1011101n, 0b1001001n, 0b101011n, 0b101000n, 2n ** 63n)
    expect(inOrder(probeVariants(all, everyone(all), 3).pairs)).toEqual(bruteForce(all, 3))
    expect(inOrder(storeVariants(all, everyone(all), 3, 2 ** 30).pairs)).toEqual(bruteForce(all, 3))
  })

  it('by Single-Pass joins the nearest first member', () => {
    fc.assert(
      fc.property(fingerprints, fc.nat(6), (all, distance) => {
        const clusters: number[][] = []
        all.forEach((x, i) => {
          const near = clusters
            .map((members, cluster) => ({ cluster, away: hammingDistance(all[members[0] as number] as bigint, x) }))
            .filter(({ away }) => away <= distance)
            .sort((p, q) => p.away - q.away || p.cluster - q.cluster)[0]
          if (near) clusters[near.cluster]?.push(i)
          else clusters.push([i])
        })
        const expected = clusters.flatMap((members) => members.flatMap((b, j) => members.slice(0, j).map((a) => `${a} ${b}`)))
        const { pairs, stored } = singlePassOver(all, everyone(all), distance)
        expect(pairs.map(({ a, b }) => `${a} ${b}`).sort()).toEqual(expected.sort())
        expect(stored).toBe(clusters.length)
      }),
    )
  })

  it('by Single-Pass as merging joins classes until none are alike', () => {
    // Neighbours in a row of fingerprints: leaders stay apart, classes that were merged come near others.
    const row = BigUint64Array.of(0b11n, 0b10n, 0b00n, 0xffff0000n)
    expect(
      mergeClasses(row, [0, 1, 2, 3], 1)
        .pairs.map(({ a, b }) => `${a} ${b}`)
        .sort(),
    ).toEqual(['0 1', '0 2', '1 2'])
    expect(singlePassOver(row, [0, 1, 2, 3], 1).pairs.map(({ a, b }) => `${a} ${b}`)).toEqual(['0 1'])
    fc.assert(
      fc.property(fingerprints, fc.nat(6), (all, distance) => {
        const { pairs, stored } = mergeClasses(all, everyone(all), distance)
        const home = Array.from(all, (_, i) => Math.min(i, ...pairs.filter(({ b }) => b === i).map(({ a }) => a)))
        const classes = [...new Set(home)].map((first) => everyone(all).filter((i) => home[i] === first))
        expect(stored).toBe(classes.length)
        const majority = (members: readonly number[]) =>
          Array.from({ length: 64 }, (_, bit) => {
            const ones = members.filter((i) => ((all[i] as bigint) >> BigInt(bit)) & 1n).length
            return ones * 2 > members.length ? 1n << BigInt(bit) : 0n
          }).reduce((x, y) => x | y)
        const values = classes.map(majority)
        values.forEach((x, i) => {
          for (const y of values.slice(0, i)) expect(hammingDistance(x, y)).toBeGreaterThan(distance)
        })
      }),
    )
  })
})

describe('the cost of a search', () => {
  it('by variants is what the sources say: 43 745 variants of 64 bits within 3', () => {
    expect([0, 1, 2, 3].map(variantCount)).toEqual([1, 65, 2081, 43745])
    const all = BigUint64Array.of(1n, 2n)
    expect(probeVariants(all, [0, 1], 3).candidates).toBe(2 * 43745)
    expect(storeVariants(all, [0, 1], 3, 2 ** 30).stored).toBe(2 * 43745)
    expect(() => storeVariants(new BigUint64Array(1e6), [...Array(1e6).keys()], 3, 2 ** 30)).toThrow('no room')
  })

  it('by blocks is what the sources reckon', () => {
    // The introduction: 2^34 fingerprints, 2^18 in a list. Li and Han: 2^14 times fewer comparisons.
    expect(blockCost(2 ** 34, 64, 4)).toEqual({ bucket: 262_144, comparisons: 4 * 262_144, saving: 2 ** 14 })
    // Wang and Wang: 2^33 fingerprints.
    const { bucket, comparisons } = blockCost(2 ** 33, 64, 4)
    expect([bucket, comparisons, bucketLimit(bucket, 2), subBuckets(64, 4)]).toEqual([131_072, 524_288, 393_216, 4096])
  })

  it('by blocks is as reckoned, when fingerprints are spread evenly', () => {
    const n = 20_000
    const all = BigUint64Array.from({ length: n }, (_, i) => lane64(new TextEncoder().encode(String(i)), 0n))
    const { candidates, stored } = searchBlocks(all, everyone(all), { distance: 3, blocks: 4 })
    expect(stored).toBe(4 * n)
    // Every pair is met from one side only. About 12 200 chance meetings: five standard deviations are 5 %.
    const reckoned = (n * blockCost(n, 64, 4).comparisons) / 2
    expect(Math.abs(candidates / reckoned - 1)).toBeLessThan(0.05)
  })

  it('is less with second hashing when buckets are uneven', () => {
    // Half of all share the upper 16 bits and are otherwise spread.
    const spread = (i: number) => BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n)
    const all = BigUint64Array.from({ length: 4000 }, (_, i) => (i % 2 ? spread(i) : (0xabcdn << 48n) | (spread(i) >> 16n)))
    const search = (overflow: number) => searchBlocks(all, everyone(all), { distance: 3, blocks: 4, overflow })
    const [plain, second] = [search(Number.POSITIVE_INFINITY), search(2)]
    expect(second.split).toBeGreaterThan(0)
    expect(plain.split).toBe(0)
    expect(plain.buckets[0]).toBe(2000)
    expect(second.candidates).toBeLessThan(plain.candidates / 100)
    expect(inOrder(second.pairs)).toEqual(inOrder(plain.pairs))
  })

  it('counts copies once for each list of each cut, unless they are one entry', () => {
    // 40 times the same in a bucket that is too full because of them, and 40 others that meet nobody.
    const spread = (i: number) => BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n)
    const all = BigUint64Array.from({ length: 80 }, (_, i) => (i % 2 ? spread(i) : 7n))
    const search = (joinCopies: boolean, overflow: number) =>
      searchBlocks(all, everyone(all), { distance: 3, blocks: 4, overflow, joinCopies })
    const meetings = (40 * 39) / 2
    expect(search(false, Number.POSITIVE_INFINITY).candidates).toBe(4 * meetings)
    expect(search(false, 2).candidates).toBe(16 * meetings)
    const joined = search(true, 2)
    expect([joined.candidates, joined.stored, joined.pairs.length]).toEqual([0, 4 * 41, meetings])
    expect(joined.pairs.every(({ score }) => score === 1)).toBe(true)
  })
})

describe('plain fingerprints', () => {
  const words = fc.array(fc.constantFrom('猫', '坐', '在', 'mat', 'the', '垫子'), { maxLength: 12 })

  it('are the simhash of the words, each as often as it occurs, with any string hash', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 5 }), fc.constantFrom(...STRING_HASHES.values()), (all, { name, hash }) => {
        const documents = all.map((tokens, i) => ({ id: String(i), tokens, text: tokens.join('') }))
        const expected = all.map((tokens) =>
          simhash(
            tokens.map((token) => [to64(hash(new TextEncoder().encode(token))), 1]),
            64,
          ),
        )
        expect([...plainFingerprints(documents, name)]).toEqual(expected)
      }),
    )
    expect(() => plainFingerprints([], 'crc')).toThrow('lane64')
  })

  it('weigh, merge and reduce as the worked example: 100101 (4) and 101011 (5)', () => {
    const sums = new Float64Array(BITS)
    const shown = () => [...sums.subarray(0, 6)].reverse()
    addHash(sums, 0b100101, 0, 4)
    expect(shown()).toEqual([4, -4, -4, 4, -4, 4])
    const other = new Float64Array(BITS)
    addHash(other, 0b101011, 0, 5)
    expect([...other.subarray(0, 6)].reverse()).toEqual([5, -5, 5, -5, 5, 5])
    addHash(sums, 0b101011, 0, 5)
    expect(shown()).toEqual([9, -9, 1, -1, 1, 9])
    expect(signsOf(sums)).toBe(0b101011n)
  })

  it('are what the rival compares', () => {
    fc.assert(
      fc.property(
        fc.array(
          words.filter((tokens) => tokens.length > 0),
          { maxLength: 8 },
        ),
        fc.constantFrom(3, 10, 25),
        (all, distance) => {
          const documents = all.map((tokens, i) => ({ id: String(i), tokens, text: tokens.join('') }))
          const pairs = RIVALS.get('simhash')?.pairs(documents, { distance }) ?? []
          expect(inOrder(pairs)).toEqual(bruteForce(plainFingerprints(documents, 'lane64'), distance))
        },
      ),
    )
  })
})

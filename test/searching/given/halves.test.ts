/**
 * Fingerprints of 64, 128 and 256 bits, searched for pairs.
 *
 * Oracle   every pair, counted bit by bit.
 * Covers   random fingerprints with neighbours at every distance; radii 0 to 12 and far beyond; two sets; halves that many share.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hammingPairs, wordsOf } from '../../../src/searching/hamming.js'

const popcount = (value: bigint): number => value.toString(2).replaceAll('0', '').length

function pairsOf(values: readonly bigint[], bits: number, distance: number, boundary = 0): string[] {
  const words = wordsOf(bits)
  const fingerprints = new BigUint64Array(values.length * words)
  for (const [i, value] of values.entries())
    for (let word = 0; word < words; word++) fingerprints[i * words + word] = BigInt.asUintN(64, value >> BigInt(64 * word))
  const found: string[] = []
  hammingPairs(fingerprints, { bits, distance, boundary }, (triples) => {
    for (let i = 0; i < triples.length; i += 3) found.push(`${triples[i]} ${triples[i + 1]} ${triples[i + 2]}`)
    return false
  })
  return found.sort()
}

function oracle(values: readonly bigint[], distance: number, boundary = 0): string[] {
  const found: string[] = []
  for (let a = 0; a < values.length; a++)
    for (let b = a + 1; b < values.length; b++) {
      const apart = popcount((values[a] as bigint) ^ (values[b] as bigint))
      if (apart <= distance && (!boundary || (a < boundary && b >= boundary))) found.push(`${a} ${b} ${apart}`)
    }
  return found.sort()
}

/** Values near a few centres, some of which share a half. */
const values = (bits: number) =>
  fc
    .tuple(
      fc.array(fc.bigInt(0n, (1n << BigInt(bits)) - 1n), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(), fc.array(fc.nat({ max: bits - 1 }), { maxLength: 14 }), fc.boolean()), { minLength: 2, maxLength: 60 }),
    )
    .map(([centres, members]) =>
      members.map(([centre, flips, swaps]) => {
        const of = (at: number) => centres[at % centres.length] as bigint
        const half = BigInt(bits / 2)
        const start = swaps ? (of(centre) & ((1n << half) - 1n)) | ((of(centre + 1) >> half) << half) : of(centre)
        return flips.reduce((value, bit) => value ^ (1n << BigInt(bit)), start)
      }),
    )

describe.each([64, 128, 256])('%i bits', (bits) => {
  it('finds every pair within each radius, and no other', () => {
    fc.assert(
      fc.property(values(bits), fc.integer({ min: 0, max: 12 }), (all, distance) => {
        expect(pairsOf(all, bits, distance)).toEqual(oracle(all, distance))
      }),
      { numRuns: 60 },
    )
  })

  it('finds pairs across two sets, also far apart', () => {
    fc.assert(
      fc.property(values(bits), fc.integer({ min: 0, max: bits }), (all, distance) => {
        const boundary = all.length >> 1
        expect(pairsOf(all, bits, distance, boundary)).toEqual(oracle(all, distance, boundary))
      }),
      { numRuns: 30 },
    )
  })
})

it('compares fingerprints of 256 bits although thousands share a half', () => {
  const all = Array.from({ length: 3000 }, (_, i) => (BigInt(i * 2654435761) << 128n) | 7n)
  expect(pairsOf(all, 256, 3)).toEqual(oracle(all, 3))
})

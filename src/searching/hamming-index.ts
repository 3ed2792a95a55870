/** One fingerprint against a fixed set, exactly: multi-index hashing in the kernel (assembly/hamming-index.ts). */
import { LeitongError } from '../errors.js'
import type { Bits } from '../fingerprinting/simhash.js'
import { type IndexedBlock, NeighbourIndex } from '../kernel/hamming.js'
import { type Fingerprints, wordsOf } from './hamming.js'
import { blockRadii, cutBlocks } from './hamming-plan.js'

export interface HammingMatch {
  /** Position in the set. */
  readonly ordinal: number
  readonly distance: number
}

export interface HammingIndex {
  readonly count: number
  /** Every member within the distance, in no particular order. `fingerprint` is below 2^bits. */
  query(fingerprint: bigint): HammingMatch[]
}

/** A part of the set that one kernel holds. */
interface Shard {
  readonly index: NeighbourIndex
  /** The position of its first member in the set. */
  readonly first: number
}

/**
 * Builds an index over fingerprints for one distance. Takes about 12 bytes a fingerprint and block (20 for 128 bits);
 * sets that outgrow the 4 GiB of one kernel are spread over several.
 *
 * @param fingerprints  one word each, two for 128 bits, the lower first
 * @param distance      differing bits allowed, 0 to `bits`
 * @throws {LeitongError} `MEMORY`, `ARGUMENT` for more than 128 bits
 * @example
 * createHammingIndex(BigUint64Array.of(0b1111n, 0b0000n), 64, 1).query(0b1011n) // [{ ordinal: 0, distance: 1 }]
 */
export function createHammingIndex(fingerprints: Fingerprints, bits: Bits, distance: number): HammingIndex {
  if (Object.prototype.toString.call(fingerprints) !== '[object BigUint64Array]')
    throw new LeitongError('ARGUMENT', `fingerprints: ${typeof fingerprints}`, 'a BigUint64Array')
  for (const [name, value, least] of [
    ['bits', bits, 1],
    ['distance', distance, 0],
  ] as const)
    if (!Number.isInteger(value) || value < least || value > 256)
      throw new LeitongError(
        'ARGUMENT',
        `${name}: ${typeof value === 'number' ? value : typeof value}`,
        `a whole number from ${least} to 256`,
      )
  const words = wordsOf(bits)
  if (words > 2)
    throw new LeitongError('ARGUMENT', `an index of ${bits} bits`, 'at most 128 bits; pairs of 256 bits are found by hammingPairs')
  const count = fingerprints.length / words
  const blocks = planBlocks(count, bits, distance)
  const perFingerprint = (blocks.length + 1) * (words * 8 + 4) + words * 8
  const most = Math.floor(3.5e9 / perFingerprint)
  const shards: Shard[] = []
  for (let first = 0; first < count || !shards.length; first += most) {
    const part = { words: fingerprints.subarray(first * words, (first + most) * words), isWide: words === 2 }
    shards.push({ index: new NeighbourIndex(part, distance, blocks), first })
  }
  return {
    count,
    query(fingerprint) {
      if (typeof fingerprint !== 'bigint') throw new LeitongError('ARGUMENT', `fingerprint: ${typeof fingerprint}`, 'a bigint')
      const matches: HammingMatch[] = []
      for (const shard of shards) ask(shard, fingerprint, matches)
      return matches
    },
  }
}

/** The fewest blocks that give buckets of a few members: the block width follows the size of the set. */
function planBlocks(count: number, bits: Bits, distance: number): IndexedBlock[] {
  const wanted = Math.max(8, Math.min(20, Math.round(Math.log2(Math.max(count, 2)) - 5)))
  const parts = Math.max(Math.ceil(bits / 20), Math.min(distance + 1, Math.floor(bits / wanted)))
  const radii = blockRadii(distance, parts)
  return cutBlocks(bits, parts).flatMap(({ offset, width }, i) => {
    const radius = radii[i] as number
    if (radius < 0) return []
    // A field lies on one side of the middle of 128 bits: of a block across it the longer side is searched.
    const left = Math.min(width, Math.max(0, 64 - offset))
    const fields =
      offset < 64 && offset + width > 64
        ? left * 2 >= width
          ? { offset, width: left }
          : { offset: 64, width: width - left }
        : { offset, width }
    return [{ offset: fields.offset, width: Math.min(fields.width, 20), radius: Math.min(radius, Math.min(fields.width, 20)) }]
  })
}

function ask({ index, first }: Shard, fingerprint: bigint, matches: HammingMatch[]): void {
  const found = index.query(fingerprint)
  for (let i = 0; i < found; i++) matches.push({ ordinal: first + index.ordinal(i), distance: index.distance(i) })
}

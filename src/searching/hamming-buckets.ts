/** Fingerprints that may be within a Hamming distance, as buckets: where very many pairs are, buckets take far less room than the pairs. */
import type { Bits } from '../fingerprinting/simhash.js'
import { mix32, popcount32 } from '../hashing/bits.js'
import { Uint32List } from '../hashing/typed-list.js'
import { type Fingerprints, wordsOf } from './hamming.js'
import { cutBlocks } from './hamming-plan.js'

/** Pairs that are held at least, some hundred megabytes of them, and for each fingerprint. */
const LEAST_PAIRS = 2 ** 24
const PAIRS_EACH = 16

/** Pairs of fingerprints that are held; where there are more, buckets are. Memory plays no part: a result does not depend on it. */
export const mostPairs = (fingerprints: number): number => Math.max(LEAST_PAIRS, PAIRS_EACH * fingerprints)

export interface HammingBuckets {
  /** Ordinals, ascending in each bucket; bucket b ends before `ends[b]`. */
  readonly members: Uint32Array
  readonly ends: Uint32Array
}

/**
 * Of two fingerprints within the distance at least one of `distance + 1` blocks is equal, so they share a bucket. Those of a bucket may be
 * further apart.
 *
 * @example hammingBuckets(BigUint64Array.of(0b1011n, 0b1010n), 64, 1) // one bucket, of both: the higher half is equal
 */
export function hammingBuckets(fingerprints: Fingerprints, bits: Bits, distance: number): HammingBuckets {
  const each = 2 * wordsOf(bits)
  const words = new Uint32Array(fingerprints.buffer, fingerprints.byteOffset, 2 * fingerprints.length)
  const count = words.length / each
  const members = new Uint32List()
  const ends = new Uint32List()
  const keys = new BigUint64Array(count)
  const halves = new Uint32Array(keys.buffer)
  // No block is equal of necessity where all bits may differ.
  for (const { offset, width } of distance < bits ? cutBlocks(bits, distance + 1) : [{ offset: 0, width: 0 }]) {
    const masks = Array.from({ length: each }, (_, word) => maskOf(offset - 32 * word, offset + width - 32 * word))
    for (let i = 0; i < count; i++) {
      let key = 0
      for (let word = 0; word < each; word++) {
        const mask = masks[word] as number
        // Unlike blocks of one hash share a bucket, which costs steps and no pair.
        if (mask) key = mix32(key ^ ((words[i * each + word] as number) & mask))
      }
      halves[2 * i] = i
      halves[2 * i + 1] = key
    }
    keys.sort()
    for (let from = 0, to = 0; from < count; from = to) {
      const key = halves[2 * from + 1]
      while (to < count && halves[2 * to + 1] === key) to++
      if (to - from < 2) continue
      for (let i = from; i < to; i++) members.push(halves[2 * i] as number)
      ends.push(members.length)
    }
  }
  return { members: members.taken(), ends: ends.taken() }
}

/** Bits `from` … `to - 1` of a word; places outside of it count for nothing. */
function maskOf(from: number, to: number): number {
  const below = (bits: number) => (bits >= 32 ? 0xffffffff : bits <= 0 ? 0 : 2 ** bits - 1)
  return (below(to) & ~below(from)) >>> 0
}

/** The distance of two fingerprints of a list, by their ordinals. */
export function distanceIn(fingerprints: Fingerprints, bits: Bits): (a: number, b: number) => number {
  const each = 2 * wordsOf(bits)
  const words = new Uint32Array(fingerprints.buffer, fingerprints.byteOffset, 2 * fingerprints.length)
  return (a, b) => {
    let distance = 0
    for (let i = 0; i < each; i++) distance += popcount32((words[a * each + i] as number) ^ (words[b * each + i] as number))
    return distance
  }
}

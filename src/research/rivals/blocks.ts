/**
 * Blocks of equal bits: the index of the sources, and its second hashing of over-full buckets.
 *
 * Source   G. Manku, A. Jain, A. Das Sarma, "Detecting near-duplicates for Web crawling", WWW 2007, in the simple form with one inverted
 *          list for each of 4 blocks of 16 bits; the second hashing after Wang and Wang 2019.
 * Formula  two fingerprints of 64 bits at most 3 bits apart agree in one of 4 blocks (pigeonhole), so only fingerprints that share a block
 *          are compared. With second hashing, a bucket of more than (1 + overflow) times the mean size of a bucket is cut again: its
 *          remaining 48 bits make 4 blocks of 12, and only fingerprints that also share one of those are compared.
 * Settings `distance` below `blocks`; `overflow` 2 in the source's example, infinite for none; `again` how many times a bucket may be cut
 *          once more: 1 is the source's step, infinite as long as there are bits to cut; `joinCopies` files equal fingerprints as one.
 *          `mean` all takes the mean over all 2^16 buckets, as the source reckons; filled over those of the block that hold anything.
 * Reading  a bucket of two is compared, whatever the mean: to cut it would cost more than its one comparison. A pair is compared once for each list in which it meets, as in
 *          the sources; it is reported once. The sources say nothing of equal fingerprints. Those share every block of every cut, so each
 *          cut multiplies their comparisons; as one entry they are known to be equal without any.
 */

import { addTo, groupByKey, pairKey, pairsWithin, type ScoredPair } from '../../evaluating/pairs.js'
import { bucketLimit } from './block-cost.js'
import { distanceAt, halvesOf, type Searched, scoreOf } from './fingerprints.js'

export interface BlockOptions {
  readonly distance: number
  readonly blocks: number
  /** @default Infinity, no second hashing */
  readonly overflow?: number
  /** The buckets over which the mean is taken: those that hold anything, or all that there could be, as the source reckons. @default 'all' */
  readonly mean?: 'filled' | 'all'
  /** @default 1 */
  readonly again?: number
  /** @default false */
  readonly joinCopies?: boolean
}

export interface BlockSearch extends Searched {
  /** Sizes of the buckets of the first cut that hold more than one fingerprint, largest first. */
  readonly buckets: readonly number[]
  /** Buckets that were cut again. */
  readonly split: number
}

/** @param ordinals  the fingerprints to look at */
export function searchBlocks(fingerprints: BigUint64Array<ArrayBuffer>, ordinals: readonly number[], options: BlockOptions): BlockSearch {
  const { distance, blocks, overflow = Number.POSITIVE_INFINITY, again = 1, mean = 'all', joinCopies = false } = options
  const halves = halvesOf(fingerprints)
  const copies = joinCopies
    ? groupByKey(ordinals.map((ordinal) => fingerprints[ordinal])).map((places) => places.map((place) => ordinals[place] as number))
    : ordinals.map((ordinal) => [ordinal])
  // An entry is the first of its copies, and stands for all of them.
  const entries = new Map(copies.map((members) => [members[0] as number, members]))
  const pairs = new Map<number, ScoredPair>()
  const sizes: number[] = []
  let candidates = 0
  let split = 0

  const report = (x: number, y: number, score: number) => {
    for (const i of entries.get(x) as number[])
      for (const j of entries.get(y) as number[])
        pairs.set(pairKey(i, j, fingerprints.length), { a: Math.min(i, j), b: Math.max(i, j), score })
  }
  const compare = (bucket: readonly number[]) => {
    for (let i = 0; i < bucket.length; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [bucket[j] as number, bucket[i] as number]
        candidates++
        const found = distanceAt(halves, a, b)
        if (found <= distance) report(a, b, scoreOf(found))
      }
    }
  }
  /** `bits`: places of the bits that the members of the bucket do not all agree in by construction. `cuts`: how often that was cut again. */
  const search = (bucket: readonly number[], bits: readonly number[], cuts: number) => {
    const width = Math.floor(bits.length / blocks)
    for (let block = 0; block < blocks; block++) {
      const own = bits.slice(block * width, block === blocks - 1 ? bits.length : (block + 1) * width)
      const rest = bits.filter((bit) => !own.includes(bit))
      const lists = [...bucketsOf(halves, bucket, own).values()]
      const limit = bucketLimit(bucket.length / (mean === 'all' ? 2 ** own.length : lists.length), overflow)
      for (const list of lists) {
        if (!cuts && list.length > 1) sizes.push(list.length)
        if (list.length > limit && cuts < again && rest.length >= blocks && list.length > 2) {
          split++
          search(list, rest, cuts + 1)
        } else compare(list)
      }
    }
  }
  search([...entries.keys()], [...Array(64).keys()], 0)
  return {
    pairs: [...pairsWithin(copies), ...pairs.values()],
    candidates,
    stored: entries.size * blocks,
    buckets: sizes.sort((x, y) => y - x),
    split,
  }
}

/** Members by the value of the chosen bits. */
function bucketsOf(halves: Uint32Array, members: readonly number[], bits: readonly number[]): Map<number, number[]> {
  const lists = new Map<number, number[]>()
  for (const member of members) {
    let key = 0
    for (const bit of bits) key = key * 2 + (((halves[2 * member + (bit >> 5)] as number) >>> (bit & 31)) & 1)
    addTo(lists, key, member)
  }
  return lists
}

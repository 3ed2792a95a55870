/**
 * Blocks of equal bits: the index of the sources, and its second hashing of over-full buckets.
 *
 * Source   G. Manku, A. Jain, A. Das Sarma, "Detecting near-duplicates for Web crawling", WWW 2007, in the simple form with one inverted
 *          list for each of 4 blocks of 16 bits; the second hashing after Wang and Wang 2019.
 * Formula  two fingerprints of 64 bits at most 3 bits apart agree in one of 4 blocks (pigeonhole), so only fingerprints that share a block
 *          are compared. With second hashing, a bucket of more than (1 + overflow) times the mean size of a bucket is cut again: its
 *          remaining 48 bits make 4 blocks of 12, and only fingerprints that also share one of those are compared.
 * Settings `distance` below `blocks`; `overflow` 2 in the source's example, infinite for none.
 * Reading  the mean is over the buckets that hold anything, of the same block. The step is applied again to what is still too full, as long as
 *          there are bits to cut. A pair is compared once for each list in which it meets, as in the sources; it is reported once.
 */
import { bucketLimit } from '../block-cost.js'
import { pairKey, type ScoredPair } from '../pairs.js'
import { distanceAt, type Searched, scoreOf } from './fingerprints.js'

export interface BlockOptions {
  readonly distance: number
  readonly blocks: number
  readonly overflow: number
}

export interface BlockSearch extends Searched {
  /** Sizes of the buckets of the first cut that hold more than one fingerprint, largest first. */
  readonly buckets: readonly number[]
  /** Buckets that were cut again. */
  readonly split: number
}

/** @param ordinals  the fingerprints to look at */
export function searchBlocks(fingerprints: BigUint64Array<ArrayBuffer>, ordinals: readonly number[], options: BlockOptions): BlockSearch {
  const { distance, blocks, overflow } = options
  const halves = new Uint32Array(fingerprints.buffer, fingerprints.byteOffset, fingerprints.length * 2)
  const pairs = new Map<number, ScoredPair>()
  const sizes: number[] = []
  let candidates = 0
  let split = 0

  const compare = (bucket: readonly number[]) => {
    for (let i = 0; i < bucket.length; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [bucket[j] as number, bucket[i] as number]
        candidates++
        const found = distanceAt(halves, a, b)
        if (found <= distance) pairs.set(pairKey(a, b, fingerprints.length), { a, b, score: scoreOf(found) })
      }
    }
  }
  /** `bits`: places of the bits that the members of the bucket do not all agree in by construction. */
  const search = (bucket: readonly number[], bits: readonly number[], isFirst: boolean) => {
    const width = Math.floor(bits.length / blocks)
    for (let block = 0; block < blocks; block++) {
      const own = bits.slice(block * width, block === blocks - 1 ? bits.length : (block + 1) * width)
      const rest = bits.filter((bit) => !own.includes(bit))
      const lists = [...bucketsOf(halves, bucket, own).values()]
      const limit = bucketLimit(bucket.length / lists.length, overflow)
      for (const list of lists) {
        if (isFirst && list.length > 1) sizes.push(list.length)
        if (list.length > limit && rest.length >= blocks && list.length > 2) {
          split++
          search(list, rest, false)
        } else compare(list)
      }
    }
  }
  search(ordinals, [...Array(64).keys()], true)
  return { pairs: [...pairs.values()], candidates, stored: ordinals.length * blocks, buckets: sizes.sort((x, y) => y - x), split }
}

/** Members by the value of the chosen bits. */
function bucketsOf(halves: Uint32Array, members: readonly number[], bits: readonly number[]): Map<number, number[]> {
  const lists = new Map<number, number[]>()
  for (const member of members) {
    let key = 0
    for (const bit of bits) key = key * 2 + (((halves[2 * member + (bit >> 5)] as number) >>> (bit & 31)) & 1)
    const list = lists.get(key)
    if (list) list.push(member)
    else lists.set(key, [member])
  }
  return lists
}

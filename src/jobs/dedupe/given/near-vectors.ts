/** Candidates under method `vectors`: every pair within the radius of the planes whose cosine reaches the threshold, each a bucket of two. */
import { isSimilar } from '../../../comparing/similar.js'
import { widthOf } from '../../../fingerprinting/simhash.js'
import { Uint32List } from '../../../hashing/typed-list.js'
import type { Options } from '../../../options/options.js'
import type { TextFeatures } from '../../../searching/containing/text-features.js'
import { hammingPairs } from '../../../searching/hamming.js'
import { distanceIn, hammingBuckets, mostPairs } from '../../../searching/hamming-buckets.js'
import type { Buckets } from '../pairs/buckets.js'
import { MeasuredVectors } from './measured-vectors.js'

/**
 * Pairs are measured as they are found, so that false candidates take no room.
 *
 * @param fingerprints  by planes, in the order of `distinct`
 * @param held          vectors by document, as so many words
 */
export function nearVectors(options: Options, fingerprints: BigUint64Array, distinct: Uint32Array, held: TextFeatures): Buckets {
  const { bits, distance, threshold, maxCopies, recall, memory } = options
  const most = mostPairs(distinct.length, memory)
  const vectors = new MeasuredVectors(held)
  const known = (a: number, b: number) => vectors.cosine(distinct[a] as number, distinct[b] as number)
  const members = new Uint32List()
  const ends = new Uint32List()
  let measured = 0
  let isDense = false
  const { plan, crowded } = hammingPairs(fingerprints, { bits: widthOf(bits), distance, maxCopies }, (triples) => {
    measured += triples.length / 3
    for (let i = 0; i < triples.length; i += 3) {
      const [a, b] = [triples[i] as number, triples[i + 1] as number]
      if (!isSimilar(known(a, b), threshold)) continue
      members.push(a)
      members.push(b)
      ends.push(members.length)
    }
    isDense = ends.length > most
    return isDense
  })
  const promise = `${bits} planes, at most ${distance} differing: ${+(recall * 100).toFixed(2)} % of the pairs with cosine ${threshold}, more of nearer ones`
  if (isDense) {
    const dense = hammingBuckets(fingerprints, widthOf(bits), distance)
    const between = distanceIn(fingerprints, widthOf(bits))
    const maybe = (a: number, b: number) => between(a, b) <= distance && isSimilar(known(a, b), threshold)
    return {
      ...dense,
      plan: `${promise}; more than ${most} pairs: ${dense.ends.length} buckets of an equal block`,
      crowded: 0,
      known,
      maybe,
    }
  }
  return {
    members: members.taken(),
    ends: ends.taken(),
    plan: `${promise}; ${measured} pairs measured; ${plan.reason}`,
    crowded,
    known,
  }
}

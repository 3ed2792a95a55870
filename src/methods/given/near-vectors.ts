/** Candidates under method `vectors`: every pair within the radius of the planes whose cosine reaches the threshold, each a bucket of two. */
import { isSimilar } from '../../comparing/similar.js'
import { cosineOf, lengthOf } from '../../comparing/vectors.js'
import { fingerprintBytes, widthOf } from '../../fingerprinting/simhash.js'
import { Uint32List } from '../../hashing/typed-list.js'
import type { TextFeatures } from '../../searching/containing/text-features.js'
import { hammingPairs } from '../../searching/hamming.js'
import { distanceIn, hammingBuckets, mostPairs } from '../../searching/hamming-buckets.js'
import { type Buckets, pushPair } from '../buckets.js'
import type { Batch } from '../method.js'

interface NearVectors {
  readonly buckets: Buckets
  /** The cosine of two documents. */
  known(a: number, b: number): number
}

/**
 * Pairs are measured as they are found, so that false candidates take no room.
 *
 * @param held  vectors by document, as so many words
 */
export function nearVectors({ options, store, copies: { distinct } }: Batch, held: TextFeatures): NearVectors {
  const { bits, distance, threshold, maxCopies, recall } = options
  const fingerprints = store.fingerprints(distinct, fingerprintBytes(bits))
  const vectors = new MeasuredVectors(held)
  const members = new Uint32List()
  const ends = new Uint32List()
  const most = mostPairs(distinct.length)
  const isNear = (a: number, b: number) => isSimilar(vectors.cosine(distinct[a] as number, distinct[b] as number), threshold)
  let measured = 0
  let isDense = false
  const { plan, crowded } = hammingPairs(fingerprints, { bits: widthOf(bits), distance, maxCopies }, (triples) => {
    measured += triples.length / 3
    for (let i = 0; i < triples.length; i += 3) {
      const a = triples[i] as number
      const b = triples[i + 1] as number
      if (isNear(a, b)) pushPair(members, ends, a, b)
    }
    isDense = ends.length > most
    return isDense
  })
  const promise = `${bits} planes, at most ${distance} differing: ${+(recall * 100).toFixed(2)} % of the pairs with cosine ${threshold}, more of nearer ones`
  const known = (a: number, b: number) => vectors.cosine(a, b)
  if (isDense) {
    const dense = hammingBuckets(fingerprints, widthOf(bits), distance)
    const between = distanceIn(fingerprints, widthOf(bits))
    const maybe = (a: number, b: number) => between(a, b) <= distance && isNear(a, b)
    const plan = `${promise}; more than ${most} pairs: ${dense.ends.length} buckets of an equal block`
    return { buckets: { ...dense, plan, crowded: 0, maybe }, known }
  }
  return {
    buckets: { members: members.taken(), ends: ends.taken(), plan: `${promise}; ${measured} pairs measured; ${plan.reason}`, crowded },
    known,
  }
}

/** The vectors of a run, measured exactly: in memory as far as `--memory` reaches, on disk beyond. */
class MeasuredVectors {
  readonly #held: TextFeatures
  /** By document; 0 where it was not asked for yet. */
  readonly #lengths: Float64Array

  /** @param held  vectors by document, as so many words */
  constructor(held: TextFeatures) {
    this.#held = held
    this.#lengths = new Float64Array(held.count)
  }

  /** The cosine of two documents. */
  cosine(a: number, b: number): number {
    const [left, right] = [this.#vectorOf(a), this.#vectorOf(b)]
    return cosineOf(left, right, this.#lengthOf(a, left) * this.#lengthOf(b, right))
  }

  #vectorOf(document: number): Float32Array {
    const words = this.#held.of(document)
    return new Float32Array(words.buffer, words.byteOffset, words.length)
  }

  #lengthOf(document: number, vector: Float32Array): number {
    let length = this.#lengths[document] as number
    if (!length) {
      length = lengthOf(vector)
      this.#lengths[document] = length
    }
    return length
  }
}

/** Plain simhash fingerprints, shared by the rivals that search them in different ways, so that only the search differs. */
import { LeitongError } from '../../errors.js'
import type { ScoredPair } from '../../evaluating/pairs.js'
import { signsOf } from '../../fingerprinting/simhash.js'
import { popcount32 } from '../../hashing/bits.js'
import { STRING_HASHES, type StringHash, to64 } from '../../hashing/string-hashes.js'
import type { RivalDocument } from './rival.js'
import { countTerms } from './terms.js'

/** Width of the fingerprints. */
export const BITS = 64

/**
 * A string hash by name.
 *
 * @throws {LeitongError} `OPTION_VALUE`
 */
export function requireHash(name: string): StringHash {
  const found = STRING_HASHES.get(name)
  if (!found) throw new LeitongError('OPTION_VALUE', 'hash', JSON.stringify(name), `one of ${[...STRING_HASHES.keys()].join(', ')}`)
  return found
}

/**
 * Fingerprints of 64 bits: every term counts as often as it occurs, an even balance gives 0.
 *
 * @param hash  name of a string hash
 * @returns     one fingerprint for each document; a document without tokens has 0
 */
export function plainFingerprints(documents: readonly RivalDocument[], hash: string): BigUint64Array<ArrayBuffer> {
  const { counts, terms } = countTerms(documents)
  const encoder = new TextEncoder()
  const { hash: compute } = requireHash(hash)
  const hashes = new Uint32Array(BigUint64Array.from(terms, (term) => to64(compute(encoder.encode(term)))).buffer)
  const sums = new Float64Array(BITS)
  return BigUint64Array.from(counts, (own) => {
    sums.fill(0)
    for (const [term, count] of own) addHash(sums, hashes[2 * term] as number, hashes[2 * term + 1] as number, count)
    return signsOf(sums)
  })
}

/** Adds a hash, as halves of 32 bits, to the sums of the bits: its weight where a bit is 1, less its weight where it is 0. */
export function addHash(sums: Float64Array, low: number, high: number, weight: number): void {
  for (let bit = 0; bit < 32; bit++) {
    sums[bit] = (sums[bit] as number) + ((low >>> bit) & 1 ? weight : -weight)
    sums[bit + 32] = (sums[bit + 32] as number) + ((high >>> bit) & 1 ? weight : -weight)
  }
}

/** Documents that have tokens: the others share the fingerprint 0 without being alike. */
export const judged = (documents: readonly RivalDocument[]) => documents.flatMap(({ tokens }, i) => (tokens.length ? [i] : []))

export const scoreOf = (distance: number) => 1 - distance / BITS

/** Fingerprints as halves of 32 bits, lower half first; a view. */
export const halvesOf = (fingerprints: BigUint64Array<ArrayBuffer>) =>
  new Uint32Array(fingerprints.buffer, fingerprints.byteOffset, fingerprints.length * 2)

/** Bits that differ, of fingerprints as halves of 32 bits, lower half first. */
export function distanceAt(halves: Uint32Array, a: number, b: number): number {
  return (
    popcount32((halves[2 * a] as number) ^ (halves[2 * b] as number)) +
    popcount32((halves[2 * a + 1] as number) ^ (halves[2 * b + 1] as number))
  )
}

/** Pairs, and what it took to find them. */
export interface Searched {
  readonly pairs: readonly ScoredPair[]
  /** Fingerprints that were compared bit by bit with a query, or places looked up. */
  readonly candidates: number
  /** Entries that the index holds. */
  readonly stored: number
}

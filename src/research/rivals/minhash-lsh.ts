/**
 * MinHash LSH: least values in bands, documents that agree in a band are similar.
 *
 * Source   A. Broder 1997; P. Indyk, R. Motwani, "Approximate nearest neighbors", STOC 1998; bands and weights as in the Python package
 *          datasketch.
 * Formula  `permutations` least values over the shingles; bands and rows by least weighted error at the threshold; a pair that agrees in a
 *          band is reported, without further check. The score is the share of values that agree.
 * Settings `w` 3 tokens a shingle; `permutations` 128; `threshold` 0.9 (all as there, but for `w`, which there is the caller's).
 * Reading  the family of hash functions is not that of the package (its values differ, its errors do not).
 */

import { pairKey, type ScoredPair } from '../../evaluating/pairs.js'
import { estimateJaccard } from '../../fingerprinting/minhash.js'
import { optimalBands } from '../../searching/bands.js'
import { defineRival } from './rival.js'
import { leastValues } from './super-shingle.js'
import { shingleHashes } from './terms.js'

export const minhashLsh = defineRival(
  'minhash-lsh',
  'Broder 1997, Indyk and Motwani 1998',
  { w: 3, permutations: 128, threshold: 0.9 },
  (documents, { w, permutations, threshold }) => {
    const signatures = shingleHashes(documents, w).map((hashes) => (hashes.size ? leastValues(hashes, permutations) : undefined))
    const { bands, rows } = optimalBands(threshold, permutations)
    const pairs = new Map<number, ScoredPair>()
    for (let band = 0; band < bands; band++) {
      const buckets = new Map<string, number[]>()
      signatures.forEach((signature, document) => {
        if (!signature) return
        const key = signature.subarray(band * rows, (band + 1) * rows).join()
        const bucket = buckets.get(key)
        if (!bucket) {
          buckets.set(key, [document])
          return
        }
        for (const a of bucket) {
          const pair = pairKey(a, document, documents.length)
          if (!pairs.has(pair)) pairs.set(pair, { a, b: document, score: estimateJaccard(signatures[a] as Uint32Array, signature) })
        }
        bucket.push(document)
      })
    }
    return pairs.values()
  },
)

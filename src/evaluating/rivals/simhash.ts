/**
 * Plain simhash, found by blocks of equal bits.
 *
 * Source   M. Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; G. Manku, A. Jain, A. Das Sarma, WWW 2007.
 * Formula  bit i of the fingerprint is 1 when the terms whose hash has bit i outweigh the others, each weighing its count; two documents
 *          are similar when at most `distance` of 64 bits differ. The score is the share of equal bits: to order pairs by, not to trust.
 * Settings `distance` 3; `hash` lane64, or any string hash by name.
 * Reading  terms are single tokens. For a distance above 3 there are `distance` + 1 blocks. Equal fingerprints are one entry.
 */
import { searchBlocks } from './blocks.js'
import { judged, plainFingerprints } from './fingerprints.js'
import { defineRival } from './rival.js'

export const simhash = defineRival(
  'simhash',
  'Charikar 2002',
  { distance: 3, hash: 'lane64' },
  (documents, { distance, hash }) =>
    searchBlocks(plainFingerprints(documents, hash), judged(documents), {
      distance,
      blocks: Math.max(4, distance + 1),
      overflow: 2,
      joinCopies: true,
    }).pairs,
)

/**
 * Plain simhash, found by blocks of equal bits.
 *
 * Source   M. Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; G. Manku, A. Jain, A. Das Sarma, WWW 2007.
 * Formula  bit i of the fingerprint is 1 when the terms whose hash has bit i outweigh the others, each weighing its count; two documents
 *          are similar when at most `distance` of 64 bits differ. The score is the share of equal bits: to order pairs by, not to trust.
 * Settings `distance` 3; `hash` lane64, or any string hash by name; `overflow` 2: buckets beyond (1 + overflow) times the mean are cut again;
 *          `mean` all buckets or those that are filled. Neither changes what is found.
 * Reading  terms are single tokens; `simhash-words` takes the words of a segmenter without stop words instead, which is what Wang and Wang,
 *          Li and Han, and Zhang and He call the traditional simhash. For a distance above 3 there are `distance` + 1 blocks. Equal fingerprints are one entry.
 */
import { LeitongError } from '../../errors.js'
import { searchBlocks } from './blocks.js'
import { judged, plainFingerprints } from './fingerprints.js'
import { defineRival, type RivalDocument } from './rival.js'

const DEFAULTS = { distance: 3, hash: 'lane64', overflow: 2, mean: 'all' }

const find = (documents: readonly RivalDocument[], { distance, hash, overflow, mean }: typeof DEFAULTS) =>
  searchBlocks(plainFingerprints(documents, hash), judged(documents), {
    distance,
    blocks: Math.max(4, distance + 1),
    overflow,
    mean: meanOf(mean),
    joinCopies: true,
  }).pairs

function meanOf(mean: string): 'all' | 'filled' {
  if (mean === 'all' || mean === 'filled') return mean
  throw new LeitongError('OPTION_VALUE', 'mean', JSON.stringify(mean), 'all or filled')
}

export const simhash = defineRival('simhash', 'Charikar 2002', DEFAULTS, find)

export const simhashWords = defineRival('simhash-words', 'Charikar 2002, over words', DEFAULTS, find, 'words')

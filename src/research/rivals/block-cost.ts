/**
 * The cost of an index of blocks of equal bits when fingerprints are spread evenly, as the sources reckon it. Those of real texts are not:
 * the experiments `intro` and `wang2019` measure how much worse their buckets are.
 *
 * @see G. Manku, A. Jain, A. Das Sarma, WWW 2007; Li and Han 2015; Wang and Wang 2019
 */

export interface BlockCost {
  /** Fingerprints in a bucket on average: those with one value of one block. */
  readonly bucket: number
  /** Comparisons for one query: a bucket of every block. */
  readonly comparisons: number
  /** How many times fewer comparisons than with every fingerprint. */
  readonly saving: number
}

/**
 * The cost of one query.
 *
 * @param fingerprints  filed ones, 1 and more
 * @param bits          of a fingerprint
 * @param blocks        of equal width, each filed in a list of its own; exact up to a distance of `blocks` - 1
 * @example blockCost(2 ** 34, 64, 4) // { bucket: 262144, comparisons: 1048576, saving: 16384 }
 */
export function blockCost(fingerprints: number, bits: number, blocks: number): BlockCost {
  const bucket = fingerprints / 2 ** (bits / blocks)
  const comparisons = blocks * bucket
  return { bucket, comparisons, saving: fingerprints / comparisons }
}

/**
 * A bucket with more fingerprints than this is cut again (second hashing of Wang and Wang).
 *
 * @param mean      fingerprints in a bucket on average
 * @param overflow  share of the mean by which a bucket may be larger, 0 and more; infinite to cut none
 * @example bucketLimit(131072, 2) // 393216
 */
export const bucketLimit = (mean: number, overflow: number): number => (1 + overflow) * mean

/**
 * The buckets that a block of a bucket makes when it is cut again: the block that all its fingerprints share is left out, and the other
 * bits are cut into as many blocks as before.
 *
 * @example subBuckets(64, 4) // 4096
 */
export const subBuckets = (bits: number, blocks: number): number => 2 ** Math.floor((bits - bits / blocks) / blocks)

/** Signatures, searches and groups for callers of the library: the functions of the stages, with their arguments looked at. */
import { estimateJaccard as estimateJaccardBare, minhash as minhashBare } from '../fingerprinting/minhash.js'
import { hammingDistance as hammingDistanceBare, simhash as simhashBare } from '../fingerprinting/simhash.js'
import { groupByComponents as groupByComponentsBare } from '../grouping/components.js'
import { groupByStar as groupByStarBare } from '../grouping/star.js'
import { distanceBetween as distanceBetweenBare, estimateBetween as estimateBetweenBare } from '../methods/fingerprint.js'
import {
  bandProbability as bandProbabilityBare,
  chooseBands as chooseBandsBare,
  optimalBands as optimalBandsBare,
} from '../searching/bands.js'
import { hammingPairs as hammingPairsBare } from '../searching/hamming.js'
import { planHamming as planHammingBare } from '../searching/hamming-plan.js'
import {
  BIGINT,
  BITS,
  checked,
  checkedItems,
  FUNCTION,
  ITERABLE,
  members,
  optional,
  requireForm,
  SHARE,
  TEXT,
  WEIGHT,
  WORDS_32,
  WORDS_64,
  whole,
} from './checked.js'

const WEIGHTED = {
  is: 'pairs of a bigint and a weight',
  fits: (pair: unknown) => Array.isArray(pair) && BIGINT.fits(pair[0]) && typeof pair[1] === 'number',
}
const SIGNATURE = /* @__PURE__ */ members('a signature, as fingerprint() makes it', { name: TEXT, fingerprint: TEXT })
const BANDS = /* @__PURE__ */ members('an object with bands and rows', {
  bands: /* @__PURE__ */ whole(1, 65536),
  rows: /* @__PURE__ */ whole(1, 65536),
})
const WIDE = /* @__PURE__ */ whole(1, 256)
const GRAPH = /* @__PURE__ */ members('a graph of candidates, with nodes, starts, members and maybe', {
  nodes: /* @__PURE__ */ whole(0, 2 ** 32 - 1),
  starts: WORDS_32,
  members: WORDS_32,
  maybe: FUNCTION,
})

/** As {@link checked}, of what answers later: a wrong argument is a rejection. */
const checkedLater = <Work extends (...args: never[]) => Promise<unknown>>(work: Work, forms: Parameters<typeof checked>[1]): Work => {
  const now = checked(work, forms)
  return (async (...args: never[]) => now(...args)) as unknown as Work
}

/**
 * MinHash by fast similarity sketching: k positions whose error is that of k independent hash functions, for about one
 * hash a feature instead of k.
 *
 * Round r < k throws every feature into one position at random; rounds k to 2k-1 throw every feature into position
 * r - k. A position keeps the least value of the first round that reached it. In round r a feature with hash h has
 * x = h for r = 0, else mix64(h + r * K0); its position is the upper 32 bits of x times k >> 32, its value the lower
 * 32 bits (of which 0xffffffff means "none").
 *
 * @param features  64-bit hashes; repeats do not matter
 * @param k         positions (`num_perm`), 1 to 65536
 * @returns         k unsigned 32-bit values; all 0xffffffff for no features
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @see S. Dahlgaard, M. B. T. Knudsen, M. Thorup, "Fast similarity sketching", FOCS 2017
 */
export const minhash = /* @__PURE__ */ checked(
  (features: Parameters<typeof minhashBare>[0], k: number) => minhashBare(checkedItems(features, BIGINT, 'features'), k),
  { features: ITERABLE, k: /* @__PURE__ */ whole(1, 65536) },
)

/**
 * Estimates the Jaccard similarity of two feature sets from their MinHash signatures: the share of positions that agree.
 * Its standard error is sqrt(s * (1 - s) / k) for true similarity s, never above 0.5 / sqrt(k), which is 0.044 for 128.
 *
 * @param left   signature of k values, from {@link minhash}
 * @param right  signature of the same length, made with the same options (not checked)
 * @returns      0 to 1 in steps of 1/k
 * @throws {RangeError} when the lengths differ or are 0
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @see A. Broder, "On the resemblance and containment of documents", SEQUENCES 1997
 * @example estimateJaccard(Uint32Array.of(7, 8, 9, 4), Uint32Array.of(7, 8, 1, 4)) // 0.75
 */
export const estimateJaccard = /* @__PURE__ */ checked(estimateJaccardBare, { left: WORDS_32, right: WORDS_32 })

/**
 * Simhash of weighted features: bit i is set when the features that have it set outweigh those that do not; an even
 * balance gives 0.
 *
 * @param features  64-bit hashes with a weight each; a feature that occurs twice counts twice
 * @param bits      64; fewer (the upper bits of 64); or 128 (whose upper half comes from a second, derived hash)
 * @returns         the fingerprint, below 2^bits; 0 for no features
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @see M. Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002
 * @example simhash([[0b1100n, 1], [0b1010n, 1], [0b1001n, 1]], 64) // 0b1000n
 */
export const simhash = /* @__PURE__ */ checked(
  (features: Parameters<typeof simhashBare>[0], bits: number) => simhashBare(checkedItems(features, WEIGHTED, 'features'), bits),
  { features: ITERABLE, bits: BITS },
)

/**
 * Hamming distance: the number of bits that differ.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @example hammingDistance(0b1011101n, 0b1001001n) // 2
 */
export const hammingDistance = (a: bigint, b: bigint): number => {
  if (typeof a !== 'bigint' || typeof b !== 'bigint' || a < 0n || b < 0n) {
    requireForm(a, BIGINT, 'a')
    requireForm(b, BIGINT, 'b')
  }
  return hammingDistanceBare(a, b)
}

/**
 * Differing bits of two simhash signatures.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind; `SIGNATURES_UNLIKE` when they were made with unlike options or are no simhash
 */
export const distanceBetween = /* @__PURE__ */ checked(distanceBetweenBare, { left: SIGNATURE, right: SIGNATURE })

/**
 * Estimated Jaccard similarity of two MinHash signatures.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind; `SIGNATURES_UNLIKE` when they were made with unlike options or are no MinHash
 */
export const estimateBetween = /* @__PURE__ */ checked(estimateBetweenBare, { left: SIGNATURE, right: SIGNATURE })

/**
 * The chance, 0 to 1, that two texts of this similarity agree in at least one band.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 */
export const bandProbability = /* @__PURE__ */ checked(bandProbabilityBare, { similarity: SHARE, bands: BANDS })

/**
 * The most selective bands that still find at least 99.8 % of the pairs at the threshold: the most rows, then as many
 * bands as the signature has room for. Verification rules out false candidates, so only misses count.
 *
 * @param threshold  0 to 1
 *
 * @param numPerm  positions of the signature
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @example chooseBands(0.8, 128) // { bands: 21, rows: 6 }
 */
export const chooseBands = /* @__PURE__ */ checked(chooseBandsBare, { threshold: SHARE, numPerm: /* @__PURE__ */ whole(1, 65536) })

/**
 * The bands that minimise weighted errors, for use without verification: the area of the false positives below the
 * threshold and of the false negatives above it, each times its weight (as datasketch's `weights`).
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 */
export const optimalBands = /* @__PURE__ */ checked(optimalBandsBare, {
  threshold: SHARE,
  numPerm: /* @__PURE__ */ whole(1, 65536),
  falsePositive: /* @__PURE__ */ optional(WEIGHT),
  falseNegative: /* @__PURE__ */ optional(WEIGHT),
})

/**
 * Finds every pair within the distance, each once, in no particular order.
 *
 * @param fingerprints  one, two or four words each, see {@link Fingerprints}; at most 2^32 - 1
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind; `MEMORY` when the kernel has no room (about 36 bytes a fingerprint, 60 for 128 bits)
 * @example
 * hammingPairs(BigUint64Array.of(0b1011n, 0b1010n, 0b0101n), { bits: 64, distance: 1 }, (triples) => console.log(triples))
 * // [0, 1, 1]
 */
export const hammingPairs = /* @__PURE__ */ checked(hammingPairsBare, {
  fingerprints: WORDS_64,
  options: /* @__PURE__ */ members('an object with bits and distance', { bits: WIDE, distance: /* @__PURE__ */ whole(0, 256) }),
  sink: FUNCTION,
})

/**
 * Chooses how to find all pairs within `distance` among `count` fingerprints of `bits` bits.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @example planHamming(10_000_000, 64, 3).reason
 */
export const planHamming = /* @__PURE__ */ checked(planHammingBare, {
  count: /* @__PURE__ */ whole(0, 2 ** 32 - 1),
  bits: WIDE,
  distance: /* @__PURE__ */ whole(0, 256),
})

/**
 * Groups by stars. A removed document is removed in favour of the most similar kept one; of equally similar ones, the most preferred.
 *
 * @param judge  asked about each pair once
 * @param crowd  a document is held against the first `crowd` kept documents of each bucket
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 */
export const groupByStar = /* @__PURE__ */ checkedLater(groupByStarBare, {
  graph: GRAPH,
  judge: FUNCTION,
  crowd: /* @__PURE__ */ optional(WEIGHT),
})

/**
 * Groups by connected components. The kept node of a group is its first; `similarity` to it is measured for every member
 * and may be below the threshold.
 *
 * @param judge  asked about each pair once, and once more for the similarity of members that are unlike the first one
 * @param crowd  of each bucket the first `crowd` members are held against those behind them
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 */
export const groupByComponents = /* @__PURE__ */ checkedLater(groupByComponentsBare, {
  graph: GRAPH,
  judge: FUNCTION,
  crowd: /* @__PURE__ */ optional(WEIGHT),
})

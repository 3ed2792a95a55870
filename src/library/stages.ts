/** The stages of the product one by one, on every host, with their arguments looked at. */
export type { Explanation } from '../comparing/explain.js'
export type { Measure, Overlap } from '../comparing/measures.js'
export type { Passage } from '../comparing/passages.js'
export type { Bits } from '../fingerprinting/simhash.js'
export type { CandidateGraph, VerifiedPairs as Verdicts, Verifier as Judge } from '../grouping/candidates.js'
export type { Grouping } from '../grouping/star.js'
export type { FeatureSet, Kernel, KernelOptions } from '../kernel/kernel.js'
export type { HammingPairsOptions } from '../searching/hamming.js'
export { createHammingIndex, type HammingIndex, type HammingMatch } from '../searching/hamming-index.js'
export type { HammingPlan } from '../searching/hamming-plan.js'
export { createSegmenter, type Segmenter, type SegmenterOptions, type TaggedWord } from '../signing/segmenter.js'
export type { Lexicon } from '../tokenizing/lexicon.js'
export type { Normalization } from '../tokenizing/normalize.js'
export type { TokenizeOptions, Tokenizer } from '../tokenizing/tokenize.js'
export {
  bandProbability,
  chooseBands,
  estimateJaccard,
  groupByComponents,
  groupByStar,
  hammingDistance,
  hammingPairs,
  minhash,
  optimalBands,
  planHamming,
  simhash,
} from './parts-of-signatures.js'
export {
  createKernel,
  createReferenceKernel,
  explain,
  measure,
  overlapOf,
  passages,
  shingles,
  taggedText,
  tokenize,
} from './parts-of-texts.js'

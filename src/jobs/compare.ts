/** Two texts measured against each other in every way, for `compare`. */
import { combinedSimilarity } from '../comparing/combined.js'
import { type Explanation, explain } from '../comparing/explain.js'
import { type Measure, measure, overlapOf, PLAIN_MEASURES, type SignatureMeasure } from '../comparing/measures.js'
import { isSimilar } from '../comparing/similar.js'
import { LeitongError } from '../errors.js'
import { estimateJaccard } from '../fingerprinting/minhash.js'
import { type Bits, hammingDistance } from '../fingerprinting/simhash.js'
import type { KernelExports } from '../kernel/exports.js'
import { createKernel, withKernel } from '../kernel/wasm.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'
import { featureSet, type StoredSet, similarity as similarityOf } from '../signing/feature-sets.js'
import { Fingerprinter } from '../signing/fingerprinter.js'
import { kernelOptions, signatureHex } from '../signing/signature.js'
import type { CorpusModel } from '../weighting/model.js'

export interface Comparison {
  /** Whether the chosen measure reaches the threshold. */
  readonly similar: boolean
  /** The chosen measure, 0 to 1; exact, unless it is one of signatures. */
  readonly similarity: number
  readonly measure: Measure | SignatureMeasure
  readonly threshold: number
  readonly measures: Readonly<Record<(typeof PLAIN_MEASURES)[number], number>>
  /** Simhash fingerprints in hexadecimal. */
  readonly fingerprints: readonly [left: string, right: string]
  /** What the signatures say, for comparison: the Hamming distance of simhash and the estimate of minhash. */
  readonly distance: number
  readonly bits: Bits
  readonly estimate: number
  readonly numPerm: number
  readonly explanation: Explanation
}

/**
 * Compares two texts by everything there is.
 *
 * @param model  for weights by document frequency
 * @throws {LeitongError} `OPTION_CONFLICT` for method `rare`, which only a batch has; `MODEL_NEEDED`, `TEXT_TOO_LARGE`
 */
export function compare(left: string, right: string, options: Options, model?: CorpusModel): Comparison {
  if (traitsOf(options).needsBatch)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `method "${options.method}" counts in how many texts of a batch a feature occurs: two texts alone cannot tell`,
    )
  return withKernel(kernelOptions(options), (kernel) => compareIn(kernel, left, right, options, model))
}

function compareIn(kernel: KernelExports, left: string, right: string, options: Options, model: CorpusModel | undefined): Comparison {
  const fingerprinter = new Fingerprinter({ ...options, method: 'simhash' }, 'full', model, kernel)
  const fingerprint = (text: string) => {
    const entry = new Uint8Array(fingerprinter.entryBytes)
    fingerprinter.fingerprint({ text }, entry)
    return signatureHex(entry, { ...options, method: 'simhash' })
  }
  const fingerprints = [fingerprint(left), fingerprint(right)] as const
  const distance = hammingDistance(BigInt(`0x${fingerprints[0]}`), BigInt(`0x${fingerprints[1]}`))

  const plain = createKernel(kernelOptions(options), kernel)
  const describe = (text: string) => {
    plain.load(text)
    return { set: plain.featureSet(), minhash: plain.minhash(options.numPerm) }
  }
  const [a, b] = [describe(left), describe(right)]
  const overlap = overlapOf(a.set, b.set)
  const measures = Object.fromEntries(PLAIN_MEASURES.map((by) => [by, measure(overlap, by)])) as Comparison['measures']
  const similarity = similarityBy(options, measures, distance, () => weightedSimilarity(left, right, fingerprinter))
  return {
    similar: options.measure === 'bits' ? distance <= options.distance : isSimilar(similarity, options.threshold),
    similarity,
    measure: options.measure,
    threshold: options.threshold,
    measures,
    fingerprints,
    distance,
    bits: options.bits,
    estimate: estimateJaccard(a.minhash, b.minhash),
    numPerm: options.numPerm,
    explanation: explain(left, right, kernelOptions(options)),
  }
}

function similarityBy(
  { measure: by, bits, mu }: Options,
  measures: Comparison['measures'],
  distance: number,
  weighted: () => number,
): number {
  if (by === 'bits') return 1 - distance / bits
  // Two texts alone have no other information.
  if (by === 'combined') return combinedSimilarity(distance, undefined, mu)
  return by === 'weighted' ? weighted() : measures[by]
}

function weightedSimilarity(left: string, right: string, fingerprinter: Fingerprinter): number {
  const [a, b] = [left, right].map((text) => featureSet(fingerprinter, { text }, 'weighted')) as [StoredSet, StoredSet]
  return similarityOf(fingerprinter.kernel, a, b, 'weighted', true)
}

import { type Explanation, explain } from '../comparing/explain.js'
import { MEASURES, type Measure, measure, overlapOf } from '../comparing/measures.js'
import { LeitongError } from '../errors.js'
import { estimateJaccard } from '../fingerprinting/minhash.js'
import { type Bits, hammingDistance } from '../fingerprinting/simhash.js'
import { createKernel, sharedKernel } from '../kernel/wasm.js'
import type { Options } from './options.js'
import { kernelOptions } from './signature.js'

export interface Comparison {
  /** Whether the chosen measure reaches the threshold. */
  readonly similar: boolean
  /** The chosen measure, exact, 0 to 1. */
  readonly similarity: number
  readonly measure: Measure
  readonly threshold: number
  readonly measures: Readonly<Record<Measure, number>>
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
 * @throws {LeitongError} `OPTION_CONFLICT` for method `rare`, which only a batch has
 */
export function compare(left: string, right: string, options: Options): Comparison {
  if (options.method === 'rare')
    throw new LeitongError(
      'OPTION_CONFLICT',
      'method "rare" counts in how many texts of a batch a feature occurs: two texts alone cannot tell',
    )
  const kernel = createKernel(kernelOptions(options), sharedKernel())
  const sign = (text: string) => {
    kernel.load(text)
    return { set: kernel.featureSet(), simhash: kernel.simhash(options.bits, options.weight), minhash: kernel.minhash(options.numPerm) }
  }
  const [a, b] = [sign(left), sign(right)]
  const overlap = overlapOf(a.set, b.set)
  const measures = Object.fromEntries(MEASURES.map((by) => [by, measure(overlap, by)])) as Record<Measure, number>
  const similarity = measures[options.measure]
  return {
    similar: similarity >= options.threshold,
    similarity,
    measure: options.measure,
    threshold: options.threshold,
    measures,
    distance: hammingDistance(a.simhash, b.simhash),
    bits: options.bits,
    estimate: estimateJaccard(a.minhash, b.minhash),
    numPerm: options.numPerm,
    explanation: explain(left, right, kernelOptions(options)),
  }
}

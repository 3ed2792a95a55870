/** The similarities in a sample: of the pairs that were found, and of random ones, which nearly always are unrelated. */
import { measure, overlapOf } from '../../comparing/measures.js'
import { hammingDistance } from '../../fingerprinting/simhash.js'
import { createRandom } from '../../hashing/random.js'
import { createKernel } from '../../kernel/wasm.js'
import { comparesAlone } from '../../methods/methods.js'
import { kernelOptions } from '../../signing/signature.js'
import type { Run } from '../dedupe/dedupe.js'
import { pairsOf } from '../dedupe/pairs/pairs.js'
import type { Sample } from './sample.js'
import { BINS, findValley, type ValleyFinding } from './valley.js'

/** Random pairs that are measured, to know how alike unrelated texts are: the top 1 % of them are still twenty. */
const RANDOM_PAIRS = 2000
/** Similar pairs whose simhash distance is measured: shares of them are right to 3 points in a hundred. */
const SIMHASH_PAIRS = 1000

/** Two documents with different texts. */
export interface FoundPair {
  readonly a: number
  readonly b: number
  readonly similarity: number
}

/** Similarities of the sample, counted; see Tuning in tuning.ts. */
export interface SimilaritySample {
  readonly histogram: readonly number[]
  readonly equal: number
  readonly background: number
  readonly valley: ValleyFinding
  /** The pairs found, by their documents in the run. */
  readonly pairs: readonly FoundPair[]
  /** Their similarities. */
  readonly similarities: readonly number[]
  /** Similarity and simhash distance of some pairs. */
  readonly distances: readonly (readonly [similarity: number, distance: number])[]
}

/** @param lowest  pairs below this similarity were not looked for */
export function sampleSimilarities(run: Run, { ids, documents }: Sample, lowest: number): SimilaritySample {
  const first = run.decisions.copies.first
  const histogram = new Array<number>(BINS).fill(0)
  const binOf = (similarity: number) => Math.min(BINS - 1, Math.floor(similarity * BINS))
  const pairs: FoundPair[] = []
  let equal = 0
  for (const { a, b, similarity = 0 } of pairsOf(run.decisions, run.context.options.maxCopies)) {
    if (first[a] === first[b]) equal++
    else if (first[a] === a && first[b] === b) pairs.push({ a, b, similarity })
  }
  // A pair of similarity s came into the sample with s times the chance of a document.
  const isOfVersions = !comparesAlone(run.context.options)
  const weightOf = ({ similarity }: FoundPair) => (ids.length < documents && !isOfVersions ? 1 / similarity : 1)
  for (const pair of pairs) {
    const bin = binOf(pair.similarity)
    histogram[bin] = (histogram[bin] as number) + weightOf(pair)
  }
  // Unrelated texts share no rare features: there is no background to find.
  const random = isOfVersions ? new Float64Array() : randomSimilarities(run)
  const distinct = run.decisions.copies.distinct.length
  const each = random.length ? (distinct * (distinct - 1)) / 2 / random.length : 0
  for (const similarity of random) {
    const bin = binOf(similarity)
    if (similarity < lowest) histogram[bin] = (histogram[bin] as number) + each
  }
  if (!isOfVersions) bridge(histogram, lowest)
  const background = random.sort()[Math.floor(random.length * 0.99)] ?? 0
  return {
    histogram,
    equal,
    background,
    valley: findValley(
      {
        similarities: pairs.map(({ similarity }) => similarity),
        groups: pairs.map(({ a }) => a),
        weights: pairs.map(weightOf),
        below: histogram,
      },
      lowest,
      Math.max(lowest, background),
    ),
    pairs,
    similarities: pairs.map(({ similarity }) => similarity),
    distances: isOfVersions ? [] : distancesOf(run, pairs),
  }
}

/** Similarities between the random pairs and those that were looked for are as rare as the line from the one to the other says. */
function bridge(histogram: number[], lowest: number): void {
  const to = Math.floor(lowest * BINS)
  let from = to - 1
  while (from > 0 && !histogram[from]) from--
  const [high, low] = [Math.log1p(histogram[from] as number), Math.log1p(histogram[to] as number)]
  for (let i = from + 1; i < to; i++) histogram[i] = Math.expm1(high + ((low - high) * (i - from)) / (to - from))
}

/** Similarities of pairs of distinct texts that are drawn at random. */
function randomSimilarities(run: Run): Float64Array {
  const { distinct } = run.decisions.copies
  if (distinct.length < 2) return new Float64Array()
  const random = createRandom(1)
  const kernel = createKernel(kernelOptions(run.context.options))
  const pick = () => Math.floor(random() * distinct.length)
  const similarities: number[] = []
  for (let i = 0; i < RANDOM_PAIRS; i++) {
    const pair = [pick(), pick()]
    if (pair[0] === pair[1]) continue
    const [a, b] = run.context.textsOf(pair.map((number) => distinct[number] as number)).map(({ text }) => {
      kernel.load(text)
      return kernel.featureSet()
    }) as [ReturnType<typeof kernel.featureSet>, ReturnType<typeof kernel.featureSet>]
    similarities.push(measure(overlapOf(a, b), 'jaccard'))
  }
  return Float64Array.from(similarities)
}

function distancesOf(run: Run, pairs: readonly FoundPair[]): [number, number][] {
  const kernel = createKernel(kernelOptions(run.context.options))
  const step = Math.max(1, pairs.length / SIMHASH_PAIRS)
  return Array.from({ length: Math.floor(pairs.length / step) }, (_, i) => {
    const { a, b, similarity } = pairs[Math.floor(i * step)] as (typeof pairs)[number]
    const [left, right] = run.context.textsOf([a, b]).map(({ text }) => {
      kernel.load(text)
      return kernel.simhash(64, 'tf')
    }) as [bigint, bigint]
    return [similarity, hammingDistance(left, right)]
  })
}

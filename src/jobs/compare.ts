/** Two texts measured against each other in every way, for `compare`. */
import { combinedSimilarity } from '../comparing/combined.js'
import { countDifferences } from '../comparing/differences.js'
import { type Explanation, explain } from '../comparing/explain.js'
import { type Measure, measure, overlapOf, PLAIN_MEASURES, type SignatureMeasure } from '../comparing/measures.js'
import type { Passage } from '../comparing/passages.js'
import { estimateJaccard } from '../fingerprinting/minhash.js'
import { type Bits, hammingDistance } from '../fingerprinting/simhash.js'
import type { KernelExports } from '../kernel/exports.js'
import { createKernel, withKernel } from '../kernel/wasm.js'
import type { Decider } from '../methods/decision.js'
import { deciderOf, isAlike, methodOf } from '../methods/methods.js'
import { requireAlone, requireNoRowMeasure, requireTexts } from '../methods/refusals.js'
import { type WeakHash, weakHash } from '../methods/weak-hash.js'
import type { Options } from '../options/options.js'
import { featureSet, type StoredSet, similarity as similarityOf } from '../signing/feature-sets.js'
import { Fingerprinter } from '../signing/fingerprinter.js'
import { infoSimilarity, signInfo } from '../signing/info.js'
import { type IgnoredTotal, leftOutOf } from '../signing/lexicons.js'
import { DIGEST_BYTES, kernelOptions, signatureHex } from '../signing/signature.js'
import type { WeighableText } from '../signing/weigher.js'
import type { CorpusModel } from '../weighting/model.js'

export interface Comparison extends WeakHash {
  /** Whether the two are alike by the rule of the options: the one by which a batch and a live index judge. */
  readonly similar: boolean
  /** What decided: the chosen measure, or what signatures say where nothing is verified. */
  readonly decider: Decider
  /** The chosen measure, 0 to 1; exact, unless it is one of signatures. */
  readonly similarity: number
  readonly measure: Measure | SignatureMeasure
  readonly threshold: number
  /** Of each text, in characters (code points). */
  readonly sizes: readonly [left: number, right: number]
  readonly measures: Readonly<Record<(typeof PLAIN_MEASURES)[number], number>>
  /** Simhash fingerprints in hexadecimal. */
  readonly fingerprints: readonly [left: string, right: string]
  /** What the signatures say, for comparison: the Hamming distance of simhash and the estimate of minhash. */
  readonly distance: number
  readonly bits: Bits
  /** Differing bits that are allowed where the distance decides. */
  readonly maxDistance: number
  readonly estimate: number
  readonly numPerm: number
  readonly explanation: Explanation
  /** Under `ignore`: what was left out of both texts. Sizes, measures and places are those of the rest. */
  readonly ignored?: IgnoredTotal
}

/** A text, with what else a record says: its title, other information, and of a row its fields. */
export type Compared = WeighableText & { readonly text: string }

/**
 * Compares two texts by everything there is.
 *
 * @param model  for weights by document frequency
 * @throws {LeitongError} `OPTION_CONFLICT` for method `rare`, which only a batch has; `MODEL_NEEDED`, `TEXT_TOO_LARGE`
 */
export function compare(left: Compared, right: Compared, options: Options, model?: CorpusModel): Comparison {
  requireAlone(options, 'comparison')
  const { texts, ignored } = leaveOut([left, right], options)
  // What is left is not cut again: where two ends meet, a passage may stand that was not there.
  const rest = { ...options, ignore: [] }
  const compared = withKernel(kernelOptions(rest), (kernel) => compareIn(kernel, texts[0], texts[1], rest, model))
  return ignored ? { ...compared, ignored } : compared
}

/**
 * Two texts without the passages of `ignore`, and how much was left out; `ignored` is undefined without that option.
 *
 * @throws {LeitongError} `OPTION_CONFLICT` for rows, and errors of the files
 */
export function leaveOut(
  texts: readonly [left: Compared, right: Compared],
  options: Options,
): { readonly texts: readonly [left: Compared, right: Compared]; readonly ignored?: IgnoredTotal } {
  requireTexts(
    options,
    texts.some(({ row }) => row),
  )
  const leftOut = leftOutOf(options.ignore)
  if (!leftOut) return { texts }
  const [a, b] = [leftOut.cut(texts[0].text), leftOut.cut(texts[1].text)]
  return {
    texts: [
      { ...texts[0], text: a.text },
      { ...texts[1], text: b.text },
    ],
    ignored: { texts: Number(a.ignored > 0) + Number(b.ignored > 0), characters: a.ignored + b.ignored },
  }
}

function compareIn(kernel: KernelExports, left: Compared, right: Compared, options: Options, model: CorpusModel | undefined): Comparison {
  const { measure: by } = options
  requireNoRowMeasure(by, 'two texts have none')
  const fingerprinter = new Fingerprinter('bits', options, 'full', model, kernel)
  const fingerprint = (record: Compared) => {
    const entry = new Uint8Array(fingerprinter.entryBytes)
    fingerprinter.fingerprint(record, entry)
    return signatureHex('bits', entry, options)
  }
  const fingerprints = [fingerprint(left), fingerprint(right)] as const
  const distance = hammingDistance(BigInt(`0x${fingerprints[0]}`), BigInt(`0x${fingerprints[1]}`))

  const plain = createKernel(kernelOptions(options), kernel)
  const describe = ({ text }: Compared) => {
    plain.load(text)
    return { set: plain.featureSet(), minhash: plain.minhash(options.numPerm) }
  }
  const [a, b] = [describe(left), describe(right)]
  const overlap = overlapOf(a.set, b.set)
  const measures = Object.fromEntries(PLAIN_MEASURES.map((by) => [by, measure(overlap, by)])) as Comparison['measures']
  const similarity = similarityBy(by, options, measures, distance, {
    weighted: () => weightedSimilarity(left, right, fingerprinter),
    info: () => informationSimilarity(left, right, options),
  })
  const estimate = estimateJaccard(a.minhash, b.minhash)
  const decider = deciderOf(options)
  const evidence = {
    similarity: decider === 'estimate' ? estimate : similarity,
    distance,
    isEqual: decider === 'equality' && areEqual(left, right, options),
  }
  return {
    similar: isAlike(options, evidence),
    decider,
    similarity,
    measure: by,
    threshold: options.threshold,
    sizes: [codePoints(left.text), codePoints(right.text)],
    measures,
    fingerprints,
    distance,
    bits: options.bits,
    maxDistance: options.distance,
    estimate,
    numPerm: options.numPerm,
    explanation: explain(left.text, right.text, kernelOptions(options)),
    ...weakHash(options),
  }
}

/** Whether two records are one text after normalisation: then a search has one digest for both. */
function areEqual(left: Compared, right: Compared, options: Options): boolean {
  const fingerprinter = methodOf(options).createSigner(options, 'search')
  const [a, b] = [left, right].map((record) => {
    const entry = new Uint8Array(fingerprinter.entryBytes)
    fingerprinter.fingerprint(record, entry)
    return entry.subarray(0, DIGEST_BYTES)
  }) as [Uint8Array, Uint8Array]
  return a.every((byte, i) => byte === b[i])
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

function similarityBy(
  by: Measure | SignatureMeasure,
  { bits, mu }: Options,
  measures: Comparison['measures'],
  distance: number,
  { weighted, info }: { readonly weighted: () => number; readonly info: () => number | undefined },
): number {
  if (by === 'bits') return 1 - distance / bits
  if (by === 'combined') return combinedSimilarity(distance, info(), mu)
  return by === 'weighted' ? weighted() : measures[by]
}

function weightedSimilarity(left: Compared, right: Compared, fingerprinter: Fingerprinter): number {
  const [a, b] = [left, right].map((record) => featureSet(fingerprinter, record, 'weighted')) as [StoredSet, StoredSet]
  return similarityOf(fingerprinter.kernel, a, b, 'weighted', true)
}

/** Undefined where neither text has other information. */
function informationSimilarity(left: Compared, right: Compared, options: Options): number | undefined {
  return infoSimilarity(signInfo(left.info ?? [], options), signInfo(right.info ?? [], options), options)
}

/** The result as data: with a number of places, the passages end behind the last of them, and `cut` says so. */
export function printedComparison({ explanation, ...result }: Comparison, most: number | undefined) {
  const { passages } = explanation
  const counts = countDifferences(passages)
  const end = most === undefined ? passages.length : endOf(passages, most)
  return { ...result, differences: counts, explanation: { ...explanation, passages: passages.slice(0, end), cut: end < passages.length } }
}

function endOf(passages: readonly Passage[], most: number): number {
  let changed = 0
  const next = passages.findIndex(({ kind }) => kind === 'changed' && ++changed > most)
  return next < 0 ? passages.length : next
}

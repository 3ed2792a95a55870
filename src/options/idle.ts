/** Options that are taken and have no effect beside the others: who gives one means something else. */

import { bandProbability, missesPromised } from '../searching/bands.js'
import { BATCH } from './commands.js'
import { judgesRows } from './measures.js'
import { traitsOf } from './methods.js'
import type { OptionName, Options } from './options.js'
import { isSignatureMeasure } from './resolve.js'

/** The reason, as the option and value that it would need: `method simhash`. */
export type IdleReason = readonly [option: OptionName, ...values: string[]]

const SIMHASH: IdleReason = ['method', 'simhash']
const MINHASH: IdleReason = ['method', 'minhash']

type Rule = (options: Options) => IdleReason | undefined

const simhash: Rule = (options) => (traitsOf(options).signsBits ? undefined : SIMHASH)
/** Fingerprints that are made of texts. */
const computed: Rule = (options) => (traitsOf(options).isGiven ? SIMHASH : simhash(options))
const fingerprints: Rule = (options) =>
  traitsOf(options).isGiven && !traitsOf(options).holdsVectors ? undefined : ['fingerprintField', 'FIELD']
const vectors: Rule = (options) => (traitsOf(options).holdsVectors ? undefined : ['vectorField', 'FIELD'])
const minhash: Rule = (options) => (traitsOf(options).signsPositions ? undefined : MINHASH)
const rare: Rule = (options) => (traitsOf(options).needsBatch ? undefined : ['method', 'rare'])
const features: Rule = (options) =>
  traitsOf(options).hasFeatures && !traitsOf(options).isGiven ? undefined : ['method', 'minhash', 'simhash', 'rare']
const weighed: Rule = (options) => (options.measure === 'weighted' ? undefined : simhash(options))
const combined: Rule = (options) => (options.measure === 'combined' ? undefined : ['measure', 'combined'])

const RULES: Readonly<Partial<Record<OptionName, Rule>>> = {
  bits: computed,
  distance: computed,
  hash: computed,
  weight: weighed,
  idf: weighed,
  numPerm: minhash,
  bands: minhash,
  bandRows: minhash,
  rarest: rare,
  withCopies: rare,
  every: rare,
  mu: combined,
  infoSignature: combined,
  fingerprintBits: fingerprints,
  fingerprintEncoding: fingerprints,
  maxDistance: fingerprints,
  vectorDimensions: vectors,
  recall: vectors,
  ngram: features,
  charNgram: (options) => features(options) ?? (options.tokenizer === 'auto' ? undefined : ['tokenizer', 'auto']),
  measure: ({ measure, verify }) => (verify || isSignatureMeasure(measure) || measure === 'jaccard' ? undefined : ['verify', 'true']),
}

/** In a batch, rows that are judged by their fields are found by keys of fields: none of these is asked. */
const OF_TEXTS: IdleReason = ['measure', 'jaccard', 'multiset', 'cosine', 'weighted']
const OF_SIGNATURES: readonly OptionName[] = ['method', 'tokenizer', 'ngram', 'charNgram', 'bits', 'distance', 'hash', 'weight', 'idf']
const OF_SEARCH: readonly OptionName[] = ['numPerm', 'bands', 'bandRows', 'rarest', 'withCopies', 'every']
const UNUSED_BY_ROWS = new Set([...OF_SIGNATURES, ...OF_SEARCH])

/** The share of the pairs at the threshold that bands of minhash find, where it is less than is promised; undefined elsewhere. */
export function lowShare({ method, measure, threshold, verify, bands, bandRows }: Options): number | undefined {
  if (!traitsOf({ method }).signsPositions || !verify || judgesRows({ measure })) return undefined
  const chosen = { bands, rows: bandRows }
  return missesPromised(threshold, chosen) ? bandProbability(threshold, chosen) : undefined
}

/**
 * Options that were named and do nothing.
 *
 * @param named    by the caller: what a profile states is not counted
 * @param command  which takes them; an index finds rows by their signatures, a batch does not
 * @example idleOptions(options, ['bits']) // [['bits', ['method', 'simhash']]] where the method is minhash
 */
export function idleOptions(
  options: Options,
  named: readonly OptionName[],
  command: string = BATCH[0],
): (readonly [OptionName, IdleReason])[] {
  const findsByFields = judgesRows(options) && BATCH.some((batch) => batch === command)
  return [...new Set(named)].flatMap((name) => {
    const reason = findsByFields && UNUSED_BY_ROWS.has(name) ? OF_TEXTS : RULES[name]?.(options)
    return reason ? [[name, reason] as const] : []
  })
}

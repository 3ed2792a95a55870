/** Options that are taken and have no effect beside the others: who gives one means something else. */

import { BATCH } from '../options/commands.js'
import type { OptionName, Options } from '../options/options.js'
import { bandProbability, missesPromised } from '../searching/bands.js'
import { isSignatureMeasure } from './derive.js'
import type { Asked, Method } from './method.js'
import { METHODS, methodOf, proposerOf } from './methods.js'

/** The reason, as the option and value that it would need: `method simhash`. */
export type IdleReason = Asked

type Rule = (options: Options) => IdleReason | undefined

/** Options that also depend on others than the method. */
const RULES: Readonly<Partial<Record<OptionName, Rule>>> = {
  weight: (options) => (options.measure === 'weighted' ? undefined : ofOthers('weight', options)),
  idf: (options) => (options.measure === 'weighted' ? undefined : ofOthers('idf', options)),
  mu: combined,
  numPerm: ofBands('numPerm'),
  bands: ofBands('bands'),
  bandRows: ofBands('bandRows'),
  infoSignature: combined,
  charNgram: (options) =>
    ofOthers('charNgram', options) ??
    (options.tokenizer === 'auto' || options.tokenizer === 'script' ? undefined : ['tokenizer', 'auto', 'script']),
  measure: ({ measure, verify }) => (verify || isSignatureMeasure(measure) || measure === 'jaccard' ? undefined : ['verify', 'true']),
}

/** A join asks for no signature. */
function ofBands(name: OptionName): Rule {
  return (options) => ofOthers(name, options) ?? (options.complete ? ['complete', 'false'] : undefined)
}

function combined({ measure }: Options): IdleReason | undefined {
  return measure === 'combined' ? undefined : ['measure', 'combined']
}

/** Names of the methods whose option it is; none for an option of all. */
export const methodsOf = (name: OptionName): readonly string[] =>
  Object.values(METHODS).flatMap((method: Method) => (method.own.includes(name) ? [method.name] : []))

/** How one asks for the methods whose option it is; undefined where it is one of the method of the options, or of none. */
function ofOthers(name: OptionName, options: Options): IdleReason | undefined {
  const owners = Object.values(METHODS).filter((method: Method) => method.own.includes(name))
  if (!owners.length || proposerOf(options).own.includes(name)) return undefined
  const named = owners.filter(({ asked: [option] }) => option === 'method')
  return named.length ? ['method', ...named.flatMap(({ asked: [, ...values] }) => values)] : owners[0]?.asked
}

/** In a batch, rows that are judged by their fields are found by keys of fields: none of these is asked. */
const OF_TEXTS: IdleReason = ['measure', 'jaccard', 'multiset', 'cosine', 'weighted']
const OF_SIGNATURES: readonly OptionName[] = ['method', 'tokenizer', 'ngram', 'charNgram', 'bits', 'distance', 'hash', 'weight', 'idf']
const OF_SEARCH: readonly OptionName[] = ['numPerm', 'bands', 'bandRows', 'rarest', 'withCopies', 'every']
const UNUSED_BY_ROWS = new Set([...OF_SIGNATURES, ...OF_SEARCH])

/** The share of the pairs at the threshold that bands of minhash find, where it is less than is promised; undefined elsewhere. */
export function lowShare({ method, measure, complete, threshold, verify, bands, bandRows }: Options): number | undefined {
  const { form, reads } = methodOf({ method, measure, complete })
  if (form !== 'positions' || reads === 'values' || !verify) return undefined
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
  const findsByFields = methodOf(options).reads === 'values' && BATCH.some((batch) => batch === command)
  return [...new Set(named)].flatMap((name) => {
    const reason = findsByFields && UNUSED_BY_ROWS.has(name) ? OF_TEXTS : RULES[name] ? RULES[name](options) : ofOthers(name, options)
    return reason ? [[name, reason] as const] : []
  })
}

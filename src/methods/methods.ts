/** The shelf of methods. A new one is a file beside these, a line here, and a line for its search in searches.ts. */

import { unreachable } from '../errors.js'
import { measureTraits } from '../options/measures.js'
import { DEFAULT_METHOD } from '../options/methods.js'
import type { Options } from '../options/options.js'
import { signatureBytes as bytesOf, type EntryContent, signatureHex as hexOf, infoBytes as infoBytesOf } from '../signing/signature.js'
import { needsModel as needs } from '../signing/weigher.js'
import { complete } from './complete/complete.js'
import { features } from './containment/features.js'
import { type Decider, type Evidence, isAlike as isAlikeBy } from './decision.js'
import { exact } from './exact.js'
import { fingerprints } from './given/fingerprints.js'
import { vectors } from './given/vectors.js'
import type { Method } from './method.js'
import { minhash } from './minhash/minhash.js'
import { rare } from './rare/rare.js'
import { rowsBy } from './rows/rows.js'
import { simhash } from './simhash/simhash.js'

/** In the order of the help. */
export const METHODS = { minhash, simhash, exact, rare, features, fingerprints, vectors } satisfies Readonly<Record<string, Method>>

export type MethodName = keyof typeof METHODS
export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[]

type Named = { readonly method?: string | undefined; readonly measure?: Options['measure']; readonly complete?: boolean }

/** The method that options name, whatever their measure: in an index of rows the one that proposes. */
export const proposerOf = ({ method = DEFAULT_METHOD }: Pick<Named, 'method'>): Method =>
  (METHODS as Readonly<Record<string, Method>>)[method] ?? unreachable(`method ${method}`)

/** Rows by each proposer, made when first asked for. */
const ROWS = new Map<Method, Method>()

/**
 * The method of options: a join of features where `complete` is asked, rows under a measure of rows, else the one that they name; the default method where they name none.
 *
 * @example methodOf({ method: 'rare' }).name // 'rare'
 */
export function methodOf(options: Named): Method {
  const proposer = proposerOf(options)
  if (options.complete && proposer === minhash) return complete
  // What a caller names a measure may be none.
  if (options.measure === undefined || measureTraits({ measure: options.measure })?.judges !== 'rows') return proposer
  const rows = ROWS.get(proposer) ?? rowsBy(proposer)
  ROWS.set(proposer, rows)
  return rows
}

/**
 * Names everything that a signature depends on. Two signatures are comparable only when their names are equal.
 *
 * @example 'leitong1 simhash bits=64 weight=tf tokenizer=auto ngram=3,5 normalize=nfkc+case seed=0 unicode=17.0.0'
 */
export const signatureName = (options: Options): string => `leitong1 ${methodOf(options).signs(options)}`

/** Bytes of the signature in an entry. */
export const signatureBytes = (options: Options, content: EntryContent): number => bytesOf(methodOf(options).form, options, content)

/** Bytes of the band keys with which a signature begins. */
export const bandBytes = (options: Options): number => (methodOf(options).form === 'positions' ? options.bands * 4 : 0)

/** Whether signing hands over features of a text, or its vector, beside the entry. */
export function hasGrams(options: Options): boolean {
  const { form, given } = methodOf(options)
  return form === 'features' || given !== undefined
}

/** Bytes of the signature of other information, behind the fingerprint. */
export const infoBytes = (options: Options): number => infoBytesOf(methodOf(options).form, options)

/** The signature of an entry in full as hexadecimal digits: a number of `bits`, 8 digits for each MinHash position, or the digest. */
export const signatureHex = (entry: Uint8Array, options: Options): string => hexOf(methodOf(options).form, entry, options)

/** Whether weights ask how many documents have a feature. */
export const needsModel = (options: Options): boolean => needs(methodOf(options).form, options)

/** What decides whether two are alike under options. @example deciderOf({ method: 'simhash', measure: 'jaccard', verify: false }) // 'distance' */
export const deciderOf = (options: Named & Pick<Options, 'measure' | 'verify'>): Decider => methodOf(options).decider(options)

/** Whether a pair is alike by the rule of the options. */
export const isAlike = (options: Named & Pick<Options, 'measure' | 'verify' | 'threshold' | 'distance'>, evidence: Evidence): boolean =>
  isAlikeBy(deciderOf(options), options, evidence)

/** Whether two texts can be compared without others: not where their similarity depends on a batch, or signatures come with records. */
export const comparesAlone = (options: Named): boolean => methodOf(options).alone?.comparison === undefined

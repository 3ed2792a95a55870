/** Names of signatures, which say all that they depend on, and the layout of the bytes of an entry. */

import { fingerprintBytes } from '../fingerprinting/simhash.js'
import { hexOfBytes, hexOfWords } from '../hashing/bits.js'
import { DIGEST_BYTES } from '../kernel/entry-block.js'
import type { KernelOptions } from '../kernel/kernel.js'
import type { FeatureOptions } from '../options/features.js'
import { judgesRows, measureTraits } from '../options/measures.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'
import type { SignatureOptions } from '../options/signatures.js'
import { identify, lexiconName } from '../tokenizing/lexicon.js'
import { UNICODE_VERSION } from '../tokenizing/unicode.js'
import { factorsName } from '../weighting/factors.js'
import { WEIGHTS } from '../weighting/weights.js'
import { leftOutOf, lexiconOf, markersOf, markingLexiconOf } from './lexicons.js'

export function kernelOptions(options: FeatureOptions & Pick<SignatureOptions, 'seed'> & Partial<SignatureOptions>): KernelOptions {
  const { tokenizer, ngram, charNgram, normalize, seed, weight, markers, onlyMarkers, marked = 'sentence' } = options
  const marks = weight !== undefined && WEIGHTS[weight].needsRecord && markers && onlyMarkers !== undefined
  const lexicon = marks ? markingLexiconOf({ ...options, markers, onlyMarkers, marked }) : lexiconOf(options)
  return { tokenizer, ngram, charNgram, normalize, seed, ...(lexicon ? { lexicon } : {}) }
}

/**
 * Names everything that a signature depends on. Two signatures are comparable only when their names are equal.
 *
 * @example 'leitong1 simhash bits=64 weight=tf tokenizer=auto ngram=3,5 normalize=nfkc+case seed=0 unicode=17.0.0'
 */
export function signatureName(options: Options): string {
  const { profile, method, numPerm } = options
  const { signsBits, signsPositions, isGiven } = traitsOf(options)
  if (judgesRows(options))
    return `leitong1 rows measure=${options.measure}${measureTraits(options).learns ? ` model=${options.model}` : ''}`
  // Since remainders go through a double, as in the program, words of 9 and more characters have other bits.
  if (profile === 'blog' && signsBits) return `leitong1 simhash profile=blog/2 bits=${options.bits}${ignoredName(options)}`
  if (isGiven) return `leitong1 ${method} ${givenName(options)}`
  const kind = signsBits ? simhashName(options) : signsPositions ? `minhash num_perm=${numPerm}` : method
  return `leitong1 ${kind} ${featuresName(options)}${ignoredName(options)}`
}

/** A name for a list of words: equal for equal lists. */
const markersName = (options: Options): string => identify(new TextEncoder().encode([...markersOf(options)].sort().join('\n'))).slice(0, 16)

/** Names passages that are left out of texts, wherever their files lie; empty where there are none. */
function ignoredName({ ignore }: Options): string {
  const leftOut = leftOutOf(ignore)
  return leftOut ? ` ignore=${leftOut.name}` : ''
}

/** Fingerprints say for themselves what they are; of vectors the planes are named. */
const givenName = ({ method, bits, seed, fingerprintBits, vectorDimensions }: Options): string =>
  traitsOf({ method }).holdsVectors
    ? `planes=${bits} seed=${seed} dimensions=${vectorDimensions ?? 'any'}`
    : `bits=${fingerprintBits ?? 'any'}`

function simhashName(options: Options): string {
  const { bits, weight, hash, idf, model, minDocuments, marked, factors, measure, infoSignature, infoField, numPerm } = options
  const parts = [`simhash bits=${bits} weight=${weight}`]
  // Every occurrence adds its level; once, a word had that of its first.
  if (WEIGHTS[weight].needsOccurrences) parts.push('levels=sum')
  if (WEIGHTS[weight].needsModel) parts.push(`idf=${idf} model=${model}`)
  if (WEIGHTS[weight].needsModel && minDocuments > 1) parts.push(`min-documents=${minDocuments}`)
  if (WEIGHTS[weight].needsRecord) parts.push(`markers=${markersName(options)} marked=${marked} factors=${factorsName(factors)} titles`)
  if (hash !== 'lane64') parts.push(`hash=${hash}`)
  if (measure === 'combined' && infoField.length) parts.push(`info=${infoSignature === 'rotations' ? 'rotations' : numPerm}`)
  return parts.join(' ')
}

/** Names everything that features depend on. */
export function featuresName(options: FeatureOptions & Pick<SignatureOptions, 'method' | 'seed'>): string {
  const { tokenizer, ngram, charNgram, normalize, seed } = options
  const grams = !traitsOf(options).hasFeatures ? '' : ` ngram=${tokenizer === 'auto' ? `${ngram},${charNgram}` : ngram}`
  const lexicon = lexiconOf(options)
  const words = lexicon ? ` ${lexiconName(lexicon)}` : ''
  return `tokenizer=${tokenizer}${words}${grams} normalize=${normalize.join('+') || 'none'} seed=${seed} unicode=${UNICODE_VERSION}`
}

/** An entry begins with its digest; the signature stands behind it. Wherever entries are read, the kernel's size holds. */
export { DIGEST_BYTES }

/** How much of a signature an entry holds: as much as the search needs, or all of it. */
export type EntryContent = 'search' | 'full'

/** Bytes of the signature in an entry: a fingerprint; of minhash its band keys and low bytes, or all positions. */
export function signatureBytes(options: Options, content: EntryContent): number {
  const { bits, bands, numPerm } = options
  const { signsBits, signsPositions } = traitsOf(options)
  if (signsBits) return fingerprintBytes(bits) + infoBytes(options)
  if (!signsPositions) return 0
  return content === 'full' ? numPerm * 4 : bands * 4 + numPerm
}

/** Bytes of a signature by rotations: one for each of the 100 functions of wang2019. */
export const ROTATIONS = 100

/** Bytes of the signature of other information, behind the fingerprint. */
export function infoBytes({ method, measure, infoField, infoSignature, numPerm }: Options): number {
  if (!traitsOf({ method }).signsBits || measure !== 'combined' || !infoField.length) return 0
  return infoSignature === 'rotations' ? ROTATIONS : numPerm * 4
}

/** The signature of an entry in full as hexadecimal digits: a number of `bits`, 8 digits for each MinHash position, or the digest. */
export function signatureHex(entry: Uint8Array, { method, bits }: SignatureOptions): string {
  const { signsBits, signsPositions } = traitsOf({ method })
  if (!signsBits && !signsPositions) return hexOfBytes(entry.subarray(0, DIGEST_BYTES))
  const signature = entry.slice(DIGEST_BYTES)
  // Little endian, so digits of greatest worth come first; other information has no digits.
  if (signsBits) return hexOfBytes(signature.subarray(0, fingerprintBytes(bits)).reverse()).slice(-Math.ceil(bits / 4))
  return hexOfWords(new Uint32Array(signature.buffer))
}

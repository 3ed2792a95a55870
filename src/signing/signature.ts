/** What a signature depends on, and how its bytes lie in a row. */

import { fingerprintBytes } from '../fingerprinting/simhash.js'
import { hexOfBytes, hexOfWords } from '../hashing/bits.js'
import type { KernelOptions } from '../kernel/kernel.js'
import type { FeatureOptions } from '../options/features.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'
import type { SignatureOptions } from '../options/signatures.js'
import { lexiconName } from '../tokenizing/lexicon.js'
import { UNICODE_VERSION } from '../tokenizing/unicode.js'
import { WEIGHTS } from '../weighting/weights.js'
import { lexiconOf } from './lexicons.js'

export function kernelOptions(options: FeatureOptions & Pick<SignatureOptions, 'seed'>): KernelOptions {
  const { tokenizer, ngram, charNgram, normalize, seed } = options
  const lexicon = lexiconOf(options)
  return { tokenizer, ngram, charNgram, normalize, seed, ...(lexicon ? { lexicon } : {}) }
}

/**
 * Names everything that a signature depends on. Two signatures are comparable only when their names are equal.
 *
 * @example 'leitong1 simhash bits=64 weight=tf tokenizer=auto ngram=3,5 normalize=nfkc+case seed=0 unicode=17.0.0'
 */
export function signatureName(options: Options): string {
  const { profile, method, numPerm } = options
  const { signsBits, signsPositions } = traitsOf(options)
  if (profile === 'blog' && signsBits) return `leitong1 simhash profile=blog bits=${options.bits}`
  const kind = signsBits ? simhashName(options) : signsPositions ? `minhash num_perm=${numPerm}` : method
  return `leitong1 ${kind} ${featuresName(options)}`
}

function simhashName({ bits, weight, hash, idf, model, measure, infoSignature, infoField, numPerm }: Options): string {
  const parts = [`simhash bits=${bits} weight=${weight}`]
  if (WEIGHTS[weight].needsModel) parts.push(`idf=${idf} model=${model}`)
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

/** A row: 16 bytes of digest, then the signature. */
export const DIGEST_BYTES = 16

/** What a row holds of a signature: what the search needs, or all of it. */
export type EntryContent = 'search' | 'full'

/** Bytes of the signature in a row: a fingerprint; of minhash its band keys and low bytes, or all positions. */
export function signatureBytes(options: Options, content: EntryContent): number {
  const { bits, bands, numPerm } = options
  const { signsBits, signsPositions } = traitsOf(options)
  if (signsBits) return fingerprintBytes(bits) + infoBytes(options)
  if (!signsPositions) return 0
  return content === 'full' ? numPerm * 4 : bands * 4 + numPerm
}

/** Rotations of wang2019, which has so many functions. */
export const ROTATIONS = 100

/** Bytes of the signature of other information, behind the fingerprint. */
export function infoBytes({ method, measure, infoField, infoSignature, numPerm }: Options): number {
  if (!traitsOf({ method }).signsBits || measure !== 'combined' || !infoField.length) return 0
  return infoSignature === 'rotations' ? ROTATIONS : numPerm * 4
}

/** A signature as hexadecimal digits: a number of `bits`, 8 digits for each MinHash position, or the digest. */
export function signatureHex(row: Uint8Array, { method, bits }: SignatureOptions): string {
  const { signsBits, signsPositions } = traitsOf({ method })
  if (!signsBits && !signsPositions) return hexOfBytes(row.subarray(0, DIGEST_BYTES))
  const signature = row.slice(DIGEST_BYTES)
  // Little endian: digits of greatest worth first, of other information nothing.
  if (signsBits) return hexOfBytes(signature.subarray(0, bits / 8).reverse())
  return hexOfWords(new Uint32Array(signature.buffer))
}

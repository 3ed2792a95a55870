/** What signatures depend on, as names, and the layout of the bytes of an entry. */

import { fingerprintBytes } from '../fingerprinting/simhash.js'
import { hexOfBytes, hexOfWords } from '../hashing/bits.js'
import { DIGEST_BYTES } from '../kernel/entry-block.js'
import type { KernelOptions } from '../kernel/kernel.js'
import type { FeatureOptions } from '../options/features.js'
import type { Form } from '../options/methods.js'
import type { Options } from '../options/options.js'
import type { SignatureOptions } from '../options/signatures.js'
import { lexiconName } from '../tokenizing/lexicon.js'
import { UNICODE_VERSION } from '../tokenizing/unicode.js'
import { WEIGHTS } from '../weighting/weights.js'
import { leftOutOf, lexiconOf, markingLexiconOf } from './lexicons.js'

export function kernelOptions(options: FeatureOptions & Pick<SignatureOptions, 'seed'> & Partial<SignatureOptions>): KernelOptions {
  const { tokenizer, ngram, charNgram, normalize, seed, weight, markers, onlyMarkers, marked = 'sentence' } = options
  const marks = weight !== undefined && WEIGHTS[weight].needsRecord && markers && onlyMarkers !== undefined
  const lexicon = marks ? markingLexiconOf({ ...options, markers, onlyMarkers, marked }) : lexiconOf(options)
  return { tokenizer, ngram, charNgram, normalize, seed, ...(lexicon ? { lexicon } : {}) }
}

/** Names passages that are left out of texts, wherever their files lie; empty where there are none. */
export function ignoredName({ ignore }: Options): string {
  const leftOut = leftOutOf(ignore)
  return leftOut ? ` ignore=${leftOut.name}` : ''
}

/**
 * Names everything that features depend on.
 *
 * @param isWhole  whether a text is one feature: then nothing is cut
 */
export function featuresName(options: FeatureOptions & Pick<SignatureOptions, 'seed'>, isWhole = false): string {
  const { tokenizer, ngram, charNgram, normalize, seed } = options
  const grams = isWhole ? '' : ` ngram=${tokenizer === 'auto' || tokenizer === 'script' ? `${ngram},${charNgram}` : ngram}`
  const lexicon = lexiconOf(options)
  const words = lexicon ? ` ${lexiconName(lexicon)}` : ''
  return `tokenizer=${tokenizer}${words}${grams} normalize=${normalize.join('+') || 'none'} seed=${seed} unicode=${UNICODE_VERSION}`
}

/** An entry begins with its digest; the signature stands behind it. Wherever entries are read, the kernel's size holds. */
export { DIGEST_BYTES }

/** How much of a signature an entry holds: as much as the search needs, or all of it. */
export type EntryContent = 'search' | 'full'

/** Bytes of the signature in an entry: a fingerprint; of minhash its band keys and low bytes, or all positions. */
export function signatureBytes(form: Form, options: Options, content: EntryContent): number {
  const { bits, bands, numPerm } = options
  if (form === 'bits') return fingerprintBytes(bits) + infoBytes(form, options)
  if (form !== 'positions') return 0
  return content === 'full' ? numPerm * 4 : bands * 4 + numPerm
}

/** Bytes of a signature by rotations: one for each of the 100 functions of wang2019. */
export const ROTATIONS = 100

/** Bytes of the signature of other information, behind the fingerprint. */
export function infoBytes(form: Form, { measure, infoField, infoSignature, numPerm }: Options): number {
  if (form !== 'bits' || measure !== 'combined' || !infoField.length) return 0
  return infoSignature === 'rotations' ? ROTATIONS : numPerm * 4
}

/** The signature of an entry in full as hexadecimal digits: a number of `bits`, 8 digits for each MinHash position, or the digest. */
export function signatureHex(form: Form, entry: Uint8Array, { bits }: Pick<SignatureOptions, 'bits'>): string {
  if (form !== 'bits' && form !== 'positions') return hexOfBytes(entry.subarray(0, DIGEST_BYTES))
  const signature = entry.slice(DIGEST_BYTES)
  // Little endian, so digits of greatest worth come first; other information has no digits.
  if (form === 'bits') return hexOfBytes(signature.subarray(0, fingerprintBytes(bits)).reverse()).slice(-Math.ceil(bits / 4))
  return hexOfWords(new Uint32Array(signature.buffer))
}

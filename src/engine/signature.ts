/** What a signature depends on, and how its bytes lie in a row. */
import type { KernelOptions } from '../kernel/kernel.js'
import { lexiconName } from '../tokenizing/lexicon.js'
import { UNICODE_VERSION } from '../tokenizing/unicode.js'
import { lexiconOf } from './lexicons.js'
import type { Options } from './options.js'

export function kernelOptions(options: Options): KernelOptions {
  const { tokenizer, ngram, charNgram, normalize, seed } = options
  const lexicon = lexiconOf(options)
  return { tokenizer, ngram, bareNgram: charNgram, normalize, seed, ...(lexicon ? { lexicon } : {}) }
}

/**
 * Names everything that a signature depends on. Two signatures are comparable only when their names are equal.
 *
 * @example 'leitong1 simhash bits=64 weight=tf tokenizer=auto ngram=3,5 normalize=nfkc+case seed=0 unicode=17.0.0'
 */
export function signatureName(options: Options): string {
  const { method, bits, weight, numPerm, tokenizer, ngram, charNgram, normalize, seed } = options
  const kind =
    method === 'simhash' ? `simhash bits=${bits} weight=${weight}` : method === 'minhash' ? `minhash num_perm=${numPerm}` : 'exact'
  const grams = method === 'exact' ? '' : ` ngram=${tokenizer === 'auto' ? `${ngram},${charNgram}` : ngram}`
  const lexicon = lexiconOf(options)
  const words = lexicon ? ` ${lexiconName(lexicon)}` : ''
  return `leitong1 ${kind} tokenizer=${tokenizer}${words}${grams} normalize=${normalize.join('+') || 'none'} seed=${seed} unicode=${UNICODE_VERSION}`
}

/** A row: 16 bytes of digest, then the signature. */
export const DIGEST_BYTES = 16

/** What a row holds of a signature: what the search needs, or all of it. */
export type RowContent = 'search' | 'full'

/** Bytes of the signature in a row: a fingerprint; of minhash its band keys and low bytes, or all positions. */
export function signatureBytes({ method, bits, bands, numPerm }: Options, content: RowContent): number {
  if (method === 'simhash') return bits / 8
  if (method === 'exact') return 0
  return content === 'full' ? numPerm * 4 : bands * 4 + numPerm
}

/** A signature as hexadecimal digits: a number of `bits`, 8 digits for each MinHash position, or the digest. */
export function signatureHex(row: Uint8Array, { method }: Options): string {
  if (method === 'exact') return hex(row.subarray(0, DIGEST_BYTES))
  const signature = row.slice(DIGEST_BYTES)
  if (method === 'simhash') return hex(signature.reverse())
  return Array.from(new Uint32Array(signature.buffer), (value) => value.toString(16).padStart(8, '0')).join('')
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

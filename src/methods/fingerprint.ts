/** The signature of one text, with a name of all that it depends on, so that unlike ones are never compared. */
import { LeitongError } from '../errors.js'
import { estimateJaccard } from '../fingerprinting/minhash.js'
import { hammingDistance } from '../fingerprinting/simhash.js'
import type { KernelExports } from '../kernel/exports.js'
import { withKernel } from '../kernel/wasm.js'
import type { Options } from '../options/options.js'
import type { Fingerprinter } from '../signing/fingerprinter.js'
import { kernelOptions } from '../signing/signature.js'
import type { WeighableText } from '../signing/weigher.js'
import type { CorpusModel } from '../weighting/model.js'
import { methodOf, signatureHex, signatureName } from './methods.js'
import { requireAlone } from './refusals.js'

export interface Signature {
  /** Everything the signature depends on; two signatures are comparable when their names are equal. */
  readonly name: string
  /** Hexadecimal: a simhash of `bits` bits, 8 digits for each MinHash position, or a digest of 128 bits. */
  readonly fingerprint: string
  /** How many features it was made from; 0 for the empty text. */
  readonly features: number
}

type Fingerprint = (record: WeighableText | string | Uint8Array) => Signature

/**
 * A function that signs one text after the other with the same options. It has a kernel of its own as long as it lives, of which
 * a browser has room for about a hundred.
 *
 * @param model  for weights by document frequency
 * @throws {LeitongError} `OPTION_CONFLICT` for method `rare`, `MODEL_NEEDED`; errors of dictionaries
 */
export function createFingerprinter(options: Options, model?: CorpusModel): Fingerprint {
  return signerOf(options, model)
}

/**
 * The signature of one text, from a kernel that is borrowed for it.
 *
 * @throws {LeitongError} as {@link createFingerprinter}, and `TEXT_TOO_LARGE`
 */
export function fingerprintOne(record: WeighableText | string | Uint8Array, options: Options, model?: CorpusModel): Signature {
  return withKernel(kernelOptions(options), (kernel) => signerOf(options, model, kernel)(record))
}

function signerOf(given: Options, model: CorpusModel | undefined, kernel?: KernelExports): Fingerprint {
  requireAlone(given, 'signature', ': there is no signature of one text')
  // Weights make fingerprints of bits only: nobody has to bring the model of a measure by weights for other methods.
  const options: Options = methodOf(given).form === 'bits' ? given : { ...given, measure: 'jaccard' }
  const name = signatureName(options)
  const fingerprinter = methodOf(options).createSigner(options, 'full', model, kernel) as Pick<Fingerprinter, 'entryBytes' | 'fingerprint'>
  const entry = new Uint8Array(fingerprinter.entryBytes)
  return (record) => {
    const { features } = fingerprinter.fingerprint(
      typeof record === 'string' || record instanceof Uint8Array ? { text: record } : record,
      entry,
    )
    return { name, fingerprint: signatureHex(entry, options), features }
  }
}

function checkNames(left: Signature, right: Signature, method: string): void {
  if (left.name !== right.name) throw new LeitongError('SIGNATURES_UNLIKE', left.name, right.name)
  if (!left.name.includes(` ${method} `)) throw new LeitongError('SIGNATURES_UNLIKE', left.name, `a ${method} signature`)
}

/**
 * Differing bits of two simhash signatures.
 *
 * @throws {LeitongError} `SIGNATURES_UNLIKE` when they were made with unlike options or are no simhash
 */
export function distanceBetween(left: Signature, right: Signature): number {
  checkNames(left, right, 'simhash')
  return hammingDistance(BigInt(`0x${left.fingerprint}`), BigInt(`0x${right.fingerprint}`))
}

/**
 * Estimated Jaccard similarity of two MinHash signatures.
 *
 * @throws {LeitongError} `SIGNATURES_UNLIKE` when they were made with unlike options or are no MinHash
 */
export function estimateBetween(left: Signature, right: Signature): number {
  checkNames(left, right, 'minhash')
  const [a, b] = [left, right].map(({ fingerprint }) =>
    Uint32Array.from(fingerprint.match(/.{8}/g) ?? [], (digits) => Number.parseInt(digits, 16)),
  ) as [Uint32Array, Uint32Array]
  return estimateJaccard(a, b)
}

/** One text's signature, with a name that says what it depends on, so that unlike ones are never compared. */
import { LeitongError } from '../errors.js'
import { estimateJaccard } from '../fingerprinting/minhash.js'
import { hammingDistance } from '../fingerprinting/simhash.js'
import { hex } from '../hashing/bits.js'
import type { SimhashWeight } from '../kernel/kernel.js'
import { createKernel, sharedKernel } from '../kernel/wasm.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'
import type { CorpusModel } from '../weighting/model.js'
import { kernelOptions, signatureName } from './signature.js'
import { needsWeighing, sharedWeigher, type WeighableText } from './weigher.js'

export interface Signature {
  /** Everything the signature depends on; two signatures are comparable when their names are equal. */
  readonly name: string
  /** Hexadecimal: a simhash of `bits` bits, 8 digits for each MinHash position, or a digest of 128 bits. */
  readonly fingerprint: string
  /** How many features it was made from; 0 for the empty text. */
  readonly features: number
}

/**
 * A function that signs one text after the other with the same options.
 *
 * @param model  for weights by document frequency
 */
export function createFingerprinter(options: Options, model?: CorpusModel): (record: WeighableText | string | Uint8Array) => Signature {
  const name = signatureName(options)
  const { method, bits, weight, numPerm } = options
  const { signsBits, signsPositions, needsBatch } = traitsOf(options)
  if (needsBatch)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `method "${method}" looks at the features of a whole batch: there is no signature of one text`,
    )
  const weighed = signsBits && needsWeighing(options)
  const weigher = weighed ? sharedWeigher(options, model).weigher : undefined
  return (record) => {
    const signable = typeof record === 'string' || record instanceof Uint8Array ? { text: record } : record
    if (weigher) {
      const { fingerprint, features } = weigher.fingerprint(signable)
      return { name, fingerprint: hex(fingerprint, bits / 4), features }
    }
    const kernel = createKernel(kernelOptions(options), sharedKernel())
    const features = kernel.load(signable.text)
    if (signsBits) return { name, fingerprint: hex(kernel.simhash(bits, weight as SimhashWeight), bits / 4), features }
    if (signsPositions)
      return { name, fingerprint: Array.from(kernel.minhash(numPerm), (value) => hex(BigInt(value), 8)).join(''), features }
    return { name, fingerprint: Array.from(kernel.digest(), (byte) => hex(BigInt(byte), 2)).join(''), features }
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

/** Signatures of other information: the keywords, tags and references of a document. */
import { minhash } from '../fingerprinting/minhash.js'
import { rotations } from '../fingerprinting/rotations.js'
import { lane64 } from '../hashing/lane64.js'
import type { Options } from '../options/options.js'
import { signedBytes } from '../tokenizing/surrogates.js'
import { ROTATIONS } from './signature.js'

/** The bytes of a signature, as many as `infoBytes` says. */
export function signInfo(elements: readonly string[], { infoSignature, numPerm, seed }: Options): Uint8Array {
  const hashes = elements.map((element) => lane64(signedBytes(element), BigInt(seed)))
  // The source numbers elements by the row of a matrix of all documents; here an element has a number of its own.
  if (infoSignature === 'rotations') return rotations(new Set(hashes.map((hash) => Number(hash >> 32n))), ROTATIONS)
  return new Uint8Array(minhash(hashes, numPerm).buffer)
}

/** Whether a signature is of no elements. */
const isEmpty = (signature: Uint8Array, width: number) => signature.subarray(0, width).every((byte) => byte === 255)

/**
 * The estimated Jaccard similarity of two such signatures.
 *
 * @returns undefined when both are of no elements, 0 when one is
 */
export function infoSimilarity(left: Uint8Array, right: Uint8Array, { infoSignature }: Pick<Options, 'infoSignature'>): number | undefined {
  const width = infoSignature === 'rotations' ? 1 : 4
  const [noLeft, noRight] = [isEmpty(left, width), isEmpty(right, width)]
  if (noLeft || noRight) return noLeft && noRight ? undefined : 0
  let equal = 0
  for (let at = 0; at < left.length; at += width) {
    let same = true
    for (let byte = 0; byte < width; byte++) same &&= left[at + byte] === right[at + byte]
    if (same) equal++
  }
  return equal / (left.length / width)
}

/** The digest that says whether two texts are equal after normalisation, in 16 bytes in place of the texts. */
import { siphash128 } from '../hashing/siphash.js'

/** Any key does; another one would make other digests, which stored indexes could no longer find. */
const KEY = [0x6c6569746f6e6721n, 0x939a968b909198den] as const

/**
 * The exact digest of a document: 128 bits over its token text, so that texts equal after normalisation (and, for words,
 * after cutting) have one digest. SipHash-1-3 under a fixed key.
 *
 * @returns 16 bytes
 */
export function exactDigest(tokenText: Uint8Array): Uint8Array<ArrayBuffer> {
  const digest = new Uint8Array(16)
  siphash128(tokenText, KEY).forEach((half, i) => {
    new DataView(digest.buffer).setBigUint64(8 * i, half, true)
  })
  return digest
}

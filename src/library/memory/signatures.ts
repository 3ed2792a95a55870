/** Signatures in memory, row by row as they were signed: a digest, band keys or a fingerprint, and what follows. */
import { withRoom } from '../../hashing/typed-list.js'
import type { SearchedSignatures } from '../../methods/method.js'
import { bandBytes, infoBytes, signatureBytes } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { DIGEST_BYTES } from '../../signing/signature.js'

export class MemorySignatures implements SearchedSignatures {
  /** Bytes of a row. */
  readonly #size: number
  /** Bytes of the band keys, behind the digest. */
  readonly #keys: number
  /** Bytes of a fingerprint, or of the low bytes of MinHash positions. */
  readonly #low: number
  readonly #info: number
  #rows: Uint8Array<ArrayBuffer>
  #count = 0

  constructor(options: Options) {
    const bytes = signatureBytes(options, 'search')
    this.#size = DIGEST_BYTES + bytes
    this.#keys = bandBytes(options)
    this.#info = infoBytes(options)
    this.#low = bytes - this.#keys - this.#info
    this.#rows = new Uint8Array(this.#size * 64)
  }

  /** Adds a row of digest and signature, which is copied. */
  add(row: Uint8Array): void {
    this.#rows = withRoom(this.#rows, (this.#count + 1) * this.#size)
    this.#rows.set(row, this.#count++ * this.#size)
  }

  /** All digests, four words each. */
  digests(): Uint32Array {
    return new Uint32Array(this.#columns(0, DIGEST_BYTES, DIGEST_BYTES).buffer)
  }

  fingerprints(documents: Uint32Array): BigUint64Array {
    // Little endian: the bytes of a shorter fingerprint are the lower part of its word.
    return new BigUint64Array(this.#columns(DIGEST_BYTES, this.#low, Math.max(8, this.#low), documents).buffer)
  }

  infos(documents: Uint32Array): Uint8Array {
    return this.#columns(DIGEST_BYTES + this.#low, this.#info, this.#info, documents)
  }

  band(number: number): Uint32Array {
    return new Uint32Array(this.#columns(DIGEST_BYTES + number * 4, 4, 4).buffer)
  }

  lowBytes(documents: Uint32Array): Uint32Array {
    return new Uint32Array(this.#columns(DIGEST_BYTES + this.#keys, this.#low, Math.ceil(this.#low / 4) * 4, documents).buffer)
  }

  /** Bytes of each row, those from `from` on, `stride` bytes apart; of all documents unless some are named. */
  #columns(from: number, bytes: number, stride: number, documents?: Uint32Array): Uint8Array<ArrayBuffer> {
    const count = documents?.length ?? this.#count
    const columns = new Uint8Array(count * stride)
    for (let i = 0; i < count; i++) {
      const at = (documents ? (documents[i] as number) : i) * this.#size + from
      columns.set(this.#rows.subarray(at, at + bytes), i * stride)
    }
    return columns
  }
}

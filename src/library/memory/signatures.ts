/** Signatures in memory, as they were signed: pieces of columns, digests, band keys or fingerprints, and what follows. */
import type { SearchedSignatures } from '../../methods/method.js'
import { bandBytes, infoBytes, signatureBytes } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import { toColumns } from '../../working/row-columns.js'
import { Slabs } from '../../working/slabs.js'
import type { PieceColumns } from '../../working/tasks.js'

/** Rows that are put in columns at once. */
const ROWS = 4096

type Piece = Pick<PieceColumns, 'count' | 'digests' | 'signatures'>

export class MemorySignatures implements SearchedSignatures {
  readonly #bands: number
  /** Bytes of a fingerprint, or of the low bytes of MinHash positions. */
  readonly #low: number
  readonly #info: number
  readonly #pieces: Piece[] = []
  readonly #slabs = new Slabs()
  #count = 0
  /** Rows that came one by one. */
  readonly #rows: Uint8Array<ArrayBuffer>
  #held = 0

  constructor(options: Options) {
    const bytes = signatureBytes(options, 'search')
    this.#bands = bandBytes(options) / 4
    this.#info = infoBytes(options)
    this.#low = bytes - this.#bands * 4 - this.#info
    this.#rows = new Uint8Array((DIGEST_BYTES + bytes) * ROWS)
  }

  /** Adds a row of digest and signature, which is copied. */
  addRow(row: Uint8Array): void {
    this.#rows.set(row, row.length * this.#held++)
    if (this.#held === ROWS) this.#finish()
  }

  #finish(): void {
    const count = this.#held
    if (!count) return
    this.#held = 0
    const rows = this.#rows.subarray(0, (this.#rows.length / ROWS) * count)
    this.add({ count, ...toColumns(rows, count, this.#bands, this.#low + this.#info) })
  }

  /** Adds a piece, which is copied. */
  add({ count, digests, signatures }: Piece): void {
    this.#finish()
    this.#pieces.push({ count, digests: this.#slabs.keep(digests), signatures: this.#slabs.keep(signatures) })
    this.#count += count
  }

  /** All digests, four words each. */
  digests(): Uint32Array {
    this.#finish()
    return this.#joined(DIGEST_BYTES, ({ digests }) => digests)
  }

  band(number: number): Uint32Array {
    this.#finish()
    return this.#joined(4, ({ count, signatures }) => signatures.subarray(count * 4 * number, count * 4 * (number + 1)))
  }

  #joined(bytes: number, of: (piece: Piece) => Uint8Array): Uint32Array {
    const all = new Uint8Array(this.#count * bytes)
    let at = 0
    for (const piece of this.#pieces) {
      all.set(of(piece), at)
      at += piece.count * bytes
    }
    return new Uint32Array(all.buffer)
  }

  fingerprints(documents: Uint32Array, bytes: number = this.#low): BigUint64Array {
    // Little endian: the bytes of a shorter fingerprint are the lower part of its word.
    return new BigUint64Array(this.#gathered(documents, 0, bytes, Math.max(8, bytes)).buffer)
  }

  infos(documents: Uint32Array): Uint8Array {
    return this.#gathered(documents, this.#low, this.#info, this.#info)
  }

  lowBytes(documents: Uint32Array): Uint32Array {
    return new Uint32Array(this.#gathered(documents, 0, this.#low, Math.ceil(this.#low / 4) * 4).buffer)
  }

  /** Of these documents (ascending) what stands behind the band keys from a place on, `stride` bytes apart. */
  #gathered(documents: Uint32Array, from: number, bytes: number, stride: number): Uint8Array<ArrayBuffer> {
    this.#finish()
    const into = new Uint8Array(documents.length * stride)
    const size = this.#low + this.#info
    let first = 0
    let i = 0
    for (const { count, signatures } of this.#pieces) {
      for (; i < documents.length && (documents[i] as number) < first + count; i++) {
        const at = count * 4 * this.#bands + ((documents[i] as number) - first) * size + from
        // A loop: most are a few bytes.
        for (let byte = 0; byte < bytes; byte++) into[i * stride + byte] = signatures[at + byte] as number
      }
      first += count
    }
    return into
  }
}

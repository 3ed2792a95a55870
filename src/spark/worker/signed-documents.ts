/** The rows of the step sign in columns, as tight as those of a batch on one machine; their signatures go to disk when they grow too large. */
import { SignatureStore } from '../../jobs/dedupe/signature-store.js'
import { traitsOf } from '../../options/methods.js'
import type { Options } from '../../options/options.js'
import { DIGEST_BYTES, signatureBytes } from '../../signing/signature.js'
import { toColumns } from '../../working/piece-columns.js'
import { rows } from './pipe.js'

/** Documents of a piece; a power of 2. */
const PIECE = 4096

/** What is known of the documents of a piece beside their signatures. */
interface Piece {
  readonly docs: BigUint64Array
  readonly ranks: Float64Array
  /** UTF-8. */
  readonly ids: Buffer
  readonly idEnds: Uint32Array
}

export class SignedDocuments {
  count = 0
  readonly store: SignatureStore
  readonly #pieces: Piece[] = []

  /**
   * Reads all rows of standard input: doc, id, digest, band keys, low bytes, rank.
   *
   * @param budget  bytes of signatures in memory, about
   * @param folder  for those beyond
   */
  constructor(options: Options, budget: number, folder: string) {
    this.store = new SignatureStore(options, budget, () => folder)
    const keyBytes = traitsOf(options).signsPositions ? options.bands * 4 : 0
    const low = signatureBytes(options, 'search') - keyBytes
    const size = DIGEST_BYTES + keyBytes + low
    const entries = Buffer.allocUnsafe(PIECE * size)
    const docs = new BigUint64Array(PIECE)
    const ranks = new Float64Array(PIECE)
    const ids: string[] = []
    const keep = () => {
      const count = ids.length
      if (!count) return
      let end = 0
      const idEnds = Uint32Array.from(ids, ({ length }) => (end += length))
      this.#pieces.push({ docs: docs.slice(0, count), ranks: ranks.slice(0, count), ids: Buffer.from(ids.join(''), 'latin1'), idEnds })
      this.store.add({ count, ...toColumns(entries.subarray(0, count * size), count, keyBytes / 4, low) })
      this.count += count
      ids.length = 0
    }
    for (const [doc = '', id = '', digest = '', keys = '', lowBytes = '', rank = ''] of rows()) {
      const at = ids.length * size
      entries.write(digest, at, 'base64')
      entries.write(keys, at + DIGEST_BYTES, 'base64')
      entries.write(lowBytes, at + DIGEST_BYTES + keyBytes, 'base64')
      docs[ids.length] = BigInt(doc)
      ranks[ids.length] = Number(rank)
      // One character a byte: rows are read that way.
      if (ids.push(id) === PIECE) keep()
    }
    keep()
  }

  #piece(document: number): Piece {
    return this.#pieces[Math.floor(document / PIECE)] as Piece
  }

  /** The number of a document in the whole run. */
  docOf(document: number): bigint {
    return this.#piece(document).docs[document % PIECE] as bigint
  }

  rankOf(document: number): number {
    return this.#piece(document).ranks[document % PIECE] as number
  }

  /** As JSON. */
  idOf(document: number): string {
    const { ids, idEnds } = this.#piece(document)
    const i = document % PIECE
    return ids.toString('utf8', i ? idEnds[i - 1] : 0, idEnds[i])
  }
}

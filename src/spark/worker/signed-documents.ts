/** The rows of the step sign in columns, as tight as those of a batch on one machine; their signatures go to disk when they grow too large. */
import { SignatureStore } from '../../jobs/dedupe/signature-store.js'
import { bandBytes, signatureBytes } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import { toColumns } from '../../working/row-columns.js'
import { Ids, Longs } from './columns.js'
import { rows } from './pipe.js'

/** Documents of a piece. */
const PIECE = 4096

export class SignedDocuments {
  readonly store: SignatureStore
  readonly #docs = new Longs()
  readonly #ids = new Ids()
  /** By piece. */
  readonly #ranks: Float64Array[] = []

  /**
   * Reads all rows of standard input: doc, id, digest, band keys, low bytes, rank.
   *
   * @param budget  bytes of all documents in memory, about, with 68 of each beside its signature: signatures beyond go to disk
   * @param folder  for those beyond
   */
  constructor(options: Options, budget: number, folder: string) {
    this.store = new SignatureStore(options, budget, () => folder)
    const keyBytes = bandBytes(options)
    const low = signatureBytes(options, 'search') - keyBytes
    const size = DIGEST_BYTES + keyBytes + low
    const entries = Buffer.allocUnsafe(PIECE * size)
    const ranks = new Float64Array(PIECE)
    let count = 0
    const keep = () => {
      if (!count) return
      this.#ranks.push(ranks.slice(0, count))
      this.store.add({ count, ...toColumns(entries.subarray(0, count * size), count, keyBytes / 4, low) })
      count = 0
    }
    for (const [doc = '', id = '', digest = '', keys = '', lowBytes = '', rank = ''] of rows()) {
      const at = count * size
      entries.write(digest, at, 'base64')
      entries.write(keys, at + DIGEST_BYTES, 'base64')
      entries.write(lowBytes, at + DIGEST_BYTES + keyBytes, 'base64')
      this.#docs.push(BigInt(doc))
      this.#ids.push(id)
      ranks[count++] = Number(rank)
      if (count === PIECE) keep()
    }
    keep()
  }

  /** The number of a document in the whole run. */
  docOf(document: number): bigint {
    return this.#docs.at(document)
  }

  rankOf(document: number): number {
    return this.#ranks[Math.floor(document / PIECE)]?.[document % PIECE] as number
  }

  /** As JSON. */
  idOf(document: number): string {
    return this.#ids.at(document)
  }
}

/** Signatures made elsewhere in a live index: fingerprints by their distance, vectors by their cosine. */
import { isSimilar } from '../../comparing/similar.js'
import { cosineOf } from '../../comparing/vectors.js'
import { LeitongError } from '../../errors.js'
import { fieldOptionOf, isGivenMethod } from '../../options/given.js'
import { traitsOf } from '../../options/methods.js'
import { flagOf } from '../../options/names.js'
import type { Options } from '../../options/options.js'
import { GivenSigner, givenMethod } from '../../signing/given/given.js'
import type { StoreDriver } from '../../stores/store.js'
import type { LiveDocument } from './document.js'
import { emptiness } from './emptiness.js'
import type { Match, SignedText } from './signed.js'
import type { CandidateRecord } from './versions.js'

const NOTHING = new Uint8Array()

/** A signed value; `vector` where it is one. */
export interface SignedGiven extends SignedText {
  readonly vector?: Float32Array | undefined
}

export class GivenJudge {
  readonly #options: Options
  readonly #field: string
  readonly #signer: GivenSigner

  /** @param options  of a method whose signatures come with the records */
  constructor(options: Options) {
    this.#options = options
    this.#field = options.textField[0] as string
    this.#signer = new GivenSigner(options)
  }

  /** @throws {LeitongError} `INDEX_DOCUMENT` without a value, `SIGNATURE_VALUE` */
  signDocument(document: LiveDocument): SignedGiven {
    const value = document[this.#field]
    if (value === undefined || value === null) throw new LeitongError('INDEX_DOCUMENT', `no "${this.#field}"`)
    try {
      return this.sign(value)
    } catch (error) {
      if (!(error instanceof LeitongError) || error.code !== 'SIGNATURE_VALUE') throw error
      const id = document[this.#options.idField]
      const [shown, what, why] = error.args as [string, string, string]
      throw new LeitongError('SIGNATURE_VALUE', shown, what, why, id === undefined ? undefined : `document ${String(id)}`)
    }
  }

  /** @throws {LeitongError} `SIGNATURE_VALUE` */
  sign(value: unknown): SignedGiven {
    const row = new Uint8Array(this.#signer.entryBytes)
    const { vector } = this.#signer.sign(value, row)
    const payload = vector ? new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength) : NOTHING
    return { row, payload, set: undefined, vector }
  }

  /** The candidate as a match; undefined when it is not similar. */
  match({ vector }: SignedGiven, { record, candidate: { equal, distance } }: CandidateRecord): Match | undefined {
    const { bits, threshold } = this.#options
    if (!vector) return { record, similarity: 1 - (distance ?? 0) / bits, distance: distance ?? 0 }
    // Bytes of a store lie anywhere: a copy begins where floats may.
    const other = new Float32Array(record.payload.slice().buffer)
    const similarity = equal ? 1 : cosineOf(vector, other)
    return isSimilar(similarity, threshold) ? { record, similarity, distance: undefined } : undefined
  }
}

/**
 * Refuses an index whose first document would have to say what it holds, and stores that cannot search it.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireIndexable(options: Options, driver: Pick<StoreDriver, 'searchesInMemory'>): void {
  const { method, bits } = options
  const given = givenMethod(options)
  if (!given || !isGivenMethod(method)) return
  if (options[given.option] === undefined)
    throw new LeitongError('OPTION_CONFLICT', `an index of ${given.called}s needs their ${given.counts}: state --${flagOf(given.option)}`)
  if (driver.searchesInMemory) return
  if (traitsOf(options).holdsVectors || bits > 128)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `--${flagOf(fieldOptionOf(method))} with ${traitsOf(options).holdsVectors ? 'vectors' : `${bits} bits`} searches in memory, in an index of memory: or lmdb:; a store on a server or in SQLite takes fingerprints of 64 and 128 bits`,
    )
}

/**
 * Tells why a value or a text cannot be signed, without an end to the work: undefined where it can.
 *
 * @param options  with the size stated, as those of a live index
 * @returns        undefined where every text can be signed
 */
export function refusals(options: Options): ((value: unknown) => string | undefined) | undefined {
  const reader = givenMethod(options)?.createReader(options)
  if (!reader) {
    const empty = emptiness(options)
    return empty && ((value) => (typeof value === 'string' ? empty(value) : undefined))
  }
  return (value) => {
    try {
      reader.read(value)
      return undefined
    } catch (error) {
      if (error instanceof LeitongError && error.code === 'SIGNATURE_VALUE') return error.message
      throw error
    }
  }
}

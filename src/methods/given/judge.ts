/** Signatures made elsewhere in a live index: fingerprints by their distance, vectors by their cosine. */
import { isSimilar } from '../../comparing/similar.js'
import { cosineOf } from '../../comparing/vectors.js'
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { kebab } from '../../options/spelling.js'
import { NOTHING } from '../live/payload.js'
import type { CandidateRecord, Content, Match, Scores, SignedText } from '../live/signed.js'
import type { EntryJudge } from '../method.js'
import type { GivenValues } from './method.js'
import { GivenSigner } from './signer.js'

export class GivenJudge implements EntryJudge {
  readonly judgesTogether = false
  readonly enough = undefined
  readonly #options: Options
  readonly #signer: GivenSigner

  constructor(given: GivenValues, options: Options) {
    this.#options = options
    this.#signer = new GivenSigner(given, options)
  }

  /** @throws {LeitongError} `SIGNATURE_VALUE` */
  sign({ text, given }: Content): SignedText {
    const row = new Uint8Array(this.#signer.entryBytes)
    const { vector } = this.#signer.sign(given ?? text, row)
    const payload = vector ? new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength) : NOTHING
    return { row, payload, set: undefined, vector }
  }

  matches({ vector }: SignedText, candidates: readonly CandidateRecord[]): Match[] {
    const { bits, threshold } = this.#options
    return candidates.flatMap(({ record, candidate: { equal, distance = 0 } }): Match[] => {
      if (!vector) return [{ record, similarity: 1 - distance / bits, distance }]
      // Bytes of a store lie anywhere: a copy begins where floats may.
      const similarity = equal ? 1 : cosineOf(vector, new Float32Array(record.payload.slice().buffer))
      return isSimilar(similarity, threshold) ? [{ record, similarity, distance: undefined }] : []
    })
  }

  measure(): Scores {
    return { similarity: undefined, distance: undefined }
  }
}

/**
 * Refuses an index whose first document would have to say what it holds.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireSize({ called, counts, option }: GivenValues, options: Options): void {
  if (options[option] === undefined)
    throw new LeitongError('OPTION_CONFLICT', `an index of ${called}s needs their ${counts}: state --${kebab(option)}`)
}

/** @throws {LeitongError} `OPTION_CONFLICT` */
export function refuseStore(what: string): never {
  throw new LeitongError(
    'OPTION_CONFLICT',
    `--${what} searches in memory, in an index of memory: or lmdb:; a store on a server or in SQLite takes fingerprints of 64 and 128 bits`,
  )
}

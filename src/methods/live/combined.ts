/** Simhash under the measure `combined`: the distance of fingerprints and other information decide together, and nothing is measured. */
import { combinedSimilarity } from '../../comparing/combined.js'
import { isSimilar } from '../../comparing/similar.js'
import { Fingerprinter } from '../../signing/fingerprinter.js'
import { infoSimilarity } from '../../signing/info.js'
import { infoBytes } from '../../signing/signature.js'
import type { EntryJudge } from '../method.js'
import type { IndexSetup } from './setup.js'
import type { CandidateRecord, Content, Match, Scores, SignedText } from './signed.js'

export class CombinedJudge implements EntryJudge {
  readonly judgesTogether = false
  readonly enough = undefined
  readonly #setup: IndexSetup
  readonly #fingerprinter: Fingerprinter

  constructor(setup: IndexSetup) {
    this.#setup = setup
    this.#fingerprinter = new Fingerprinter('bits', setup.options, 'search', setup.model)
  }

  /** Digest and fingerprint are searched; the signature of the other information is kept beside them. The digest stands for both. */
  sign({ text, info = [] }: Content): SignedText {
    const entry = new Uint8Array(this.#fingerprinter.entryBytes)
    this.#fingerprinter.fingerprint({ text, info }, entry)
    const searched = entry.length - infoBytes('bits', this.#setup.options)
    const payload = entry.slice(searched)
    return { row: entry.slice(0, searched), payload, set: undefined, info: payload }
  }

  matches({ info = new Uint8Array() }: SignedText, candidates: readonly CandidateRecord[]): Match[] {
    const { options } = this.#setup
    return candidates.flatMap(({ record, candidate: { equal, distance } }) => {
      const share = info.length ? infoSimilarity(info, record.payload, options) : undefined
      const similarity = equal ? 1 : combinedSimilarity(distance ?? 0, share, options.mu)
      return isSimilar(similarity, options.threshold) ? [{ record, similarity, distance }] : []
    })
  }

  measure(): Scores {
    return { similarity: undefined, distance: undefined }
  }
}

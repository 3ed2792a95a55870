/** Containment in an index: an entry has all features of its text, so that nothing else is kept of them. */
import { isSimilar } from '../../comparing/similar.js'
import { featureSet, readSet, type StoredSet, similarity } from '../../signing/feature-sets.js'
import { Fingerprinter } from '../../signing/fingerprinter.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import type { StoredRecord } from '../../stores/store.js'
import { sharesFrom } from '../containment/shares.js'
import type { EntryJudge } from '../method.js'
import { NOTHING, payloadOfText } from './payload.js'
import type { IndexSetup } from './setup.js'
import type { CandidateRecord, Content, Match, Scores, SignedText } from './signed.js'

export class HoldingJudge implements EntryJudge {
  readonly judgesTogether = false
  readonly enough = undefined
  readonly #setup: IndexSetup
  readonly #fingerprinter: Fingerprinter

  constructor(setup: IndexSetup) {
    this.#setup = setup
    this.#fingerprinter = new Fingerprinter('features', setup.options, 'search', setup.model)
  }

  sign({ text, title, row: fields }: Content): SignedText {
    const digest = new Uint8Array(this.#fingerprinter.entryBytes)
    this.#fingerprinter.fingerprint({ text, title, row: fields }, digest)
    const set = featureSet(this.#fingerprinter, { text }, this.#setup.measure)
    const row = new Uint8Array(digest.length + set.bytes.length)
    row.set(digest)
    row.set(set.bytes, digest.length)
    return { row, payload: this.#setup.payload === 'text' ? payloadOfText(text) : NOTHING, set }
  }

  matches(text: SignedText, candidates: readonly CandidateRecord[]): Match[] {
    return candidates.flatMap(({ record, candidate: { equal, distance } }) => {
      const scores = this.#scores(text, record, equal)
      return isSimilar(scores.similarity as number, this.#setup.options.threshold) ? [{ record, ...scores, distance }] : []
    })
  }

  measure(text: SignedText, record: StoredRecord): Scores {
    return this.#scores(text, record, false)
  }

  #scores({ set }: SignedText, record: StoredRecord, isEqual: boolean): Scores {
    const other = readSet(record.entry.subarray(DIGEST_BYTES), false)
    const own = set as StoredSet
    const exact = isEqual ? 1 : similarity(this.#fingerprinter.kernel, own, other, this.#setup.measure, false)
    return { similarity: exact, distance: undefined, ...sharesFrom(own.size, other.size, exact) }
  }
}

/** Texts in an index, proposed by their signatures and measured exactly against what the index keeps of others, or judged by signatures alone. */
import { isSimilar } from '../../comparing/similar.js'
import { popcount32 } from '../../hashing/bits.js'
import type { Form } from '../../options/methods.js'
import { estimateFloor, estimateFromEntries } from '../../searching/bands.js'
import type { Enough } from '../../searching/enough.js'
import { featureSet, isCounted, readSet, type StoredSet, similarity } from '../../signing/feature-sets.js'
import { Fingerprinter } from '../../signing/fingerprinter.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import type { StoredRecord } from '../../stores/store.js'
import type { EntryJudge } from '../method.js'
import { NOTHING, payloadOfText, textOfPayload } from './payload.js'
import type { IndexSetup } from './setup.js'
import type { CandidateRecord, Content, Match, Scores, SignedText } from './signed.js'

/**
 * Candidates that are measured for a best match: a hundred thousand copies of a text would otherwise cost each further one a hundred thousand
 * measurements. Groups are seldom larger than `upTo`. One measurement takes some twenty microseconds, and a document itself takes fifty.
 */
const ENOUGH: Enough = { upTo: 32, newest: 4 }

export class MeasuredJudge implements EntryJudge {
  readonly judgesTogether = false
  readonly #form: Form
  readonly #setup: IndexSetup
  readonly #fingerprinter: Fingerprinter
  readonly #counted: boolean

  constructor(form: Form, setup: IndexSetup) {
    this.#form = form
    this.#setup = setup
    this.#fingerprinter = new Fingerprinter(form, setup.options, 'search', setup.model)
    this.#counted = isCounted(setup.measure)
  }

  get enough(): Enough | undefined {
    return this.#verifies ? ENOUGH : undefined
  }

  /** Whether the exact measure decides. */
  get #verifies(): boolean {
    return this.#setup.payload !== 'none' && this.#setup.options.verify
  }

  sign({ text, title, row: fields }: Content): SignedText {
    const row = new Uint8Array(this.#fingerprinter.entryBytes)
    this.#fingerprinter.fingerprint({ text, title, row: fields }, row)
    const { payload: kept, measure } = this.#setup
    // A text that is kept as text is measured as text, on both sides.
    const measured = kept === 'text' ? { text } : { text, title, row: fields }
    const set = this.#verifies || kept === 'features' ? featureSet(this.#fingerprinter, measured, measure) : undefined
    const payload = kept === 'text' ? payloadOfText(text) : kept === 'features' && set ? set.bytes : NOTHING
    return { row, payload, set }
  }

  matches(text: SignedText, candidates: readonly CandidateRecord[]): Match[] {
    return candidates.flatMap((candidate) => this.#match(text, candidate) ?? [])
  }

  /** The candidate as a match; undefined when it is not similar. */
  #match({ row, set }: SignedText, { record, candidate: { equal, distance } }: CandidateRecord): Match | undefined {
    const { options } = this.#setup
    if (this.#form === 'positions' && !equal) {
      const estimate = this.#estimate(row, record.entry)
      const isOut = this.#verifies ? estimate < estimateFloor(options.threshold, options.numPerm) : !isSimilar(estimate, options.threshold)
      if (isOut) return undefined
    }
    if (!this.#verifies || !set) return { record, similarity: undefined, distance }
    const exact = equal ? 1 : this.#measure(set, this.#setOf(record))
    return isSimilar(exact, options.threshold) ? { record, similarity: exact, distance } : undefined
  }

  measure({ row, set }: SignedText, record: StoredRecord): Scores {
    if (!this.#verifies || !set) return { similarity: undefined, distance: undefined }
    const distance = this.#form === 'bits' ? distanceOf(row, record.entry) : undefined
    return { similarity: this.#measure(set, this.#setOf(record)), distance }
  }

  #measure(left: StoredSet, right: StoredSet): number {
    return similarity(this.#fingerprinter.kernel, left, right, this.#setup.measure, this.#counted)
  }

  #setOf({ payload }: StoredRecord): StoredSet {
    if (this.#setup.payload === 'features') return readSet(payload, this.#counted)
    return featureSet(this.#fingerprinter, { text: textOfPayload(payload) }, this.#setup.measure)
  }

  #estimate(left: Uint8Array, right: Uint8Array): number {
    const { numPerm, bands } = this.#setup.options
    return estimateFromEntries(left, right, DIGEST_BYTES + bands * 4, numPerm)
  }
}

/** Differing bits of two fingerprints. */
function distanceOf(a: Uint8Array, b: Uint8Array): number {
  let differing = 0
  for (let i = DIGEST_BYTES; i < a.length; i++) differing += popcount32((a[i] as number) ^ (b[i] as number))
  return differing
}

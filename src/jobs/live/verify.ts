/** Signs documents of a live index and measures them against what it keeps. */
import type { Measure } from '../../comparing/measures.js'
import { traitsOf } from '../../options/methods.js'
import { estimateFloor, estimateFromBytes } from '../../searching/bands.js'
import { featureSet, isCounted, readSet, type StoredSet, similarity } from '../../signing/feature-sets.js'
import { Fingerprinter } from '../../signing/fingerprinter.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import type { RowFeatures } from '../../sources/rows/row-features.js'
import type { Candidate, StoredRecord } from '../../stores/store.js'
import type { LiveSetup } from './settings.js'

/** A text, signed. */
export interface SignedText {
  readonly row: Uint8Array
  readonly payload: Uint8Array
  /** What the exact measure needs; undefined where signatures decide. */
  readonly set: StoredSet | undefined
}

/** A record found alike. */
export interface Verdict {
  readonly record: StoredRecord
  /** Exact; undefined where signatures decide. */
  readonly similarity: number | undefined
  readonly distance: number | undefined
}

const encoder = new TextEncoder()
const NOTHING = new Uint8Array()

export class LiveJudge {
  readonly #setup: LiveSetup
  readonly #signer: Fingerprinter
  readonly #measure: Measure
  readonly #counted: boolean
  /** Whether signatures estimate the similarity of a candidate. */
  readonly #estimates: boolean

  constructor(setup: LiveSetup) {
    this.#setup = setup
    this.#signer = new Fingerprinter(setup.options, 'search', setup.model)
    this.#measure = setup.measure
    this.#counted = isCounted(setup.measure)
    this.#estimates = traitsOf(setup.options).signsPositions
  }

  /** Whether the exact measure decides. */
  get verifies(): boolean {
    return this.#setup.keep !== 'none' && this.#setup.options.verify
  }

  /** @throws {LeitongError} `TEXT_TOO_LARGE` */
  sign({ text, row: fields }: { readonly text: string; readonly row?: RowFeatures | undefined }): SignedText {
    const row = new Uint8Array(this.#signer.entryBytes)
    this.#signer.fingerprint({ text, row: fields }, row)
    const { keep } = this.#setup
    // What is kept as text is measured as text, on both sides.
    const measured = keep === 'text' ? { text } : { text, row: fields }
    const set = this.verifies || keep === 'features' ? featureSet(this.#signer, measured, this.#measure) : undefined
    const payload = keep === 'text' ? encoder.encode(text) : keep === 'features' && set ? set.bytes : NOTHING
    return { row, payload, set }
  }

  /** The verdict on a candidate, undefined when it is unlike. */
  judge({ row, set }: SignedText, record: StoredRecord, candidate: Candidate): Verdict | undefined {
    const { options } = this.#setup
    const { distance } = candidate
    if (this.#estimates && !candidate.equal) {
      const estimate = this.#estimate(row, record.row)
      if (estimate < (this.verifies ? estimateFloor(options.threshold, options.numPerm) : options.threshold)) return undefined
    }
    if (!this.verifies || !set) return { record, similarity: undefined, distance }
    const exact = candidate.equal ? 1 : similarity(this.#signer.kernel, set, this.#setOf(record), this.#measure, this.#counted)
    return exact >= options.threshold ? { record, similarity: exact, distance } : undefined
  }

  /** The best of the candidates: the most similar, of equally similar ones the nearest, then the oldest. */
  best(text: SignedText, alike: readonly { readonly record: StoredRecord; readonly candidate: Candidate }[]): Verdict | undefined {
    let best: Verdict | undefined
    for (const { record, candidate } of alike) {
      const verdict = this.judge(text, record, candidate)
      if (verdict && (!best || compareVerdicts(verdict, best) < 0)) best = verdict
    }
    return best
  }

  #setOf({ payload }: StoredRecord): StoredSet {
    if (this.#setup.keep === 'features') return readSet(payload, this.#counted)
    return featureSet(this.#signer, { text: Buffer.from(payload).toString() }, this.#measure)
  }

  #estimate(left: Uint8Array, right: Uint8Array): number {
    const { numPerm, bands } = this.#setup.options
    const words = Math.ceil(numPerm / 4)
    const both = new Uint8Array(words * 8)
    const start = DIGEST_BYTES + bands * 4
    both.set(left.subarray(start, start + numPerm))
    both.set(right.subarray(start, start + numPerm), words * 4)
    return estimateFromBytes(new Uint32Array(both.buffer), 0, 1, words, numPerm)
  }
}

/** Sorts verdicts, the best first. */
export function compareVerdicts(a: Verdict, b: Verdict): number {
  return (b.similarity ?? 0) - (a.similarity ?? 0) || (a.distance ?? 0) - (b.distance ?? 0) || a.record.seq - b.record.seq
}

/**
 * Method `rare` in a live index: what is signed of a text, and which candidates are versions of it.
 *
 * The store counts how many texts have each feature and says how alike two texts are in rare ones. Of more near copies than a rare feature may
 * have, none has a rare feature left: there the measure of the defaults decides too, as in a batch.
 */
import { isSimilar } from '../../comparing/similar.js'
import { type Answers, COPIES, NEAR_COPIES, optionsOfCopies } from '../../options/copies.js'
import type { Options } from '../../options/options.js'
import { MINHASH } from '../../options/signatures.js'
import { chooseBands, estimateFloor, estimateFromEntries } from '../../searching/bands.js'
import { rareHead } from '../../searching/rare-keys.js'
import { featureSet, readSet, type StoredSet, similarity } from '../../signing/feature-sets.js'
import { Fingerprinter } from '../../signing/fingerprinter.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import type { StoredRecord } from '../../stores/store.js'
import { payloadOfText, textOfPayload } from '../live/payload.js'
import type { IndexSetup } from '../live/setup.js'
import type { CandidateRecord, Content, Match, Scores, SignedText } from '../live/signed.js'
import type { EntryJudge } from '../method.js'
import { isPairAmidNear } from './amid-near.js'

/** A similarity, and under `all` the questions that it answers. */
interface VersionMatch {
  readonly similarity: number
  readonly answers: Answers
}

export class VersionJudge implements EntryJudge {
  readonly judgesTogether = true
  readonly enough = undefined
  readonly #options: Options
  readonly #keepsTexts: boolean
  readonly #copies: Options
  readonly #rare: Fingerprinter
  readonly #fingerprinter: Fingerprinter

  constructor({ options, payload }: Pick<IndexSetup, 'options' | 'payload'>) {
    this.#options = options
    this.#keepsTexts = payload === 'text'
    this.#copies = copiesOf(options)
    this.#rare = new Fingerprinter('features', options, 'search')
    this.#rare.sampleEvery(options.every)
    this.#fingerprinter = new Fingerprinter('positions', this.#copies, 'search')
  }

  sign({ text }: Content): SignedText {
    const set = this.#setOf(text)
    return { row: this.#entryOf(text), payload: this.#keepsTexts ? payloadOfText(text) : set.bytes, set }
  }

  matches({ row, set }: SignedText, candidates: readonly CandidateRecord[]): Match[] {
    return this.#judge(row, set as StoredSet, candidates).flatMap((match, i) => {
      const { record } = candidates[i] as CandidateRecord
      const answers = this.#options.withCopies && match ? { answers: match.answers } : {}
      return match ? [{ record, similarity: match.similarity, distance: undefined, ...answers }] : []
    })
  }

  measure({ set }: SignedText, record: StoredRecord): Scores {
    return { similarity: this.#similarity(set as StoredSet, this.#stored(record)), distance: undefined }
  }

  #stored({ payload }: StoredRecord): StoredSet {
    return this.#keepsTexts ? this.#setOf(textOfPayload(payload)) : readSet(payload, false)
  }

  /**
   * Digest, signature of the defaults and sampled features: the entry that the store files.
   *
   * @throws {LeitongError} `TEXT_TOO_LARGE`
   */
  #entryOf(text: string): Uint8Array {
    const rare = new Uint8Array(this.#rare.entryBytes)
    const { grams } = this.#rare.fingerprint({ text }, rare)
    const near = new Uint8Array(this.#fingerprinter.entryBytes)
    this.#fingerprinter.fingerprint({ text }, near)
    const head = rareHead(this.#copies)
    const entry = new Uint8Array(head + grams.length * 4)
    entry.set(near)
    entry.set(rare.subarray(0, DIGEST_BYTES))
    entry.set(new Uint8Array(sorted(grams).buffer), head)
    return entry
  }

  /** The features by which the defaults measure. @throws {LeitongError} `TEXT_TOO_LARGE` */
  #setOf(text: string): StoredSet {
    return featureSet(this.#fingerprinter, { text }, 'jaccard')
  }

  /**
   * Of each candidate its similarity, undefined where it is no match. All candidates of one text are judged together: how many of them are
   * near copies is a part of the question.
   */
  #judge(entry: Uint8Array, set: StoredSet, candidates: readonly CandidateRecord[]): (VersionMatch | undefined)[] {
    const { threshold, withCopies } = this.#options
    const floor = estimateFloor(COPIES, this.#copies.numPerm)
    const estimates = candidates.map(({ record }) => this.#estimate(entry, record.entry))
    const sets = new Map<CandidateRecord, StoredSet>()
    const known = (candidate: CandidateRecord) => {
      const made = sets.get(candidate) ?? this.#stored(candidate.record)
      sets.set(candidate, made)
      return made
    }
    const isVersion = candidates.map(({ candidate: { rare } }) => rare !== undefined && isSimilar(rare, threshold))
    // Only who asks both questions wants to know of a version whether it is a copy too.
    const isOpen = candidates.map(
      ({ candidate }, i) => !candidate.equal && (withCopies || !isVersion[i]) && (estimates[i] as number) >= floor,
    )
    const asksCopies = isOpen.includes(true) && (withCopies || this.#isAmidNear(entry, set, candidates, known))
    return candidates.map((candidate, i) => {
      const { equal, rare } = candidate.candidate
      if (equal) return { similarity: 1, answers: 'both' }
      const shared = asksCopies && isOpen[i] ? this.#similarity(set, known(candidate)) : 0
      if (withCopies ? isSimilar(shared, COPIES) : isPairAmidNear(shared, rare ?? 0))
        return { similarity: shared, answers: isVersion[i] ? 'both' : 'copies' }
      return isVersion[i] ? { similarity: rare as number, answers: 'versions' } : undefined
    })
  }

  /**
   * Whether the text is one of more than `rarest` different texts that hang together as near copies, as far as the candidates show them:
   * from the text to those that are near it, from them on, until there are enough.
   */
  #isAmidNear(
    entry: Uint8Array,
    set: StoredSet,
    candidates: readonly CandidateRecord[],
    setOf: (candidate: CandidateRecord) => StoredSet,
  ): boolean {
    const floor = estimateFloor(NEAR_COPIES, this.#copies.numPerm)
    const byDigest = new Map(candidates.map((candidate) => [digestOf(candidate.record.entry), candidate]))
    byDigest.delete(digestOf(entry))
    const left = new Set(byDigest.values())
    const reached = [{ entry, set: () => set }]
    for (let at = 0; at < reached.length; at++) {
      const from = reached[at] as (typeof reached)[number]
      for (const candidate of left) {
        if (reached.length + left.size <= this.#options.rarest) return false
        if (this.#estimate(from.entry, candidate.record.entry) < floor) continue
        if (!isSimilar(this.#similarity(from.set(), setOf(candidate)), NEAR_COPIES)) continue
        left.delete(candidate)
        reached.push({ entry: candidate.record.entry, set: () => setOf(candidate) })
        if (reached.length > this.#options.rarest) return true
      }
    }
    return false
  }

  /** The share of features that near copies are measured by. */
  #similarity(a: StoredSet, b: StoredSet): number {
    return similarity(this.#fingerprinter.kernel, a, b, 'jaccard', false)
  }

  #estimate(left: Uint8Array, right: Uint8Array): number {
    const { numPerm, bands } = this.#copies
    return estimateFromEntries(left, right, DIGEST_BYTES + bands * 4, numPerm)
  }
}

const digestOf = (entry: Uint8Array) => entry.subarray(0, DIGEST_BYTES).join()

/** The options of the defaults, with what follows from their threshold. */
export function copiesOf(options: Options): Options {
  const numPerm = MINHASH.numPerm.default
  const { bands, rows } = chooseBands(COPIES, numPerm)
  return { ...optionsOfCopies(options), numPerm, bands, bandRows: rows }
}

/** Features ascending as numbers, so that one set is one row of bytes. */
function sorted(grams: Uint32Array): Uint32Array {
  const bytes = grams.slice()
  const features = new BigUint64Array(bytes.buffer).sort()
  return new Uint32Array(features.buffer)
}

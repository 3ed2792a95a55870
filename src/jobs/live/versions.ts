/**
 * Method `rare` in a live index: what is signed of a text, and which candidates are versions of it.
 *
 * The store counts how many texts have each feature and says how alike two texts are in rare ones. Of more near copies than a rare feature may
 * have, none has a rare feature left: there the measure of the defaults decides, as in a batch.
 */
import { isSimilar } from '../../comparing/similar.js'
import { type Answers, COPIES, optionsOfCopies } from '../../options/copies.js'
import { OPTIONS, type Options } from '../../options/options.js'
import { chooseBands, estimateFloor, estimateFromEntries } from '../../searching/bands.js'
import { rareHead } from '../../searching/rare-keys.js'
import { featureSet, type StoredSet, similarity } from '../../signing/feature-sets.js'
import { Fingerprinter } from '../../signing/fingerprinter.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import type { Candidate, StoredRecord } from '../../stores/store.js'

/** A candidate of the search, with its record. */
export interface CandidateRecord {
  readonly record: StoredRecord
  readonly candidate: Candidate
}

/** The estimated similarity from which a text is a near copy, for counting them: a batch makes clusters of such texts. */
const NEAR = 0.75

/** A similarity, and under `all` the questions that it answers. */
export interface VersionMatch {
  readonly similarity: number
  readonly answers: Answers
}

export class VersionJudge {
  readonly #options: Options
  readonly #copies: Options
  readonly #rare: Fingerprinter
  readonly #fingerprinter: Fingerprinter

  constructor(options: Options) {
    this.#options = options
    this.#copies = copiesOf(options)
    this.#rare = new Fingerprinter(options, 'search')
    this.#rare.sampleEvery(options.every)
    this.#fingerprinter = new Fingerprinter(this.#copies, 'search')
  }

  /**
   * Digest, signature of the defaults and sampled features: the entry that the store files.
   *
   * @throws {LeitongError} `TEXT_TOO_LARGE`
   */
  sign(text: string): Uint8Array {
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
  setOf(text: string): StoredSet {
    return featureSet(this.#fingerprinter, { text }, 'jaccard')
  }

  /**
   * Of each candidate its similarity, undefined where it is no match. All candidates of one text are judged together: how many of them are
   * near copies is a part of the question.
   *
   * @param setOf  features of a candidate, as {@link setOf} makes them
   */
  judge(
    entry: Uint8Array,
    set: StoredSet,
    candidates: readonly CandidateRecord[],
    setOf: (candidate: CandidateRecord) => StoredSet,
  ): (VersionMatch | undefined)[] {
    const { threshold, rarest, withCopies } = this.#options
    const floor = estimateFloor(COPIES, this.#copies.numPerm)
    const estimates = candidates.map(({ record }) => this.#estimate(entry, record.entry))
    const asksCopies = withCopies || this.#nearTexts(candidates, estimates) >= rarest
    return candidates.map((candidate, i) => {
      const { equal, rare } = candidate.candidate
      if (equal) return { similarity: 1, answers: 'both' }
      const isVersion = rare !== undefined && isSimilar(rare, threshold)
      // Only who asks both questions wants to know of a version whether it is a copy too.
      const asks = asksCopies && (withCopies || !isVersion) && (estimates[i] as number) >= floor
      const shared = asks ? similarity(this.#fingerprinter.kernel, set, setOf(candidate), 'jaccard', false) : 0
      const isCopy = asks && isSimilar(shared, COPIES)
      if (isCopy) return { similarity: shared, answers: isVersion ? 'both' : 'copies' }
      return isVersion ? { similarity: rare, answers: 'versions' } : undefined
    })
  }

  /** How many different texts among the candidates are near copies. */
  #nearTexts(candidates: readonly CandidateRecord[], estimates: readonly number[]): number {
    const near = candidates.filter((_, i) => (estimates[i] as number) >= NEAR)
    return new Set(near.map(({ record }) => record.entry.subarray(0, DIGEST_BYTES).join())).size
  }

  #estimate(left: Uint8Array, right: Uint8Array): number {
    const { numPerm, bands } = this.#copies
    return estimateFromEntries(left, right, DIGEST_BYTES + bands * 4, numPerm)
  }
}

/** The options of the defaults, with what follows from their threshold. */
export function copiesOf(options: Options): Options {
  const numPerm = OPTIONS.numPerm.default as number
  const { bands, rows } = chooseBands(COPIES, numPerm)
  return { ...optionsOfCopies(options), numPerm, bands, bandRows: rows }
}

/** Features ascending as numbers, so that one set is one row of bytes. */
function sorted(grams: Uint32Array): Uint32Array {
  const bytes = grams.slice()
  const features = new BigUint64Array(bytes.buffer).sort()
  return new Uint32Array(features.buffer)
}

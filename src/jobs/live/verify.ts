/** Verification in a live index: texts are signed, and measured exactly against what the index keeps of others. */

import { combinedSimilarity } from '../../comparing/combined.js'
import type { Measure } from '../../comparing/measures.js'
import { isSimilar } from '../../comparing/similar.js'
import { LeitongError } from '../../errors.js'
import { popcount32 } from '../../hashing/bits.js'
import { judgeRecord, type RecordValues } from '../../matching/record-judge.js'
import { requireTexts } from '../../options/left-out.js'
import { traitsOf } from '../../options/methods.js'
import type { Options } from '../../options/options.js'
import { estimateFloor, estimateFromEntries } from '../../searching/bands.js'
import { type Enough, firstOf } from '../../searching/enough.js'
import { featureSet, isCounted, readSet, type StoredSet, similarity } from '../../signing/feature-sets.js'
import { Fingerprinter } from '../../signing/fingerprinter.js'
import { infoSimilarity } from '../../signing/info.js'
import { DIGEST_BYTES, infoBytes } from '../../signing/signature.js'
import type { RowFeatures } from '../../sources/rows/row-features.js'
import type { StoredRecord } from '../../stores/store.js'
import { idOf, infoOf, type LiveDocument, ROW, textOf, titleOf, VALUES } from './document.js'
import { emptiness } from './emptiness.js'
import { GivenJudge } from './given.js'
import { type LiveRows, nameRecord, recordFromJson, recordOf, recordToJson, textOfRecord } from './rows.js'
import type { LiveSetup } from './settings.js'
import type { Match, SignedText } from './signed.js'
import { type CandidateRecord, VersionJudge } from './versions.js'

/**
 * Candidates that are measured for a best match: a hundred thousand copies of a text would otherwise cost each further one a hundred thousand
 * measurements. Groups are seldom larger than `upTo`. One measurement takes some twenty microseconds, and a document itself takes fifty.
 */
const ENOUGH: Enough = { upTo: 32, newest: 4 }

const encoder = new TextEncoder()
// A text may begin with a byte order mark, which is a character of it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const NOTHING = new Uint8Array()

export class LiveVerifier {
  readonly #setup: LiveSetup
  readonly #fingerprinter: Fingerprinter
  readonly #measure: Measure
  readonly #counted: boolean
  /** Whether signatures estimate the similarity of a candidate. */
  readonly #estimates: boolean
  /** Under method `rare`. */
  readonly #versions: VersionJudge | undefined
  /** Whether an entry has all features of its text, so that nothing else is kept of them. */
  readonly #holdsFeatures: boolean
  /** Why a text is left without content, where passages are left out. */
  readonly #emptiness: ReturnType<typeof emptiness>
  /** Where signatures come with the documents. */
  readonly #given: GivenJudge | undefined

  constructor(setup: LiveSetup) {
    this.#setup = setup
    this.#emptiness = emptiness(setup.options)
    this.#fingerprinter = new Fingerprinter(setup.options, 'search', setup.model)
    this.#measure = setup.measure
    this.#counted = isCounted(setup.measure)
    const { signsPositions, holdsFeatures, needsBatch, isGiven } = traitsOf(setup.options)
    this.#given = isGiven ? new GivenJudge(setup.options) : undefined
    this.#estimates = signsPositions
    this.#holdsFeatures = holdsFeatures
    this.#versions = needsBatch ? new VersionJudge(setup.options) : undefined
  }

  get options(): Options {
    return this.#setup.options
  }

  /** Whether candidates are judged together, and not one by one. */
  get judgesTogether(): boolean {
    return this.#versions !== undefined
  }

  /** Candidates after which {@link bestMatch} may stop; undefined where it looks at all of them. */
  get enough(): Enough | undefined {
    const isMeasured = this.#verifies && !this.#setup.rows && !this.#given && !this.#holdsFeatures && !this.#versions && !this.#combines
    return isMeasured ? ENOUGH : undefined
  }

  /** Whether distance and other information decide together. */
  get #combines(): boolean {
    return this.#setup.options.measure === 'combined'
  }

  /** Whether the exact measure decides. */
  get #verifies(): boolean {
    return this.#holdsFeatures || (this.#setup.payload !== 'none' && this.#setup.options.verify)
  }

  /**
   * Signs a document that is to be stored.
   *
   * @throws {LeitongError} `INDEX_DOCUMENT`, also without content: all such documents would be copies of each other; `TEXT_TOO_LARGE`
   */
  signNew(document: LiveDocument): SignedText {
    const { rows } = this.#setup
    if (!rows && !this.#given && !textOf(document, this.options).trim())
      throw new LeitongError('INDEX_DOCUMENT', `the text of ${idOf(document, this.options)} is empty`)
    const reason = this.#emptiness?.(textOf(document, this.options))
    if (reason !== undefined) throw new LeitongError('INDEX_DOCUMENT', `${idOf(document, this.options)}: ${reason}`)
    return this.sign(document)
  }

  /** @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE` */
  sign(document: LiveDocument): SignedText {
    const { rows } = this.#setup
    if (rows) return this.#signRow(rows, recordOf(rows, document, document[VALUES]))
    if (this.#given) return this.#given.signDocument(document)
    const text = textOf(document, this.options)
    if (this.#combines) return this.#signCombined(text, infoOf(document, this.options))
    return this.signText(text, document[ROW], titleOf(document, this.options))
  }

  /**
   * @param fields  of a document that is a row
   * @param title   of a document that has one
   * @throws {LeitongError} `TEXT_TOO_LARGE`, `OPTION_CONFLICT` for a row where passages are left out of texts
   */
  signText(text: string, fields?: RowFeatures, title?: string): SignedText {
    if (this.#setup.rows) throw new LeitongError('INDEX_DOCUMENT', 'this index holds rows, and a text has no fields')
    if (this.#given) return this.#given.sign(text)
    if (this.#combines) return this.#signCombined(text, [])
    requireTexts(this.options, fields !== undefined)
    if (this.#versions) return this.#signVersion(this.#versions, text)
    const row = new Uint8Array(this.#fingerprinter.entryBytes)
    this.#fingerprinter.fingerprint({ text, title, row: fields }, row)
    const { payload: kept } = this.#setup
    if (this.#holdsFeatures) return this.#withFeatures(row, text)
    // A text that is kept as text is measured as text, on both sides.
    const measured = kept === 'text' ? { text } : { text, title, row: fields }
    const set = this.#verifies || kept === 'features' ? featureSet(this.#fingerprinter, measured, this.#measure) : undefined
    const payload = kept === 'text' ? encoder.encode(text) : kept === 'features' && set ? set.bytes : NOTHING
    return { row, payload, set }
  }

  #signVersion(versions: VersionJudge, text: string): SignedText {
    const set = versions.setOf(text)
    return { row: versions.sign(text), payload: this.#setup.payload === 'text' ? encoder.encode(text) : set.bytes, set }
  }

  /** All features are searched, and stand in the row. */
  #withFeatures(digest: Uint8Array, text: string): SignedText {
    const set = featureSet(this.#fingerprinter, { text }, this.#measure)
    const row = new Uint8Array(digest.length + set.bytes.length)
    row.set(digest)
    row.set(set.bytes, digest.length)
    return { row, payload: this.#setup.payload === 'text' ? encoder.encode(text) : NOTHING, set }
  }

  /** Digest and fingerprint are searched; the signature of the other information is kept beside them. The digest stands for both. */
  #signCombined(text: string, info: readonly string[]): SignedText {
    const entry = new Uint8Array(this.#fingerprinter.entryBytes)
    this.#fingerprinter.fingerprint({ text, info }, entry)
    const searched = entry.length - infoBytes(this.options)
    const payload = entry.slice(searched)
    return { row: entry.slice(0, searched), payload, set: undefined, info: payload }
  }

  #signRow(rows: LiveRows, record: RecordValues): SignedText {
    const row = new Uint8Array(this.#fingerprinter.entryBytes)
    this.#fingerprinter.fingerprint({ text: textOfRecord(rows, record) }, row)
    nameRecord(row, record)
    return { row, payload: encoder.encode(recordToJson(record)), set: undefined, record }
  }

  /** The candidates that are similar, in their order. */
  matches(text: SignedText, candidates: readonly CandidateRecord[]): Match[] {
    const { rows } = this.#setup
    if (rows && text.record) return this.#matchRows(rows, text.record, candidates)
    if (this.#versions && text.set) return this.#matchVersions(this.#versions, text.row, text.set, candidates)
    const given = this.#given
    return candidates.flatMap((candidate) => (given ? given.match(text, candidate) : this.#match(text, candidate)) ?? [])
  }

  #matchVersions(versions: VersionJudge, row: Uint8Array, set: StoredSet, candidates: readonly CandidateRecord[]): Match[] {
    const setOf = ({ record }: CandidateRecord) => this.#storedVersion(record)
    return versions.judge(row, set, candidates, setOf).flatMap((match, i) => {
      const { record } = candidates[i] as CandidateRecord
      const answers = this.options.withCopies && match ? { answers: match.answers } : {}
      return match ? [{ record, similarity: match.similarity, distance: undefined, ...answers }] : []
    })
  }

  #storedVersion({ payload }: StoredRecord): StoredSet {
    return this.#setup.payload === 'text' && this.#versions ? this.#versions.setOf(textOfPayload(payload)) : readSet(payload, false)
  }

  #matchRows({ spec }: LiveRows, row: RecordValues, candidates: readonly CandidateRecord[]): Match[] {
    const others = candidates.map(({ record }) => recordFromJson(textOfPayload(record.payload)))
    const scores = judgeRecord(spec, row, others)
    return candidates.flatMap(({ record, candidate: { distance } }, i) => {
      const similarity = scores[i]
      return similarity !== undefined && similarity >= this.options.threshold ? [{ record, similarity, distance }] : []
    })
  }

  /** The candidate as a match; undefined when it is not similar. */
  #match({ row, set, info }: SignedText, { record, candidate }: CandidateRecord): Match | undefined {
    const { options } = this.#setup
    const { distance } = candidate
    if (info) {
      const share = info.length ? infoSimilarity(info, record.payload, options) : undefined
      const similarity = candidate.equal ? 1 : combinedSimilarity(distance ?? 0, share, options.mu)
      return isSimilar(similarity, options.threshold) ? { record, similarity, distance } : undefined
    }
    if (this.#estimates && !candidate.equal) {
      const estimate = this.#estimate(row, record.entry)
      const isOut = this.#verifies ? estimate < estimateFloor(options.threshold, options.numPerm) : !isSimilar(estimate, options.threshold)
      if (isOut) return undefined
    }
    if (!this.#verifies || !set) return { record, similarity: undefined, distance }
    const other = candidate.equal && !this.#holdsFeatures ? set : this.#setOf(record)
    const exact = candidate.equal ? 1 : similarity(this.#fingerprinter.kernel, set, other, this.#measure, this.#counted)
    if (!isSimilar(exact, options.threshold)) return undefined
    return { record, similarity: exact, distance, ...(this.#holdsFeatures ? sharesOf(set.size, other.size, exact) : {}) }
  }

  /** The similarity to a record, alike or not; nothing where signatures decide. */
  measure(text: SignedText, record: StoredRecord): Pick<Match, 'similarity' | 'distance' | 'aInB' | 'bInA'> {
    const { row, set } = text
    const { rows } = this.#setup
    if (rows && text.record)
      return { similarity: judgeRecord(rows.spec, text.record, [recordFromJson(textOfPayload(record.payload))])[0], distance: undefined }
    if (this.#versions && set) return { similarity: this.#versions.similarity(set, this.#storedVersion(record)), distance: undefined }
    if (!this.#verifies || !set || text.info) return { similarity: undefined, distance: undefined }
    const other = this.#setOf(record)
    const exact = similarity(this.#fingerprinter.kernel, set, other, this.#measure, this.#counted)
    const distance = traitsOf(this.options).signsBits ? distanceOf(row, record.entry) : undefined
    return { similarity: exact, distance, ...(this.#holdsFeatures ? sharesOf(set.size, other.size, exact) : {}) }
  }

  /**
   * The best match among the candidates, in the order of {@link compareMatches}. Beyond {@link enough} it measures the newest first, and
   * the others where none of these is a match: so whether there is one is certain, and which is best is said to be approximate.
   *
   * @param candidates  ascending by number
   */
  bestMatch(text: SignedText, candidates: readonly CandidateRecord[]): Match | undefined {
    const { first, isAll } = firstOf(candidates, this.enough)
    const best = this.#best(text, first)
    if (isAll) return best
    return best ? { ...best, approximate: true } : this.#best(text, candidates.slice(0, -first.length))
  }

  #best(text: SignedText, candidates: readonly CandidateRecord[]): Match | undefined {
    let best: Match | undefined
    for (const match of this.matches(text, candidates)) if (!best || compareMatches(match, best) < 0) best = match
    return best
  }

  #setOf({ entry, payload }: StoredRecord): StoredSet {
    if (this.#holdsFeatures) return readSet(entry.subarray(DIGEST_BYTES), false)
    if (this.#setup.payload === 'features') return readSet(payload, this.#counted)
    return featureSet(this.#fingerprinter, { text: textOfPayload(payload) }, this.#measure)
  }

  #estimate(left: Uint8Array, right: Uint8Array): number {
    const { numPerm, bands } = this.#setup.options
    return estimateFromEntries(left, right, DIGEST_BYTES + bands * 4, numPerm)
  }
}

/** Shares from the share of the smaller: what both have is known from it to the last feature. */
function sharesOf(left: number, right: number, similarity: number): Pick<Match, 'aInB' | 'bInA'> {
  const shared = Math.round(similarity * Math.min(left, right))
  return { aInB: left ? shared / left : similarity, bInA: right ? shared / right : similarity }
}

/** Differing bits of two fingerprints. */
function distanceOf(a: Uint8Array, b: Uint8Array): number {
  let differing = 0
  for (let i = DIGEST_BYTES; i < a.length; i++) differing += popcount32((a[i] as number) ^ (b[i] as number))
  return differing
}

/** The text of a payload that is one. */
export const textOfPayload = (payload: Uint8Array): string => decoder.decode(payload)

/** Sorts matches, the best first: the most similar, of equally similar ones the nearest, then the oldest. */
export function compareMatches(a: Match, b: Match): number {
  return (b.similarity ?? 0) - (a.similarity ?? 0) || (a.distance ?? 0) - (b.distance ?? 0) || a.record.seq - b.record.seq
}

/** Rows of an index: signed by their values as one text, and scored field by field. */
import { xxh64 } from '../../hashing/xxh64.js'
import { kindOf } from '../../matching/kinds/kinds.js'
import { type NamedRecord, RecordScorer, type RecordSpec, type RecordValues } from '../../matching/record-judge.js'
import type { Form } from '../../options/methods.js'
import { Fingerprinter } from '../../signing/fingerprinter.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import type { StoredRecord } from '../../stores/store.js'
import { payloadOfText, textOfPayload } from '../live/payload.js'
import type { IndexSetup } from '../live/setup.js'
import type { CandidateRecord, Content, Match, Scores, SignedText } from '../live/signed.js'
import type { EntryJudge } from '../method.js'

export class RecordJudge implements EntryJudge {
  readonly judgesTogether = false
  readonly enough = undefined
  readonly #spec: RecordSpec
  readonly #scorer: RecordScorer
  readonly #threshold: number
  readonly #fingerprinter: Fingerprinter

  constructor(form: Form, { options }: IndexSetup, spec: RecordSpec) {
    this.#spec = spec
    this.#scorer = new RecordScorer(spec)
    this.#threshold = options.threshold
    this.#fingerprinter = new Fingerprinter(form, options, 'search')
  }

  sign({ record = new Map() }: Content): SignedText {
    const row = new Uint8Array(this.#fingerprinter.entryBytes)
    this.#fingerprinter.fingerprint({ text: textOfRecord(this.#spec, record) }, row)
    nameRecord(row, record)
    return { row, payload: payloadOfText(recordToJson(record)), set: undefined, record }
  }

  matches(signed: SignedText, candidates: readonly CandidateRecord[]): Match[] {
    const scores = this.#scorer.score(
      ofSigned(signed),
      candidates.map(({ record }) => ofStored(record)),
      this.#threshold,
    )
    return candidates.flatMap(({ record, candidate: { distance } }, i) => {
      const similarity = scores[i]
      return similarity !== undefined && similarity >= this.#threshold ? [{ record, similarity, distance }] : []
    })
  }

  measure(signed: SignedText, stored: StoredRecord): Scores {
    const [similarity] = this.#scorer.score(ofSigned(signed), [ofStored(stored)])
    return { similarity, distance: undefined }
  }
}

const ofSigned = ({ row, record }: SignedText): NamedRecord => ({ name: nameOf(row), read: () => record as RecordValues })
const ofStored = ({ entry, payload }: StoredRecord): NamedRecord => ({
  name: nameOf(entry),
  read: () => recordFromJson(textOfPayload(payload)),
})
/** The digest of all values, which begins an entry. */
const nameOf = (entry: Uint8Array): string => String.fromCharCode(...entry.subarray(0, DIGEST_BYTES))

/** The text under which a row is searched: its compared values in the spelling of their kinds. */
export const textOfRecord = ({ fields }: RecordSpec, record: RecordValues): string =>
  fields
    .flatMap(({ name, kind, settings, compare }) =>
      compare && record.has(name) ? [kindOf({ kind, settings }).normalise(record.get(name) as string)] : [],
    )
    .join('\n')

/** What an index keeps of a row: its values, as JSON. */
const recordToJson = (record: RecordValues): string => JSON.stringify(Object.fromEntries(record))
export const recordFromJson = (json: string): RecordValues => new Map(Object.entries(JSON.parse(json) as Record<string, string>))

/**
 * Names a row by all its values instead of by its text: only equal rows are equal entries.
 *
 * @param entry  with a digest
 */
function nameRecord(entry: Uint8Array, record: RecordValues): void {
  const bytes = new TextEncoder().encode(JSON.stringify([...record]))
  const digest = new DataView(entry.buffer, entry.byteOffset, DIGEST_BYTES)
  for (let at = 0; at < DIGEST_BYTES; at += 8) digest.setBigUint64(at, xxh64(bytes, BigInt(at)), true)
}

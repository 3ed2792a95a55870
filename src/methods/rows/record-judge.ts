/** Rows of an index: signed by their values as one text, and scored field by field. */
import { xxh64 } from '../../hashing/xxh64.js'
import { KINDS } from '../../matching/kinds/kinds.js'
import { judgeRecord, type RecordSpec, type RecordValues } from '../../matching/record-judge.js'
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
  readonly #threshold: number
  readonly #fingerprinter: Fingerprinter

  constructor(form: Form, { options }: IndexSetup, spec: RecordSpec) {
    this.#spec = spec
    this.#threshold = options.threshold
    this.#fingerprinter = new Fingerprinter(form, options, 'search')
  }

  sign({ record = new Map() }: Content): SignedText {
    const row = new Uint8Array(this.#fingerprinter.entryBytes)
    this.#fingerprinter.fingerprint({ text: textOfRecord(this.#spec, record) }, row)
    nameRecord(row, record)
    return { row, payload: payloadOfText(recordToJson(record)), set: undefined, record }
  }

  matches({ record: row }: SignedText, candidates: readonly CandidateRecord[]): Match[] {
    const others = candidates.map(({ record }) => recordFromJson(textOfPayload(record.payload)))
    const scores = judgeRecord(this.#spec, row as RecordValues, others, this.#threshold)
    return candidates.flatMap(({ record, candidate: { distance } }, i) => {
      const similarity = scores[i]
      return similarity !== undefined && similarity >= this.#threshold ? [{ record, similarity, distance }] : []
    })
  }

  measure({ record }: SignedText, { payload }: StoredRecord): Scores {
    const [similarity] = judgeRecord(this.#spec, record as RecordValues, [recordFromJson(textOfPayload(payload))])
    return { similarity, distance: undefined }
  }
}

/** The text under which a row is searched: its compared values in the spelling of their kinds. */
export const textOfRecord = ({ fields }: RecordSpec, record: RecordValues): string =>
  fields
    .flatMap(({ name, kind, compare }) => (compare && record.has(name) ? [KINDS[kind].normalise(record.get(name) as string)] : []))
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

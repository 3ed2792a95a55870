/** Adding to a live index: each document is held against what is there, in the same step that stores it. */
import type { Answers } from '../../options/copies.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { NewRecord, Offer, Store, StoredRecord } from '../../stores/store.js'
import { idOf, type LiveDocument } from './document.js'
import type { LiveVerifier, Match, SignedText } from './verify.js'
import type { CandidateRecord } from './versions.js'

/** The answer to a document that was added. */
export interface Added<I = unknown> {
  readonly id: I
  /**
   * - `new`: nothing in the index is alike
   * - `duplicate`: something is; `add` stored it all the same, `addIfNew` did not
   * - `unchanged`: it was there already, with this id and this content
   */
  readonly status: 'new' | 'duplicate' | 'unchanged'
  /** Whether the index has it now under its id and with this content. */
  readonly stored: boolean
  /** Another document stood under this id before. */
  readonly replaced: boolean
  /** The best match: the most similar, of equally similar ones the nearest, then the oldest. */
  readonly duplicateOf: I | undefined
  /** Exact; undefined without a match, or where signatures decide. */
  readonly similarity: number | undefined
  /** Differing bits of simhash. */
  readonly distance: number | undefined
  /** Under containment: the share of the document (a) that its match (b) has, and the other way round. */
  readonly aInB?: number
  readonly bInA?: number
  /** The id that names the group: its first document. */
  readonly group: I
  /** Under `find: 'all'` the question that the best match answers: it is a copy, a version, or both. */
  readonly answers?: Answers
  /** More than 32 documents may be alike, the newest 4 were measured, and `duplicateOf` is the best of these: another may be better. */
  readonly approximate?: true
}

/**
 * Adds documents in one update of the store.
 *
 * @param ifNew  leaves out what is alike to something in the index
 * @returns the answers, in the order of the documents
 * @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `STORE`; then nothing was added
 */
export async function addDocuments(
  store: Store,
  verifier: LiveVerifier,
  documents: readonly LiveDocument[],
  ifNew: boolean,
): Promise<Added[]> {
  const answers: Added[] = []
  const offers = documents.map((document, i): Offer => {
    const id = idOf(document, verifier.options)
    const text = verifier.signNew(document)
    return {
      id,
      entry: text.row,
      enough: verifier.enough,
      decide: (previous, alike, isAll) => {
        const answered = answerOf(verifier, id, text, ifNew, previous, alike, isAll)
        if (answered === 'more') return answered
        answers[i] = answered.answer
        return answered.record
      },
    }
  })
  await store.update(offers)
  return answers
}

/** The shares of a match alone; nothing where it has none. */
const sharesOf = (match: Match | undefined): Pick<Added, 'aInB' | 'bInA'> =>
  match?.aInB === undefined || match.bInA === undefined ? {} : { aInB: match.aInB, bInA: match.bInA }

interface Answered {
  readonly answer: Added
  readonly record: NewRecord | undefined
}

/**
 * The answer to one document, and the record that is written for it; `more` where candidates beyond these have to be asked.
 *
 * @param isAll  whether these are all candidates
 */
function answerOf(
  verifier: LiveVerifier,
  id: string,
  text: SignedText,
  ifNew: boolean,
  previous: StoredRecord | undefined,
  alike: readonly CandidateRecord[],
  isAll: boolean,
): Answered | 'more' {
  const record = (group: string) => ({ id, entry: text.row, group, payload: text.payload })
  const base = { id: parseJson(id) as unknown, replaced: false, duplicateOf: undefined, similarity: undefined, distance: undefined }
  if (previous && sameBytes(previous.entry, text.row)) {
    const answer = { ...base, status: 'unchanged', stored: true, group: parseJson(previous.group) as unknown } as const
    // The same content may be spelled otherwise: what is kept of it follows.
    return { answer, record: sameBytes(previous.payload, text.payload) ? undefined : record(previous.group) }
  }
  const best = verifier.bestMatch(text, alike)
  if (!best && !isAll) return 'more'
  const group = best ? best.record.group : id
  const stored = !ifNew || !best
  const answer: Added = {
    ...base,
    status: best ? 'duplicate' : 'new',
    stored,
    replaced: stored && previous !== undefined,
    ...(best ? { duplicateOf: parseJson(best.record.id), similarity: best.similarity, distance: best.distance, ...sharesOf(best) } : {}),
    group: parseJson(group),
    ...(best?.answers ? { answers: best.answers } : {}),
    ...(best && (best.approximate || !isAll) ? { approximate: true } : {}),
  }
  return { answer, record: stored ? record(group) : undefined }
}

/** The answer to one document by all candidates. */
export function answerToAll(
  verifier: LiveVerifier,
  id: string,
  text: SignedText,
  ifNew: boolean,
  previous: StoredRecord | undefined,
  alike: readonly CandidateRecord[],
): Answered {
  return answerOf(verifier, id, text, ifNew, previous, alike, true) as Answered
}

/** Whether documents are in the store, under their ids and with this content. */
export async function hasDocuments(store: Store, verifier: LiveVerifier, documents: readonly LiveDocument[]): Promise<boolean[]> {
  const records = await store.get(documents.map((document) => idOf(document, verifier.options)))
  return records.map((record, i) => record !== undefined && sameBytes(record.entry, verifier.sign(documents[i] as LiveDocument).row))
}

/** The answers to documents when they were added, found again among what is older than they are; see `answersOf` of the index. */
export async function earlierAnswers(
  store: Store,
  verifier: LiveVerifier,
  documents: readonly LiveDocument[],
): Promise<(Added | undefined)[]> {
  const texts = documents.map((document) => verifier.sign(document))
  const records = await store.get(documents.map((document) => idOf(document, verifier.options)))
  const found = await store.find(
    texts.map(({ row }) => row),
    false,
  )
  return Promise.all(
    records.map(async (record, i): Promise<Added | undefined> => {
      const text = texts[i] as SignedText
      if (!record || !sameBytes(record.entry, text.row)) return undefined
      const older = (found[i] ?? []).filter(({ seq }) => seq < record.seq)
      const equal = older.filter((candidate) => candidate.equal).slice(0, 1)
      const asked = equal.length ? equal : older
      const read = await store.read(asked.map(({ seq }) => seq))
      const alike = asked.flatMap((candidate, j) => (read[j] ? [{ candidate, record: read[j] }] : []))
      const best = verifier.bestMatch(text, alike)
      return {
        id: parseJson(record.id),
        status: best ? 'duplicate' : 'new',
        stored: true,
        replaced: false,
        duplicateOf: best && parseJson(best.record.id),
        similarity: best?.similarity,
        distance: best?.distance,
        ...sharesOf(best),
        group: parseJson(record.group),
        ...(best?.answers ? { answers: best.answers } : {}),
        ...(best?.approximate ? { approximate: true } : {}),
      }
    }),
  )
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

/** Adding to a live index: each document is held against what is there, in the same step that stores it. */

import type { CandidateRecord, SignedText } from '../../methods/live/signed.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { Candidate, Offer, Store, StoredRecord } from '../../stores/store.js'
import { type Added, type Answered, type Arriving, answered, beyondOf, toldOf, unchanged } from './added.js'
import { decidedAnswer, judge } from './decided/answer.js'
import { Asked, type ContentDigest, type Deciding } from './decided/deciding.js'
import { idOf, type LiveDocument } from './document.js'
import type { LiveVerifier } from './verify.js'

/**
 * Adds documents in one update of the store.
 *
 * @param ifNew     leaves out what is alike to something in the index
 * @param deciding  digests of contents, and decisions about them
 * @returns the answers, in the order of the documents
 * @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `STORE`; then nothing was added
 */
export async function addDocuments(
  store: Store,
  verifier: LiveVerifier,
  documents: readonly LiveDocument[],
  ifNew: boolean,
  deciding?: Deciding,
): Promise<Added[]> {
  const answers: Added[] = []
  const offers = documents.map((document, i): Offer => {
    const id = idOf(document, verifier.options)
    const text = verifier.signNew(document)
    const digest = deciding?.digestOf(document)
    const asked = Asked.of(deciding, digest, id)
    const kept = deciding?.keepsDigests ? digest : undefined
    const arrives = (previous: StoredRecord | undefined): Arriving => ({
      id,
      previous,
      ifNew,
      recordOf: (group) => ({ id, entry: text.row, group, payload: text.payload, ...(kept ? { digest: kept.bytes } : {}) }),
    })
    if (asked)
      return {
        id,
        entry: text.row,
        digest: digest?.bytes,
        about: asked.about,
        decide: (previous, alike, _isAll, about) => {
          const isUnchanged = previous !== undefined && sameBytes(previous.entry, text.row)
          const { answer, record } = decidedAnswer(verifier, asked, text, arrives(previous), isUnchanged, alike, about)
          answers[i] = answer
          return record
        },
      }
    return {
      id,
      entry: text.row,
      enough: verifier.enough,
      decide: (previous, alike, isAll) => {
        const found = answerOf(verifier, text, arrives(previous), alike, isAll, kept)
        if (found === 'more') return found
        answers[i] = found.answer
        return found.record
      },
    }
  })
  await store.update(offers)
  return answers
}

export type { Added } from './added.js'

/**
 * The answer to one document, and the record that is written for it; `more` where candidates beyond these have to be asked.
 *
 * @param isAll   whether these are all candidates
 * @param digest  of its content, where records are stored with them
 */
function answerOf(
  verifier: LiveVerifier,
  text: SignedText,
  arriving: Arriving,
  alike: readonly CandidateRecord[],
  isAll: boolean,
  digest?: ContentDigest,
): Answered | 'more' {
  const { id, previous, recordOf } = arriving
  if (previous && sameBytes(previous.entry, text.row)) {
    // The same content may be spelled otherwise: what is kept of it follows.
    const isSame = sameBytes(previous.payload, text.payload) && (!digest || sameBytes(previous.digest ?? NOTHING, digest.bytes))
    return { answer: unchanged(id, previous.group), record: isSame ? undefined : recordOf(previous.group) }
  }
  const best = verifier.bestMatch(text, alike)
  if (!best && !isAll) return 'more'
  return answered(arriving, best && !isAll ? { ...best, approximate: true } : best, id, alike)
}

/** The answer to one document by all candidates. */
export const answerToAll = (verifier: LiveVerifier, text: SignedText, arriving: Arriving, alike: readonly CandidateRecord[]): Answered =>
  answerOf(verifier, text, arriving, alike, true) as Answered

const NOTHING = new Uint8Array()

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
  deciding?: Deciding,
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
      const asked = deciding && Asked.of(deciding, deciding.digestOf(documents[i] as LiveDocument), record.id)
      const { alike, about } = await evidenceFor(store, found[i] ?? [], asked, ({ seq }) => seq < record.seq)
      const judged = asked && judge(verifier, asked, text, alike, about)
      const best = judged ? judged.matches.find((match) => !judged.barred.has(match.record.group)) : verifier.bestMatch(text, alike)
      const unmeasured = beyondOf(alike)
      return {
        id: parseJson(record.id),
        status: best ? 'duplicate' : 'new',
        stored: true,
        replaced: false,
        duplicateOf: best && parseJson(best.record.id),
        similarity: best?.similarity,
        distance: best?.distance,
        ...toldOf(best, record.group),
        ...(unmeasured ? { unmeasured } : {}),
      }
    }),
  )
}

interface Evidence {
  readonly alike: readonly CandidateRecord[]
  readonly about: readonly StoredRecord[]
}

/**
 * Records that one document is judged by: candidates, or an equal one alone, and those that decisions pair it with.
 *
 * @param asked  undefined where no decision speaks of the document
 * @param isIn   whether a record counts
 */
export async function evidenceFor(
  store: Store,
  candidates: readonly Candidate[],
  asked: Asked | undefined,
  isIn: (record: { readonly seq: number }) => boolean,
): Promise<Evidence> {
  const counted = candidates.filter(isIn)
  const equal = asked ? undefined : counted.find((candidate) => candidate.equal)
  const chosen = equal ? [equal] : counted
  const records = await store.read(chosen.map(({ seq }) => seq))
  const alike = chosen.flatMap((candidate, i) => (records[i] ? [{ candidate, record: records[i] }] : []))
  return { alike, about: asked ? (await store.withDigests(asked.about)).filter(isIn) : [] }
}

/** Whether they are the same, byte for byte. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

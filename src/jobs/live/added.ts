/** The answer to a document that was added, and the record that is written for it. */

import type { CandidateRecord, Match, Scores } from '../../methods/live/signed.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { NewRecord, StoredRecord } from '../../stores/store.js'

/** The answer to a document that was added. */
export interface Added<I = unknown> extends Scores {
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
  /** The id that names the group: its first document. */
  readonly group: I
  /** More than 32 documents may be alike, the newest 4 were measured, and `duplicateOf` is the best of these: another may be better. */
  readonly approximate?: true
  /**
   * Of an index of rows: so many more rows may be alike, beyond those that share the most with this one, and were not measured. Absent where
   * all were measured.
   */
  readonly unmeasured?: number
}

export interface Answered {
  readonly answer: Added
  readonly record: NewRecord | undefined
}

/** A document on its way into an index. */
export interface Arriving {
  /** As JSON. */
  readonly id: string
  /** What stands under its id. */
  readonly previous: StoredRecord | undefined
  /** It is left out where something in the index is alike. */
  readonly ifNew: boolean
  /** Its record in a group; undefined where nothing is written. */
  readonly recordOf: (group: string) => NewRecord | undefined
}

/** The answer to a document that was there already. */
export const unchanged = (id: string, group: string): Added => ({
  id: parseJson(id),
  replaced: false,
  duplicateOf: undefined,
  similarity: undefined,
  distance: undefined,
  status: 'unchanged',
  stored: true,
  group: parseJson(group),
})

/** The answer to a document that is not there yet, and its record in the group of its best match, or in one of its own. */
export function answered(
  { id, previous, ifNew, recordOf }: Arriving,
  best: Match | undefined,
  ownGroup: string,
  alike: readonly CandidateRecord[],
): Answered {
  const unmeasured = beyondOf(alike)
  const group = best?.record.group ?? ownGroup
  const stored = !ifNew || !best
  const answer: Added = {
    id: parseJson(id),
    replaced: stored && previous !== undefined,
    duplicateOf: best && parseJson(best.record.id),
    similarity: best?.similarity,
    distance: best?.distance,
    status: best ? 'duplicate' : 'new',
    stored,
    ...toldOf(best, group),
    ...(unmeasured ? { unmeasured } : {}),
  }
  return { answer, record: stored ? recordOf(group) : undefined }
}

/** Of the candidates that a document was judged by: how many more there were. Beside an equal one it makes no difference. */
export const beyondOf = (alike: readonly CandidateRecord[]): number | undefined =>
  alike.some(({ candidate }) => candidate.equal) ? undefined : alike[0]?.candidate.beyond

/** What every answer says of a match behind similarity and distance; of none, the group alone. */
export const toldOf = (match: Match | undefined, group: string) => ({
  ...(match?.aInB === undefined || match.bInA === undefined ? {} : { aInB: match.aInB, bInA: match.bInA }),
  group: parseJson(group) as unknown,
  ...(match?.answers ? { answers: match.answers } : {}),
  ...(match?.approximate ? { approximate: match.approximate } : {}),
  ...(match?.decided ? { decided: match.decided } : {}),
})

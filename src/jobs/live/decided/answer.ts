/** The answer to a document that decisions of people speak of. */

import type { CandidateRecord, Match, SignedText } from '../../../methods/live/signed.js'
import type { StoredRecord } from '../../../stores/store.js'
import { type Answered, type Arriving, answered, unchanged } from '../added.js'
import { compareMatches, type LiveVerifier } from '../verify.js'
import { type Asked, ownGroup } from './deciding.js'

interface Judged {
  /** The best first; those that people decided on before all others. */
  readonly matches: readonly Match[]
  /** Groups that hold a document that this one must not be with. */
  readonly barred: ReadonlySet<string>
  /** A document that it must be with is in one of them. */
  readonly must: readonly StoredRecord[]
}

/**
 * Matches as decisions want them.
 *
 * @param alike  all candidates
 * @param about  records that decisions pair the document with
 */
export function judge(
  verifier: LiveVerifier,
  asked: Asked,
  text: SignedText,
  alike: readonly CandidateRecord[],
  about: readonly StoredRecord[],
): Judged {
  const { must, cannot } = asked.related([...alike.map(({ record }) => record), ...about])
  const barred = new Set([...cannot].map(({ group }) => group))
  const apart = new Set([...cannot].map(({ seq }) => seq))
  const together = new Set(must.map(({ seq }) => seq))
  const found = verifier.matches(text, alike).filter(({ record }) => !apart.has(record.seq))
  const measured = new Map(found.map((match) => [match.record.seq, match]))
  const decided = must.map((record): Match => {
    const match = measured.get(record.seq) ?? { record, ...verifier.measure(text, record) }
    return { ...match, decided: true }
  })
  const others = found.filter(({ record }) => !together.has(record.seq)).sort(compareMatches)
  return { matches: [...decided, ...others], barred, must }
}

/** The answer and the record, as `answerOf` makes them of documents that no decision speaks of. */
export function decidedAnswer(
  verifier: LiveVerifier,
  asked: Asked,
  text: SignedText,
  arriving: Arriving,
  isUnchanged: boolean,
  alike: readonly CandidateRecord[],
  about: readonly StoredRecord[],
): Answered {
  const { id, previous, recordOf } = arriving
  if (isUnchanged && previous && asked.isContentOf(previous)) return { answer: unchanged(id, previous.group), record: undefined }
  const { matches, barred } = judge(verifier, asked, text, alike, about)
  const best = matches.find(({ record }) => !barred.has(record.group))
  if (isUnchanged && previous) {
    // Spelled otherwise it is another content, which another decision may speak of.
    const stays = !best?.decided && !barred.has(previous.group)
    const group = stays ? previous.group : best ? best.record.group : ownGroup(id, barred)
    return { answer: unchanged(id, group), record: recordOf(group) }
  }
  return answered(arriving, best, ownGroup(id, barred), alike)
}

/** Answers of a live index as the command prints them and the service sends them. */
import { round } from '../../writing/json-lines.js'
import type { Added } from './add.js'
import type { Found, Matches } from './query.js'

/**
 * The answer to a document, as its line shows it.
 *
 * @param stored  shown where documents may be left out
 */
export const answerLine = (
  { id, status, replaced, duplicateOf, similarity, distance, aInB, bInA, group, answers, approximate, unmeasured, decided }: Added,
  stored?: boolean,
) => ({
  id,
  status,
  ...(stored === undefined ? {} : { stored }),
  ...(replaced ? { replaced } : {}),
  duplicate_of: duplicateOf ?? null,
  similarity: round(similarity),
  distance: distance ?? null,
  ...sharesOf({ aInB, bInA }),
  group,
  ...(answers ? { answers } : {}),
  ...(approximate ? { approximate } : {}),
  ...(unmeasured ? { unmeasured } : {}),
  ...(decided ? { decided } : {}),
})

const matchLine = ({ id, similarity, distance, aInB, bInA, group, answers, decided }: Found) => ({
  id,
  similarity: round(similarity),
  distance: distance ?? null,
  ...sharesOf({ aInB, bInA }),
  group,
  ...(answers ? { answers } : {}),
  ...(decided ? { decided } : {}),
})

/** The answer to one query. */
export const queryLine = (id: unknown, matches: Matches) => ({
  id: id ?? null,
  matches: matches.map(matchLine),
  ...(matches.unmeasured ? { unmeasured: matches.unmeasured } : {}),
})

/** Shares of both, under containment. */
const sharesOf = ({ aInB, bInA }: { readonly aInB: number | undefined; readonly bInA: number | undefined }) =>
  aInB === undefined ? {} : { a_in_b: round(aInB), b_in_a: round(bInA) }

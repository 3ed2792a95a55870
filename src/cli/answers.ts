/** Answers of a live index as JSON lines on standard output, the same from every command. */
import type { Added } from '../jobs/live/add.js'
import type { Found } from '../jobs/live/query.js'
import { toJson } from '../reading/whole-numbers-json.js'
import { round } from '../writing/json-lines.js'
import { toStandardOutput } from '../writing/output-set.js'

/**
 * The answer to a document, as its line shows it.
 *
 * @param stored  shown where documents may be left out
 */
export const answerLine = ({ id, status, replaced, duplicateOf, similarity, distance, group, answers }: Added, stored?: boolean) => ({
  id,
  status,
  ...(stored === undefined ? {} : { stored }),
  ...(replaced ? { replaced } : {}),
  duplicate_of: duplicateOf ?? null,
  similarity: round(similarity),
  distance: distance ?? null,
  group,
  ...(answers ? { answers } : {}),
})

export const matchLine = ({ id, similarity, distance, group, answers }: Found) => ({
  id,
  similarity: round(similarity),
  distance: distance ?? null,
  group,
  ...(answers ? { answers } : {}),
})

/** Prints a value as a JSON line, at the speed of the reader. */
export const printLine = (value: unknown): Promise<void> => toStandardOutput(`${toJson(value)}\n`)

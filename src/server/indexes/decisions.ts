/** The decisions that an index of the service obeys: those of a review, or a file of an allowed folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import { makeSafely } from '../../reviewing/append.js'
import { REVIEW_NAME } from '../../reviewing/reviews.js'
import { placeOf } from '../options.js'
import type { Settings } from '../settings.js'

/** As requests name it, and as the list of indexes keeps it: every process finds it in its own folders. */
export type DecisionSource = { readonly file: string } | { readonly review: string }

export const DECISIONS_SCHEMA = {
  anyOf: [
    {
      type: 'object',
      required: ['review'],
      additionalProperties: false,
      properties: { review: { type: 'string', minLength: 1, maxLength: 64 } },
    },
    {
      type: 'object',
      required: ['file'],
      additionalProperties: false,
      properties: { file: { type: 'string', minLength: 1, maxLength: 1000 } },
    },
    { type: 'null' },
  ],
  description:
    'what people have decided, and the index obeys: of a review of this service, or of a file FOLDER/PATH; null: nothing any more',
}

/** @throws {LeitongError} `SERVICE_REQUEST` */
export function checkDecisions(given: unknown): DecisionSource | null | undefined {
  if (given === undefined || given === null) return given
  const [[name, value] = [], ...others] = Object.entries(given)
  if (others.length || (name !== 'file' && name !== 'review') || typeof value !== 'string' || !value || value.length > 1000)
    throw new LeitongError('SERVICE_REQUEST', '"decisions" is {"review": NAME} or {"file": "FOLDER/PATH"}')
  return given as DecisionSource
}

/**
 * The path of the decisions.
 *
 * @throws {LeitongError} `SERVICE_PLACE`, `SERVICE_MISSING`, `SOURCE_MISSING`
 */
export function decisionsPath(source: DecisionSource, { data, folders }: Pick<Settings, 'data' | 'folders'>): string {
  if ('file' in source) return placeOf(source.file, folders)
  const folder = join(data, 'reviews', source.review)
  if (!REVIEW_NAME.test(source.review) || !existsSync(join(folder, 'project.json')))
    throw new LeitongError('SERVICE_MISSING', 'review of this name')
  const path = join(folder, 'decisions.jsonl')
  // Nobody has decided anything yet.
  makeSafely(path)
  return path
}

/** The decisions that an index of the service obeys: those of a review, or a file of an allowed folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import { makeSafely } from '../../reviewing/append.js'
import { REVIEW_NAME } from '../../reviewing/reviews.js'
import { placeOf } from '../options.js'
import { checkOf } from '../routes/check.js'
import { body, named } from '../routes/shapes.js'
import type { Settings } from '../settings.js'

/** As requests name it, and as the list of indexes keeps it: every process finds it in its own folders. */
export type DecisionSource = { readonly file: string } | { readonly review: string }

export const DECISIONS_SCHEMA = named('DecisionSource', {
  anyOf: [
    body('ReviewDecisions', { review: { type: 'string', minLength: 1, maxLength: 64 } }),
    body('FileDecisions', { file: { type: 'string', minLength: 1, maxLength: 1000 } }),
    { type: 'null' },
  ],
  description:
    'what people have decided, and the index obeys: of a review of this service, or of a file FOLDER/PATH; null: nothing any more',
})

/** @throws {LeitongError} `SERVICE_REQUEST` */
export const checkDecisions = checkOf(DECISIONS_SCHEMA, '"decisions"')

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

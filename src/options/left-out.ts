/** What `--ignore` is for: texts, and nothing that is compared otherwise. */
import { LeitongError } from '../errors.js'
import { judgesRows } from './measures.js'
import { traitsOf } from './methods.js'
import type { Options } from './options.js'

/**
 * Refuses passages that would be left out of what is no text.
 *
 * @param hasRows  whether fields of rows are among what is compared
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireTexts(options: Options, hasRows: boolean): void {
  if (!options.ignore.length) return
  if (judgesRows(options) || hasRows) throw new LeitongError('OPTION_CONFLICT', '--ignore is for texts: fields of rows are compared whole')
  if (traitsOf(options).isGiven)
    throw new LeitongError('OPTION_CONFLICT', '--ignore is for texts: signatures that come with the records are compared as they are')
}

/** Passages that an index leaves out of its texts (`ignore`). It holds them itself: their files may move, change or go. */
import { LeitongError } from '../../errors.js'
import { requireTexts } from '../../methods/refusals.js'
import type { Options } from '../../options/options.js'
import { holdIgnored } from '../../signing/ignored.js'
import { leftOutOf } from '../../signing/lexicons.js'
import type { SettingsInput } from './settings.js'

/** UTF-16 units of all passages that an index holds. */
const MOST = 4 << 20

/** Options with the passages that an export or an index holds, in the place of files. */
export function withPassages<T extends object>(options: T, held: readonly string[] | undefined): T & Pick<SettingsInput, 'ignore'> {
  return held?.length ? { ...options, ignore: holdIgnored(held) } : options
}

/**
 * The passages that a new index holds, as a part of its settings.
 *
 * @throws {LeitongError} `OPTION_CONFLICT` for an index of what is no text, and for more passages than an index holds
 */
export function ignoredOf(options: Options): { readonly ignored?: readonly string[] } {
  requireTexts(options, false)
  const passages = leftOutOf(options.ignore)?.passages
  if (!passages) return {}
  const size = passages.reduce((sum, { length }) => sum + length, 0)
  if (size > MOST)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `an index holds the passages of --ignore itself, up to ${MOST} characters; these have ${size}`,
    )
  return { ignored: passages }
}

/** What messages call passages: equal for equal ones, wherever their files lie. */
export function passagesName(files: readonly string[]): string {
  const found = leftOutOf(files)
  if (!found) return 'no passages'
  return `${found.passages.length === 1 ? '1 passage' : `${found.passages.length} passages`} (${found.name})`
}

/** What requests to a review say: values that are of the right kind, or refused with what they should be. */
import { LeitongError } from '../errors.js'

/** @throws {LeitongError} `OPTION_VALUE`, with as much of the value as fits into a line */
export function refuseValue(name: string, value: unknown, expected: string): never {
  throw new LeitongError('OPTION_VALUE', name, JSON.stringify(value ?? null).slice(0, 64), expected)
}

/** @throws {LeitongError} `OPTION_VALUE` */
export const flagOf = (name: string, value: unknown): boolean =>
  typeof value === 'boolean' ? value : refuseValue(name, value, 'true or false')

/**
 * Who does something: everybody says their name themselves; the service adds the key that the request came with.
 *
 * @throws {LeitongError} `OPTION_VALUE` where nobody says who they are
 */
export function nameOfWho(by: unknown): string {
  if (typeof by === 'string' && by.trim() && by.length <= 200) return by
  return refuseValue('by', by, 'the name of who asks, a text of at most 200 characters')
}

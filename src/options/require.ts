/** Arguments of callers without types: a wrong one is refused where it comes in, with the form that was expected. */
import { LeitongError } from '../errors.js'

/** A value in a message. */
export const shown = (value: unknown): string =>
  typeof value === 'object' ? (value === null ? 'null' : 'an object') : `${typeof value} ${String(value).slice(0, 40)}`

/**
 * @param what  its name in the message
 * @throws {LeitongError} `ARGUMENT`
 */
export function requireObject(value: unknown, what = 'options'): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LeitongError('ARGUMENT', `${what}: ${Array.isArray(value) ? 'a list' : shown(value)}`, 'an object')
}

/** @throws {LeitongError} `ARGUMENT` for what is neither undefined nor a signal */
export function requireSignal(value: unknown): void {
  if (value === undefined) return
  if (typeof value !== 'object' || value === null || !('throwIfAborted' in value) || typeof value.throwIfAborted !== 'function')
    throw new LeitongError('ARGUMENT', `signal: ${shown(value)}`, 'an AbortSignal')
}

/** @throws {LeitongError} `ARGUMENT` for what is neither undefined nor a function */
export function requireFunction(value: unknown, what: string): void {
  if (value !== undefined && typeof value !== 'function') throw new LeitongError('ARGUMENT', `${what}: ${shown(value)}`, 'a function')
}

/** @throws {LeitongError} `ARGUMENT` for what cannot be looped over, or is a text */
export function requireMany(value: unknown, what: string): void {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value || Symbol.asyncIterator in value))
    throw new LeitongError('ARGUMENT', shown(value), `${what} to loop over`)
}

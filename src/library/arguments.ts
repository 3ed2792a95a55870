/** Checks of arguments for callers without types: a wrong one is refused where it comes in, with the form that was expected. */
import { LeitongError } from '../errors.js'
import { shown } from '../options/require.js'

/** @throws {LeitongError} `ARGUMENT` */
export function requireText(value: unknown): void {
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) throw new LeitongError('ARGUMENT', shown(value), 'a text')
}

/**
 * Documents to loop over, or `{ files }` with a list of names.
 *
 * @throws {LeitongError} `ARGUMENT`
 */
export function requireInput(value: unknown): void {
  const expected = 'documents to loop over, or { files: [...] }'
  if (typeof value !== 'object' || value === null) throw new LeitongError('ARGUMENT', shown(value), expected)
  if ('files' in value) {
    if (!Array.isArray(value.files) || !value.files.every((name) => typeof name === 'string'))
      throw new LeitongError('ARGUMENT', `files: ${shown(value.files)}`, 'a list of names, as { files: ["docs.jsonl"] }')
  } else if (!(Symbol.iterator in value || Symbol.asyncIterator in value)) throw new LeitongError('ARGUMENT', shown(value), expected)
}

/** Where an index lies on a server: `SCHEME://USER@HOST/DATABASE#NAME`. */
import { LeitongError } from '../errors.js'
import { readServerUrl } from '../sources/database/url.js'

export interface Place {
  /** With the password, without the name of the index: never shown. */
  readonly url: string
  /** The name of the index; what it stores begins with it. */
  readonly index: string
  /** For messages. */
  readonly name: string
  redact(message: string): string
}

/**
 * @throws {LeitongError} `DATABASE_URL`, `STORE` for a name that is none
 */
export function readPlace(input: string, passwordVariables: readonly string[] = []): Place {
  const [before, index] = splitName(input)
  const { url, name, redact } = readServerUrl(before, process.env, passwordVariables)
  return { url, index, name: `${name}#${index}`, redact }
}

/** The URL before `#`, and the name after it; `leitong` where none is given. */
export function splitName(input: string): [url: string, name: string] {
  const at = input.indexOf('#')
  const index = at < 0 ? 'leitong' : input.slice(at + 1)
  const url = at < 0 ? input : input.slice(0, at)
  if (!/^[a-z][a-z0-9_]{0,39}$/i.test(index))
    // A password with a # that is not percent-encoded would be shown here.
    throw new LeitongError(
      'STORE',
      index.includes('@') ? '#' : `#${index}`,
      'the name of an index is a letter, then letters, digits and _, up to 40',
    )
  return [url, index]
}

/** The server has gone, and has not come back for as long as one waits. */
export class StoreAway extends LeitongError<'STORE'> {
  constructor(name: string, cause: string) {
    super('STORE', name, cause)
  }
}

/** The first line of a message; some errors have nothing but a code, or stand for several. */
export function causeOf(error: unknown): string {
  const { message = '', code, errors } = error as { message?: string; code?: unknown; errors?: readonly unknown[] }
  return message.split('\n')[0] || (errors?.length ? causeOf(errors[0]) : String(code ?? error))
}

/** Any error as one of ours, its place named and its secrets taken out. */
export function storeError(error: unknown, { name, redact }: Pick<Place, 'name' | 'redact'>): LeitongError {
  if (error instanceof LeitongError) return error
  return new LeitongError('STORE', name, redact(causeOf(error)))
}

/** Errors of stores, which name the index and the cause and none of its secrets. */
import { LeitongError } from '../errors.js'

/** The name of an index in messages. */
export interface Named {
  readonly name: string
  /** Takes the secrets of its URL out of a message. */
  redact(message: string): string
}

/** The server has gone, and has not come back for as long as a call waits. */
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

/** Any error as one of ours; an error that is one already stays as it is. */
export function storeError(error: unknown, named: Named): LeitongError {
  if (error instanceof LeitongError) return error
  return new LeitongError('STORE', named.name, named.redact(causeOf(error)))
}

/** Errors as the service answers them: one shape, a status for each code, and no path or secret of the machine. */
import { type ErrorCode, ExitCode, LeitongError } from '../errors.js'

/** The body of every answer that is an error. */
export interface Failure {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly remedy: string
    /** Where the code is explained, in the package and in the repository. */
    readonly docs: string
    readonly request: string
  }
}

const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  SERVICE_KEY: 401,
  SERVICE_SCOPE: 403,
  SERVICE_PLACE: 403,
  SERVICE_ORIGIN: 421,
  SERVICE_MISSING: 404,
  INDEX_MISSING: 404,
  SOURCE_MISSING: 404,
  SERVICE_CONFLICT: 409,
  INDEX_OPTIONS: 409,
  SIGNATURES_UNLIKE: 409,
  SERVICE_LIMIT: 413,
  TEXT_TOO_LARGE: 413,
  SERVICE_BUSY: 429,
  SERVICE_FAILED: 500,
  PACKAGE_MISSING: 501,
  STORE: 503,
  SERVICE_TIME: 503,
  MEMORY: 503,
  INTERRUPTED: 503,
  LOCKED: 503,
  OUTPUT_WRITE: 503,
  DATABASE_CONNECT: 503,
}

/** The status of the answer: wrong use is 400, what cannot be read 422, unless the code says more. */
export const statusOf = ({ code, exit }: LeitongError): number => STATUS[code] ?? (exit === ExitCode.usage ? 400 : 422)

/** An error as data, to cross to another thread or process. */
export interface SentError {
  readonly code: ErrorCode
  readonly args: readonly unknown[]
}

export const sendError = ({ code, args }: LeitongError): SentError => ({ code, args: args.map((arg) => arg ?? undefined) })
export const receiveError = ({ code, args }: SentError): LeitongError => new LeitongError(code, ...(args as never))

/** What must not be told, with what stands for it; the longest first. */
export class Redactor {
  readonly #pairs: readonly (readonly [text: string, instead: string])[]

  constructor(secrets: Readonly<Record<string, string>>) {
    this.#pairs = Object.entries(secrets)
      .filter(([text]) => text.length > 1)
      .sort(([a], [b]) => b.length - a.length)
  }

  redact(text: string): string {
    let shown = text
    for (const [secret, instead] of this.#pairs) shown = shown.replaceAll(secret, instead)
    return shown
  }
}

/** @param request  the id of the request */
export function failureOf(error: LeitongError, request: string, redactor: Redactor): Failure {
  return {
    error: {
      code: error.code,
      message: redactor.redact(error.message),
      remedy: error.remedy,
      docs: `docs/errors.md#${error.code.toLowerCase()}`,
      request,
    },
  }
}

/** Errors as the service answers them: one shape, a status for each code, and no path or secret of the machine. */
import type { FastifyRequest } from 'fastify'
import { causeInChinese } from '../chinese/causes.zh.js'
import { ERRORS_ZH } from '../chinese/errors.zh.js'
import { type ErrorCode, ExitCode, type LeitongError } from '../errors.js'
import { type ErrorLanguage, remedyOf } from './remedies.js'

/** The body of every answer that is an error: members of RFC 9457, and what only this service says. */
export interface Failure {
  /** Where the code is explained; it names the kind of problem. */
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly error: {
    readonly code: string
    readonly message: string
    readonly remedy: string
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
  SERVICE_METHOD: 405,
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

/** What must not be told, with what stands for it; the longest first. */
export class Redactor {
  readonly #pairs: readonly (readonly [text: string, instead: string])[]

  constructor(secrets: Readonly<Record<string, string>>) {
    this.#pairs = Object.entries(secrets)
      .filter(([text]) => text.length > 1)
      .sort(([a], [b]) => b.length - a.length)
  }

  /** @param said  words of the client, who gets them back as he said them: another answer would tell that he has guessed one */
  redact(text: string, said: () => string = () => ''): string {
    let shown = text
    let words: string | undefined
    for (const [secret, instead] of this.#pairs) {
      if (!shown.includes(secret)) continue
      words ??= said()
      if (!words.includes(secret)) shown = shown.replaceAll(secret, instead)
    }
    return shown
  }
}

/** The type of answers that are errors. */
export const PROBLEM = 'application/problem+json'

/** A request, as far as an answer that is an error tells of it. */
export interface Failed {
  readonly id: string
  /** Scheme, name and port under which it came. */
  readonly origin: string
  /** In which the answer is; English where none is named. */
  readonly language?: ErrorLanguage
}

/**
 * @param status  of the answer
 * @param said    words of the request, where the error can be about them alone
 */
export function failureOf(
  error: LeitongError,
  { id, origin, language }: Failed,
  redactor: Redactor,
  status = statusOf(error),
  said?: () => string,
): Failure {
  const { code } = error
  const told = language === 'zh' ? error.from(ERRORS_ZH, causeInChinese) : error
  const message = redactor.redact(told.message, /^(SERVICE|OPTION)_/.test(code) ? said : undefined)
  const docs = `${origin}/docs#${code.toLowerCase()}`
  return {
    type: docs,
    title: code.toLowerCase().replaceAll('_', ' '),
    status,
    detail: message,
    error: { code, message, remedy: remedyOf(error, language), docs, request: id },
  }
}

/** What an answer tells of a request. */
export const failedOf = ({ id, protocol, host, headers }: FastifyRequest): Failed => ({
  id,
  origin: host ? `${protocol}://${host}` : '',
  language: languageAsked(headers['accept-language']),
})

/**
 * The language that a client likes best of the two that there are.
 *
 * @example languageAsked('zh-CN,zh;q=0.9,en;q=0.8') // 'zh'
 */
export function languageAsked(header = ''): ErrorLanguage {
  const liked = { en: 0, zh: 0 }
  for (const part of header.split(',')) {
    const [, name, quality = '1'] = /^\s*(en|zh)(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? []
    if (!name) continue
    const language = name.toLowerCase() as ErrorLanguage
    liked[language] = Math.max(liked[language], Number(quality))
  }
  return liked.zh > liked.en ? 'zh' : 'en'
}

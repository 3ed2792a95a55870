/** URLs of databases: passwords come from the URL or the environment, and go into no message. */
import { LeitongError } from '../../errors.js'
import { isObjectUrl } from '../objects/objects.js'
import type { Database } from './database.js'
import { DATABASES } from './databases.js'

export interface DatabaseTarget {
  readonly database: Database
  /** With the password: never shown. */
  readonly url: string
  /** The URL without user, password and options: for messages and outputs. */
  readonly name: string
  /** Of a database that is a file. */
  readonly path?: string
  /** Takes the password out of a message. */
  redact(message: string): string
}

const SCHEME = /^([a-z][a-z0-9+.-]+):/i

/** Whether an input is meant as the URL of a database, and neither as a file nor as an object; `sqlite:` alone needs no slashes. */
export function isUrl(input: string): boolean {
  if (isObjectUrl(input)) return false
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(input) || /^sqlite:/i.test(input) || /^\$\{\w+\}$/.test(input)
}

type Environment = Readonly<Record<string, string | undefined>>

function refuse(cause: string): never {
  throw new LeitongError('DATABASE_URL', cause)
}

/** Puts variables of the environment where `${NAME}` stands. */
function expand(input: string, environment: Environment): string {
  const whole = /^\$\{\w+\}$/.test(input)
  return input.replace(/\$\{(\w+)\}/g, (_, variable: string) => {
    const value = environment[variable]
    if (!value) return refuse(`the variable ${variable} of the environment is ${value === '' ? 'empty' : 'not set'}`)
    return whole ? value : encodeURIComponent(value)
  })
}

/**
 * Reads a URL. `${NAME}` in it stands for a variable of the environment; a password may also come from LEITONG_PASSWORD or the
 * variable of the database's own tools.
 *
 * @throws {LeitongError} `DATABASE_URL`, which never shows the URL
 */
export function parseDatabaseUrl(input: string, environment: Environment): DatabaseTarget {
  const expanded = expand(input, environment)
  const scheme = SCHEME.exec(expanded)?.[1]?.toLowerCase()
  const database = DATABASES.find(({ schemes }) => schemes.includes(scheme ?? ''))
  const known = DATABASES.flatMap(({ schemes }) => schemes).join(', ')
  if (!database) return refuse(`${scheme ? `"${scheme}:" is no database that is known` : 'a URL begins with a scheme'}; there are ${known}`)
  if (expanded.includes('\0')) return refuse('it holds a NUL character')
  if (!database.fileOf) return { database, ...readServerUrl(expanded, environment, database.passwordVariables) }
  const name = expanded.replace(/\?.*$/, '')
  const path = database.fileOf(expanded)
  // The driver would make a private database that vanishes with the connection.
  if (!path || path.endsWith('/')) return refuse(`"${name}" names no file`)
  return { database, url: expanded, name, path, redact: (message) => message }
}

/**
 * Reads the URL of a server.
 *
 * @param passwordVariables  looked at after LEITONG_PASSWORD where the URL has a user and no password
 * @throws {LeitongError} `DATABASE_URL`
 */
export function readServerUrl(
  input: string,
  environment: Environment,
  passwordVariables: readonly string[],
): Pick<DatabaseTarget, 'url' | 'name' | 'redact'> {
  const expanded = expand(input, environment)
  // By hand: URLs of MongoDB may name several hosts, which URL does not take.
  const match = /^([^:]+):\/\/(?:([^/?#@]*)@)?([^/?#@]+)(\/[^?#]*)?(?:[?#].*)?$/.exec(expanded)
  if (!match) return refuse('it should look like SCHEME://USER:PASSWORD@HOST:PORT/DATABASE, with special characters percent-encoded')
  const [, scheme, credentials = '', hosts, path = ''] = match
  const [user = '', ...rest] = credentials.split(':')
  let secret = rest.join(':')
  let url = expanded
  if (!secret && user) {
    const variable = ['LEITONG_PASSWORD', ...passwordVariables].find((name) => environment[name])
    secret = variable ? encodeURIComponent(environment[variable] as string) : ''
    if (secret) url = expanded.replace(`${credentials}@`, () => `${user}:${secret}@`)
  }
  const plain = decode(secret)
  if (plain === undefined) return refuse('the password has a "%" that is not percent-encoded')
  const secrets = [...new Set([secret, plain, ...optionSecrets(expanded)])].filter(Boolean).sort((a, b) => b.length - a.length)
  return {
    url,
    name: `${scheme}://${hosts}${path === '/' ? '' : path}`,
    redact: (message) => secrets.reduce((text, part) => text.replaceAll(part, '***'), message),
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Secrets that drivers take as options of the URL. */
function optionSecrets(url: string): string[] {
  return [...url.matchAll(/[?&][^=&#]*(?:password|secret|token|key)[^=&#]*=([^&#]+)/gi)].flatMap(([, value]) => [
    value as string,
    decode(value as string) ?? '',
  ])
}

/** A name that {@link parseTableName} reads back. */
export const tableName = (parts: readonly string[]): string =>
  parts.map((part) => (/[."]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)).join('.')

/**
 * The parts of a table's name: `schema.table`, and `"…"` around a part with dots of its own, its quotes doubled.
 *
 * @throws {LeitongError} `OPTION_VALUE`
 * @example
 * parseTableName('archive."we.ird ""one"""') // ['archive', 'we.ird "one"']
 */
export function parseTableName(text: string, option = 'table'): string[] {
  const parts: string[] = []
  const part = /(?:"((?:[^"]|"")*)"|([^."]+))(\.|$)/gy
  while (part.lastIndex < text.length) {
    const match = part.exec(text)
    const name = match?.[1]?.replaceAll('""', '"') ?? match?.[2]
    if (!match || !name || name.includes('\0') || (match[3] === '.' && part.lastIndex === text.length)) {
      parts.length = 0
      break
    }
    parts.push(name)
  }
  if (!parts.length)
    throw new LeitongError('OPTION_VALUE', option, JSON.stringify(text), 'TABLE or SCHEMA.TABLE, odd names in double quotes')
  return parts
}

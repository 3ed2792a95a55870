/** URLs of indexes: `SCHEME://USER@HOST/DATABASE#NAME` on a server. They hold passwords, which no message may show. */
import { LeitongError } from '../errors.js'
import { readServerUrl } from '../sources/databases/url.js'
import type { Named } from './store-errors.js'

export interface StoreAddress extends Named {
  /** With the password, without the name of the index: never shown. */
  readonly url: string
  /** The name of the index; the names of its tables and keys begin with it. */
  readonly index: string
}

/**
 * @param passwordVariables  variables of the environment that a password is taken from, after LEITONG_PASSWORD
 * @throws {LeitongError} `DATABASE_URL`, `STORE` for a name that is none
 * @example parseStoreUrl('postgres://reader:secret@db/city#texts').name // 'postgres://db/city#texts'
 */
export function parseStoreUrl(input: string, passwordVariables: readonly string[] = []): StoreAddress {
  const [before, index] = splitIndexName(input)
  if (before.includes('#')) throw new LeitongError('DATABASE_URL', 'a # other than before the name of the index is written %23')
  const { url, name, redact } = readServerUrl(
    before.replace(/^[^:]*:/, (scheme) => scheme.toLowerCase()),
    process.env,
    passwordVariables,
  )
  // Otherwise it is a password whose host was forgotten, and it would be shown.
  const [, hosts = ''] = /^[^:]+:\/\/([^/]*)/.exec(name) ?? []
  if (!hosts.split(',').every((host) => /^(?:\[[^\]]*\]|[^:]*)(?::\d+)?$/.test(host)))
    throw new LeitongError('DATABASE_URL', 'the port of a host is a number')
  return { url, index, name: `${name}#${index}`, redact }
}

/** The URL before the last `#`, and the name after it; `leitong` where none is given. */
export function splitIndexName(input: string): [url: string, name: string] {
  const at = input.lastIndexOf('#')
  const index = at < 0 ? 'leitong' : input.slice(at + 1)
  const url = at < 0 ? input : input.slice(0, at)
  if (!isName(index))
    // A password with a # that is not percent-encoded would be shown here.
    throw new LeitongError(
      'STORE',
      /[@:/]/.test(index) ? '#' : `#${index}`,
      'the name of an index is a letter, then letters, digits and _, up to 40; a # in a password is written %23',
    )
  return [url, index]
}

const isName = (index: string) => /^[a-z][a-z0-9_]{0,39}$/i.test(index)

/** Puts a variable of the environment where `${NAME}` stands for a whole URL, with or without `#` and the name of an index. */
export function expandUrl(url: string): string {
  const [, variable, name = ''] = /^\$\{(\w+)\}(#\w+)?$/.exec(url) ?? []
  if (variable === undefined) return url
  const value = process.env[variable]
  if (!value) throw new LeitongError('DATABASE_URL', `the variable ${variable} of the environment is not set`)
  return value + name
}

/** A URL as it may be shown: without user, password and options, however it is misspelt; a password may hold anything, `#` and `?` too. */
export function redactedUrl(url: string): string {
  const [, scheme = '', rest = url] = /^\s*([a-z][a-z0-9+.-]+:|(?:[a-z]*:?)(?=\/\/))(.*)$/is.exec(url) ?? []
  // Folders and files. One with a colon before an @ is more likely a URL without its scheme.
  if (!scheme && !/^\s*[a-z]*:?\/\//i.test(url)) return url.replace(/:[^/\\:@]*@/g, ':***@')
  if (/^(?:memory|lmdb|sqlite):$/i.test(scheme)) return scheme + rest.replace(/:[^/\\:@]*@/g, ':***@')
  const [slashes = ''] = /^\/*/.exec(rest) ?? []
  const address = rest.slice(Math.max(slashes.length, rest.lastIndexOf('@') + 1))
  const at = address.lastIndexOf('#')
  const name = at >= 0 && isName(address.slice(at + 1)) ? address.slice(at) : ''
  const place = address.replace(/[?#].*$/s, '')
  // A port that is no number is a password whose host was forgotten.
  const [hosts = '', path = ''] = [place.replace(/\/.*$/s, ''), /\/.*$/s.exec(place)?.[0]]
  return scheme + slashes + hosts.replace(/((?:^|,)(?:\[[^\]]*\]|[^:,[]*)):(?!\d+(?:,|$)).*$/s, '$1:***') + path + name
}

/** Where a cluster is: the values of `--engine`. */
import { LeitongError } from '../../errors.js'

export type Engine =
  /** A server of Spark Connect that is there. */
  | { readonly kind: 'connect'; readonly host: string; readonly token: string | undefined; readonly tls: boolean; readonly user: string }
  /** A server is started for the run, as the driver of this master. */
  | { readonly kind: 'start'; readonly master: string }

const EXPECTED = 'sc://HOST:PORT (a server of Spark Connect), spark://HOST:PORT (a standalone cluster) or local[N]'
const PORT = 15002

/** Whether a host with its port is this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\]):\d+$/

/**
 * @throws {LeitongError} `OPTION_VALUE`
 * @example parseEngine('sc://lake:15002/;token=secret') // { kind: 'connect', host: 'lake:15002', token: 'secret', tls: true, user: 'leitong' }
 */
export function parseEngine(text: string): Engine {
  if (/^local\[(\d+|\*)\]$/.test(text) || /^spark:\/\/[^/\s]+$/.test(text)) return { kind: 'start', master: text }
  const [, host, rest = ''] = /^sc:\/\/([^/;\s]+)\/?(?:;(.*))?$/.exec(text) ?? []
  if (!host) throw new LeitongError('OPTION_VALUE', 'engine', JSON.stringify(text), EXPECTED)
  const given = new Map<string, string>()
  for (const part of rest.split(';').filter(Boolean)) {
    const [name = '', ...value] = part.split('=')
    given.set(name, decodeURIComponent(value.join('=')))
  }
  const [token, tls, user = 'leitong'] = ['token', 'use_ssl', 'user_id'].map((name) => {
    const value = given.get(name)
    given.delete(name)
    return value
  })
  const [unknown] = given.keys()
  if (unknown !== undefined)
    throw new LeitongError('OPTION_VALUE', 'engine', JSON.stringify(text), `of its parameters token, use_ssl and user_id, not ${unknown}`)
  const address = /:\d+$/.test(host) ? host : `${host}:${PORT}`
  if (tls === 'false' && token !== undefined && !isLoopback(address))
    throw new LeitongError(
      'OPTION_CONFLICT',
      'a token of Spark Connect travels over TLS only, unless it stays on this machine: leave out use_ssl=false',
    )
  // As Spark's own clients do: a token asks for TLS.
  return { kind: 'connect', host: address, token, tls: tls === 'true' || (token !== undefined && tls !== 'false'), user: user as string }
}

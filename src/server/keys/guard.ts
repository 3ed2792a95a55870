/** Who may ask: every request passes here, before its body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LeitongError, unreachable } from '../../errors.js'
import type { Service } from '../service.js'
import { isLoopback } from '../settings.js'
import { ANYONE, type KeyEntry } from './entry.js'
import { allows } from './keys.js'
import { cookieName } from './sessions.js'

export function guard(app: FastifyInstance, service: Service): void {
  // A route that forgets to say who may use it is not started.
  app.addHook('onRoute', ({ config, url, method }) => {
    if (config?.scope === undefined) unreachable(`${String(method)} ${url} names no scope`)
  })
  // Set for each request; the shape is known from the start.
  app.decorateRequest('key', null as unknown as KeyEntry)
  app.addHook('onRequest', async (request) => {
    checkOrigin(request, service)
    const { scope } = request.routeOptions.config
    request.key = ANYONE
    // Of what is no route, nothing is told to those without a key either.
    if (scope === 'open') return
    request.key = keyOf(request, service)
    const index = (request.params as { index?: string } | undefined)?.index
    if (scope !== undefined && !allows(request.key, scope, index)) throw new LeitongError('SERVICE_SCOPE', scope)
  })
}

/**
 * The key that a request comes with: of its own, or of its session.
 *
 * @throws {LeitongError} `SERVICE_KEY`, `SERVICE_ORIGIN`
 */
export function keyOf(request: FastifyRequest, { settings, keys, sessions }: Service): KeyEntry {
  const { headers, method: verb } = request
  if (!settings.keys) return ANYONE
  const [, secret] = /^Bearer ([\w-]{1,200})$/i.exec(headers.authorization ?? '') ?? []
  const cookie = secret === undefined ? sessionOf(request) : undefined
  const own = cookie === undefined ? undefined : sessions.find(cookie)
  if (own && keys.isHeld(own)) {
    // A browser sends the cookie by itself: what changes something must say that it comes from our page.
    if (verb !== 'GET' && verb !== 'HEAD' && headers.origin === undefined)
      throw new LeitongError('SERVICE_ORIGIN', 'it does not say where it comes from')
    return own
  }
  if (secret === undefined) throw new LeitongError('SERVICE_KEY', 'the request has no key')
  const found = keys.find(secret)
  if (!found) throw new LeitongError('SERVICE_KEY', 'the key is unknown or has expired')
  return found
}

/**
 * A page of another site may make a browser ask us, by our address or by a name that it has pointed at us. So on loopback the name must be
 * ours, and a request that says which site it comes from must come from here.
 */
function checkOrigin({ headers, protocol }: FastifyRequest, { settings }: Service): void {
  const host = (headers.host ?? headers[':authority'] ?? '') as string
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
  if (isLoopback(settings.host) && !isLoopback(name) && !settings.hosts.includes(name))
    throw new LeitongError('SERVICE_ORIGIN', 'the host is not a name of this service')
  const { origin } = headers
  if (origin !== undefined && origin !== `${protocol}://${host}`) throw new LeitongError('SERVICE_ORIGIN', 'it comes from another site')
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw new LeitongError('SERVICE_ORIGIN', 'it comes from another site')
}

/** What the cookie of a request holds. */
export function sessionOf({ headers, socket }: FastifyRequest): string | undefined {
  const name = cookieName(socket.localPort ?? 0)
  return new RegExp(`(?:^|; )${name}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1]
}

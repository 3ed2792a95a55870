/** The service as an application of fastify: what all requests go through, and the routes. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { LeitongError } from '../errors.js'
import { VERSION } from '../version.js'
import { failedOf, failureOf, PROBLEM, Redactor, statusOf } from './failure.js'
import { guard } from './keys/guard.js'
import { limit } from './limits/limits.js'
import { logStream } from './observing/log-stream.js'
import { observe } from './observing/observe.js'
import { API_VERSION } from './openapi.js'
import { registerPage } from './routes/page.js'
import { registerRoute } from './routes/register.js'
import { ROUTES } from './routes/routes.js'
import type { Service } from './service.js'

/** The application, which listens to nothing yet. */
export async function createApp(service: Service): Promise<FastifyInstance> {
  const { settings } = service
  // Late heads are looked for every few seconds: Node by itself looks twice a minute.
  const ofNode = { headersTimeout: Math.min(settings.requestTimeout, 20) * 1000, requestTimeout: 0, connectionsCheckingInterval: 2000 }
  const app = fastify({
    // Standard output is for the first key.
    logger: { level: settings.log, base: { version: VERSION }, stream: logStream },
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: refuseBytes,
    // Such an address is of no route, so none of what routes go through has seen the request.
    frameworkErrors: (error, request, reply) => fail(error, request, reply.header('x-request-id', request.id), service),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    bodyLimit: settings.maxBody,
    // A connection that waits for our own answer is not given up: streams give a sign of life every 15 seconds.
    connectionTimeout: Math.max(settings.requestTimeout, settings.timeout + 5, 20) * 1000,
    keepAliveTimeout: 60_000,
    forceCloseConnections: 'idle',
    // We refuse what comes later ourselves, in the one shape of errors.
    return503OnClosing: false,
    // The proxy beside the service is believed, and what a client has told that proxy is not.
    trustProxy: settings.trustProxy && ((_: string, hop: number) => hop === 0),
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
    ...(settings.tls
      ? { https: { ...ofNode, cert: readFileSync(settings.tls.cert), key: readFileSync(settings.tls.key), minVersion: 'TLSv1.2' } }
      : { http: ofNode }),
  }) as unknown as FastifyInstance

  app.setErrorHandler((error: FastifyError, request, reply) => fail(error, request, reply, service))
  const methodsOf = routeMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const known = methodsOf(request.url)
    if (!known) return fail(new LeitongError('SERVICE_MISSING', 'such route'), request, reply, service)
    return fail(new LeitongError('SERVICE_METHOD', request.method, known), request, reply.header('allow', known), service)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/json'], { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  observe(app, service)
  guard(app, service)
  await limit(app, service)
  app.addHook('onSend', async (_, reply) => void reply.header('leitong-api-version', API_VERSION))
  app.addHook('preClose', async () => void service.emit('ending'))
  for (const route of ROUTES) await registerRoute(app, route, service)
  await app.register(registerPage)
  return app
}

/** Which methods a path takes, of the routes that are added from now on. */
function routeMethods(app: FastifyInstance): (url: string) => string {
  const routes = new Map<string, { readonly path: RegExp; readonly methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? {
      path: new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`),
      methods: new Set<string>(),
    }
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
  })
  return (url) => {
    const path = url.replace(/\?.*$/s, '')
    return [...new Set([...routes.values()].flatMap((route) => (route.path.test(path) ? [...route.methods] : [])))].sort().join(', ')
  }
}

/** What is no HTTP gets an answer of our shape, and the connection ends. */
function refuseBytes({ code }: Error & { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const error = isLate ? new LeitongError('SERVICE_TIME', 0) : new LeitongError('SERVICE_REQUEST', 'it is not HTTP')
  const status = isLate ? '408 Request Timeout' : code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const body = JSON.stringify(failureOf(error, { id: 'none', origin: '' }, NOTHING_HIDDEN, Number.parseInt(status, 10)))
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: ${PROBLEM}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  // Who goes on sending would keep it half open; and what he has sent must be read, or he would not get the answer.
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER).unref()
}

/** Milliseconds that a refused connection has to take its answer. */
const LINGER = 1000

const NOTHING_HIDDEN = new Redactor({})

/** An id that the client chose, if nothing strange can come into the log with it. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()

/** Codes of fastify, as ours. */
const OF_FASTIFY: Readonly<Record<string, (error: FastifyError, service: Service) => LeitongError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (_, { settings }) => new LeitongError('SERVICE_LIMIT', 'the body in bytes', settings.maxBody),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new LeitongError('SERVICE_REQUEST', 'the content type is not one of this route'),
}

/** Answers with an error, and logs what is our own mistake. */
function fail(error: FastifyError | LeitongError, request: FastifyRequest, reply: FastifyReply, service: Service): FastifyReply {
  const known = leitongError(error, service)
  const status = known ? ((error as FastifyError).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? 415 : statusOf(known)) : 500
  if (!known) request.log.error({ stack: service.redactor.redact(String(error.stack)) }, 'a mistake in the service')
  if (known?.code === 'SERVICE_KEY') reply.header('www-authenticate', 'Bearer')
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
  const shown = known ?? new LeitongError('SERVICE_FAILED', 'the log says more under the id of the request')
  const failed = failedOf(request)
  return reply
    .code(status)
    .header('content-language', failed.language)
    .header('vary', 'accept-language')
    .type(`${PROBLEM}; charset=utf-8`)
    .send(JSON.stringify(failureOf(shown, failed, service.redactor, status, () => wordsOf(request))))
}

/** What a request says in its address and its body, without the spelling of either. */
function wordsOf({ url, body }: FastifyRequest): string {
  const words: string[] = []
  try {
    words.push(decodeURIComponent(url))
    if (Buffer.isBuffer(body)) JSON.parse(body.toString(), (name, value) => void words.push(name, String(value)))
  } catch {
    // What cannot be read was not looked at for its words either.
  }
  return words.join('\n')
}

function leitongError(error: FastifyError | LeitongError, service: Service): LeitongError | undefined {
  if (error instanceof LeitongError) return error
  const own = OF_FASTIFY[error.code]
  if (own) return own(error, service)
  // Whatever else is wrong with a request as such.
  const { statusCode } = error
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? new LeitongError('SERVICE_REQUEST', error.message) : undefined
}

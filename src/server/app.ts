/** The service as an application of fastify: what all requests go through, and the routes. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LeitongError } from '../errors.js'
import { VERSION } from '../version.js'
import { failureOf, Redactor, statusOf } from './failure.js'
import { guard } from './keys/guard.js'
import { limit } from './limits/limits.js'
import { logStream } from './observing/log-stream.js'
import { observe } from './observing/observe.js'
import { describeApi } from './openapi.js'
import { loadPackages } from './packages.js'
import { ERROR_SCHEMA } from './routes/route.js'
import { ROUTES } from './routes/routes.js'
import type { Service } from './service.js'

/**
 * The application, which listens to nothing yet.
 *
 * @throws {LeitongError} `PACKAGE_MISSING`
 */
export async function createApp(service: Service): Promise<FastifyInstance> {
  const { settings } = service
  const { fastify, LogController, rateLimit, swagger, metrics } = await loadPackages()
  // Late heads are looked for every few seconds: Node by itself looks twice a minute.
  const ofNode = { headersTimeout: Math.min(settings.requestTimeout, 20) * 1000, requestTimeout: 0, connectionsCheckingInterval: 2000 }
  const app = fastify({
    // Standard output is for the first key.
    logger: { level: settings.log, base: { version: VERSION }, stream: logStream },
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: refuseBytes,
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
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
    ...(settings.tls
      ? { https: { ...ofNode, cert: readFileSync(settings.tls.cert), key: readFileSync(settings.tls.key), minVersion: 'TLSv1.2' } }
      : { http: ofNode }),
  }) as unknown as FastifyInstance

  app.addSchema(ERROR_SCHEMA)
  app.setErrorHandler((error: FastifyError, request, reply) => fail(error, request, reply, service))
  app.setNotFoundHandler((request, reply) => fail(new LeitongError('SERVICE_MISSING', 'such route'), request, reply, service))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/json'], { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  await describeApi(app, swagger)
  observe(app, service, metrics)
  guard(app, service)
  await limit(app, service, rateLimit)
  for (const { register } of ROUTES) await app.register(async (scope) => register(scope, service))
  return app
}

/** What is no HTTP gets an answer of our shape, and the connection ends. */
function refuseBytes({ code }: Error & { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const error = isLate ? new LeitongError('SERVICE_TIME', 0) : new LeitongError('SERVICE_REQUEST', 'it is not HTTP')
  const body = JSON.stringify(failureOf(error, 'none', NOTHING_HIDDEN))
  const status = isLate ? '408 Request Timeout' : code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
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
  FST_ERR_VALIDATION: (error) => new LeitongError('SERVICE_REQUEST', error.message),
}

/** Answers with an error, and logs what is our own mistake. */
function fail(error: FastifyError | LeitongError, request: FastifyRequest, reply: FastifyReply, service: Service): FastifyReply {
  const known = leitongError(error, service)
  const status = known ? ((error as FastifyError).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? 415 : statusOf(known)) : 500
  if (!known) request.log.error({ stack: service.redactor.redact(String(error.stack)) }, 'a mistake in the service')
  if (known?.code === 'SERVICE_KEY') reply.header('www-authenticate', 'Bearer')
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
  const shown = known ?? new LeitongError('SERVICE_FAILED', 'the log says more under the id of the request')
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureOf(shown, request.id, service.redactor)))
}

function leitongError(error: FastifyError | LeitongError, service: Service): LeitongError | undefined {
  if (error instanceof LeitongError) return error
  const own = OF_FASTIFY[error.code]
  if (own) return own(error, service)
  // Whatever else is wrong with a request as such.
  const { statusCode } = error
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? new LeitongError('SERVICE_REQUEST', error.message) : undefined
}

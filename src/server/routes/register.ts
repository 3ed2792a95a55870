/** Puts the routes of the table before requests: who may ask, what is sent checked, the answer written. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LeitongError } from '../../errors.js'
import { plain } from '../indexes/request.js'
import { once } from '../limits/idempotency.js'
import { inTime } from '../limits/limits.js'
import type { Service } from '../service.js'
import { checkOf } from './check.js'
import type { Answered, Route } from './route.js'
import type { Schema } from './shapes.js'

/** Types of bodies that are lines. */
export const NDJSON = ['application/x-ndjson', 'application/ndjson', 'application/jsonl']
const JSON_TYPE = 'application/json; charset=utf-8'

export async function registerRoute(app: FastifyInstance, route: Route, service: Service): Promise<void> {
  const { method, url, scope, isStream = false, takesLines, takesFile } = route
  const limits = takesFile ? { bodyLimit: service.settings.maxUpload } : {}
  await app.register(async (own) => {
    // What is long is read by whoever takes it.
    const types = takesFile ? '*' : takesLines ? NDJSON : []
    const bodyLimit = takesFile ? service.settings.maxUpload : Number.MAX_SAFE_INTEGER
    if (types.length) own.addContentTypeParser(types as string, { bodyLimit }, (_, body, done) => done(null, body))
    own.route({ method, url, config: { scope, isStream }, ...limits, handler: handlerOf(route, service) })
  })
}

function handlerOf(route: Route, service: Service): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const { params = {}, query = {}, body, isOnce, isStream, takesBytes, takesFile, handle, status = 200 } = route
  const checkParams = checkOf({ type: 'object', properties: params }, 'the path')
  const checkQuery = checkOf({ type: 'object', properties: query, additionalProperties: false, required: requiredOf(query) }, 'the query')
  const checkBody = body && !takesBytes && !takesFile ? checkOf(body, 'the body') : undefined
  return async (request, reply) => {
    checkParams(request.params)
    const asked = numbered(request.query as Readonly<Record<string, string>>, query)
    checkQuery(asked)
    const stream = request.body instanceof Readable ? request.body : undefined
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const value = checkBody ? jsonOf(bytes) : {}
    checkBody?.(value)
    const given = {
      params: request.params as Readonly<Record<string, string>>,
      query: asked,
      body: value as Readonly<Record<string, unknown>>,
      ...{ bytes, stream, key: request.key, service, request, reply },
    }
    const work = async () => handle(given)
    const inItsTime = async () => (isStream || stream ? work() : inTime(service.settings.timeout, work()))
    if (!isOnce || stream) return written(await inItsTime(), reply, status)
    // Late work goes on: who sends the request again waits for the same answer.
    const done = once(request, service, async () => ({ status, body: textOf(await work()) }))
    const { body: text, isRepeated, ...first } = await inTime(service.settings.timeout, done)
    if (isRepeated) reply.header('idempotent-replayed', 'true')
    return written(text, reply, first.status)
  }
}

const textOf = (answered: Answered): string => (typeof answered === 'string' ? answered : JSON.stringify(answered))

function written(answered: Answered, reply: FastifyReply, status: number): FastifyReply {
  // The route has sent it, or will.
  if (answered === reply) return reply
  const { statusCode } = reply
  reply.code(statusCode === 200 ? status : statusCode)
  if (answered === undefined) return reply.code(204).send()
  return reply.type(JSON_TYPE).send(textOf(answered))
}

/** @throws {LeitongError} `SERVICE_REQUEST` */
function jsonOf(bytes: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(bytes.length ? bytes.toString() : '{}')
  } catch {
    throw new LeitongError('SERVICE_REQUEST', 'the body is not JSON')
  }
  return plain(value)
}

const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number'

/** Numbers of a query, which come as texts. */
const numbered = (given: Readonly<Record<string, string>>, query: Readonly<Record<string, Schema>>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      const isWritten = Object.hasOwn(query, name) && isNumber(query[name] as Schema) && /^\d{1,15}(\.\d{1,15})?$/.test(text)
      return [name, isWritten ? Number(text) : text]
    }),
  )

/** Names of a query that must be in it. */
export const requiredOf = (query: Readonly<Record<string, Schema>>): string[] =>
  Object.entries(query).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))

/** Bodies and answers that pass as they are: the thread of an index reads the one and writes the other. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LeitongError } from '../../errors.js'
import { plain } from '../indexes/request.js'

/** The body as an object; `undefined` where there is none. @throws {LeitongError} `SERVICE_REQUEST` */
export function jsonBody({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.isBuffer(body) && body.length ? body.toString() : '{}')
  } catch {
    throw new LeitongError('SERVICE_REQUEST', 'the body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LeitongError('SERVICE_REQUEST', 'the body is no object')
  return plain(value) as Record<string, unknown>
}

/** @throws {LeitongError} `SERVICE_REQUEST` for members that are not known */
export function membersOf(request: FastifyRequest, names: readonly string[]): Readonly<Record<string, unknown>> {
  const body = jsonBody(request)
  for (const name of Object.keys(body))
    if (!names.includes(name)) throw new LeitongError('SERVICE_REQUEST', `"${name.slice(0, 80)}" is not known here`)
  return body
}

export const sendJson = (reply: FastifyReply, body: string, status = 200): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(body)

/** Bytes of the body. */
export const bytesOf = ({ body }: FastifyRequest): Uint8Array => (Buffer.isBuffer(body) ? body : new Uint8Array())

/** Requests that are sent again: the header Idempotency-Key gets the answer of the first time, and the work is done once. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LeitongError } from '../../errors.js'
import type { Service } from '../service.js'

/** Answers are kept for a day. */
const KEPT = 86_400_000
/** A longer answer is not kept: sending that request again does the work again. */
const LONGEST = 4 << 20

export interface Reply {
  readonly status: number
  readonly body: string
  /** It is that of an earlier request. */
  readonly isRepeated?: boolean
}

type UnderWay = Map<string, { readonly request: string; readonly reply: Promise<Reply> }>

/** Of each service of this process its own: two of them may know one key. */
const underWayOf = new WeakMap<Service['state'], UnderWay>()

/**
 * Does the work of a request once for each key that clients send.
 *
 * @throws {LeitongError} `SERVICE_CONFLICT` for a key that came with another request, and what the work throws; that is not kept
 */
export async function once(request: FastifyRequest, { state }: Service, work: () => Promise<Reply>): Promise<Reply> {
  const given = request.headers['idempotency-key']
  if (given === undefined) return work()
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(given))
    throw new LeitongError('SERVICE_REQUEST', 'the header Idempotency-Key is 1 to 200 characters of ASCII without spaces')
  const at = createHash('sha256').update(`${request.key.id} ${given}`).digest('hex')
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body ?? null))
    .digest('hex')
  const known = state.answers.get(at)
  if (known && known.at > Date.now() - KEPT) {
    requireSame(known.request, hash)
    return { status: known.status, body: known.body, isRepeated: true }
  }
  const underWay: UnderWay = underWayOf.get(state) ?? new Map()
  underWayOf.set(state, underWay)
  const other = underWay.get(at)
  if (other) {
    requireSame(other.request, hash)
    return { ...(await other.reply), isRepeated: true }
  }
  const reply = work()
  underWay.set(at, { request: hash, reply })
  try {
    const { status, body } = await reply
    if (body.length <= LONGEST) await state.answers.put(at, { request: hash, status, body, at: Date.now() })
    return { status, body }
  } finally {
    underWay.delete(at)
  }
}

function requireSame(before: string, now: string): void {
  if (before !== now) throw new LeitongError('SERVICE_CONFLICT', 'this Idempotency-Key came with another request')
}

/** Forgets answers that are too old. */
export async function forgetAnswers({ state }: Service): Promise<void> {
  for (const { key, value } of state.answers.getRange()) if (value.at <= Date.now() - KEPT) await state.answers.remove(key)
}

/** Requests that are sent again: the header Idempotency-Key gets the answer of the first time, and the work is done once. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LeitongError } from '../../errors.js'
import type { Service } from '../service.js'
import type { StoredAnswer } from './stored-answer.js'

/** Answers are kept for a day. */
const KEPT = 86_400_000
/** A longer answer is not kept: sending that request again does the work again. */
const LONGEST = 4 << 20
/** Of each key so much is kept: the oldest make room, and sending their requests again does the work again. */
const MOST_BYTES = 64 << 20
const MOST_ANSWERS = 10_000

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
export async function once(request: FastifyRequest, service: Service, work: () => Promise<Reply>): Promise<Reply> {
  const { state } = service
  const given = request.headers['idempotency-key']
  // What changes nothing may be done twice.
  if (given === undefined || request.routeOptions.config.scope === 'search') return work()
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(given))
    throw new LeitongError('SERVICE_REQUEST', 'the header Idempotency-Key is 1 to 200 characters of ASCII without spaces')
  const at = `${request.key.id} ${createHash('sha256').update(given).digest('hex')}`
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
    try {
      if (body.length <= LONGEST) keep(state, request.key.id, at, { request: hash, status, body, at: Date.now() })
    } catch (error) {
      // The work is done, and its answer is for whoever asked.
      service.logMistake(String((error as Error).stack))
    }
    return { status, body }
  } finally {
    underWay.delete(at)
  }
}

function requireSame(before: string, now: string): void {
  if (before !== now) throw new LeitongError('SERVICE_CONFLICT', 'this Idempotency-Key came with another request')
}

/** Bytes and number of what is kept of each key, as this process knows it; another one of the service keeps answers too. */
const keptOf = new WeakMap<Service['state'], Map<string, { bytes: number; count: number }>>()

function keep(state: Service['state'], key: string, at: string, answer: StoredAnswer): void {
  const all = keptOf.get(state) ?? new Map<string, { bytes: number; count: number }>()
  keptOf.set(state, all)
  const kept =
    all.get(key) ?? answersOf(state, key).reduce(({ bytes, count }, one) => ({ bytes: bytes + one.bytes, count: count + 1 }), NOTHING)
  const now = { bytes: kept.bytes + answer.body.length, count: kept.count + 1 }
  const isFull = now.bytes > MOST_BYTES || now.count > MOST_ANSWERS
  state.writeAnswers(() => {
    if (isFull) {
      // More than is needed, so that it is not done for each answer.
      let [bytes, count] = [answer.body.length, 1]
      for (const one of answersOf(state, key).sort((a, b) => b.at - a.at)) {
        bytes += one.bytes
        if (bytes > MOST_BYTES / 2 || ++count > MOST_ANSWERS / 2) state.answers.removeSync(one.name)
      }
    }
    state.answers.putSync(at, answer)
  })
  if (isFull) all.delete(key)
  else all.set(key, now)
}

const NOTHING = { bytes: 0, count: 0 }

const answersOf = ({ answers }: Service['state'], key: string) =>
  Array.from(answers.getRange({ start: `${key} `, end: `${key}!` }), ({ key: name, value }) => ({
    name,
    bytes: value.body.length,
    at: value.at,
  }))

/** Forgets answers that are too old. */
export function forgetAnswers({ state }: Service): void {
  const old = Array.from(state.answers.getRange(), ({ key, value }) => (value.at <= Date.now() - KEPT ? [key] : [])).flat()
  if (old.length) state.writeAnswers(() => old.map((key) => state.answers.removeSync(key)))
  keptOf.delete(state)
}

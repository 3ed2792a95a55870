/** Limits of requests under way and of their rate; who meets one is told when to come again. */
import type { IncomingMessage } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LeitongError } from '../../errors.js'
import type { Service } from '../service.js'

export async function limit(app: FastifyInstance, service: Service): Promise<void> {
  const { settings } = service
  let underWay = 0
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.scope === 'open') return
    if (service.isEnding) throw new LeitongError('SERVICE_BUSY', 'it is about to end')
    const { 'content-encoding': encoding = 'identity' } = request.headers
    // Unpacked by nobody here, it cannot grow.
    if (encoding !== 'identity') throw new LeitongError('SERVICE_REQUEST', 'the body is compressed; send it as it is')
    if (underWay >= settings.concurrency) throw new LeitongError('SERVICE_BUSY', `${underWay} requests are under way`)
    underWay++
    reply.raw.once('close', () => underWay--)
    const { isStream } = request.routeOptions.config
    // Who sends a byte now and then would hold a place for as long as he likes; of streams each pause is short enough.
    if (!isStream && !isLines(request.headers['content-type'])) endLate(request.raw, settings.requestTimeout)
  })
  if (settings.rate)
    await app.register(rateLimit, {
      max: settings.rate,
      timeWindow: 60_000,
      hook: 'preValidation',
      keyGenerator: ({ key, ip }) => (key.id === 'anyone' ? ip : key.id),
      allowList: ({ routeOptions }) => routeOptions.config.scope === 'open',
      errorResponseBuilder: () => new LeitongError('SERVICE_BUSY', `more than ${settings.rate} requests a minute`),
    })
}

const isLines = (type: string | undefined) => /ndjson|jsonl/.test(type ?? '')

function endLate(request: IncomingMessage, seconds: number): void {
  const timer = setTimeout(() => request.complete || request.destroy(), seconds * 1000).unref()
  request.once('close', () => clearTimeout(timer))
}

/** Aborted when the connection of a request ends before its answer: nobody waits for the work any more. */
export function whenLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => raw.writableFinished || left.abort())
  return left.signal
}

/**
 * The answer, if it comes in time. The work itself goes on: what it was to write may be there or not.
 *
 * @throws {LeitongError} `SERVICE_TIME`
 */
export async function inTime<Result>(seconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LeitongError('SERVICE_TIME', seconds)), seconds * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Limits of requests under way and of their rate; who meets one is told when to come again. */
import type { FastifyInstance } from 'fastify'
import { LeitongError } from '../../errors.js'
import type { Packages } from '../packages.js'
import type { Service } from '../service.js'

export async function limit(app: FastifyInstance, service: Service, rateLimit: Packages['rateLimit']): Promise<void> {
  const { settings } = service
  let underWay = 0
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.scope === 'open') return
    if (service.isEnding) throw new LeitongError('SERVICE_BUSY', 'it is about to end')
    if (underWay >= settings.concurrency) throw new LeitongError('SERVICE_BUSY', `${underWay} requests are under way`)
    underWay++
    let isOver = false
    // Once, however the request ends.
    const over = () => {
      if (!isOver) underWay--
      isOver = true
    }
    request.raw.once('close', over)
    request.raw.socket.once('close', over)
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

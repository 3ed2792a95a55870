/** What is told of requests: a line of the log and figures for Prometheus, without anything that a client has sent but the route. */

import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { LeitongError } from '../../errors.js'
import type { Packages } from '../packages.js'
import { answers, contentOf } from '../routes/route.js'
import type { Service } from '../service.js'
import { TASK_STATES } from '../tasks/task.js'

export function observe(
  app: FastifyInstance,
  service: Service,
  { Registry, Histogram, Gauge, collectDefaultMetrics }: Packages['metrics'],
): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'leitong_request_seconds',
    help: 'Seconds until a request was answered',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  new Gauge({
    name: 'leitong_waiting_requests',
    help: 'Requests that wait for an index thread',
    registers: [register],
    collect() {
      this.set(service.indexes.waiting)
    },
  })
  new Gauge({
    name: 'leitong_tasks',
    help: 'Tasks by state',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const state of TASK_STATES) this.set({ state }, 0)
      for (const { state } of service.tasks.list()) this.inc({ state })
    },
  })
  // Two figures are of one question.
  let asked: Promise<readonly Sizes[]> | undefined
  const sizes = () => {
    asked ??= sizesOf(service).finally(() => {
      asked = undefined
    })
    return asked
  }
  new Gauge({
    name: 'leitong_index_documents',
    help: 'Documents of an index',
    labelNames: ['index'],
    registers: [register],
    async collect() {
      this.reset()
      for (const { index, documents } of await sizes()) this.set({ index }, documents)
    },
  })
  new Gauge({
    name: 'leitong_index_bytes',
    help: 'Bytes of an index, where its store tells them',
    labelNames: ['index'],
    registers: [register],
    async collect() {
      this.reset()
      for (const { index, bytes } of await sizes()) if (typeof bytes === 'number') this.set({ index }, bytes)
    },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    // A connection that is kept would keep the service from ending.
    if (service.isEnding) reply.header('connection', 'close')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, key, ip } = request
    const route = routeOptions.url ?? 'none'
    const status = reply.statusCode
    seconds.observe({ method, route, status: String(status) }, reply.elapsedTime / 1000)
    const line = { method, route, status, milliseconds: Math.round(reply.elapsedTime * 10) / 10, key: key.id, address: isIP(ip) ? ip : '' }
    if (status >= 500) request.log.error(line, 'answered')
    else request.log.info(line, 'answered')
  })
  app.get(
    '/metrics',
    {
      config: { scope: 'search' },
      schema: { summary: 'Figures for Prometheus', tags: ['service'], response: answers({ 200: contentOf('text/plain') }) },
    },
    async ({ key }, reply) => {
      // They name every index.
      if (!key.indexes.includes('*')) throw new LeitongError('SERVICE_SCOPE', 'all indexes')
      return reply.type(register.contentType).send(await register.metrics())
    },
  )
}

interface Sizes {
  readonly index: string
  readonly documents: number
  readonly bytes?: number | null
}

async function sizesOf({ indexes }: Service): Promise<readonly Sizes[]> {
  const found: Sizes[] = []
  for (const { name: index } of await indexes.list()) {
    // One that has just been removed has no figure.
    const stats = await indexes.ask(index, 'sizes').catch(() => undefined)
    if (stats) found.push({ ...(JSON.parse(stats.body) as Omit<Sizes, 'index'>), index })
  }
  return found
}

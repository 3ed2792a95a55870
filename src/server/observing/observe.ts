/** What is told of requests: a line of the log and figures for Prometheus, without anything that a client has sent but the route. */
import type { FastifyInstance } from 'fastify'
import { LeitongError } from '../../errors.js'
import type { Packages } from '../packages.js'
import { answers, contentOf } from '../routes/route.js'
import type { Service } from '../service.js'

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
    name: 'leitong_index_documents',
    help: 'Documents of an index',
    labelNames: ['index'],
    registers: [register],
    async collect() {
      this.reset()
      for (const { name } of await service.indexes.list()) {
        // One that has just been removed has no figure.
        const stats = await service.indexes.ask(name, 'stats').catch(() => undefined)
        if (stats) this.set({ index: name }, (JSON.parse(stats.body) as { documents: number }).documents)
      }
    },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    // A connection that is kept would keep the service from ending.
    if (service.isEnding) reply.header('connection', 'close')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, key } = request
    const route = routeOptions.url ?? 'none'
    const status = reply.statusCode
    seconds.observe({ method, route, status: String(status) }, reply.elapsedTime / 1000)
    const line = { method, route, status, milliseconds: Math.round(reply.elapsedTime * 10) / 10, key: key.id }
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

/** What is told of requests: a line of the log and figures for Prometheus, without anything that a client has sent but the route. */

import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../../version.js'
import { API_VERSION } from '../openapi.js'
import type { Service } from '../service.js'
import { TASK_STATES } from '../tasks/task.js'

export function observe(app: FastifyInstance, service: Service): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'leitong_http_request_duration_seconds',
    help: 'Time until a request was answered',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  new Gauge({
    name: 'leitong_http_requests_waiting',
    help: 'Requests that wait for an index thread',
    registers: [register],
    collect() {
      this.set(service.indexes.waiting)
    },
  })
  new Gauge({
    name: 'leitong_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'api_version', 'node_version'],
    registers: [register],
  }).set({ version: VERSION, api_version: API_VERSION, node_version: process.version }, 1)
  const documents = new Counter({
    name: 'leitong_documents_total',
    help: 'Documents that were asked about, by what was asked of an index',
    labelNames: ['operation'],
    registers: [register],
  })
  const duplicates = new Counter({
    name: 'leitong_duplicates_total',
    help: 'Documents that were offered and are duplicates of what an index holds',
    labelNames: ['operation'],
    registers: [register],
  })
  service.indexes.on('answered', (operation, { count, duplicates: found = 0 }) => {
    if (count) documents.inc({ operation }, count)
    if (found) duplicates.inc({ operation }, found)
  })
  const durations = new Histogram({
    name: 'leitong_task_duration_seconds',
    help: 'Time that a task ran, to its end',
    labelNames: ['kind', 'state'],
    buckets: [0.1, 1, 10, 60, 300, 1800, 7200, 43200],
    registers: [register],
  })
  service.tasks.on('ended', ({ request: { kind }, state, started, finished }) => {
    if (started && finished) durations.observe({ kind, state }, (Date.parse(finished) - Date.parse(started)) / 1000)
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
  service.figures = () => register.metrics()
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

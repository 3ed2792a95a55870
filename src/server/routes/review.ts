/** The review: projects, their queue and groups, acts, events and exports. What each answers is in src/reviewing/api.ts. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LeitongError } from '../../errors.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { answerReview, type ReviewRequest } from '../../reviewing/api.js'
import type { Work } from '../../reviewing/work/kinds.js'
import { isWork, workOf } from '../../reviewing/work/work.js'
import { once } from '../limits/idempotency.js'
import { machineOf } from '../reviews/machine.js'
import type { Service } from '../service.js'
import { reviewRequest } from '../tasks/review-task.js'
import { isOver } from '../tasks/task.js'
import { jsonBody, sendJson } from './bodies.js'
import { PATHS } from './review-paths.js'
import { CONFLICT, NAME } from './review-shapes.js'
import { answers, MOST_WAITING, type RouteGroup } from './route.js'

/** Milliseconds between signs of life, so that nobody in between takes a stream for dead. */
const ALIVE = 15_000

export const review: RouteGroup = {
  name: 'review',
  register(app, service) {
    // Streams have no end of their own: the service would wait for them.
    const streams = new Set<() => void>()
    app.addHook('preClose', async () => {
      for (const end of streams) end()
    })
    app.setValidatorCompiler(() => () => true)
    for (const { url, verb, scope, summary, status = 200, isStream = false, query, body, answer: own, canConflict } of PATHS) {
      const params = Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, name]) => [name as string, NAME]))
      app.route({
        url,
        method: verb,
        config: { scope, isStream },
        schema: {
          summary,
          tags: ['review'],
          ...(Object.keys(params).length ? { params: { type: 'object', required: Object.keys(params), properties: params } } : {}),
          ...(query ? { querystring: { type: 'object', properties: query } } : {}),
          ...(body ? { body } : {}),
          response: answers({ [status]: own, ...(canConflict ? { 409: CONFLICT } : {}) }, 404, 409, 422),
        },
        handler: (request, reply) => answer(service, request, reply, streams),
      })
    }
  },
}

async function answer(service: Service, request: FastifyRequest, reply: FastifyReply, streams: Set<() => void>): Promise<FastifyReply> {
  // Reviews are of no index: a key for some indexes has no part in them.
  if (!request.key.indexes.includes('*')) throw new LeitongError('SERVICE_SCOPE', 'all indexes')
  const { method: verb, params, routeOptions } = request
  // From the route that the key was held against: an address that is taken apart anew could lead to another.
  const path = (routeOptions.url as string)
    .split('/')
    .slice(2)
    .map((part) => (part.startsWith(':') ? ((params as Record<string, string>)[part.slice(1)] as string) : part))
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  )
  const [review = '', what] = path
  if (verb === 'POST' && isWork(what) && path.length === 2) return start(service, request, reply, review, what)
  const { reviews, settings, tasks } = service
  const asked: ReviewRequest = {
    verb: verb === 'POST' ? 'POST' : 'GET',
    path,
    query,
    key: request.key.id,
    ...(verb === 'POST' ? { body: jsonBody(request) } : {}),
  }
  // Few answers tell of tasks.
  let last: ReturnType<typeof tasks.onReviews> | undefined
  const found = await answerReview(reviews, asked, machineOf(settings), (name) => {
    last ??= tasks.onReviews()
    const task = last.get(name)
    return task && { isRunning: !isOver(task), task: tasks.shown(task) }
  })
  if (!found) throw new LeitongError('SERVICE_MISSING', 'such route')
  if ('json' in found) return sendJson(reply.header('cache-control', 'no-store'), JSON.stringify(found.json), found.status)
  if ('file' in found)
    return reply
      .type(found.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(basename(found.name))}`)
      .send(createReadStream(found.file).once('close', () => found.done?.()))
  return stream(service, request, reply, review, found.listen, streams)
}

/** Work that takes longer than a request waits for is a task. */
async function start(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  review: string,
  work: Work['work'],
): Promise<FastifyReply> {
  const { status, body, isRepeated } = await once(request, service, async () => {
    const task = await service.tasks.add(reviewRequest(review, workOf(work, jsonBody(request))))
    return { status: 202, body: JSON.stringify(service.tasks.shown(task)) }
  })
  if (isRepeated) reply.header('idempotent-replayed', 'true')
  return sendJson(reply, body, status)
}

type Listen = Extract<NonNullable<Awaited<ReturnType<typeof answerReview>>>, { readonly listen: unknown }>['listen']

/** Acts, runs and tasks of a review as they happen; first the last task, so that nobody who comes again has missed its end. */
function stream(
  { keys, tasks }: Service,
  { key }: FastifyRequest,
  reply: FastifyReply,
  review: string,
  listen: Listen,
  streams: Set<() => void>,
): FastifyReply {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  raw.write(': listening\n\n')
  const send = (event: object) => {
    raw.write(`data: ${toJson(event)}\n\n`)
    // Whoever does not read must not fill the memory; browsers begin anew.
    if (raw.writableLength > MOST_WAITING) end()
  }
  const tell = (id: string) => {
    const task = tasks.get(id)
    if (task?.request.review === review) send({ kind: 'task', task: tasks.shown(task) })
  }
  const stop = listen(send)
  // A key that expires, or is removed by another process, is seen here.
  const timer = setInterval(() => (keys.isHeld(key) ? raw.write(': alive\n\n') : end()), ALIVE).unref()
  const leave = (removed: string) => {
    if (removed === key.id) end()
  }
  keys.on('removed', leave)
  tasks.on('change', tell)
  const end = () => {
    clearInterval(timer)
    keys.off('removed', leave)
    tasks.off('change', tell)
    streams.delete(end)
    stop()
    raw.end()
  }
  streams.add(end)
  raw.once('close', end)
  const last = tasks.onReviews().get(review)
  if (last) tell(last.id)
  return reply
}

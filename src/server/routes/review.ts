/** The review: projects, their queue and groups, acts, events and exports. What each answers is in src/reviewing/api.ts. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { FastifyReply } from 'fastify'
import { LeitongError } from '../../errors.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { answerReview } from '../../reviewing/api.js'
import { isWork, workOf } from '../../reviewing/work/work.js'
import { machineOf, placesOfReviews } from '../reviews/machine.js'
import { reviewRequest } from '../tasks/review-task.js'
import { isOver } from '../tasks/task.js'
import { partOfList } from './lists.js'
import { PATHS } from './review-paths.js'
import { CONFLICT, NAME } from './review-shapes.js'
import { type Answered, type Asked, MOST_WAITING, type Route } from './route.js'

/** Milliseconds between signs of life, so that nobody in between takes a stream for dead. */
const ALIVE = 15_000

const PARAMS = {
  review: { ...NAME, description: 'name of a review', example: 'letters' },
  group: { ...NAME, description: 'id of a group', example: '3f9c2a10' },
  key: { ...NAME, description: 'key of a passage', example: '3f9c2a10' },
  file: { ...NAME, description: 'name of a file', example: 'groups.csv' },
} as const

export const REVIEW_ROUTES: readonly Route[] = PATHS.map(({ verb, canConflict, url, ...path }) => ({
  ...path,
  method: verb,
  url,
  tag: 'review',
  params: Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, name]) => [name as string, PARAMS[name as keyof typeof PARAMS]])),
  // Where nothing has to be said, nothing need be sent.
  mayBeEmpty: !(path.body && 'required' in path.body),
  isOnce: path.status === 202,
  errors: { 409: canConflict ? CONFLICT : undefined },
  handle: answer,
}))

async function answer(asked: Asked): Promise<Answered> {
  const { request, reply, service, params, key, body } = asked
  // Reviews are of no index: a key for some indexes has no part in them.
  if (!key.indexes.includes('*')) throw new LeitongError('SERVICE_SCOPE', 'all indexes')
  const { method: sent } = request
  const verb = sent === 'POST' || sent === 'DELETE' ? sent : 'GET'
  // From the route that the key was held against: an address that is taken apart anew could lead to another.
  const path = (request.routeOptions.url as string)
    .split('/')
    .slice(2)
    .map((part) => (part.startsWith(':') ? (params[part.slice(1)] as string) : part))
  const [review = '', what] = path
  const { reviews, settings, tasks } = service
  // Work that takes longer than a request waits for is a task.
  if (verb === 'POST' && isWork(what) && path.length === 2) return tasks.shown(await tasks.add(reviewRequest(review, workOf(what, body))))
  if (verb === 'DELETE') {
    const task = tasks.onReviews().get(review)
    if (task && !isOver(task)) throw new LeitongError('SERVICE_CONFLICT', 'a task on this review: it is stopped first')
  }
  const query = Object.fromEntries(Object.entries(asked.query).map(([name, value]) => [name, value === undefined ? value : String(value)]))
  // Few answers tell of tasks.
  let last: ReturnType<typeof tasks.onReviews> | undefined
  const found = await answerReview(
    reviews,
    { verb, path, query, key: key.id, ...(verb === 'POST' ? { body } : {}) },
    machineOf({ ...settings, folders: placesOfReviews(settings) }),
    (name) => {
      last ??= tasks.onReviews()
      const task = last.get(name)
      return task && { isRunning: !isOver(task), task: tasks.shown(task) }
    },
  )
  if (!found) throw new LeitongError('SERVICE_MISSING', 'such route')
  if ('json' in found) {
    reply.code(found.status)
    return what === undefined && 'reviews' in (found.json as object) ? partOfReviews(asked, found.json as Listed) : (found.json as object)
  }
  if ('file' in found)
    return reply
      .type(found.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(basename(found.name))}`)
      .send(createReadStream(found.file).once('close', () => found.done?.()))
  if (sent === 'HEAD') return reply.type('text/event-stream').send()
  return stream(asked, review, found.listen)
}

interface Listed {
  readonly reviews: readonly { readonly name: string }[]
}

function partOfReviews({ query }: Asked, { reviews }: Listed) {
  const { items, next } = partOfList(
    reviews.filter(({ name }) => name.startsWith(String(query['prefix'] ?? ''))),
    query,
    ({ name }) => name,
  )
  return { reviews: items, next }
}

type Listen = Extract<NonNullable<Awaited<ReturnType<typeof answerReview>>>, { readonly listen: unknown }>['listen']

/** Acts, runs and tasks of a review as they happen; first the last task, so that nobody who comes again has missed its end. */
function stream({ service, key, reply }: Asked, review: string, listen: Listen): FastifyReply {
  const { keys, tasks } = service
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
    service.off('ending', end)
    stop()
    raw.end()
  }
  // The stream has no end of its own: the service would wait for it.
  service.once('ending', end)
  raw.once('close', end)
  const last = tasks.onReviews().get(review)
  if (last) tell(last.id)
  return reply
}

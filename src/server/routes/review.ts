/** The review: projects, their queue and groups, acts, events and exports. What each answers is in src/reviewing/api.ts. */
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LeitongError } from '../../errors.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { answerReview, type ReviewRequest } from '../../reviewing/api.js'
import type { Machine } from '../../reviewing/project.js'
import { Reviews } from '../../reviewing/reviews.js'
import type { Scope } from '../keys/entry.js'
import type { Keys } from '../keys/keys.js'
import { NOT_OVER_HTTP, placeOf, takeOptions } from '../options.js'
import type { Service } from '../service.js'
import { jsonBody, sendJson } from './bodies.js'
import { answers, type RouteGroup } from './route.js'

const ANYTHING = { type: 'object', additionalProperties: true }
const TEXT = { type: 'string' }
const NAME = { type: 'string', minLength: 1, maxLength: 64 }
const COUNT = { type: 'string', pattern: '^\\d{1,15}$' }
/** Milliseconds between signs of life, so that nobody in between takes a stream for dead. */
const ALIVE = 15_000

interface Path {
  readonly url: string
  readonly verb: 'GET' | 'POST'
  readonly scope: Scope
  readonly summary: string
  readonly status?: number
  readonly isStream?: boolean
  readonly query?: Readonly<Record<string, object>>
  readonly body?: object
}

const QUEUE = {
  offset: COUNT,
  limit: COUNT,
  sort: TEXT,
  q: TEXT,
  size: TEXT,
  similarity: TEXT,
  length: TEXT,
  state: TEXT,
  marks: TEXT,
  source: TEXT,
}

/** All routes as data: each hands its request on, and writes the answer. */
const PATHS: readonly Path[] = [
  { url: '/review', verb: 'GET', scope: 'search', summary: 'Reviews' },
  {
    url: '/review',
    verb: 'POST',
    scope: 'admin',
    status: 201,
    summary: 'A new review of files in allowed folders',
    body: {
      type: 'object',
      required: ['name', 'source'],
      properties: { name: NAME, source: { type: 'array', minItems: 1, items: TEXT }, options: ANYTHING },
    },
  },
  { url: '/review/:review', verb: 'GET', scope: 'search', summary: 'A review' },
  { url: '/review/:review/run', verb: 'POST', scope: 'admin', isStream: true, summary: 'Run it again; decisions stay' },
  {
    url: '/review/:review/queue',
    verb: 'GET',
    scope: 'search',
    summary: 'Groups that fit, the riskiest first, with facets',
    query: QUEUE,
  },
  { url: '/review/:review/groups/:group', verb: 'GET', scope: 'search', summary: 'A group with its members', query: { offset: COUNT } },
  { url: '/review/:review/outside/:group', verb: 'GET', scope: 'search', summary: 'Documents just outside a group' },
  { url: '/review/:review/lab', verb: 'GET', scope: 'search', summary: 'What thresholds would do' },
  { url: '/review/:review/lab', verb: 'POST', scope: 'admin', isStream: true, summary: 'Look for pairs around the threshold' },
  { url: '/review/:review/lab/pairs', verb: 'GET', scope: 'search', summary: 'Pairs around a threshold', query: { at: TEXT } },
  { url: '/review/:review/plan', verb: 'GET', scope: 'search', summary: 'What the decisions would remove' },
  {
    url: '/review/:review/apply',
    verb: 'POST',
    scope: 'admin',
    isStream: true,
    summary: 'Write what the plan says: the records that stay, and a list of those that went',
    body: { type: 'object', required: ['key'], properties: { key: TEXT } },
  },
  { url: '/review/:review/applied/:file', verb: 'GET', scope: 'admin', isStream: true, summary: 'What was written' },
  {
    url: '/review/:review/masking',
    verb: 'POST',
    scope: 'admin',
    summary: 'Hide personal data in all that is shown, or show it again',
    body: { type: 'object', required: ['on', 'by'], properties: { on: { type: 'boolean' }, by: TEXT } },
  },
  {
    url: '/review/:review/unmask/:group',
    verb: 'POST',
    scope: 'write',
    summary: 'A group as it is; who looked is taken down',
    query: { offset: COUNT },
    body: { type: 'object', required: ['by'], properties: { by: TEXT } },
  },
  {
    url: '/review/:review/export/:file',
    verb: 'GET',
    scope: 'search',
    isStream: true,
    summary: 'groups or decisions as .csv, .xlsx or .jsonl, or review.html',
  },
  {
    url: '/review/:review/events',
    verb: 'GET',
    scope: 'search',
    isStream: true,
    summary: 'Acts and runs as they happen, as server-sent events',
  },
  {
    url: '/review/:review/acts',
    verb: 'POST',
    scope: 'write',
    status: 201,
    summary: 'An act of a person; members are named by group and place',
    body: { type: 'object', required: ['act'], properties: { act: TEXT, by: TEXT, run: { type: 'integer' }, seen: { type: 'integer' } } },
  },
  {
    url: '/review/:review/bulk',
    verb: 'POST',
    scope: 'write',
    summary: 'An act on all groups that fit a filter; with preview it only says what it would do',
    body: {
      type: 'object',
      required: ['act'],
      properties: {
        act: { enum: ['duplicate', 'defer'] },
        rule: TEXT,
        filter: ANYTHING,
        by: TEXT,
        run: { type: 'integer' },
        groups: { type: 'integer' },
        preview: { type: 'boolean' },
      },
    },
  },
]

export const review: RouteGroup = {
  name: 'review',
  register(app, service) {
    const reviews = new Reviews(join(service.settings.data, 'reviews'))
    const machine = machineOf(service)
    // Streams have no end of their own: the service would wait for them.
    const streams = new Set<() => void>()
    app.addHook('preClose', async () => {
      for (const end of streams) end()
    })
    app.addHook('onClose', async () => reviews.close())
    app.setValidatorCompiler(() => () => true)
    for (const { url, verb, scope, summary, status = 200, isStream = false, query, body } of PATHS) {
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
          response: answers(isStream && verb === 'GET' ? {} : { [status]: ANYTHING }, 404, 409, 422),
        },
        handler: (request, reply) => answer(reviews, request, reply, machine, streams, service.keys),
      })
    }
  },
}

/** Files of a review are named by an allowed folder, and shown so. */
function machineOf({ settings: { folders } }: Service): Machine {
  const named = Object.entries(folders).sort(([, a], [, b]) => b.length - a.length)
  return {
    paths: (source) => source.map((one) => placeOf(one, folders)),
    options: (given) => {
      const options = takeOptions(given, 'dedupe', folders)
      for (const name of NOT_OVER_HTTP) if (name in options) throw new LeitongError('SERVICE_PLACE', `the option "${name}"`)
      return options
    },
    shown: (name) => named.reduce((shown, [folder, path]) => shown.replaceAll(path, folder), name),
  }
}

async function answer(
  reviews: Reviews,
  request: FastifyRequest,
  reply: FastifyReply,
  machine: Machine,
  streams: Set<() => void>,
  keys: Keys,
): Promise<FastifyReply> {
  // A run takes as long as it takes, and says nothing meanwhile.
  if (/\/(?:run|lab|apply)$/.test(request.routeOptions.url ?? '')) request.raw.socket.setTimeout(0)
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
  const asked: ReviewRequest = {
    verb: verb === 'POST' ? 'POST' : 'GET',
    path,
    query,
    ...(verb === 'POST' ? { body: jsonBody(request) } : {}),
  }
  const found = await answerReview(reviews, asked, machine)
  if (!found) throw new LeitongError('SERVICE_MISSING', 'such route')
  if ('json' in found) return sendJson(reply.header('cache-control', 'no-store'), JSON.stringify(found.json), found.status)
  if ('file' in found)
    return reply
      .type(found.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(basename(found.name))}`)
      .send(createReadStream(found.file).once('close', () => found.done?.()))
  reply.hijack()
  const { raw } = reply
  const { key } = request
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  raw.write(': listening\n\n')
  const stop = found.listen((event) => raw.write(`data: ${toJson(event)}\n\n`))
  // A key that expires, or is removed by another process, is seen here.
  const timer = setInterval(() => (keys.isHeld(key) ? raw.write(': alive\n\n') : end()), ALIVE).unref()
  const leave = (removed: string) => {
    if (removed === key.id) end()
  }
  keys.on('removed', leave)
  const end = () => {
    clearInterval(timer)
    keys.off('removed', leave)
    streams.delete(end)
    stop()
    raw.end()
  }
  streams.add(end)
  raw.once('close', end)
  return reply
}

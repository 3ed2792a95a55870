/** Tasks: start, list, follow, cancel, download what they made; and uploads for them. */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LeitongError } from '../../errors.js'
import { DECISIONS_SCHEMA } from '../indexes/decisions.js'
import { INDEX_NAME } from '../indexes/indexes.js'
import { once } from '../limits/idempotency.js'
import { optionsSchema } from '../options.js'
import { requestOf } from '../tasks/order.js'
import { isOver, TASK_OUTPUTS, type Task, type TaskKind } from '../tasks/task.js'
import { roomForUpload } from '../tasks/uploads.js'
import { jsonBody, sendJson } from './bodies.js'
import { answers, contentOf, MOST_WAITING, type RouteGroup } from './route.js'
import { TASK } from './task-shape.js'

const FILES = [
  { type: 'object', required: ['upload'], additionalProperties: false, properties: { upload: { type: 'string' } } },
  { type: 'object', required: ['file'], additionalProperties: false, properties: { file: { type: 'string' } } },
]
const SOURCE = {
  description: 'an upload; FOLDER/PATH below an allowed folder; a table of an allowed database, by its name',
  anyOf: [
    ...FILES,
    {
      type: 'object',
      required: ['database', 'table'],
      additionalProperties: false,
      properties: { database: { type: 'string' }, table: { type: 'string' } },
    },
  ],
}
const INDEX = { type: 'string', pattern: INDEX_NAME }
/** Options of a run; the source names the table, and fields and rows come from files. */
const runOptions = (command: 'dedupe' | 'tune') => optionsSchema(command, ['fields', 'decisions'])
const DEDUPE_OPTIONS = runOptions('dedupe')
const TUNE_OPTIONS = runOptions('tune')
const FIELDS = { type: 'string', minLength: 1, description: 'FOLDER/PATH of a file of fields' }

const kind = (name: TaskKind, required: readonly string[], properties: object) => ({
  type: 'object',
  required: ['kind', ...required],
  additionalProperties: false,
  properties: { kind: { enum: [name] }, ...properties },
})
/** What each kind takes. */
const TASK_BODY = {
  anyOf: [
    kind('dedupe', ['source'], {
      source: SOURCE,
      options: {
        ...DEDUPE_OPTIONS,
        properties: {
          ...DEDUPE_OPTIONS.properties,
          fields: FIELDS,
          decisions: {
            anyOf: [{ type: 'string', minLength: 1 }, ...DECISIONS_SCHEMA.anyOf.filter(({ type }) => type === 'object')],
            description: 'FOLDER/PATH of a file, or a review',
          },
        },
      },
      outputs: { type: 'array', minItems: 1, items: { enum: [...TASK_OUTPUTS] } },
    }),
    kind('tune', ['source'], { source: SOURCE, options: { ...TUNE_OPTIONS, properties: { ...TUNE_OPTIONS.properties, fields: FIELDS } } }),
    kind('import', ['source', 'index'], { source: { anyOf: FILES }, index: INDEX }),
    kind('export', ['index'], { index: INDEX }),
    kind('compact', ['index'], { index: INDEX }),
  ],
}
const UPLOAD = {
  type: 'object',
  required: ['upload', 'bytes'],
  properties: { upload: { type: 'string' }, name: { type: 'string' }, bytes: { type: 'integer' } },
}
const PARAMS = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
const HEARTBEAT = 15_000

export const tasks: RouteGroup = {
  name: 'tasks',
  register(app, service) {
    const tags = ['tasks']
    const config = { scope: 'write' } as const
    app.setValidatorCompiler(() => () => true)
    // A task that waits has no change to tell: the end of the service would wait for it.
    const streams = new Set<PassThrough>()
    app.addHook('preClose', async () => {
      for (const stream of streams) stream.end()
    })
    app.addContentTypeParser('*', { bodyLimit: service.settings.maxUpload }, (_, body, done) => done(null, body))
    const found = (params: unknown): Task => {
      const task = service.tasks.get((params as { id: string }).id)
      if (!task) throw new LeitongError('SERVICE_MISSING', 'task of this id')
      return task
    }
    app.post(
      '/tasks',
      {
        config,
        schema: {
          summary: 'Start a task: dedupe, tune, import, export, compact',
          tags,
          body: TASK_BODY,
          response: answers({ 202: TASK }, 409),
        },
      },
      async (request, reply) => {
        const { status, body, isRepeated } = await once(request, service, async () => {
          const task = await service.tasks.add(requestOf(jsonBody(request)))
          return { status: 202, body: JSON.stringify(service.tasks.shown(task)) }
        })
        if (isRepeated) reply.header('idempotent-replayed', 'true')
        return sendJson(reply, body, status)
      },
    )
    app.get(
      '/tasks',
      {
        config,
        schema: {
          summary: 'Tasks, the newest first',
          tags,
          response: answers({ 200: { type: 'object', required: ['tasks'], properties: { tasks: { type: 'array', items: TASK } } } }),
        },
      },
      async (_, reply) => sendJson(reply, JSON.stringify({ tasks: service.tasks.list().map((task) => service.tasks.shown(task)) })),
    )
    app.get(
      '/tasks/:id',
      { config, schema: { summary: 'A task with its progress', tags, params: PARAMS, response: answers({ 200: TASK }) } },
      async ({ params }, reply) => sendJson(reply, JSON.stringify(service.tasks.shown(found(params)))),
    )
    app.post(
      '/tasks/:id/cancel',
      { config, schema: { summary: 'Stop a task', tags, params: PARAMS, response: answers({ 200: TASK }, 409) } },
      async ({ params }, reply) => {
        await service.tasks.cancel(found(params).id)
        return sendJson(reply, JSON.stringify(service.tasks.shown(found(params))))
      },
    )
    app.delete(
      '/tasks/:id',
      {
        config,
        schema: {
          summary: 'Forget a task that is over, and its results',
          tags,
          params: PARAMS,
          response: answers({ 204: { type: 'null' } }, 409),
        },
      },
      async ({ params }, reply) => {
        await service.tasks.remove(found(params).id)
        return reply.code(204).send()
      },
    )
    app.get(
      '/tasks/:id/results/:name',
      {
        config: { scope: 'write', isStream: true },
        schema: {
          summary: 'A file that a task has made',
          tags,
          params: { ...PARAMS, required: ['id', 'name'], properties: { ...PARAMS.properties, name: { type: 'string' } } },
          response: answers({ 200: contentOf('application/octet-stream') }),
        },
      },
      async ({ params }, reply) => {
        const { id, results } = found(params)
        // Of names only those that are listed.
        const file = results.find(({ name }) => name === (params as { name: string }).name)
        if (!file) throw new LeitongError('SERVICE_MISSING', 'result of this name')
        return reply
          .type('application/octet-stream')
          .header('content-length', file.bytes)
          .header('content-disposition', `attachment; filename="${file.name.replace(/[^\w.-]/g, '_')}"`)
          .send(createReadStream(join(service.tasks.folderOf(id), file.name)))
      },
    )
    app.get(
      '/tasks/:id/events',
      {
        config: { scope: 'write', isStream: true },
        schema: {
          summary: 'The task whenever it changes, as server-sent events, until it is over',
          tags,
          params: PARAMS,
          response: answers({ 200: contentOf('text/event-stream') }),
        },
      },
      async ({ params, key }, reply) => {
        const { id } = found(params)
        const stream = new PassThrough()
        const send = (changed: string) => {
          if (changed !== id) return
          if (!service.keys.isHeld(key)) {
            stream.end()
            return
          }
          const task = service.tasks.get(id)
          if (task) stream.write(`event: task\ndata: ${JSON.stringify(service.tasks.shown(task))}\n\n`)
          // Whoever does not read must not fill the memory.
          const isBehind = stream.readableLength + stream.writableLength > MOST_WAITING
          if (!task || isOver(task) || service.isEnding || isBehind) stream.end()
        }
        // A key that expires, or is removed by another process, is seen here.
        const beat = () => (service.keys.isHeld(key) ? stream.write(': still here\n\n') : stream.end())
        const heartbeat = setInterval(beat, HEARTBEAT).unref()
        const leave = (removed: string) => {
          if (removed === key.id) stream.end()
        }
        service.tasks.on('change', send)
        service.keys.on('removed', leave)
        stream.once('close', () => {
          clearInterval(heartbeat)
          service.tasks.off('change', send)
          service.keys.off('removed', leave)
          streams.delete(stream)
        })
        streams.add(stream)
        // The connection may go on to other requests.
        reply.raw.once('close', () => stream.destroy())
        send(id)
        return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream)
      },
    )
    app.post(
      '/uploads',
      {
        config: { scope: 'write', isStream: true },
        bodyLimit: service.settings.maxUpload,
        schema: {
          summary: 'A file for tasks: the body as it is, its name in the query',
          tags,
          body: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
          querystring: { type: 'object', required: ['name'], properties: { name: { type: 'string', pattern: '^[\\w-][\\w.-]{0,99}$' } } },
          response: answers({ 201: UPLOAD }),
        },
      },
      async (request, reply) => {
        const { name } = request.query as { name?: string }
        if (typeof name !== 'string' || !/^[\w-][\w.-]{0,99}$/.test(name))
          throw new LeitongError('SERVICE_REQUEST', 'the query names the file, as ?name=texts.jsonl')
        const upload = randomBytes(12).toString('hex')
        const folder = join(service.settings.data, 'uploads', upload)
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        try {
          const body =
            request.body instanceof Readable
              ? request.body
              : Readable.from([Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)])
          const bytes = await store(body, join(folder, '.part'), roomForUpload(service.settings))
          // Others came meanwhile.
          roomForUpload(service.settings)
          renameSync(join(folder, '.part'), join(folder, name))
          return reply.code(201).send({ upload, name, bytes })
        } catch (error) {
          rmSync(folder, { recursive: true, force: true })
          throw error
        }
      },
    )
  },
}

/** @throws {LeitongError} `SERVICE_LIMIT` */
async function store(body: Readable, path: string, most: number): Promise<number> {
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      done(bytes > most ? new LeitongError('SERVICE_LIMIT', 'the upload in bytes', most) : null, chunk)
    },
  })
  await pipeline(body, counter, createWriteStream(path, { flush: true, mode: 0o600 }))
  return bytes
}

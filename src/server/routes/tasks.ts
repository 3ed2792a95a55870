/** Tasks: start, list, follow, cancel, download what they made; and uploads for them. */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LeitongError } from '../../errors.js'
import { DECISIONS_SCHEMA } from '../indexes/decisions.js'
import { optionsSchema } from '../options.js'
import { isOver, TASK_KINDS, TASK_OUTPUTS, TASK_STATES, type Task, type TaskKind, type TaskRequest } from '../tasks/task.js'
import { roomForUpload } from '../tasks/uploads.js'
import { INDEX } from './documents.js'
import { PART, partOfList } from './lists.js'
import { type Answered, type Asked, MOST_WAITING, type Route } from './route.js'
import { body, named, oneOf, partOf, type Schema, shape, TEXT, WHOLE } from './shapes.js'
import { TASK } from './task-shape.js'

const SHORT = { type: 'string', minLength: 1, maxLength: 1000 }
const FILES = [body('UploadSource', { upload: SHORT }), body('FileSource', { file: SHORT })]
const SOURCE = named('Source', {
  description: 'an upload; FOLDER/PATH below an allowed folder; a table of an allowed database, by its name',
  anyOf: [...FILES, body('TableSource', { database: SHORT, table: SHORT })],
})
/** Of a run the source names the table, and fields and rows come from files. */
const FIELDS = { type: 'string', minLength: 1, description: 'FOLDER/PATH of a file of fields' }
const DECISIONS = {
  anyOf: [{ type: 'string', minLength: 1 }, ...DECISIONS_SCHEMA.anyOf.filter(({ type }) => type === 'object')],
  description: 'FOLDER/PATH of a file, or a review',
}

/** As the library takes them. */
const MERGE = {
  anyOf: [
    { type: 'string', minLength: 1 },
    { type: 'object', minProperties: 1, additionalProperties: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
  ],
  description:
    'one row a group: rules by the names of fields, as "name=longest,phone=newest:date", as an object, or FOLDER/PATH of a file of them',
}

const kind = (title: string, name: TaskKind, members: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>> = {}) =>
  body(title, { kind: oneOf(name), ...members }, optional)
/** What each kind takes. */
const TASK_BODY = named('NewTask', {
  type: 'object',
  required: ['kind'],
  discriminator: { propertyName: 'kind' },
  oneOf: [
    kind(
      'DedupeTask',
      'dedupe',
      { source: SOURCE },
      {
        options: optionsSchema('dedupe', 'DedupeTaskOptions', { fields: FIELDS, decisions: DECISIONS }),
        outputs: { type: 'array', minItems: 1, items: oneOf(...TASK_OUTPUTS) },
        merge: MERGE,
        groupsFrom: named('GroupsSource', {
          anyOf: FILES,
          description: 'with merge: mergeSources of an earlier task, whose ids groups keep',
        }),
      },
    ),
    kind(
      'TuneTask',
      'tune',
      { source: SOURCE },
      { options: optionsSchema('tune', 'TuneTaskOptions', { fields: FIELDS, decisions: undefined }) },
    ),
    kind('ImportTask', 'import', { source: named('ImportSource', { anyOf: FILES }), index: INDEX }),
    kind('ExportTask', 'export', { index: INDEX }),
    kind('CompactTask', 'compact', { index: INDEX }),
  ],
})
const FILE_NAME = '^[\\w-][\\w.-]{0,99}$'
const HEARTBEAT = 15_000

/** @throws {LeitongError} `SERVICE_MISSING` */
function found({ params, service }: Asked): Task {
  const task = service.tasks.get(params['id'] as string)
  if (!task) throw new LeitongError('SERVICE_MISSING', 'task of this id')
  return task
}

const shown = (asked: Asked) => asked.service.tasks.shown(found(asked))

const ID = { id: { ...TEXT, description: 'id of a task', example: 'mg5w7x4k0123456789ab' } }
const all = { tag: 'tasks', scope: 'write' } as const
const one = { ...all, params: ID } as const

export const TASK_ROUTES: readonly Route[] = [
  {
    ...all,
    operation: 'startTask',
    method: 'POST',
    url: '/tasks',
    summary: 'Start a task: dedupe, tune, import, export, compact',
    body: TASK_BODY,
    status: 202,
    answer: TASK,
    isOnce: true,
    errors: { 409: undefined },
    example: { body: { kind: 'dedupe', source: { file: 'mail/letters.jsonl' }, options: { threshold: 0.7 }, outputs: ['kept'] } },
    handle: async ({ body: sent, service }) => service.tasks.shown(await service.tasks.add(sent as unknown as TaskRequest)),
  },
  {
    ...all,
    operation: 'listTasks',
    method: 'GET',
    url: '/tasks',
    summary: 'Tasks, the newest first',
    query: {
      state: { ...oneOf(...TASK_STATES), description: 'only those in this state' },
      kind: { ...oneOf(...TASK_KINDS, 'review'), description: 'only those of this kind' },
      ...PART,
    },
    answer: partOf('Tasks', 'tasks', TASK),
    handle: ({ query, service }) => {
      const fitting = service.tasks
        .list()
        .filter(
          ({ state, request }) =>
            [state, undefined].includes(query['state'] as never) && [request.kind, undefined].includes(query['kind'] as never),
        )
      const { items, next } = partOfList(fitting, query, ({ id }) => id)
      return { tasks: items.map((task) => service.tasks.shown(task)), next }
    },
  },
  { ...one, operation: 'getTask', method: 'GET', url: '/tasks/:id', summary: 'A task with its progress', answer: TASK, handle: shown },
  {
    ...one,
    operation: 'cancelTask',
    method: 'POST',
    url: '/tasks/:id/cancel',
    summary: 'Stop a task',
    answer: TASK,
    errors: { 409: undefined },
    handle: async (asked) => {
      await asked.service.tasks.cancel(found(asked).id)
      return shown(asked)
    },
  },
  {
    ...one,
    operation: 'removeTask',
    method: 'DELETE',
    url: '/tasks/:id',
    summary: 'Forget a task that is over, and its results',
    status: 204,
    errors: { 409: undefined },
    handle: (asked) => asked.service.tasks.remove(found(asked).id) as Promise<undefined>,
  },
  {
    ...one,
    operation: 'getTaskResult',
    method: 'GET',
    url: '/tasks/:id/results/:name',
    summary: 'A file that a task has made',
    params: { ...ID, name: { ...TEXT, description: 'as the results of the task name it', example: 'kept.jsonl' } },
    isStream: true,
    types: ['application/octet-stream'],
    handle: (asked) => {
      const { id, results } = found(asked)
      // Of names only those that are listed.
      const file = results.find(({ name }) => name === asked.params['name'])
      if (!file) throw new LeitongError('SERVICE_MISSING', 'result of this name')
      return asked.reply
        .type('application/octet-stream')
        .header('content-length', file.bytes)
        .header('content-disposition', `attachment; filename="${file.name.replace(/[^\w.-]/g, '_')}"`)
        .send(createReadStream(join(asked.service.tasks.folderOf(id), file.name)))
    },
  },
  {
    ...one,
    operation: 'followTask',
    method: 'GET',
    url: '/tasks/:id/events',
    summary: 'The task whenever it changes, as server-sent events, until it is over',
    isStream: true,
    types: ['text/event-stream'],
    handle: follow,
  },
  {
    ...all,
    operation: 'upload',
    method: 'POST',
    url: '/uploads',
    summary: 'A file for tasks: the body as it is, its name in the query',
    query: { name: { type: 'string', pattern: FILE_NAME, description: 'name of the file', example: 'texts.jsonl', isRequired: true } },
    takesFile: true,
    isStream: true,
    status: 201,
    answer: named('Upload', shape({ upload: { ...TEXT, description: 'its id' }, name: TEXT, bytes: WHOLE })),
    handle: upload,
  },
]

async function upload({ query, stream, bytes: whole, service: { settings } }: Asked): Promise<Answered> {
  const id = randomBytes(12).toString('hex')
  const folder = join(settings.data, 'uploads', id)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const bytes = await store(stream ?? Readable.from([whole]), join(folder, '.part'), roomForUpload(settings))
    // Others came meanwhile.
    roomForUpload(settings)
    renameSync(join(folder, '.part'), join(folder, query['name'] as string))
    return { upload: id, name: query['name'], bytes }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function follow(asked: Asked): Answered {
  const { service, key, reply, request } = asked
  const { id } = found(asked)
  reply.type('text/event-stream').header('x-accel-buffering', 'no')
  const { method: verb } = request
  if (verb === 'HEAD') return reply.send()
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
    service.off('ending', end)
  })
  // A task that waits has no change to tell: the end of the service would wait for it.
  const end = () => stream.end()
  service.once('ending', end)
  // The connection may go on to other requests.
  reply.raw.once('close', () => stream.destroy())
  send(id)
  return reply.send(stream)
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

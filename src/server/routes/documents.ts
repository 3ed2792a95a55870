/** Documents of an index: add, add-if-new, check, query, get, remove; lists in JSON, or lines of NDJSON both ways. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { LeitongError } from '../../errors.js'
import { failureOf } from '../failure.js'
import { INDEX_NAME } from '../indexes/indexes.js'
import type { OperationName } from '../indexes/operations.js'
import type { Scope } from '../keys/entry.js'
import { once } from '../limits/idempotency.js'
import { inTime } from '../limits/limits.js'
import type { Service } from '../service.js'
import { bytesOf, sendJson } from './bodies.js'
import { INDEX_PARAMS } from './indexes.js'
import { linesInBatches } from './ndjson.js'
import { answers, type RouteGroup } from './route.js'

const ID = { type: ['string', 'number'], description: 'a text or a number' }
const DOCUMENT = {
  type: 'object',
  description: 'id and text, by the fields that the options of the index name; of an index of rows its fields',
  properties: { id: ID, text: { type: 'string' } },
  additionalProperties: true,
}
/** Under containment: the share of what was sent that the match has, and of the match that what was sent has. */
const SHARES = { a_in_b: { type: 'number' }, b_in_a: { type: 'number' } }
const ANSWER = {
  type: 'object',
  required: ['id', 'status', 'stored', 'duplicate_of', 'similarity', 'distance', 'group'],
  properties: {
    id: {},
    status: { enum: ['new', 'duplicate', 'unchanged'] },
    stored: { type: 'boolean', description: 'the index has it under its id and with this content' },
    replaced: { type: 'boolean' },
    duplicate_of: { description: 'the id of the best match' },
    similarity: { type: ['number', 'null'] },
    distance: { type: ['integer', 'null'] },
    ...SHARES,
    group: {},
    decided: { const: true, description: 'people decided that it is a duplicate of its match' },
    approximate: { const: true, description: 'more than 32 documents may be alike, and duplicate_of is the best of the newest 4' },
  },
}
const MATCH = {
  type: 'object',
  required: ['id', 'similarity', 'distance', 'group'],
  properties: {
    id: {},
    similarity: { type: ['number', 'null'] },
    distance: { type: ['integer', 'null'] },
    ...SHARES,
    group: {},
    decided: { const: true },
  },
}
const listOf = (name: string, items: object) => ({ type: 'object', required: [name], properties: { [name]: { type: 'array', items } } })

interface Action {
  readonly path: string
  readonly operation: OperationName
  readonly scope: Scope
  readonly summary: string
  readonly body: object
  readonly answer: object
}

const DOCUMENTS = {
  type: 'object',
  required: ['documents'],
  additionalProperties: false,
  properties: { documents: { type: 'array', items: DOCUMENT } },
}
const ACTIONS: readonly Action[] = [
  {
    path: 'documents',
    operation: 'add',
    scope: 'write',
    summary: 'Add documents, replacing those of the same ids',
    body: DOCUMENTS,
    answer: ANSWER,
  },
  {
    path: 'add-if-new',
    operation: 'addIfNew',
    scope: 'write',
    summary: 'Add documents unless something in the index is alike; of alike ones offered at once one is new',
    body: DOCUMENTS,
    answer: ANSWER,
  },
  {
    path: 'check',
    operation: 'check',
    scope: 'search',
    summary: 'What add-if-new would answer to each document; nothing is stored',
    body: DOCUMENTS,
    answer: ANSWER,
  },
  {
    path: 'query',
    operation: 'query',
    scope: 'search',
    summary: 'What in the index is alike, the best first',
    body: {
      type: 'object',
      additionalProperties: false,
      description: 'one of text, document and queries',
      properties: {
        text: { type: 'string' },
        document: DOCUMENT,
        queries: { type: 'array', items: { anyOf: [{ type: 'string' }, DOCUMENT] } },
        first: { type: 'boolean', description: 'stop at the first match' },
        limit: { type: 'integer', minimum: 1, description: 'the best so many matches' },
      },
    },
    answer: { type: 'object', required: ['id', 'matches'], properties: { id: {}, matches: { type: 'array', items: MATCH } } },
  },
  {
    path: 'remove',
    operation: 'remove',
    scope: 'write',
    summary: 'Remove documents',
    body: { type: 'object', required: ['ids'], additionalProperties: false, properties: { ids: { type: 'array', items: ID } } },
    answer: { type: 'object', required: ['id', 'removed'], properties: { id: {}, removed: { type: 'boolean' } } },
  },
]

const NDJSON = 'application/x-ndjson'

export const documents: RouteGroup = {
  name: 'documents',
  register(app, service) {
    const { settings } = service
    const tags = ['documents']
    // The thread of the index checks what it reads; these schemas describe it.
    app.setValidatorCompiler(({ httpPart, schema }) => (httpPart === 'params' ? checkParams(schema as typeof INDEX_PARAMS) : () => true))
    app.addContentTypeParser([NDJSON, 'application/ndjson', 'application/jsonl'], { bodyLimit: Number.MAX_SAFE_INTEGER }, (_, body, done) =>
      done(null, body),
    )

    for (const { path, operation, scope, summary, body, answer } of ACTIONS)
      app.post(
        `/indexes/:index/${path}`,
        {
          config: { scope },
          schema: {
            summary,
            description: `With the content type ${NDJSON} documents come as lines and answers go as lines, while they come.`,
            tags,
            consumes: ['application/json', NDJSON],
            params: INDEX_PARAMS,
            body,
            response: answers({ 200: listOf('answers', answer) }, 409),
          },
        },
        async (request, reply) => {
          const { index } = request.params as { index: string }
          if (request.body instanceof Readable) {
            await service.indexes.requireIndex(index)
            return reply.type(NDJSON).send(Readable.from(streamAnswers(request, index, operation, service), { objectMode: false }))
          }
          const given = { bytes: bytesOf(request), maxBatch: settings.maxBatch }
          // Late work goes on: who sends the request again waits for the same answer.
          const done = once(request, service, async () => ({
            status: 200,
            body: (await service.indexes.ask(index, operation, given)).body,
          }))
          const { status, body, isRepeated } = await inTime(settings.timeout, done)
          if (isRepeated) reply.header('idempotent-replayed', 'true')
          return sendJson(reply, body, status)
        },
      )

    const params = {
      type: 'object',
      required: ['index', 'id'],
      properties: { ...INDEX_PARAMS.properties, id: { type: 'string', minLength: 1 } },
    }
    const one = 'An id is JSON if it can be: 7 is a number, "7" in quotes a text.'
    app.get(
      '/indexes/:index/documents/:id',
      {
        config: { scope: 'search' },
        schema: {
          summary: 'Id, group and, where the index keeps texts, text of a document',
          description: one,
          tags,
          params,
          response: answers({
            200: { type: 'object', required: ['id', 'group'], properties: { id: {}, group: {}, text: { type: 'string' } } },
          }),
        },
      },
      async (request, reply) => {
        const { index, id } = request.params as { index: string; id: string }
        const { body } = await inTime(settings.timeout, service.indexes.ask(index, 'get', { id }))
        if (!body) throw new LeitongError('SERVICE_MISSING', 'document of this id')
        return sendJson(reply, body)
      },
    )
    app.delete(
      '/indexes/:index/documents/:id',
      {
        config: { scope: 'write' },
        schema: { summary: 'Remove a document', description: one, tags, params, response: answers({ 204: { type: 'null' } }) },
      },
      async (request, reply) => {
        const { index, id } = request.params as { index: string; id: string }
        const { body } = await inTime(settings.timeout, service.indexes.ask(index, 'remove', { id }))
        if (!body.includes('"removed":true')) throw new LeitongError('SERVICE_MISSING', 'document of this id')
        return reply.code(204).send()
      },
    )
  },
}

const checkParams =
  ({ properties }: { readonly properties: Readonly<Record<string, { readonly pattern?: string }>> }) =>
  (params: Readonly<Record<string, string>>): boolean => {
    for (const [name, { pattern }] of Object.entries(properties))
      if (pattern !== undefined && !new RegExp(pattern).test(params[name] ?? ''))
        throw new LeitongError('SERVICE_REQUEST', `${name} is none: ${INDEX_NAME}`)
    return true
  }

/** Lines of answers while lines of documents come; an error ends them as a line of its own. */
async function* streamAnswers(request: FastifyRequest, index: string, operation: OperationName, service: Service): AsyncGenerator<string> {
  try {
    for await (const bytes of linesInBatches(request.body as Readable, service.settings.maxLine))
      yield (await service.indexes.ask(index, operation, { bytes, ndjson: true })).body
  } catch (error) {
    if (request.raw.socket.destroyed) return
    const known =
      error instanceof LeitongError ? error : new LeitongError('SERVICE_FAILED', 'the log says more under the id of the request')
    if (known !== error) request.log.error({ stack: service.redactor.redact(String((error as Error).stack)) }, 'a mistake in the service')
    yield `${JSON.stringify(failureOf(known, request.id, service.redactor))}\n`
  }
}

/** Indexes: create, list, describe, delete. */
import { LeitongError } from '../../errors.js'
import { PAYLOADS } from '../../jobs/live/settings.js'
import { checkDecisions, DECISIONS_SCHEMA } from '../indexes/decisions.js'
import { INDEX_NAME } from '../indexes/indexes.js'
import { allows } from '../keys/keys.js'
import { inTime } from '../limits/limits.js'
import { optionsSchema, takeOptions } from '../options.js'
import { membersOf, sendJson } from './bodies.js'
import { answers, type RouteGroup } from './route.js'

export const INDEX_PARAMS = { type: 'object', required: ['index'], properties: { index: { type: 'string', pattern: INDEX_NAME } } }

const DESCRIPTION = {
  type: 'object',
  required: ['documents', 'signature', 'options', 'keep', 'created'],
  properties: {
    documents: { type: 'integer' },
    bytes: { type: 'integer' },
    details: { type: 'object', additionalProperties: true },
    signature: { type: 'string' },
    options: { type: 'object', additionalProperties: true },
    keep: { type: 'string' },
    created: { type: 'string' },
    decisions: {
      type: 'object',
      description: 'what became of the decisions that it obeys, in numbers of pairs, and documents that it has no digests of',
      properties: Object.fromEntries(
        ['applied', 'reopened', 'missing', 'conflicts', 'undigested'].map((name) => [name, { type: 'integer' }]),
      ),
    },
  },
  additionalProperties: true,
}

export const indexes: RouteGroup = {
  name: 'indexes',
  register(app, service) {
    const { settings } = service
    const tags = ['indexes']
    app.get(
      '/indexes',
      {
        config: { scope: 'search' },
        schema: {
          summary: 'Indexes that the key may see',
          tags,
          response: answers({
            200: {
              type: 'object',
              required: ['indexes'],
              properties: {
                indexes: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['name', 'created'],
                    properties: { name: { type: 'string' }, created: { type: 'string' } },
                  },
                },
              },
            },
          }),
        },
      },
      async ({ key }) => ({ indexes: (await service.indexes.list()).filter(({ name }) => allows(key, 'search', name)) }),
    )
    app.put(
      '/indexes/:index',
      {
        config: { scope: 'admin' },
        validatorCompiler: () => () => true,
        schema: {
          summary: 'Create an index; where there is one with these options, only the decisions that it obeys can change',
          tags,
          params: INDEX_PARAMS,
          body: {
            type: 'object',
            additionalProperties: false,
            properties: {
              options: optionsSchema('index create'),
              keep: { enum: [...PAYLOADS], description: 'what is kept of each document to verify against' },
              digests: {
                type: 'boolean',
                description:
                  'of a new index: keep the digest of each content, for decisions that come later; with decisions it does so by itself',
              },
              decisions: DECISIONS_SCHEMA,
            },
          },
          response: answers({ 200: DESCRIPTION, 201: DESCRIPTION }, 409),
        },
      },
      async (request, reply) => {
        const { options, keep, digests, decisions } = membersOf(request, ['options', 'keep', 'digests', 'decisions'])
        const { index } = request.params as { index: string }
        if (keep !== undefined && !PAYLOADS.includes(keep as never))
          throw new LeitongError('SERVICE_REQUEST', `"keep" is one of ${PAYLOADS.join(', ')}`)
        if (digests !== undefined && typeof digests !== 'boolean') throw new LeitongError('SERVICE_REQUEST', '"digests" is true or false')
        const given = takeOptions(options, 'index create', settings.folders)
        const { body, isNew } = await inTime(
          settings.timeout,
          service.indexes.create(
            index,
            { ...given, ...(keep ? { payload: keep as never } : {}), ...(digests === undefined ? {} : { digests }) },
            checkDecisions(decisions),
          ),
        )
        return sendJson(reply, body, isNew ? 201 : 200)
      },
    )
    app.get(
      '/indexes/:index',
      {
        config: { scope: 'search' },
        schema: { summary: 'Size and options of an index', tags, params: INDEX_PARAMS, response: answers({ 200: DESCRIPTION }) },
      },
      async (request, reply) => {
        const { index } = request.params as { index: string }
        return sendJson(reply, (await inTime(settings.timeout, service.indexes.ask(index, 'stats'))).body)
      },
    )
    app.delete(
      '/indexes/:index',
      {
        config: { scope: 'admin' },
        schema: {
          summary: 'Remove an index and everything in it',
          tags,
          params: INDEX_PARAMS,
          response: answers({ 204: { type: 'null' } }),
        },
      },
      async (request, reply) => {
        await inTime(settings.timeout, service.indexes.delete((request.params as { index: string }).index))
        return reply.code(204).send()
      },
    )
  },
}

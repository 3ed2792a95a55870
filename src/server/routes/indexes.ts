/** Indexes: create, list, describe, delete. */
import { PAYLOADS } from '../../jobs/live/settings.js'
import { DECISIONS_SCHEMA, type DecisionSource } from '../indexes/decisions.js'
import { allows } from '../keys/keys.js'
import { optionsSchema, takeOptions } from '../options.js'
import { INDEX } from './documents.js'
import { PART, partOfList } from './lists.js'
import type { Route } from './route.js'
import { ANYTHING, body, FLAG, named, oneOf, partOf, shape, TEXT, WHOLE } from './shapes.js'

const whole = (...names: string[]) => shape({}, Object.fromEntries(names.map((name) => [name, WHOLE])))

const DESCRIPTION = named('Index', {
  ...shape(
    { documents: WHOLE, signature: TEXT, options: ANYTHING, keep: TEXT, created: TEXT },
    {
      bytes: WHOLE,
      details: ANYTHING,
      weakHash: { ...TEXT, description: 'its hash, where that leaves bits of short words the same: unlike texts count as alike' },
      scripts: {
        ...whole('simplified', 'traditional'),
        description: 'where an index that tells the scripts of Chinese apart has met both since it was opened: texts in each',
      },
      guessedDates: {
        type: 'object',
        additionalProperties: WHOLE,
        description: 'by field: dates like 01/02/2024 since it was opened, which were read with the day first because nothing says what is',
      },
      decisions: {
        ...whole('applied', 'reopened', 'missing', 'conflicts', 'undigested'),
        description: 'what became of the decisions that it obeys, in numbers of pairs, and documents that it has no digests of',
      },
    },
  ),
  additionalProperties: true,
})

const one = { url: '/indexes/:index', tag: 'indexes', params: { index: INDEX } } as const

export const INDEX_ROUTES: readonly Route[] = [
  {
    operation: 'listIndexes',
    method: 'GET',
    url: '/indexes',
    tag: 'indexes',
    scope: 'search',
    summary: 'Indexes that the key may see, by name',
    query: { prefix: { type: 'string', minLength: 1, maxLength: 40, description: 'of the names' }, ...PART },
    answer: partOf('Indexes', 'indexes', named('IndexEntry', shape({ name: TEXT, created: TEXT }))),
    handle: async ({ key, query, service }) => {
      const all = (await service.indexes.list()).filter(
        ({ name }) => allows(key, 'search', name) && name.startsWith(String(query['prefix'] ?? '')),
      )
      const { items, next } = partOfList(all, query, ({ name }) => name)
      return { indexes: items, next }
    },
  },
  {
    ...one,
    operation: 'createIndex',
    method: 'PUT',
    scope: 'admin',
    summary: 'Create an index',
    description: 'Where there is one with these options, only the decisions that it obeys can change.',
    body: body(
      'NewIndex',
      {},
      {
        options: optionsSchema('index create', 'NewIndexOptions'),
        keep: { ...oneOf(...PAYLOADS), description: 'what is kept of each document to verify against' },
        digests: {
          ...FLAG,
          description:
            'of a new index: keep the digest of each content, for decisions that come later; with decisions it does so by itself',
        },
        decisions: DECISIONS_SCHEMA,
      },
    ),
    mayBeEmpty: true,
    otherStatus: 201,
    answer: DESCRIPTION,
    errors: { 409: undefined },
    example: { body: { options: { threshold: 0.7 } } },
    handle: async ({ params, body: sent, service, reply }) => {
      const { options, keep, digests, decisions } = sent
      const { body: description, isNew } = await service.indexes.create(
        params['index'] as string,
        {
          ...takeOptions(options, 'index create', service.settings.folders),
          ...(keep === undefined ? {} : { payload: keep as never }),
          ...(digests === undefined ? {} : { digests: digests as boolean }),
        },
        decisions as DecisionSource | null | undefined,
      )
      reply.code(isNew ? 201 : 200)
      return description
    },
  },
  {
    ...one,
    operation: 'describeIndex',
    method: 'GET',
    scope: 'search',
    summary: 'Size and options of an index',
    answer: DESCRIPTION,
    handle: async ({ params, service }) => (await service.indexes.ask(params['index'] as string, 'stats')).body,
  },
  {
    ...one,
    operation: 'deleteIndex',
    method: 'DELETE',
    scope: 'admin',
    summary: 'Remove an index and everything in it',
    status: 204,
    handle: ({ params, service }) => service.indexes.delete(params['index'] as string) as Promise<undefined>,
  },
]

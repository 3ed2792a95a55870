/** Keys of the service: list, create, remove. A key is shown once, when it is made. */
import { LeitongError } from '../../errors.js'
import { INDEX_NAME } from '../indexes/indexes.js'
import { SCOPES, type Scope } from '../keys/entry.js'
import { PART, partOfList } from './lists.js'
import type { Route } from './route.js'
import { body, listOf, named, oneOf, partOf, shape, TEXT, TEXTS } from './shapes.js'

const SCOPE = oneOf(...SCOPES)
const ENTRY = named(
  'KeyEntry',
  shape({ id: TEXT, name: TEXT, scopes: listOf(SCOPE), indexes: TEXTS, created: TEXT, expires: { type: ['string', 'null'] } }),
)
const route = { tag: 'keys', scope: 'admin' } as const

export const KEY_ROUTES: readonly Route[] = [
  {
    ...route,
    operation: 'listKeys',
    method: 'GET',
    url: '/keys',
    summary: 'Keys, without their secrets',
    query: { scope: { ...SCOPE, description: 'only those that have it' }, ...PART },
    answer: partOf('Keys', 'keys', ENTRY),
    handle: ({ query, service }) => {
      const all = service.keys.list().filter(({ scopes }) => query['scope'] === undefined || scopes.includes(query['scope'] as Scope))
      const { items, next } = partOfList(all, query, ({ id }) => id)
      return { keys: items, next }
    },
  },
  {
    ...route,
    operation: 'createKey',
    method: 'POST',
    url: '/keys',
    summary: 'A new key; its secret is shown in this answer alone',
    body: body(
      'NewKey',
      { name: { type: 'string', minLength: 1, maxLength: 100 }, scopes: { ...listOf(SCOPE), minItems: 1 } },
      {
        indexes: { ...listOf({ type: 'string', pattern: `${INDEX_NAME}|^\\*$` }), minItems: 1, description: 'all without it' },
        expires: { type: ['string', 'null'], format: 'date-time', description: 'a time, as 2030-01-01T00:00:00Z; never without it' },
      },
    ),
    status: 201,
    answer: named('CreatedKey', shape({ key: TEXT, entry: ENTRY })),
    example: { body: { name: 'the shop', scopes: ['search'], indexes: ['texts'] } },
    handle: ({ body: sent, service }) => {
      const {
        name,
        scopes,
        indexes = ['*'],
        expires = null,
      } = sent as {
        readonly name: string
        readonly scopes: readonly Scope[]
        readonly indexes?: readonly string[]
        readonly expires?: string | null
      }
      return service.keys.create({ name, scopes, indexes, expires: expires === null ? null : new Date(expires).toISOString() })
    },
  },
  {
    ...route,
    operation: 'removeKey',
    method: 'DELETE',
    url: '/keys/:id',
    summary: 'The key is not valid any more',
    params: { id: { type: 'string', pattern: '^[0-9a-f]{12}$', description: 'id of a key', example: '0123456789ab' } },
    status: 204,
    handle: async ({ params, service }) => {
      if (!(await service.keys.remove(params['id'] as string))) throw new LeitongError('SERVICE_MISSING', 'key of this id')
    },
  },
]

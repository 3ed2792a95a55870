/** Keys of the service: list, create, remove. A key is shown once, when it is made. */
import { LeitongError } from '../../errors.js'
import { INDEX_NAME } from '../indexes/indexes.js'
import { SCOPES, type Scope } from '../keys/entry.js'
import { membersOf } from './bodies.js'
import { answers, type RouteGroup } from './route.js'

const ENTRY = {
  type: 'object',
  required: ['id', 'name', 'scopes', 'indexes', 'created', 'expires'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'array', items: { enum: [...SCOPES] } },
    indexes: { type: 'array', items: { type: 'string' } },
    created: { type: 'string' },
    expires: { type: ['string', 'null'] },
  },
}

const refuse = (what: string): never => {
  throw new LeitongError('SERVICE_REQUEST', what)
}

export const keys: RouteGroup = {
  name: 'keys',
  register(app, service) {
    const tags = ['keys']
    const config = { scope: 'admin' } as const
    app.get(
      '/keys',
      {
        config,
        schema: {
          summary: 'Keys, without their secrets',
          tags,
          response: answers({ 200: { type: 'object', required: ['keys'], properties: { keys: { type: 'array', items: ENTRY } } } }),
        },
      },
      async () => ({ keys: service.keys.list() }),
    )
    app.post(
      '/keys',
      {
        config,
        validatorCompiler: () => () => true,
        schema: {
          summary: 'A new key; its secret is shown in this answer alone',
          tags,
          body: {
            type: 'object',
            required: ['name', 'scopes'],
            additionalProperties: false,
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 100 },
              scopes: { type: 'array', minItems: 1, items: { enum: [...SCOPES] } },
              indexes: {
                type: 'array',
                minItems: 1,
                items: { type: 'string', pattern: `${INDEX_NAME}|^\\*$` },
                description: 'all without it',
              },
              expires: { type: ['string', 'null'], format: 'date-time', description: 'never without it' },
            },
          },
          response: answers({
            201: { type: 'object', required: ['key', 'entry'], properties: { key: { type: 'string' }, entry: ENTRY } },
          }),
        },
      },
      async (request, reply) => {
        const { name, scopes, indexes = ['*'], expires = null } = membersOf(request, ['name', 'scopes', 'indexes', 'expires'])
        if (typeof name !== 'string' || !name || name.length > 100) return refuse('"name" is a text of 1 to 100 characters')
        if (!Array.isArray(scopes) || !scopes.length || !scopes.every((scope) => SCOPES.includes(scope as Scope)))
          return refuse(`"scopes" is a list of ${SCOPES.join(', ')}`)
        const isIndex = (index: unknown) => typeof index === 'string' && (index === '*' || new RegExp(INDEX_NAME).test(index))
        if (!Array.isArray(indexes) || !indexes.length || !indexes.every(isIndex)) return refuse('"indexes" is a list of names, or ["*"]')
        if (expires !== null && (typeof expires !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(expires) || Number.isNaN(Date.parse(expires))))
          return refuse('"expires" is a time, as 2030-01-01T00:00:00Z')
        const made = await service.keys.create({
          name,
          scopes,
          indexes,
          expires: expires === null ? null : new Date(expires as string).toISOString(),
        })
        return reply.code(201).send(made)
      },
    )
    app.delete(
      '/keys/:id',
      {
        config,
        schema: {
          summary: 'The key is not valid any more',
          tags,
          params: { type: 'object', required: ['id'], properties: { id: { type: 'string', pattern: '^[0-9a-f]{12}$' } } },
          response: answers({ 204: { type: 'null' } }),
        },
      },
      async (request, reply) => {
        if (!(await service.keys.remove((request.params as { id: string }).id))) throw new LeitongError('SERVICE_MISSING', 'key of this id')
        return reply.code(204).send()
      },
    )
  },
}

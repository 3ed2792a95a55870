/** Whether the service is there, and whether it can do its work. */
import { LeitongError } from '../../errors.js'
import { VERSION } from '../../version.js'
import { inTime } from '../limits/limits.js'
import { answers, type RouteGroup } from './route.js'

const state = (value: string) => ({
  type: 'object',
  required: ['status', 'version'],
  properties: { status: { const: value }, version: { type: 'string' } },
})

export const health: RouteGroup = {
  name: 'service',
  register(app, service) {
    const config = { scope: 'open' } as const
    app.get(
      '/health',
      { config, schema: { summary: 'The process is alive', tags: ['service'], security: [], response: answers({ 200: state('alive') }) } },
      async () => ({ status: 'alive', version: VERSION }),
    )
    app.get(
      '/ready',
      { config, schema: { summary: 'The store answers', tags: ['service'], security: [], response: answers({ 200: state('ready') }) } },
      async () => {
        if (service.isEnding) throw new LeitongError('SERVICE_BUSY', 'it is about to end')
        await inTime(10, service.indexes.ready())
        return { status: 'ready', version: VERSION }
      },
    )
    app.get(
      '/openapi.json',
      {
        config,
        schema: {
          summary: 'This document',
          tags: ['service'],
          security: [],
          response: answers({ 200: { type: 'object', additionalProperties: true } }),
        },
      },
      async () => app.swagger(),
    )
    app.post(
      '/reload',
      {
        config: { scope: 'admin' },
        schema: {
          summary: 'Read dictionaries and models from their files again',
          tags: ['service'],
          response: answers({ 204: { type: 'null' } }),
        },
      },
      async (_, reply) => {
        await service.indexes.reload()
        return reply.code(204).send()
      },
    )
  },
}

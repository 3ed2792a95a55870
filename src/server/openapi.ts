/** The document of the API: OpenAPI 3.1, made from the schemas of the routes. */
import type { FastifyInstance } from 'fastify'
import { VERSION } from '../version.js'
import type { Packages } from './packages.js'

export async function describeApi(app: FastifyInstance, swagger: Packages['swagger']): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'leitong',
        version: VERSION,
        description: 'Near-duplicate texts and rows over HTTP. See docs/service.md.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{ key: [] }],
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json['$id'] ?? `schema${i}`) },
  })
}

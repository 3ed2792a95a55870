/** The document of the API: OpenAPI 3.1, made from the schemas of the routes. */
import type { FastifyInstance } from 'fastify'
import { VERSION } from '../version.js'
import type { Packages } from './packages.js'

interface Document {
  readonly paths?: Readonly<Record<string, { readonly [verb in 'put' | 'post']?: { readonly requestBody?: { required?: boolean } } }>>
}

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
    // An index can be made without a word, and the package takes every body for a necessary one.
    transformObject: (document) => {
      const { openapiObject } = document as { openapiObject: Document }
      // An empty file is a file.
      const upload = openapiObject.paths?.['/uploads']?.post?.requestBody
      if (upload) upload.required = false
      const body = openapiObject.paths?.['/indexes/{index}']?.put?.requestBody
      if (body) body.required = false
      return openapiObject as never
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json['$id'] ?? `schema${i}`) },
  })
}

/** A group of routes: one file each, listed in routes.ts. */
import type { FastifyInstance } from 'fastify'
import type { KeyEntry, Scope } from '../keys/entry.js'
import type { Service } from '../service.js'

export interface RouteGroup {
  /** The heading in the document of the API. */
  readonly name: string
  register(app: FastifyInstance, service: Service): void | Promise<void>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key must allow; `open` for routes without one. Every route says it. */
    scope?: Scope | 'open'
    /** The answer may take longer than others, and the request may be as long as it likes. */
    isStream?: boolean
  }
  interface FastifyRequest {
    /** The key that was sent; of open routes nobody's. */
    key: KeyEntry
  }
}

/** Bytes of events that may wait for a client that does not read them. */
export const MOST_WAITING = 1 << 20

/** Answers that are errors, in the document of the API. */
export const ERROR_SCHEMA = {
  $id: 'Error',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'remedy', 'docs', 'request'],
      properties: {
        code: { type: 'string', description: 'never changes its meaning, see docs/errors.md' },
        message: { type: 'string' },
        remedy: { type: 'string' },
        docs: { type: 'string', description: 'where the code is explained, as docs/errors.md#service_key' },
        request: { type: 'string', description: 'the id of the request, also in the header x-request-id' },
      },
    },
  },
} as const

/** Answers of a route: its own, and errors of these statuses. */
export const answers = (own: Readonly<Record<number, object>>, ...errors: number[]) => ({
  ...Object.fromEntries([400, 401, 403, 404, 413, 415, 421, 429, 500, 503, ...errors].map((status) => [status, { $ref: 'Error#' }])),
  ...own,
})

/** An answer that is no JSON, in the document of the API. */
export const contentOf = (...types: string[]) => ({
  description: types.join(', '),
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])),
})

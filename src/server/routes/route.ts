/** A route as data: from it come its place among the others, the check of what it is sent, and its part of the document of the API. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyEntry, Scope } from '../keys/entry.js'
import type { Service } from '../service.js'
import { named, type Schema, shape, TEXT, WHOLE } from './shapes.js'

export const TAGS = {
  service: 'Whether the service is there, and how it does',
  indexes: 'Indexes: made, listed, described, removed',
  documents: 'Documents of an index: added, checked, looked up, removed',
  texts: 'What needs no index: texts compared and signed',
  tasks: 'Work that takes longer than a request waits for, and files for it',
  keys: 'Keys of the service',
  session: 'Sessions of the page',
  review: 'Reviews: what was found similar, decided on by people',
} as const

/** A request that has passed the checks of its route. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | number | undefined>>
  /** What was sent, as its schema says; of a route that takes bytes empty. */
  readonly body: Readonly<Record<string, unknown>>
  /** What was sent, as it came. */
  readonly bytes: Uint8Array
  /** What is sent is still coming: lines, or a file. */
  readonly stream: Readable | undefined
  readonly key: KeyEntry
  readonly service: Service
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The text of an answer in JSON, a value to be told in JSON, nothing, or what the route has sent itself. */
export type Answered = string | object | undefined

export interface Route {
  /** Its name in clients that are made from the document. */
  readonly operation: string
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly url: string
  readonly tag: keyof typeof TAGS
  /** What a key must allow; `open`: nobody needs one. */
  readonly scope: Scope | 'open'
  readonly summary: string
  readonly description?: string
  readonly params?: Readonly<Record<string, Schema>>
  readonly query?: Readonly<Record<string, Schema>>
  readonly body?: Schema
  /** A request without a body is one as well. */
  readonly mayBeEmpty?: boolean
  /** The body is read elsewhere: by the thread of an index, which checks it. */
  readonly takesBytes?: boolean
  /** Documents may come as lines, and are answered in lines. @default a route takes JSON */
  readonly takesLines?: boolean
  /** A file of any type is sent. */
  readonly takesFile?: boolean
  /** Sent again with the same Idempotency-Key it is not done again. */
  readonly isOnce?: boolean
  /** The answer may take longer than others, and the request may be as long as it likes. */
  readonly isStream?: boolean
  /** The status of success. @default 200 */
  readonly status?: number
  /** Another status of success, with the same answer. */
  readonly otherStatus?: number
  /** Nothing where the answer has no content. */
  readonly answer?: Schema
  /** Types of an answer that is no JSON. */
  readonly types?: readonly string[]
  /** Answers that are errors, beside those of all routes, with a schema where it is not that of errors. */
  readonly errors?: Readonly<Record<number, Schema | undefined>>
  /** A request and its answer, as the document shows them; a test sends the one and gets the other. */
  readonly example?: { readonly body?: unknown; readonly answer?: unknown }
  readonly handle: (asked: Asked) => Promise<Answered> | Answered
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key must allow; `open` for routes without one. Every route says it. */
    scope?: Scope | 'open'
    isStream?: boolean
  }
  interface FastifyRequest {
    /** The key that was sent; of open routes nobody's. */
    key: KeyEntry
  }
}

/** Bytes of events that may wait for a client that does not read them. */
export const MOST_WAITING = 1 << 20

/** Answers that are errors. */
export const ERROR = named('Error', {
  ...shape({
    type: { ...TEXT, description: 'the URL of the kind of problem, as error.docs' },
    title: TEXT,
    status: WHOLE,
    detail: { ...TEXT, description: 'as error.message' },
    error: named(
      'ErrorDetails',
      shape({
        code: { ...TEXT, description: 'never changes its meaning' },
        message: TEXT,
        remedy: TEXT,
        docs: { ...TEXT, description: 'the URL where the code is explained' },
        request: { ...TEXT, description: 'the id of the request, also in the header x-request-id' },
      }),
    ),
  }),
  description: 'A problem (RFC 9457), with its code and its remedy',
})

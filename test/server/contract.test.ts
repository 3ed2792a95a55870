/**
 * The service against its own document of the API, and the client that is made from it.
 *
 * Oracle   the OpenAPI document: requests are drawn from its schemas, valid ones and such that are spoilt.
 * Covers   every route; each answer has a status, a content type and a shape of the document; no answer of 500, none with a path of the machine, every error in one shape and with a code that is listed.
 *          LEITONG_REQUESTS sets how many requests are drawn; without it 600, in the long run 10 000.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/errors.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { rounds } from '../support/long.js'
import { letters } from '../support/reviews/letters.js'
import { documented, whole } from './documented.js'
import { startService } from './started.js'

const REQUESTS = Number(process.env['LEITONG_REQUESTS'] ?? rounds(600, 10_000))
/** Some take as long as a task that they start. */
const TIMEOUT = 60_000 + REQUESTS * 100

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly additionalProperties?: unknown
}

/** Parts of a queue that are asked for in words of their own. */
const QUERIES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  sort: fc.constantFrom('risk', 'size', 'similarity', 'input'),
  size: fc.constantFrom('2..9', '..3', '9..2', 'x'),
  similarity: fc.constantFrom('0.5..1', '..'),
  length: fc.constant('1..'),
  time: fc.constantFrom('2025-01-01..', '..2025-02-29'),
  state: fc.constantFrom('open', 'open,decided'),
  marks: fc.constantFrom('numbers', 'names,chain'),
  source: fc.constant('0'),
  at: fc.constantFrom('0.6', '1'),
  offset: fc.constantFrom('0', '0', '9999'),
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[]
}

/** Values that a schema allows, kept small. */
function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const some = schema.anyOf ?? schema.oneOf
  if (some) return fc.oneof(...some.map((one) => valuesOf(one, depth)))
  const [type] = [schema.type ?? 'string'].flat()
  switch (type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const parts = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(one, depth + 1)]))
      return depth > 6 ? fc.constant({}) : fc.record(parts, { requiredKeys: required.filter((name) => name in parts) })
    }
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), { maxLength: 4 })
    case 'integer':
    case 'number': {
      const { minimum = -5, maximum = 1000 } = schema
      const min = Math.ceil(minimum)
      return fc.integer({ min, max: Math.max(min, Math.min(Math.floor(maximum), 4096)) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return schema.pattern
        ? fc.constantFrom('texts', 'a', 'b_2')
        : fc.oneof(fc.constantFrom('texts', 'the ferry runs', '渡轮每四十分钟一班'), fc.string({ maxLength: 30 }))
  }
}

const HOSTILE = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"',
    '{"documents":null}',
    '{"__proto__":{"a":1}}',
    '{"documents":[{"id":null,"text":"x"}]}',
    `{"text":"${'\\u0000'}"}`,
    '{"a":1,"a":2}',
    `[${'{"text":'.repeat(40)}1${'}'.repeat(40)}]`,
  ),
)
const PATHS = fc.oneof(
  fc.constantFrom('texts', 'a', 'none', '..', '%2e%2e%2f', '../../etc/passwd', '%00', '__proto__', '7', '"x"', "'; drop table", '<script>'),
  fc.string({ maxLength: 20 }),
)

describe('the API', () => {
  it(
    `answers ${REQUESTS} drawn requests without a mistake of its own`,
    async () => {
      const mail = temporaryFolder()
      writeLines(join(mail, 'a.jsonl'), letters(4, 3))
      const service = await startService({ openIndexes: 4, folders: { mail } })
      await service.ask('POST', '/review', { name: 'letters', source: ['mail/a.jsonl'], options: { threshold: 0.5 } })
      expect((await service.work('letters/run')).summary.groups).toBeGreaterThan(1)
      // A run that is drawn may change the groups.
      const groupNow = async () => (await service.ask('GET', '/review/letters/queue')).json.groups[0]?.id ?? 'none'
      // What there is of each part of a path.
      const parts: Readonly<Record<string, fc.Arbitrary<string>>> = {
        index: fc.constant('texts'),
        review: fc.constant('letters'),
        group: fc.constantFrom('first', 'first', 'none'),
        file: fc.constantFrom('groups.csv', 'decisions.jsonl', 'groups.xlsx', 'review.html', 'kept.jsonl'),
      }
      const document = (await service.ask('GET', '/openapi.json')).json
      const { paths } = document
      const wrongIn = documented(document)
      const routes = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
        Object.entries(methods)
          // A stream of events has no end by itself.
          .filter(() => !path.endsWith('/events'))
          // What is drawn after it would have no review.
          .filter(([method]) => !(path === '/review/{review}' && method === 'delete'))
          .map(([method, { requestBody, parameters = [] }]) => ({
            path,
            query: Object.fromEntries(
              parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, QUERIES[name] ?? valuesOf(schema)]),
            ),
            method: method.toUpperCase(),
            body: whole(requestBody?.content['application/json']?.schema, document.components.schemas) as Schema | undefined,
          })),
      )
      expect(routes.length).toBeGreaterThan(20)
      await service.ask('PUT', '/indexes/texts', {})
      const drawn = fc.constantFrom(...routes).chain((route) =>
        fc.record({
          route: fc.constant(route),
          part: PATHS,
          named: fc.record(parts),
          query: fc.record(route.query, { requiredKeys: [] }),
          hostileQuery: fc.string({ maxLength: 12 }),
          isValid: fc.boolean(),
          valid: route.body ? valuesOf(route.body) : fc.constant(undefined),
          hostile: HOSTILE,
          type: fc.constantFrom(
            'application/json',
            'application/json',
            'application/json',
            'application/x-ndjson',
            'text/plain',
            'nonsense',
          ),
        }),
      )
      const statuses = new Map<number, number>()
      const answered = new Set<string>()
      const leaks = [service.folder, process.cwd(), service.key, '/node_modules/', 'at file:', ' at async ']
      await fc.assert(
        fc.asyncProperty(drawn, async ({ route, part, named, query, hostileQuery, isValid, valid, hostile, type }) => {
          const known: Record<string, string> = isValid ? { ...named } : {}
          if (known['group'] === 'first' && route.path.includes('{group}')) known['group'] = await groupNow()
          const bare = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(known[name] ?? part))
          const asked = Object.entries(query).map(([name, value]) => [name, isValid ? String(value) : hostileQuery])
          const path = asked.length ? `${bare}?${new URLSearchParams(asked as [string, string][])}` : bare
          const isKeyless = bare === '/keys' && route.method === 'POST'
          const body = !route.body || isKeyless ? undefined : isValid ? JSON.stringify(valid) : hostile
          const { status, text, headers } = await service.ask(
            route.method,
            path,
            body,
            body === undefined || isValid ? {} : { 'content-type': type },
          )
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          // One task at a time works on a review: which of them are told so, the moment decides.
          if ((status < 300 || text.includes('works on this review')) && bare.startsWith('/review/letters'))
            answered.add(bare.split('/')[3] ?? '')
          if (status >= 500) throw new Error(`${route.method} ${path} ${body}: ${status} ${text}`)
          for (const leak of leaks) if (text.includes(leak)) throw new Error(`${route.method} ${path}: ${text}`)
          // A body of lines is answered in lines; and parts of a path that are empty or dots lead to another route.
          const isLines = !isValid && type === 'application/x-ndjson' && body !== undefined && status === 200
          const isElsewhere = /\/(?:\/|$)/.test(bare) || new URL(bare, service.url).pathname !== bare
          const answer = { status, type: headers.get('content-type'), text }
          const wrong = isLines || isElsewhere ? undefined : wrongIn(`${route.method} ${route.path}`, answer)
          if (wrong !== undefined) throw new Error(`${path} ${body}: ${wrong}`)
          if (status >= 400) {
            const { error, conflict, type, status: problem } = JSON.parse(text)
            // Acts of people meet acts of others: that is no mistake, and has a shape of its own.
            if (status === 409 && /\/(acts|bulk)$/.test(route.path) && ['run', 'others', 'count'].includes(conflict)) return
            expect(Object.keys(ERRORS)).toContain(error.code)
            expect([type, error.docs]).toEqual(Array(2).fill(`${service.url}/docs#${error.code.toLowerCase()}`))
            expect([problem, headers.get('content-type')]).toEqual([status, 'application/problem+json; charset=utf-8'])
          }
        }),
        { numRuns: REQUESTS },
      )
      // Requests get as far as a review, its queue and its groups.
      for (const part of ['', 'queue', 'groups', 'run']) expect([...answered], part).toContain(part)
      expect([...statuses.keys()].some((status) => status < 300) && statuses.has(400) && statuses.has(404)).toBe(true)
    },
    TIMEOUT,
  )

  it('is asked by the client that is made from it', async () => {
    const { url, key } = await startService()
    const at = new URL('../../dist/client/', import.meta.url)
    const { createClient } = (await import(new URL('index.js', at).href)) as { createClient: (options: object) => Client }
    const service = createClient({ url, key })
    const path = { params: { path: { index: 'texts' } } }
    expect((await service.PUT('/indexes/{index}', { ...path, body: { options: { threshold: 0.7 } } })).response.status).toBe(201)
    const { data } = await service.POST('/indexes/{index}/add-if-new', {
      ...path,
      body: { documents: [{ id: 1, text: 'a text for the client' }] },
    })
    expect(data).toMatchObject({ answers: [{ id: 1, status: 'new' }] })
    const { error } = await service.GET('/indexes/{index}', { params: { path: { index: 'none' } } })
    expect(error).toMatchObject({ error: { code: 'INDEX_MISSING' } })
    expect(readFileSync(new URL('paths.d.ts', at), 'utf8')).toContain('"/indexes/{index}/add-if-new"')
  })
})

/** Its types are made when the package is built; tests are checked before that. */
type Ask = (path: string, options: object) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>
interface Client {
  readonly GET: Ask
  readonly PUT: Ask
  readonly POST: Ask
}

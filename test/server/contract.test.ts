/**
 * The service against its own document of the API, and the client that is made from it.
 *
 * Oracle   the OpenAPI document: requests are drawn from its schemas, valid ones and such that are spoilt.
 * Covers   every route; no answer of 500, none with a path of the machine, every error in one shape and with a code that is listed.
 *          LEITONG_REQUESTS sets how many requests are drawn; without it 600, in the long run 10 000.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/errors.js'
import { rounds } from '../support/long.js'
import { startService } from './started.js'

const REQUESTS = Number(process.env['LEITONG_REQUESTS'] ?? rounds(600, 10_000))
/** Some take as long as a task that they start. */
const TIMEOUT = 60_000 + REQUESTS * 100

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly additionalProperties?: unknown
}

/** Values that a schema allows, kept small. */
function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, depth)))
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
      const service = await startService({ openIndexes: 4 })
      const { paths } = (await service.ask('GET', '/openapi.json')).json
      const routes = Object.entries(
        paths as Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>,
      ).flatMap(([path, methods]) =>
        Object.entries(methods)
          // A stream of events has no end by itself.
          .filter(() => !path.endsWith('/events'))
          .map(([method, { requestBody }]) => ({
            path,
            method: method.toUpperCase(),
            body: requestBody?.content['application/json']?.schema,
          })),
      )
      expect(routes.length).toBeGreaterThan(20)
      await service.ask('PUT', '/indexes/texts', {})
      const drawn = fc.constantFrom(...routes).chain((route) =>
        fc.record({
          route: fc.constant(route),
          part: PATHS,
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
      const leaks = [service.folder, process.cwd(), service.key, '/node_modules/', 'at file:', ' at async ']
      await fc.assert(
        fc.asyncProperty(drawn, async ({ route, part, isValid, valid, hostile, type }) => {
          const path = route.path
            .replace('{index}', isValid ? 'texts' : encodeURIComponent(part))
            .replaceAll(/\{\w+\}/g, encodeURIComponent(part))
          const isKeyless = path === '/keys' && route.method === 'POST'
          const body = !route.body || isKeyless ? undefined : isValid ? JSON.stringify(valid) : hostile
          const { status, text } = await service.ask(
            route.method,
            path,
            body,
            body === undefined || isValid ? {} : { 'content-type': type },
          )
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status >= 500) throw new Error(`${route.method} ${path} ${body}: ${status} ${text}`)
          for (const leak of leaks) if (text.includes(leak)) throw new Error(`${route.method} ${path}: ${text}`)
          if (status >= 400) {
            const { error } = JSON.parse(text)
            expect(Object.keys(ERRORS)).toContain(error.code)
            expect(error.docs).toBe('docs/errors.md')
          }
        }),
        { numRuns: REQUESTS },
      )
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

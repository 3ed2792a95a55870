/** The document of the API: OpenAPI 3.1, made from the table of routes. */
import { PROBLEM } from './failure.js'
import { NDJSON } from './routes/register.js'
import { ERROR, type Route, TAGS } from './routes/route.js'
import type { Schema } from './routes/shapes.js'

/** The version of the API: the first number changes when a client that was made for it could fail. */
export const API_VERSION = '1.0.0'

const JSON_TYPE = 'application/json'

/** Words of each status that is an error; their camel case names the answer in the document. */
const ERRORS: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'No key',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Wrong content type',
  421: 'Wrong origin',
  422: 'Cannot be read',
  429: 'Too many requests',
  500: 'Mistake of the service',
  503: 'Not now',
}
const nameOf = (status: number) => (ERRORS[status] as string).replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

/** Errors that a route can answer with. */
function errorsOf({ scope, method: verb, errors = {}, tag, body, takesFile }: Route): readonly number[] {
  const guarded = scope === 'open' ? [] : [401, 403, 404, 429]
  // A body may be sent to each of these, though it takes none.
  const reading = verb === 'GET' ? [] : [413, 415]
  const files = body || takesFile || tag === 'review' ? [422] : []
  const own = Object.keys(errors).map(Number)
  return [400, ...guarded, ...reading, 421, ...files, 500, 503, ...own].sort((a, b) => a - b)
}

/** @throws {Error} for schemas of one name that are not the same */
export function documentOf(routes: readonly Route[]) {
  const schemas: Record<string, object> = {}
  const sources = new Map<string, { readonly source: string; readonly description: unknown }>()
  /** The schema as the document has it: named ones by reference. */
  const shown = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(shown)
    if (typeof schema !== 'object' || schema === null) return schema
    const { isRequired: _, discriminator: __, ...all } = schema as Readonly<Record<string, unknown>>
    const { title, ...rest } = all
    const own = (of: object) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, shown(value)]))
    // Of properties it may be the name of one.
    if (typeof title !== 'string') return own(all)
    const { description, ...unsaid } = rest
    const source = JSON.stringify(unsaid)
    const known = sources.get(title)
    if (known !== undefined && known.source !== source) throw new Error(`two schemas are named ${title}`)
    if (known === undefined) {
      sources.set(title, { source, description })
      schemas[title] = { ...(description === undefined ? {} : { description }), ...own(unsaid) }
    }
    // Another description is of the place where it is used.
    const other = description !== undefined && known !== undefined && known.description !== description
    return { $ref: `#/components/schemas/${title}`, ...(other ? { description } : {}) }
  }
  const paths: Record<string, Record<string, object>> = {}
  const error = { [PROBLEM]: { schema: shown(ERROR) } }
  const used = new Set<number>()
  for (const route of routes) {
    const { operation, method, url, tag, scope, summary, description, params = {}, query = {}, errors = {} } = route
    const { body, mayBeEmpty, takesLines, takesFile, status = 200, otherStatus, answer, types = [JSON_TYPE], example = {} } = route
    const path = url.replace(/:(\w+)/g, '{$1}')
    const at = (place: 'path' | 'query', of: Readonly<Record<string, Schema>>) =>
      Object.entries(of).map(([name, { description: said, example: one, isRequired, ...schema }]) => ({
        name,
        in: place,
        ...(place === 'path' || isRequired ? { required: true } : {}),
        ...(said === undefined ? {} : { description: said }),
        ...(one === undefined ? {} : { example: one }),
        schema: shown(schema),
      }))
    const sent = body && { [JSON_TYPE]: { schema: shown(body), ...(example.body === undefined ? {} : { example: example.body }) } }
    const lines = takesLines ? { [NDJSON[0] as string]: { schema: { type: 'string', description: 'a JSON value a line' } } } : {}
    const file = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    const content = Object.fromEntries(
      types.map((type) => [
        type,
        { schema: answer ? shown(answer) : { type: 'string' }, ...(example.answer === undefined ? {} : { example: example.answer }) },
      ]),
    )
    const success = status === 204 ? { description: 'Done' } : { description: 'Answered', content }
    const refused = errorsOf(route).map((one) => {
      const special = errors[one]
      if (special) return [one, { description: ERRORS[one], content: { ...error, [JSON_TYPE]: { schema: shown(special) } } }]
      used.add(one)
      return [one, { $ref: `#/components/responses/${nameOf(one)}` }]
    })
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = {
      operationId: operation,
      tags: [tag],
      summary,
      description: description ?? `${summary}.`,
      ...(scope === 'open' ? { security: [] } : { description: `${description ?? `${summary}.`} A key needs the scope \`${scope}\`.` }),
      ...(Object.keys(params).length + Object.keys(query).length ? { parameters: [...at('path', params), ...at('query', query)] } : {}),
      // An empty file is a file.
      ...(takesFile ? { requestBody: { content: file } } : {}),
      ...(sent ? { requestBody: { required: !mayBeEmpty, content: { ...sent, ...lines } } } : {}),
      responses: { [status]: success, ...(otherStatus ? { [otherStatus]: success } : {}), ...Object.fromEntries(refused) },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'leitong',
      version: API_VERSION,
      description: 'Near-duplicate texts and rows over HTTP.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Those who maintain leitong' },
    },
    servers: [{ url: '/', description: 'The service that this document comes from' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of the service' } },
      responses: Object.fromEntries(
        [...used].sort((a, b) => a - b).map((status) => [nameOf(status), { description: ERRORS[status], content: error }]),
      ),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

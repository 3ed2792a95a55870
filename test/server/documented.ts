/** Answers held against the OpenAPI document of the service: status, content type and shape. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Content {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}
export interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: object }[]
  readonly responses: Readonly<Record<string, Content>>
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly responses: Readonly<Record<string, Content>> }
}

/** An answer as it came. */
export interface Answered {
  readonly status: number
  /** The content type; null of an answer without content. */
  readonly type: string | null
  readonly text: string
}

/** Nothing that the document does not name may be in an object whose members it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const own = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  return typeof own['properties'] === 'object' && own['type'] === 'object' ? { additionalProperties: false, ...own } : own
}

/**
 * A check of answers.
 *
 * @returns for an operation, as `GET /indexes`, and an answer to it: what of the answer is not as documented; undefined where all is
 */
export function documented({ paths, components }: ApiDocument): (operation: string, answer: Answered) => string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(closed(schema) as object, `#/components/schemas/${name}`)
  const compiled = new Map<string, ValidateFunction>()
  return (operation, { status, type, text }) => {
    const [method = '', path = ''] = operation.split(' ')
    const told = paths[path]?.[method.toLowerCase()]?.responses[status]
    const response = told?.$ref ? components.responses[told.$ref.split('/').at(-1) as string] : told
    if (!response) return `${operation}: ${status} is not documented: ${text.slice(0, 300)}`
    const [is = ''] = (type ?? '').split(';')
    const found = response.content?.[is]
    if (!response.content) return text === '' ? undefined : `${operation}: ${status} has content`
    if (!found) return `${operation}: ${status} is ${is || 'without content'}, and not ${Object.keys(response.content).join(', ')}`
    if (!is.endsWith('json') || is === 'application/x-ndjson') return undefined
    const at = `${operation} ${status} ${is}`
    const check = compiled.get(at) ?? ajv.compile(closed(found.schema) as object)
    compiled.set(at, check)
    return check(JSON.parse(text)) ? undefined : `${at}: ${ajv.errorsText(check.errors)} in ${text.slice(0, 600)}`
  }
}

/** All operations of the document, as `GET /indexes`. */
export const operationsOf = ({ paths }: ApiDocument): string[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))

/** A schema with those that it names in their places. */
export function whole(schema: unknown, named: Readonly<Record<string, object>>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => whole(one, named))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...rest } = schema as { readonly $ref?: unknown }
  if (typeof $ref === 'string') return whole(named[$ref.split('/').at(-1) as string], named)
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, whole(value, named)]))
}

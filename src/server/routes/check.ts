/** Checks what requests send by the schemas that the document of the API shows. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { LeitongError } from '../../errors.js'
import type { Schema } from './shapes.js'

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

const ajv = new Ajv2020({ strict: false, verbose: true, discriminator: true, formats: { 'date-time': isTime, binary: true } })

/** Schemas of options are made from the table of options, whose own check tells more: here they are objects. */
function withoutOptions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOptions)
  if (typeof schema !== 'object' || schema === null) return schema
  const { title } = schema as Readonly<Record<string, unknown>>
  // Of properties it may be the name of one.
  if (typeof title === 'string' && title.endsWith('Options')) return { type: 'object' }
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withoutOptions(value)]))
}

/**
 * A check of values.
 *
 * @param what  the value in words of an error, `the body`
 * @returns throws `SERVICE_REQUEST` with the place of the value that is not as it should be, and what it should be
 */
export function checkOf(schema: Schema, what: string): (value: unknown) => void {
  const check = ajv.compile(withoutOptions(schema) as object)
  return (value) => {
    if (check(value)) return
    throw new LeitongError('SERVICE_REQUEST', told(check.errors ?? [], what))
  }
}

/** What is wrong first; of several shapes that a value can have the one that it comes closest to. */
function told(errors: readonly ErrorObject[], what: string): string {
  const [deepest] = [...errors].sort((a, b) => b.instancePath.length - a.instancePath.length)
  const { instancePath, keyword, params, parentSchema, message } = deepest ?? ({} as ErrorObject)
  const place = instancePath ? `"${instancePath.slice(1).replaceAll('/', '.').slice(0, 80)}" in ${what}` : what
  if (keyword === 'additionalProperties') return `${place} has "${params['additionalProperty'].slice(0, 80)}", which is not known here`
  if (keyword === 'required') return `${place} has no "${params['missingProperty']}"`
  if (keyword === 'enum') return `${place} is none of ${params['allowedValues'].join(', ')}`
  const description = (parentSchema as Schema | undefined)?.['description']
  return `${place} ${message}${typeof description === 'string' ? `: ${description}` : ''}`
}

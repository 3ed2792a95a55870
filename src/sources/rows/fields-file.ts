/** The fields file: which columns name a row and which are compared, as JSON. */
import { readFileSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import { NORMALIZATIONS, type Normalization } from '../../tokenizing/normalize.js'
import { VALUE_TYPES, type ValueType } from './plan.js'

export interface FieldSpec {
  readonly compare?: boolean
  readonly kind?: 'short' | 'long'
  readonly type?: ValueType
  readonly weight?: number
  readonly normalize?: readonly Normalization[]
  readonly show?: boolean
}

export interface FieldsSpec {
  readonly key?: readonly string[]
  readonly fields?: Readonly<Record<string, FieldSpec>>
  /** Which rows: a condition in SQL; for MongoDB a filter. */
  readonly where?: string | Readonly<Record<string, unknown>>
  /** MongoDB: read one state of the data. @default true */
  readonly snapshot?: boolean
}

/**
 * @throws {LeitongError} `SOURCE_READ`, `FIELDS_FILE`
 */
export function readFieldsFile(path: string): FieldsSpec {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new LeitongError('FIELDS_FILE', path, (error as Error).message)
  }
  return checkFields(value, path)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const CHECKS: { readonly [Name in keyof FieldSpec]-?: readonly [check: (value: unknown) => boolean, expected: string] } = {
  compare: [(value) => typeof value === 'boolean', 'true or false'],
  show: [(value) => typeof value === 'boolean', 'true or false'],
  kind: [(value) => value === 'short' || value === 'long', '"short" or "long"'],
  type: [(value) => VALUE_TYPES.some((type) => type === value), VALUE_TYPES.map((type) => `"${type}"`).join(', ')],
  weight: [(value) => typeof value === 'number' && value > 0 && value <= 1000, 'a number above 0, up to 1000'],
  normalize: [
    (value) => Array.isArray(value) && value.every((item) => NORMALIZATIONS.some((known) => known === item)),
    `a list of ${NORMALIZATIONS.join(', ')}`,
  ],
}

/**
 * Checks what a fields file says; names that nothing is known by are refused.
 *
 * @param where  the file, for messages
 * @throws {LeitongError} `FIELDS_FILE`
 */
export function checkFields(value: unknown, where: string): FieldsSpec {
  const refuse = (what: string): never => {
    throw new LeitongError('FIELDS_FILE', where, what)
  }
  if (!isObject(value)) return refuse('not a JSON object')
  const known = ['key', 'fields', 'where', 'snapshot']
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) refuse(`unknown name "${unknown}"; there are ${known.join(', ')}`)
  const { key, fields, where: filter, snapshot } = value
  const keys = typeof key === 'string' ? [key] : key
  if (keys !== undefined && !(Array.isArray(keys) && keys.length && keys.every((name) => typeof name === 'string' && name)))
    refuse('"key" is a column or a list of columns')
  if (filter !== undefined && typeof filter !== 'string' && !isObject(filter))
    refuse('"where" is a condition in SQL, or a filter of MongoDB')
  if (snapshot !== undefined && typeof snapshot !== 'boolean') refuse('"snapshot" is true or false')
  if (fields !== undefined) {
    if (!isObject(fields) || !Object.keys(fields).length) return refuse('"fields" is an object with a name for each column')
    for (const [name, spec] of Object.entries(fields)) checkField(name, spec, refuse)
    if (Object.values(fields).every((spec) => (spec as FieldSpec).compare === false)) refuse('no field is compared')
  }
  return {
    ...(keys === undefined ? {} : { key: keys as string[] }),
    ...(fields === undefined ? {} : { fields: fields as Record<string, FieldSpec> }),
    ...(filter === undefined ? {} : { where: filter as string | Record<string, unknown> }),
    ...(snapshot === undefined ? {} : { snapshot: snapshot as boolean }),
  }
}

function checkField(name: string, spec: unknown, refuse: (what: string) => never): void {
  if (!isObject(spec)) {
    refuse(`field "${name}" is not an object`)
    return
  }
  for (const [property, value] of Object.entries(spec)) {
    const rule = CHECKS[property as keyof FieldSpec]
    if (!rule) refuse(`field "${name}" has an unknown "${property}"; there are ${Object.keys(CHECKS).join(', ')}`)
    else if (!rule[0](value)) refuse(`field "${name}": "${property}" is ${rule[1]}, not ${JSON.stringify(value)}`)
  }
  if (spec['kind'] === 'long' && spec['type'] !== undefined && spec['type'] !== 'text')
    refuse(`field "${name}" is long, so its type is "text"`)
}

/** The fields file: which columns name a row and which are compared, as JSON. */
import { LeitongError } from '../../errors.js'
import { KIND_NAMES, type KindName } from '../../matching/kinds/kind.js'
import type { KindSettings } from '../../matching/kinds/settings.js'
import { NORMALIZATIONS, type Normalization } from '../../tokenizing/normalize.js'
import { checkSettings, SETTING_CHECKS } from './kind-settings.js'
import { isObject } from './objects.js'
import { type RowRules, VALUE_TYPES, type ValueType } from './plan.js'

export interface FieldSpec extends KindSettings {
  readonly compare?: boolean
  /** `short` and `long`: how a value is signed; the others: how two values are compared as fields. */
  readonly kind?: 'short' | 'long' | KindName
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
  /** Conditions that similar rows have to meet besides. */
  readonly rules?: RowRules
  /** Compared fields that must have a value for a row to be judged. @default 1 */
  readonly least?: number
  /** Names of keys that bring rows together, in place of those that are chosen. */
  readonly candidates?: readonly string[]
}

/** The content of a fields file. */
export type FieldsInput = Omit<FieldsSpec, 'key' | 'rules'> & {
  readonly key?: string | readonly string[]
  readonly rules?: Partial<RowRules>
}

const CHECKS: { readonly [Name in keyof FieldSpec]-?: readonly [check: (value: unknown) => boolean, expected: string] } = {
  compare: [(value) => typeof value === 'boolean', 'true or false'],
  show: [(value) => typeof value === 'boolean', 'true or false'],
  kind: [
    (value) => value === 'short' || value === 'long' || KIND_NAMES.some((kind) => kind === value),
    ['short', 'long', ...KIND_NAMES].map((kind) => `"${kind}"`).join(', '),
  ],
  type: [(value) => VALUE_TYPES.some((type) => type === value), VALUE_TYPES.map((type) => `"${type}"`).join(', ')],
  weight: [(value) => typeof value === 'number' && value >= 0 && value <= 1000, 'a number from 0 to 1000'],
  normalize: [
    (value) => Array.isArray(value) && value.every((item) => NORMALIZATIONS.some((known) => known === item)),
    `a list of ${NORMALIZATIONS.join(', ')}`,
  ],
  ...SETTING_CHECKS,
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
  const known = ['key', 'fields', 'where', 'snapshot', 'rules', 'least', 'candidates']
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) refuse(`unknown name "${unknown}"; there are ${known.join(', ')}`)
  const { key, fields, where: filter, snapshot, rules, least, candidates } = value
  const keys = typeof key === 'string' ? [key] : key
  if (keys !== undefined && !(Array.isArray(keys) && keys.length && keys.every((name) => typeof name === 'string' && name)))
    refuse('"key" is a column or a list of columns')
  if (filter !== undefined && typeof filter !== 'string' && !isObject(filter))
    refuse('"where" is a condition in SQL, or a filter of MongoDB')
  if (snapshot !== undefined && typeof snapshot !== 'boolean') refuse('"snapshot" is true or false')
  if (least !== undefined && !(Number.isInteger(least) && (least as number) >= 1)) refuse('"least" is a whole number from 1')
  if (candidates !== undefined && !isNames(candidates)) refuse('"candidates" is a list of keys, by the names that a run prints')
  if (fields !== undefined) {
    if (!isObject(fields) || !Object.keys(fields).length) return refuse('"fields" is an object with a name for each column')
    for (const [name, spec] of Object.entries(fields)) checkField(name, spec, refuse)
    if (!Object.values(fields).some((spec) => isCompared(spec as FieldSpec))) refuse('no field is compared')
  }
  return {
    ...(keys === undefined ? {} : { key: keys as string[] }),
    ...(fields === undefined ? {} : { fields: fields as Record<string, FieldSpec> }),
    ...(filter === undefined ? {} : { where: filter as string | Record<string, unknown> }),
    ...(snapshot === undefined ? {} : { snapshot: snapshot as boolean }),
    ...(rules === undefined ? {} : { rules: checkRules(rules, refuse) }),
    ...(least === undefined ? {} : { least: least as number }),
    ...(candidates === undefined ? {} : { candidates: candidates as string[] }),
  }
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string' && name)

/**
 * Checks the rules of a fields file or of a mapping.
 *
 * @param refuse  throws
 */
export function checkRules(rules: unknown, refuse: (what: string) => never): RowRules {
  if (!isObject(rules)) return refuse('"rules" is an object with "and" and "veto"')
  const unknown = Object.keys(rules).find((name) => name !== 'and' && name !== 'veto')
  if (unknown !== undefined) refuse(`"rules" has an unknown "${unknown}"; there are and, veto`)
  const { and = [], veto } = rules
  if (veto !== undefined && !isNames(veto)) refuse('"veto" is a list of fields')
  if (!Array.isArray(and)) return refuse('"and" is a list of rules')
  for (const rule of and as unknown[]) {
    const { fields, threshold, ...rest } = isObject(rule) ? rule : {}
    if (!isNames(fields) || typeof threshold !== 'number' || !(threshold > 0 && threshold <= 1) || Object.keys(rest).length)
      refuse(`a rule of "and" is {"fields": [...], "threshold": above 0, up to 1}, not ${JSON.stringify(rule)}`)
  }
  return { and: and as RowRules['and'], veto: (veto as string[] | undefined) ?? [] }
}

/** A field of weight 0 counts for nothing, in signatures and measures alike; rules may name it. */
export const isCompared = ({ compare = true, kind, weight }: FieldSpec): boolean => compare && kind !== 'none' && weight !== 0

/** Kinds of texts whose words are features; of all others the whole value is one. */
export const isLong = (kind: FieldSpec['kind']): boolean => kind === 'long' || kind === 'text' || kind === 'address'

function checkField(name: string, spec: unknown, refuse: (what: string) => never): void {
  if (!isObject(spec)) {
    refuse(`field "${name}" is not an object`)
    return
  }
  for (const [property, value] of Object.entries(spec)) {
    // Not of its prototype: a file may hold any name.
    const rule = Object.hasOwn(CHECKS, property) ? CHECKS[property as keyof FieldSpec] : undefined
    if (!rule) refuse(`field "${name}" has an unknown "${property}"; there are ${Object.keys(CHECKS).join(', ')}`)
    else if (!rule[0](value)) refuse(`field "${name}": "${property}" is ${rule[1]}, not ${JSON.stringify(value)}`)
  }
  if (isLong(spec['kind'] as FieldSpec['kind']) && spec['type'] !== undefined && spec['type'] !== 'text')
    refuse(`field "${name}" is long, so its type is "text"`)
  checkSettings(name, spec as FieldSpec, refuse)
}

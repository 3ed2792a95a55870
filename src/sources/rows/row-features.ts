/** From a row to what is compared: `field=value` of its short fields, the texts of its long ones, each with its weight. */
import type { Normalization } from '../../tokenizing/normalize.js'
import { canonicalValue, normalizeShort } from './canonical.js'
import { listed } from './objects.js'
import { type RowField, type RowPlan, type RowRules, SHORT_NORMALIZE } from './plan.js'

export interface RowFeatures {
  /** Each is one feature. */
  readonly short: readonly {
    /** `field=value`: the same value in two fields is two features. */
    readonly feature: string
    readonly field: string
    readonly value: string
    readonly weight: number
  }[]
  /** Each is a text whose tokens are features. */
  readonly long: readonly {
    readonly field: string
    readonly text: string
    readonly weight: number
    /** Undefined: as all texts are. */
    readonly normalize?: readonly Normalization[]
  }[]
}

/** The value of each field that has one, by the name of the field, spelled but not evened out. */
export type RowValues = readonly (readonly [field: string, value: string])[]

/**
 * The values of one row, also of fields that are not compared. A list is one text of its elements.
 *
 * @throws {WrongType} when a value is not of the type that was stated for its field
 */
export function rowValues(row: Readonly<Record<string, unknown>>, { fields }: RowPlan): RowValues {
  const values: (readonly [string, string])[] = []
  for (const field of fields) {
    const spelled = spell(row, field, listed)
    if (spelled === undefined) continue
    const written = row[field.name]
    // How dates and numbers are written that may be read in two ways, the whole column shows: the comparison reads them. It knows no exponents.
    const text = field.comparison === field.type && typeof written === 'string' && !/\de/i.test(written) ? written : spelled
    const normalized = isOwn(field.normalize) ? normalizeShort(text, new Set(field.normalize)) : text
    if (normalized) values.push([nameOf(field), normalized])
  }
  return values
}

/** Comparisons even out what only looks different; more than that is done where it was stated. */
const isOwn = (normalize: RowField['normalize']) => normalize !== undefined && normalize.join() !== SHORT_NORMALIZE.join()

/** A value that is not what its field was said to hold. */
export class WrongType extends Error {}

/** A field's name as it stands before `=`. */
const escapeName = (name: string) => name.replace(/[\\=]/g, '\\$&')

/**
 * The features of one row; null and empty values have none.
 *
 * @param row  JSON values by column
 * @throws {WrongType} when a value is not of the type that was stated for its field
 */
export function rowFeatures(row: Readonly<Record<string, unknown>>, plan: RowPlan): RowFeatures {
  const short: RowFeatures['short'][number][] = []
  const long: RowFeatures['long'][number][] = []
  for (const field of plan.fields) {
    if (!field.compare) continue
    const text = spell(row, field)
    if (text === undefined) continue
    const { weight, normalize } = field
    const name = nameOf(field)
    if (field.kind === 'long') {
      if (text.trim()) long.push({ field: name, text, weight, ...(normalize ? { normalize } : {}) })
      continue
    }
    const value = field.type === 'text' ? normalizeShort(text, new Set(normalize)) : text
    if (value) short.push({ feature: `${escapeName(name)}=${value}`, field: name, value, weight })
  }
  return { short, long }
}

/** The name of a field in features, rules and mappings. */
export const nameOf = ({ name, as }: RowField) => as ?? name

/** The part of one row that rules look at. */
export interface RuleContent {
  /** For each AND rule the named fields as one text; empty where they say nothing. */
  readonly texts: readonly string[]
  /** For each veto field its value; null where it has none. */
  readonly values: readonly (string | null)[]
}

/**
 * The part of a row that the rules of a plan look at, also in fields that are not compared.
 *
 * @throws {WrongType}
 */
export function ruleContent(row: Readonly<Record<string, unknown>>, { key, fields }: RowPlan, { and, veto }: RowRules): RuleContent {
  const only = (names: readonly string[], kind?: 'short') => {
    const wanted = fields.filter((field) => names.includes(nameOf(field)))
    return rowFeatures(row, { key, fields: wanted.map((field) => ({ ...field, compare: true, kind: kind ?? field.kind })) })
  }
  return {
    texts: and.map((rule) => composeText(only(rule.fields))),
    values: veto.map((name) => only([name], 'short').short[0]?.value ?? null),
  }
}

function spell(
  row: Readonly<Record<string, unknown>>,
  { name, type, strict, settings }: RowField,
  prepare: (value: unknown) => unknown = (value) => value,
): string | undefined {
  const value = prepare(Object.hasOwn(row, name) ? row[name] : undefined)
  if (value === undefined || value === null || value === '') return undefined
  const found = canonicalValue(value, type, settings)
  if (found !== undefined) return found
  if (strict) throw new WrongType(`"${name}" is not a ${type}: ${shorten(canonicalValue(value, 'text') as string)}`)
  return canonicalValue(value, 'text')
}

const shorten = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

/**
 * A row as one text, for signatures that know no weights: long texts first, then the short values, a line each. Names of
 * fields are left out, which all rows share.
 */
export function composeText({ short, long }: RowFeatures): string {
  return [...long.map(({ text }) => text), ...short.map(({ value }) => value)].join('\n')
}

/** The values of the fields that are shown. */
export function composeTitle(row: Readonly<Record<string, unknown>>, plan: RowPlan): string {
  const shown = plan.fields.filter(({ show }) => show).flatMap((field) => spell(row, { ...field, strict: false }) ?? [])
  return shown.join(' · ')
}

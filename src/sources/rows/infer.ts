/** From the columns of a table, what was stated about them and a sample of rows: what is compared. */
import { LeitongError } from '../../errors.js'
import type { KindName } from '../../matching/kinds/kind.js'
import { settingsIn } from '../../matching/kinds/settings.js'
import { type FieldSpec, type FieldsSpec, isCompared, isLong } from './fields-file.js'
import { LONG_WEIGHT, type RowField, type RowPlan, type RowRules, SHORT_NORMALIZE, SHORT_WEIGHT, type ValueType } from './plan.js'
import { nameOf } from './row-features.js'

export interface Column {
  readonly name: string
  /** The type by the database; `bytes` and `other` (JSON, lists, …) are compared by how they are written. */
  readonly type: ValueType | 'bytes' | 'other'
}

/** Rows to infer from, and their text in UTF-16 units; what comes first ends the sample. */
export const SAMPLE_ROWS = 1000
export const SAMPLE_TEXT = 16 << 20

/** Texts longer than this on average are long: their words are features, not the whole. In code points. */
export const LONG_TEXT = 30

/** Mean lengths of the texts in each column. */
export class LengthSample {
  rows = 0
  text = 0
  readonly #sums = new Map<string, { count: number; length: number }>()

  get full(): boolean {
    return this.rows >= SAMPLE_ROWS || this.text >= SAMPLE_TEXT
  }

  add(row: Iterable<readonly [column: string, value: unknown]>): void {
    this.rows++
    for (const [column, value] of row) {
      if (typeof value !== 'string') continue
      this.text += value.length
      const sum = this.#sums.get(column) ?? { count: 0, length: 0 }
      this.#sums.set(column, sum)
      sum.count++
      for (const _ of value.slice(0, 1 << 16)) sum.length++
    }
  }

  mean(column: string): number {
    const sum = this.#sums.get(column)
    return sum ? sum.length / sum.count : 0
  }
}

/**
 * @param name        the table, for messages
 * @param primaryKey  columns that name a row unless others are stated
 * @throws {LeitongError} `FIELD_MISSING`, `FIELDS_FILE`
 */
export function planRows(
  name: string,
  columns: readonly Column[],
  primaryKey: readonly string[],
  spec: FieldsSpec,
  sample: LengthSample,
): RowPlan {
  const column = (field: string): Column => {
    const found = columns.find((candidate) => candidate.name === field)
    if (!found) throw new LeitongError('FIELD_MISSING', name, field, columns.map((candidate) => candidate.name).join(', '))
    return found
  }
  const key = spec.key ?? primaryKey
  for (const field of key) column(field)
  const fields = spec.fields
    ? Object.entries(spec.fields).map(([field, given]) => fieldOf(column(field), given, sample))
    : comparedByDefault(columns, [...key, ...primaryKey]).map((found) => fieldOf(found, {}, sample))
  if (!fields.some(({ compare }) => compare)) throw new LeitongError('FIELDS_FILE', name, 'there is no column to compare')
  return { key, fields, ...withConditions(name, spec, fields) }
}

/** Names by which tables say when a row came and when it was changed, in whatever spelling. */
const TIMESTAMPS =
  /^(created|updated|modified|inserted|deleted|changed|imported)(at|on|time|date|datetime|timestamp)?$|^(create|update|modify|insert|delete)(time|date|datetime|timestamp)$|^(last(modified|updated|changed)(at|on)?|timestamp|rowversion)$/
/** Names of keys: of this row, or of another. Of more than two letters before them, so that "bid" and "paid" are none. */
const KEYS = /^(id|uuid|guid|_id)$|_(id|uuid|guid)$|[a-z](Id|ID|Uuid|UUID)$/

/** Without statements, the columns that say what a row is about: no bytes, keys, or times at which it was written. Of nothing else, all. */
function comparedByDefault(columns: readonly Column[], keys: readonly string[]): readonly Column[] {
  const possible = columns.filter(({ name, type }) => type !== 'bytes' && !keys.includes(name))
  const telling = possible.filter(({ name }) => !KEYS.test(name) && !TIMESTAMPS.test(name.toLowerCase().replace(/[_-]/g, '')))
  return telling.length ? telling : possible
}

/** Conditions on rows besides, when the fields of the plan can meet them. */
function withConditions(
  name: string,
  { rules, least, candidates }: FieldsSpec,
  fields: readonly RowField[],
): Pick<RowPlan, 'rules' | 'least' | 'candidates'> {
  if (rules) checkRuleFields(name, rules, fields)
  checkLeast(name, least, fields)
  return { ...(rules ? { rules } : {}), ...(least === undefined ? {} : { least }), ...(candidates ? { candidates } : {}) }
}

/** @throws {LeitongError} `FIELDS_FILE` when fewer fields than `least` are compared */
export function checkLeast(name: string, least: number | undefined, fields: readonly RowField[]): void {
  const compared = fields.filter(({ compare }) => compare).length
  if (least !== undefined && least > compared)
    throw new LeitongError(
      'FIELDS_FILE',
      name,
      `"least" is ${least}, and only ${compared} ${compared === 1 ? 'field is' : 'fields are'} compared`,
    )
}

/** @throws {LeitongError} `FIELDS_FILE` when a rule names a field that is not read */
export function checkRuleFields(name: string, { and, veto }: RowRules, fields: readonly RowField[]): void {
  const names = fields.map(nameOf)
  const missing = [...and.flatMap((rule) => rule.fields), ...veto].find((field) => !names.includes(field))
  if (missing !== undefined)
    throw new LeitongError(
      'FIELDS_FILE',
      name,
      `"rules" name "${missing}", which is not among the fields ${names.join(', ')}; one that is not compared stands there with "compare": false`,
    )
}

/**
 * The plan for records of files of which every column is compared, whatever columns they turn out to have.
 *
 * @param name  the fields file, for messages
 * @throws {LeitongError} `FIELDS_FILE`
 */
export function planAll(name: string, { key = [], where, rules, least, candidates }: FieldsSpec): RowPlan {
  if (where !== undefined) throw new LeitongError('FIELDS_FILE', name, '"where" is for databases')
  return {
    key,
    fields: [],
    all: true,
    ...(rules ? { rules } : {}),
    ...(least === undefined ? {} : { least }),
    ...(candidates ? { candidates } : {}),
  }
}

/**
 * The plan for records of files, of which nothing is known before they are read: fields are short texts unless stated otherwise.
 *
 * @param name  the fields file, for messages
 * @throws {LeitongError} `FIELDS_FILE`
 */
export function planRecords(name: string, spec: FieldsSpec): RowPlan {
  const { fields, key = [], where } = spec
  if (!fields) throw new LeitongError('FIELDS_FILE', name, '"fields" is needed for files: their columns are not known before')
  if (where !== undefined) throw new LeitongError('FIELDS_FILE', name, '"where" is for databases')
  const sample = new LengthSample()
  const planned = Object.entries(fields).map(([field, given]) => fieldOf({ name: field, type: 'text' }, given, sample))
  return { key, fields: planned, ...withConditions(name, spec, planned) }
}

function fieldOf({ name, type }: Column, given: FieldSpec, sample: LengthSample): RowField {
  const declared = type === 'bytes' || type === 'other' ? 'text' : type
  const long = given.kind ? isLong(given.kind) : (given.type ?? type) === 'text' && sample.mean(name) > LONG_TEXT
  const normalize = given.normalize ?? (long ? undefined : SHORT_NORMALIZE)
  const comparison = comparisonOf(given, type)
  const settings = settingsIn(given)
  return {
    name,
    compare: isCompared(given),
    ...(comparison && comparison !== 'none' ? { comparison } : {}),
    ...(settings ? { settings } : {}),
    kind: long ? 'long' : 'short',
    type: long ? 'text' : (given.type ?? declared),
    strict: given.type !== undefined && given.type !== 'text',
    weight: given.weight || (long ? LONG_WEIGHT : SHORT_WEIGHT),
    ...(normalize ? { normalize } : {}),
    show: given.show ?? false,
  }
}

/** The kind of comparison that is stated, or follows from what is; undefined where only the values can tell. */
function comparisonOf({ kind, type }: FieldSpec, column: Column['type']): KindName | undefined {
  if (kind === 'long') return 'text'
  if (kind !== undefined && kind !== 'short') return kind
  const known = type ?? column
  return known === 'date' ? 'date' : known === 'boolean' ? 'exact' : type === 'number' ? 'number' : undefined
}

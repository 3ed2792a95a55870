/** A mapping file: which columns of two tables say the same, as JSON. */
import { LeitongError } from '../../errors.js'
import { noCommonColumns } from '../../matching/likely-columns.js'
import { checkFields, checkRules, type FieldSpec, type FieldsSpec } from './fields-file.js'
import { checkLeast, checkRuleFields } from './infer.js'
import { isObject } from './objects.js'
import type { RowField, RowPlan, RowRules } from './plan.js'
import { readJsonFile } from './read-fields-file.js'
import { nameOf } from './row-features.js'

/** Two tables that are held against each other. Fields go by the names of the first one. */
export interface LinkMapping {
  readonly a: FieldsSpec
  readonly b: FieldsSpec
  /** Columns of A and the columns of B that say the same; others are paired by their names. */
  readonly map: Readonly<Record<string, string>>
  readonly rules?: RowRules
}

/**
 * @param path  undefined: nothing is stated
 * @throws {LeitongError} `SOURCE_READ`, `FIELDS_FILE`
 */
export const readMapping = (path: string | undefined): LinkMapping =>
  path === undefined ? checkMapping({}, '') : checkMapping(readJsonFile(path), path)

/**
 * Checks what a mapping says; names that nothing is known by are refused.
 *
 * @param where  the file, for messages
 * @throws {LeitongError} `FIELDS_FILE`
 */
export function checkMapping(value: unknown, where: string): LinkMapping {
  const refuse = (what: string): never => {
    throw new LeitongError('FIELDS_FILE', where, what)
  }
  if (!isObject(value)) return refuse('not a JSON object')
  const unknown = Object.keys(value).find((name) => !['a', 'b', 'map', 'rules'].includes(name))
  if (unknown !== undefined) refuse(`unknown name "${unknown}"; there are a, b, map, rules`)
  const { a = {}, b = {}, map = {}, rules } = value
  if (!isObject(map) || Object.values(map).some((name) => typeof name !== 'string' || !name))
    return refuse('"map" is an object: a column of A, and the column of B that says the same')
  const targets = Object.values(map)
  if (new Set(targets).size < targets.length) refuse('"map" names a column of B twice')
  return {
    a: checkFields(a, `${where}, a`),
    b: checkFields(b, `${where}, b`),
    map: map as Record<string, string>,
    ...(rules === undefined ? {} : { rules: checkRules(rules, refuse) }),
  }
}

/**
 * The fields files of both sides, with the mapped columns in them: as their own side says, else as the other one does. Without
 * rules, which are in the names of both. Columns of files are not known before they are read: where nothing is mapped and only one side
 * names its fields, the other one has those of the same names.
 *
 * @param isOfFiles  which sides are no tables of databases, whose columns are known
 */
export function completeSides(
  { a, b, map }: LinkMapping,
  isOfFiles: { readonly a: boolean; readonly b: boolean } = { a: false, b: false },
): { readonly a: FieldsSpec; readonly b: FieldsSpec } {
  const pairs = Object.entries(map)
  if (!pairs.length) {
    if (isOfFiles.a && !a.fields && b.fields) return completeSides({ a: { ...a, fields: b.fields }, b, map })
    if (isOfFiles.b && !b.fields && a.fields) return completeSides({ a, b: { ...b, fields: a.fields }, map })
  }
  const fieldsOf = (spec: FieldsSpec, mapped: readonly (readonly [string, FieldSpec | undefined])[]): FieldsSpec => {
    const { rules: _, fields, ...rest } = spec
    if (!mapped.length) return fields ? { ...rest, fields } : rest
    return { ...rest, fields: { ...Object.fromEntries(mapped.map(([name, other]) => [name, other ?? {}])), ...fields } }
  }
  return {
    a: fieldsOf(
      a,
      pairs.map(([name, other]) => [name, b.fields?.[other]]),
    ),
    b: fieldsOf(
      b,
      pairs.map(([name, other]) => [other, a.fields?.[name]]),
    ),
  }
}

/**
 * Two plans under common names: fields of one name are of one kind and type and stand in one order, and what only one side has
 * is not compared.
 *
 * @param names  both tables, for messages
 * @throws {LeitongError} `FIELDS_FILE` when nothing is compared, or a rule names a field that is not on both sides
 */
export function reconcile(
  given: { readonly a: RowPlan; readonly b: RowPlan },
  { map, ...mapping }: LinkMapping,
  names: string,
): { readonly a: RowPlan; readonly b: RowPlan } {
  if (given.a.all && given.b.all) {
    const rules = joinRules([mapping.rules, mapping.a.rules, mapping.b.rules])
    return { a: { ...given.a, ...(rules ? { rules } : {}) }, b: { ...given.b, ...(rules ? { rules } : {}) } }
  }
  const { a, b } = { a: describedBy(given.a, given.b), b: describedBy(given.b, given.a) }
  const common = new Map(Object.entries(map).map(([left, right]) => [right, left]))
  const nameInA = (name: string) => common.get(name) ?? (Object.hasOwn(map, name) ? `b.${name}` : name)
  const left: RowField[] = []
  const right: RowField[] = []
  for (const field of a.fields) {
    const other = b.fields.find((candidate) => nameInA(candidate.name) === field.name)
    if (!other) {
      left.push({ ...field, compare: false })
      continue
    }
    const shared = { as: field.name, compare: field.compare && other.compare, ...agree(field, other), weight: field.weight }
    left.push({ ...field, ...shared, strict: field.strict && field.type === shared.type })
    right.push({ ...other, ...shared, strict: other.strict && other.type === shared.type })
  }
  if (!right.some(({ compare }) => compare))
    throw new LeitongError('FIELDS_FILE', names, noCommonColumns(a.fields.map(namedOnly), b.fields.map(namedOnly)))
  const paired = new Set(right.map(({ name }) => name))
  right.push(
    ...b.fields.filter(({ name }) => !paired.has(name)).map((field) => ({ ...field, as: `b.${nameInA(field.name)}`, compare: false })),
  )
  const rules = joinRules([mapping.rules, mapping.a.rules, mapping.b.rules && renameRules(mapping.b.rules, nameInA)])
  if (rules) {
    const onBoth = left.filter((field) => right.some((other) => nameOf(other) === nameOf(field)))
    checkRuleFields(names, rules, onBoth)
  }
  const shared = rules ? { rules } : {}
  const sideOf = ({ key, least, candidates = a.candidates }: RowPlan, fields: readonly RowField[]): RowPlan => {
    checkLeast(names, least, fields)
    return { key, fields, ...shared, ...(least === undefined ? {} : { least }), ...(candidates ? { candidates } : {}) }
  }
  return { a: sideOf(a, left), b: sideOf(b, right) }
}

/** Of a database, and of a fields file, the columns are known and their values are not read yet. */
const namedOnly = ({ name }: RowField) => ({ name, values: [] })

/** A plan of all columns, as the other side describes them. Mapped columns are described on both sides already. */
function describedBy(plan: RowPlan, other: RowPlan): RowPlan {
  if (!plan.all) return plan
  const { all: _, ...rest } = plan
  return { ...rest, fields: other.fields }
}

/** All of several rules; undefined without any. */
function joinRules(several: readonly (RowRules | undefined)[]): RowRules | undefined {
  const stated = several.filter((rules) => rules !== undefined)
  return stated.length ? { and: stated.flatMap(({ and }) => and), veto: [...new Set(stated.flatMap(({ veto }) => veto))] } : undefined
}

const renameRules = ({ and, veto }: RowRules, rename: (name: string) => string): RowRules => ({
  and: and.map(({ fields, threshold }) => ({ fields: fields.map(rename), threshold })),
  veto: veto.map(rename),
})

/** One kind and type for two columns: long when one is, and the type that says more than text. */
function agree(left: RowField, right: RowField): Pick<RowField, 'kind' | 'type' | 'normalize' | 'comparison'> {
  const kind = left.kind === 'long' || right.kind === 'long' ? 'long' : 'short'
  const [type, other] = [left.type, right.type]
  const agreed = kind === 'long' ? 'text' : type === other || other === 'text' ? type : type === 'text' ? other : 'text'
  const { normalize } = left.kind === kind ? left : right
  const comparison = left.comparison ?? right.comparison
  return { kind, type: agreed, ...(normalize ? { normalize } : {}), ...(comparison ? { comparison } : {}) }
}

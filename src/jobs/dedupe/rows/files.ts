/** What a run over rows found out, as files to edit and to use again: its fields and its model. */
import { LeitongError } from '../../../errors.js'
import { modelToJson } from '../../../matching/model/model-json.js'
import type { FieldsSpec } from '../../../sources/rows/fields-file.js'
import type { RowSearch } from './search.js'

/**
 * A fields file of the columns as they were compared; `kind` is spelled out also where it was found from the values.
 *
 * @param spec  of which the key, the rules and the rest stay
 */
export function fieldsFile({ columns, judge }: RowSearch, spec: Omit<FieldsSpec, 'fields'>): string {
  const compared = columns.map(({ name, kind, settings, weight }) => [name, { kind, ...settings, weight }] as const)
  const named = new Set(columns.map(({ name }) => name))
  const ruled = judge.ruleFields.filter(({ column }) => !named.has(column.name))
  const besides = ruled.map(({ column, kind, settings }) => [column.name, { kind, ...settings, compare: false }] as const)
  const fields = Object.entries({ ...Object.fromEntries(compared), ...Object.fromEntries(besides) })
  const lines = fields.map(([name, field]) => `    ${JSON.stringify(name)}: ${JSON.stringify(field)}`)
  const rest = Object.entries(spec).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
  return `{\n${rest.join('')}  "fields": {\n${lines.join(',\n')}\n  }\n}\n`
}

/** @throws {LeitongError} `OPTION_CONFLICT` where nothing was learned */
export function modelFile({ plan: { model } }: RowSearch): string {
  if (!model) throw new LeitongError('OPTION_CONFLICT', '--write-model is of use with --measure match, which learns a model')
  return modelToJson(model)
}

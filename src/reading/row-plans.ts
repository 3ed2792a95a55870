/** Plans of rows: the fields that options, a fields file or a database say are compared. */
import { LeitongError } from '../errors.js'
import { methodOf } from '../methods/methods.js'
import { plannedRows } from '../methods/rows/planned.js'
import type { Options } from '../options/options.js'
import { isStated } from '../options/stated.js'
import { type Format, hasFields } from '../sources/formats/format.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import type { RowPlan } from '../sources/rows/plan.js'
import { readFieldsFile } from '../sources/rows/read-fields-file.js'

/**
 * The fields of a database: those of the fields file, or the text and id fields where they are named.
 *
 * @throws {LeitongError} `FIELDS_FILE`, `SOURCE_READ`
 */
export function tableFields(options: Options): FieldsSpec {
  const { fields: path, textField, idField } = options
  const spec = path === undefined ? {} : readFieldsFile(path)
  const texts = () => Object.fromEntries(textField.map((name) => [name, { kind: 'long' as const }]))
  const fields = spec.fields ?? (isStated(options, 'textField') || methodOf(options).reads === 'given' ? texts() : undefined)
  const key = spec.key ?? (isStated(options, 'idField') && idField ? [idField] : undefined)
  return { ...spec, ...(fields ? { fields } : {}), ...(key ? { key } : {}) }
}

/**
 * The fields of records in files: those of the fields file; without one all columns under a measure of rows, else undefined.
 *
 * @param name  the input, for messages without a fields file
 * @throws {LeitongError} `FIELDS_FILE`, `SOURCE_READ`, `OPTION_CONFLICT`
 */
export function recordPlan(options: Options, format: Format, spec?: FieldsSpec, name: string = format.name): RowPlan | undefined {
  const { fields: path, measure } = options
  const byFields = methodOf(options).reads === 'values'
  if (path === undefined && !spec && !byFields) return undefined
  if (!hasFields(format))
    throw new LeitongError(
      'OPTION_CONFLICT',
      `${byFields ? `measure ${measure}` : '--fields'} is for tables, and ${format.name} has no columns`,
    )
  const given = spec ?? (path === undefined ? {} : readFieldsFile(path))
  const where = path ?? name
  return plannedRows(options, where, given)
}

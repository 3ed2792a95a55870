/** Which fields of records are compared: those of a fields file, those that the options name, or all. */
import type { Options } from '../../options/options.js'
import { isStated } from '../../options/stated.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { planAll, planRecords } from '../../sources/rows/infer.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { methodOf } from '../methods.js'

/**
 * @param where  the fields file or the input, for messages
 * @throws {LeitongError} `FIELDS_FILE`
 */
export function plannedRows(options: Options, where: string, given: FieldsSpec): RowPlan {
  if (given.fields || methodOf(options).reads !== 'values') return planRecords(where, given)
  if (!isStated(options, 'textField')) return planAll(where, given)
  return planRecords(where, { ...given, fields: Object.fromEntries(options.textField.map((field) => [field, {}])) })
}

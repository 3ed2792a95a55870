/** Plans of rows: the fields that options, a fields file or a database say are compared. */
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import type { ReadingOptions } from '../options/reading.js'
import { isStated } from '../options/resolve.js'
import { type Format, hasFields } from '../sources/formats/format.js'
import { type FieldsSpec, readFieldsFile } from '../sources/rows/fields-file.js'
import { planRecords } from '../sources/rows/infer.js'
import type { RowPlan } from '../sources/rows/plan.js'

/**
 * For a database: the fields file, or the text and id fields where they are named.
 *
 * @throws {LeitongError} `FIELDS_FILE`, `SOURCE_READ`
 */
export function tableFields(options: Options): FieldsSpec {
  const { fields: path, textField, idField } = options
  const spec = path === undefined ? {} : readFieldsFile(path)
  const texts = () => Object.fromEntries(textField.map((name) => [name, { kind: 'long' as const }]))
  const fields = spec.fields ?? (isStated(options, 'textField') ? texts() : undefined)
  const key = spec.key ?? (isStated(options, 'idField') ? [idField] : undefined)
  return { ...spec, ...(fields ? { fields } : {}), ...(key ? { key } : {}) }
}

/**
 * For records of files: the fields file; undefined without one.
 *
 * @throws {LeitongError} `FIELDS_FILE`, `SOURCE_READ`, `OPTION_CONFLICT`
 */
export function recordPlan({ fields: path }: ReadingOptions, format: Format, spec?: FieldsSpec): RowPlan | undefined {
  if (path === undefined && !spec) return undefined
  if (!hasFields(format)) throw new LeitongError('OPTION_CONFLICT', `--fields is for tables, and ${format.name} has no columns`)
  return planRecords(path ?? format.name, spec ?? readFieldsFile(path as string))
}

/** The files of a run on the page, by their names. */
import type { Source } from './source.js'

export type OutputName = 'kept' | 'removed' | 'groups' | 'merged'

/** As near to the input as they can be, of a workbook CSV; or workbooks, where kept records can be one. */
export const OUTPUT_FORMS = ['own', 'xlsx'] as const
export type OutputForm = (typeof OUTPUT_FORMS)[number]

export type OutputNames = Readonly<Record<OutputName, string>>

/** Results are a table where the input is one, and JSON lines otherwise; kept records leave as they came. */
export function outputNames({ name, format, hasFields, isTable }: Source, form: OutputForm): OutputNames {
  const dot = hasFields ? name.lastIndexOf('.') : name.length
  const isWorkbook = format === 'xlsx'
  const table = isWorkbook ? 'csv' : name.slice(dot + 1)
  const kept = !hasFields ? 'txt' : isWorkbook && form === 'xlsx' ? 'xlsx' : table
  const results = form === 'xlsx' ? 'xlsx' : isTable ? table : 'jsonl'
  const named = (output: OutputName, ending: string) => `${name.slice(0, dot)}-${output}.${ending}`
  return {
    kept: named('kept', kept),
    removed: named('removed', results),
    groups: named('groups', results),
    merged: named('merged', results),
  }
}

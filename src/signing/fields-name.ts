/** Names of the fields by which rows are signed: apart from other names of signatures, which a browser has use for. */
import type { RowPlan } from '../sources/rows/plan.js'
import { nameOf } from '../sources/rows/row-features.js'
import { identify } from '../tokenizing/lexicon.js'

/**
 * Names what signatures of rows depend on beside the options: the fields, in their order, with their weights. Empty for texts, also for a row
 * of one text, which is signed as that text; and for columns that are not known beforehand.
 */
export function fieldsName(plan: RowPlan | undefined): string {
  const fields = (plan?.fields ?? []).filter(({ compare }) => compare)
  const [first] = fields
  if (!first || (fields.length === 1 && first.kind === 'long' && !first.normalize)) return ''
  const parts = fields.map((field) => [nameOf(field), field.kind, field.type, field.weight, field.normalize ?? []])
  return ` fields=${identify(new TextEncoder().encode(JSON.stringify(parts))).slice(0, 16)}`
}

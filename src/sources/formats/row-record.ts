/** A row of a table as a document: its key as id, its compared fields as text. */

import { everyColumn } from '../rows/every-column.js'
import { withReached } from '../rows/paths.js'
import type { RowPlan } from '../rows/plan.js'
import {
  composeText,
  composeTitle,
  nameOf,
  type RowFeatures,
  type RowValues,
  type RuleContent,
  rowFeatures,
  rowValues,
  ruleContent,
  WrongType,
} from '../rows/row-features.js'
import { isUnsound } from '../rows/unsound.js'
import type { Decoded, Fields } from './format.js'

type Row = Readonly<Record<string, unknown>>

/**
 * @param exact  how a number is written in the source, digit for digit
 */
export function decodeRowObject(given: Row, stated: RowPlan, fields: Fields, exact: (field: string) => string | undefined): Decoded {
  const { row, plan } = stated.all ? everyColumn(given, stated, fields.id) : { row: withReached(given, namesOf(stated)), plan: stated }
  // With guesses in place of its bytes it would be equal to rows that it is not equal to.
  const unsound = namesOf(plan).find((name) => isUnsound(row[name]))
  if (unsound !== undefined) return { reason: `"${unsound}" is stored as a text, and its bytes are none` }
  // Without a stated key records have the id they always have.
  const id = idOf(row, plan.key.length ? plan.key : [fields.id], exact)
  const named = id === undefined ? {} : { id }
  if (fields.values) return decodeValues(row, plan, fields, exact, named)
  let features: RowFeatures
  let rules: RuleContent | undefined
  try {
    const exactRow = withExactNumbers(row, plan, exact)
    features = rowFeatures(exactRow, plan)
    rules = plan.rules && ruleContent(exactRow, plan, plan.rules)
  } catch (error) {
    if (error instanceof WrongType) return { reason: error.message, ...named }
    throw error
  }
  const text = composeText(features)
  if (!text.trim()) return { reason: 'nothing to compare in this row', ...named }
  // Each field is one feature or one text.
  const filled = features.short.length + features.long.length
  if (filled < (plan.least ?? 1)) return { reason: tooFew(filled), ...named }
  const title = composeTitle(row, plan)
  return {
    text,
    row: features,
    ...named,
    ...(title ? { title } : {}),
    ...(fields.rank === undefined ? {} : { rank: row[fields.rank] }),
    ...(rules ? { rules } : {}),
  }
}

/** The row field by field: neither features nor rules, which are for texts. */
function decodeValues(
  row: Row,
  plan: RowPlan,
  { rank }: Fields,
  exact: (field: string) => string | undefined,
  named: { readonly id?: string },
): Decoded {
  let values: RowValues
  try {
    values = rowValues(withExactNumbers(row, plan, exact), plan)
  } catch (error) {
    if (error instanceof WrongType) return { reason: error.message, ...named }
    throw error
  }
  const compared = new Set(plan.fields.filter(({ compare }) => compare).map(nameOf))
  const filled = values.filter(([name]) => compared.has(name))
  if (!filled.length) return { reason: 'nothing to compare in this row', ...named }
  if (filled.length < (plan.least ?? 1)) return { reason: tooFew(filled.length), ...named }
  const text = filled.map(([, value]) => value).join('\n')
  return { text, values, ...named, ...(rank === undefined ? {} : { rank: row[rank] }) }
}

const tooFew = (filled: number) => `only ${filled} of the compared fields ${filled === 1 ? 'has' : 'have'} a value`

const namesOf = ({ key, fields }: RowPlan) => [...key, ...fields.map(({ name }) => name)]

/** The key as JSON: one value, or a list of them; undefined where a single key is missing. */
function idOf(row: Row, key: readonly string[], exact: (field: string) => string | undefined): string | undefined {
  const part = (field: string) => {
    const value = Object.hasOwn(row, field) ? row[field] : undefined
    if (typeof value === 'number') return exact(field) ?? JSON.stringify(value)
    return JSON.stringify(value ?? null)
  }
  if (key.length > 1) return `[${key.map(part).join(',')}]`
  const id = part(key[0] as string)
  return id === 'null' ? undefined : id
}

/** Numbers that a double does not hold, as they are written. */
function withExactNumbers(row: Row, { fields }: RowPlan, exact: (field: string) => string | undefined): Row {
  let copy: Record<string, unknown> | undefined
  for (const { name } of fields) {
    const value = row[name]
    if (typeof value !== 'number' || (Math.abs(value) < Number.MAX_SAFE_INTEGER && String(value).length < 16)) continue
    const written = exact(name)
    if (written !== undefined) copy = { ...(copy ?? row), [name]: written }
  }
  return copy ?? row
}

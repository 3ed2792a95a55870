/** Plans of rows whose columns are not known beforehand: every column that a row has is a field. */

import { isObject } from './objects.js'
import { type RowField, type RowPlan, SHORT_NORMALIZE } from './plan.js'
import { isUnsound } from './unsound.js'

type Row = Readonly<Record<string, unknown>>

/**
 * The row and its plan with fields spelled out: fields inside of fields by dotted names, lists of plain values as one text.
 *
 * @param id  the field that names a row, which is not compared
 * @example
 * everyColumn({ id: 1, at: { city: 'Wien' }, tags: ['a', 'b'] }, plan, 'id').row // { id: 1, 'at.city': 'Wien', tags: 'a; b' }
 */
export function everyColumn(row: Row, plan: RowPlan, id: string): { readonly row: Row; readonly plan: RowPlan } {
  const flat: Record<string, unknown> = Object.create(null)
  flatten(row, '', flat)
  const key = new Set(plan.key.length ? plan.key : [id])
  const fields = Object.keys(flat).flatMap((name) => (key.has(name) ? [] : [fieldOf(name)]))
  return { row: flat, plan: { ...plan, fields } }
}

const fieldOf = (name: string): RowField => ({
  name,
  compare: true,
  kind: 'short',
  type: 'text',
  strict: false,
  weight: 1,
  normalize: SHORT_NORMALIZE,
  show: false,
})

function flatten(row: Row, prefix: string, into: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(row)) {
    if (isObject(value) && !isUnsound(value)) flatten(value, `${prefix}${name}.`, into)
    else into[prefix + name] = value
  }
}

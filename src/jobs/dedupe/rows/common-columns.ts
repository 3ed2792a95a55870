/** Refuses two tables that have no column in common: nothing would be compared, and no pair found. */
import { LeitongError } from '../../../errors.js'
import type { Scope } from '../../../matching/candidates/key-index.js'
import type { Field } from '../../../matching/comparisons.js'
import { COMPARED_VALUES, type NamedValues, noCommonColumns } from '../../../matching/likely-columns.js'
import type { ReadColumn, ValueStore } from './value-store.js'

/**
 * @param name    of both sides, for the message
 * @param fields  that are compared
 * @throws {LeitongError} `FIELDS_FILE` where none of the fields has values on both sides
 */
export function requireCommonColumns(name: string, store: ValueStore, fields: readonly Field[], { rows, split }: Scope): void {
  if (split === undefined || !split || split === rows) return
  const isOnBoth = ({ column }: Field) => isFilled(column.rows, 0, split) && isFilled(column.rows, split, rows)
  if (fields.some(isOnBoth)) return
  const columns = Array.from(store.columns())
  const [a, b] = [valuesIn(columns, 0, split), valuesIn(columns, split, rows)]
  throw new LeitongError('FIELDS_FILE', name, noCommonColumns(a, b))
}

function isFilled(rows: Int32Array, from: number, to: number): boolean {
  for (let row = from; row < to; row++) if ((rows[row] as number) >= 0) return true
  return false
}

/** Columns with values in some rows, and those values. */
function valuesIn(columns: readonly ReadColumn[], from: number, to: number): NamedValues[] {
  return columns.flatMap(({ name, values, rows }) => {
    const found = new Set<number>()
    for (let row = from; row < to && found.size < COMPARED_VALUES; row++) if ((rows[row] as number) >= 0) found.add(rows[row] as number)
    return found.size ? [{ name, values: Array.from(found, (number) => values[number] as string) }] : []
  })
}

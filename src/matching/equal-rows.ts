/** Rows that are equal field by field, found without comparing any two columns of texts. */
import { PairMap } from '../grouping/pair-map.js'
import type { Scope } from './candidates/key-index.js'
import type { Field } from './comparisons.js'

/** Whether two rows are equal field by field, what both lack included. */
export function equalIn(fields: readonly Field[]): (a: number, b: number) => boolean {
  const columns = fields.map(({ column }) => column.rows)
  return (a, b) => columns.every((column) => column[a] === column[b])
}

/** Each with the first one that it is equal to (across two tables: with the first one of the other). */
export function* equalRows(fields: readonly Field[], { rows, split }: Scope): Generator<readonly [a: number, b: number]> {
  const columns = fields.map(({ column }) => column.rows)
  const equal = equalIn(fields)
  // A Map ends at 2^24 rows.
  const first = new PairMap()
  const last = split ?? rows
  for (let row = 0; row < last; row++) {
    const hash = hashRow(columns, row)
    const slot = first.find(hash)
    if (slot < 0) first.set(hash, row)
    else if (split === undefined && equal(first.valueAt(slot), row)) yield [first.valueAt(slot), row]
  }
  for (let row = last; row < rows; row++) {
    const slot = first.find(hashRow(columns, row))
    if (slot >= 0 && equal(first.valueAt(slot), row)) yield [first.valueAt(slot), row]
  }
}

/** 53 bits over the numbers of a row's values. */
function hashRow(columns: readonly Int32Array[], row: number): number {
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  for (const column of columns) {
    const value = column[row] as number
    low = Math.imul(low ^ value, 0x85ebca6b)
    low ^= low >>> 13
    high = Math.imul(high + value, 0xc2b2ae35)
    high ^= (high >>> 16) ^ low
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0)
}

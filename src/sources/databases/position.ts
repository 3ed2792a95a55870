/** Positions in a table: the values that rows are ordered by, so that reading goes on where it ended. */
import type { Column } from '../rows/infer.js'

/** A value of a column that rows are ordered by: the digits of a number, a text as the database wrote it, or a time (MongoDB). */
export type PositionValue = { readonly number: string } | { readonly text: string } | { readonly date: string }

/** Rows from a position on, in the order of some columns; rows that have none of it are left out. */
export interface Tail {
  readonly columns: readonly string[]
  /** The position itself is included: rows may have been added beside it. Undefined: from the first on. */
  readonly from?: readonly PositionValue[]
  /** The rows that have no place: those in which one of the columns is NULL. */
  readonly unplaced?: true
}

/**
 * A value as a position; undefined when it is none (null, bytes, objects).
 *
 * @param type  of its column
 */
export function positionOf(value: unknown, type: Column['type'] | undefined): PositionValue | undefined {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return { number: String(value) }
  if (value instanceof Date) return { date: value.toISOString() }
  if (typeof value !== 'string') return undefined
  return type === 'number' && /^-?\d+(\.\d+)?$/.test(value) ? { number: value } : { text: value }
}

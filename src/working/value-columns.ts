/** The values of the rows of one piece, field by field; every distinct value once. */
import type { RowValues } from '../sources/rows/row-features.js'

/** One field of the rows of a piece. */
export interface ValueColumn {
  readonly name: string
  /** Distinct values, in the order in which they came. */
  readonly values: readonly string[]
  /** For each row the number of its value, -1 for none; rows behind the last one that has a value are left out. */
  readonly rows: Int32Array
}

export class ValueCollector {
  readonly #columns = new Map<string, { readonly known: Map<string, number>; readonly rows: number[] }>()

  /** @param row  its number, ascending */
  add(row: number, values: RowValues): void {
    for (const [name, value] of values) {
      let column = this.#columns.get(name)
      if (!column) {
        column = { known: new Map(), rows: [] }
        this.#columns.set(name, column)
      }
      const { known, rows } = column
      let number = known.get(value)
      if (number === undefined) {
        number = known.size
        known.set(value, number)
      }
      while (rows.length < row) rows.push(-1)
      rows[row] = number
    }
  }

  finish(): ValueColumn[] {
    return Array.from(this.#columns, ([name, { known, rows }]) => ({ name, values: [...known.keys()], rows: Int32Array.from(rows) }))
  }
}

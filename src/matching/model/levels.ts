/** A table of chances: row p for level p of the parent, a last row for where the parent is missing or there is none. */
export interface ChanceTable {
  readonly size: number
  readonly rows: number
  readonly chances: Float64Array
}

export const chanceTable = (rows: number, size: number): ChanceTable => ({ rows, size, chances: new Float64Array(rows * size) })

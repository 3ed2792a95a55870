/** Rows of the table that groups are stored in. Its columns have the same names everywhere; their types are the database's own. */

/** A group member as it is stored. */
export interface ResultRow {
  readonly group: number
  /** The key as JSON. */
  readonly key: string
  readonly kept: boolean
  readonly similarity: number | null
  readonly distance: number | null
}

const COLUMNS = ['group_number', 'row_key', 'kept', 'similarity', 'distance']
const ALWAYS = COLUMNS.slice(0, 3)

/**
 * Whether a table is one of results, by its columns.
 *
 * @param isTyped  columns stand in the table; otherwise those show that hold a value, beside an `_id`, and none in an empty table
 */
export function holdsResults(columns: readonly string[], isTyped: boolean): boolean {
  if (isTyped) return columns.join() === COLUMNS.join()
  const names = columns.filter((name) => name !== '_id')
  return names.every((name) => COLUMNS.includes(name)) && (!names.length || ALWAYS.every((name) => names.includes(name)))
}

/** The values of a row in the order of the columns: group_number, row_key, kept, similarity, distance. */
export const resultValues = ({ group, key, kept, similarity, distance }: ResultRow) => [group, key, kept, similarity, distance] as const

/** Rows of one INSERT: five values each, far below the 65 535 that PostgreSQL takes; more are not faster. */
const BATCH = 1000

export function* resultBatches(rows: Iterable<ResultRow>): Generator<ResultRow[]> {
  let batch: ResultRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/** A name for a table that is being filled, where making tables takes no part in transactions: it gets its own when it is complete. */
export const unfinishedName = () => `leitong_unfinished_${process.pid}_${Date.now()}`

/** Rows into a table, by as few statements as the servers allow. */
import { bytesOf, type Cell, placeholders, type Query, type SqlDatabase } from './sql-database.js'

/** Values and bytes of one INSERT at most: servers refuse longer ones. */
const MOST_VALUES = 6000
const MOST_BYTES = 1 << 20

/**
 * Inserts rows.
 *
 * @param conflict  follows each statement: what happens to a row that is there
 */
export async function insertRows(
  db: SqlDatabase,
  query: Query,
  table: string,
  rows: readonly (readonly Cell[])[],
  conflict = '',
): Promise<void> {
  for (const part of insertParts(rows)) {
    const own = db.insertOf?.(table, part)
    const sql = own?.sql ?? `INSERT INTO ${table} VALUES ${part.map((row) => `(${placeholders(row)})`).join(',')}`
    await query(`${sql} ${conflict}`, own?.values ?? part.flat().map(bytesOf))
  }
}

/** Rows in parts that one statement may insert. */
function* insertParts(rows: readonly (readonly Cell[])[]): Generator<(readonly Cell[])[]> {
  let part: (readonly Cell[])[] = []
  let bytes = 0
  for (const row of rows) {
    let size = 0
    for (const value of row) size += typeof value === 'number' ? 8 : value.length
    if (part.length && ((part.length + 1) * row.length > MOST_VALUES || bytes + size > MOST_BYTES)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(row)
    bytes += size
  }
  if (part.length) yield part
}

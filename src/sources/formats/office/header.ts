/** Where a table begins in a sheet: offices put a title, a date or a unit above the names of the columns. */
import { type SheetRow, textOf } from './cells.js'

/** Rows with cells among which the header is looked for. */
export const HEADER_ROWS = 10

/**
 * The row that names the columns: that with most of the names that are asked for; without any, the first that fills more than half as many
 * cells as the fullest.
 *
 * @param rows   the first rows that have cells
 * @param names  columns that are asked for
 */
export function headerAmong<Row extends SheetRow>(rows: readonly Row[], names: readonly string[]): Row | undefined {
  const first = rows.slice(0, HEADER_ROWS)
  const named = first.map(({ cells }) => {
    const texts = new Set(Array.from(cells.values(), (cell) => textOf(cell)))
    return names.filter((name) => texts.has(name)).length
  })
  const most = Math.max(...named, 0)
  if (most > 0) return first[named.indexOf(most)]
  const fullest = Math.max(...first.map(({ cells }) => cells.size), 0)
  return first.find(({ cells }) => cells.size * 2 > fullest)
}

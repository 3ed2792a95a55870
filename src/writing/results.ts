/** Results in the form that the ending of their file says: a table for a spreadsheet or a database, JSON lines otherwise. */
import { LeitongError } from '../errors.js'
import { compressionOf } from '../sources/formats/compression.js'
import { type Line, lines } from './json-lines.js'
import type { Content } from './output-set.js'
import { csvBytes } from './tables/csv.js'
import { writeParquetTable } from './tables/parquet.js'
import type { ResultTable } from './tables/table.js'
import { writeXlsx } from './tables/xlsx.js'

/** What an output says, in both forms; either is made when it is asked for. */
export interface Results {
  readonly lines: () => Iterable<Line>
  readonly table: () => ResultTable
}

const TABLES: Readonly<Record<string, (table: ResultTable) => Content>> = {
  csv: (table) => csvBytes(table),
  tsv: (table) => csvBytes(table, '\t'),
  xlsx: (table) => (path) => writeXlsx(table, path),
  parquet: (table) => (path) => writeParquetTable(table, path),
  pq: (table) => (path) => writeParquetTable(table, path),
}

const endingOf = (path: string) => /\.([^./\\]+)$/.exec(compressionOf(path).bare)?.[1]?.toLowerCase() ?? ''

/** The bytes of results, for the file at this path. */
export function resultContent(path: string, results: Results): Content {
  const table = TABLES[endingOf(path)]
  return table ? table(results.table()) : lines(results.lines())
}

/**
 * Sees before the work that an output can be written.
 *
 * @throws {LeitongError} `OUTPUT_FORMAT`
 */
export function checkResultPath(path: string): void {
  const ending = endingOf(path)
  if (['xlsx', 'parquet', 'pq'].includes(ending) && compressionOf(path).compression)
    throw new LeitongError('OUTPUT_FORMAT', `${path}: .${ending} is compressed in itself: leave out the second ending`)
}

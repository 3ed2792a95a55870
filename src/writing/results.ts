/** Results in the form that the ending of their file says: a table for a spreadsheet or a database, JSON lines otherwise. */
import { LeitongError } from '../errors.js'
import { packageFile } from '../packages.js'
import { compressionOf } from '../sources/formats/compression.js'
import { requireExcelWriter, writeWorkbook } from '../sources/formats/office/write.js'
import { type Line, lines } from './json-lines.js'
import type { Content } from './output-set.js'
import { csvBytes } from './tables/csv.js'
import type { HeadingLanguage } from './tables/headings.js'
import { writeParquetTable } from './tables/parquet.js'
import type { ResultTable } from './tables/table.js'
import { resultSheet } from './tables/xlsx.js'

/** What an output says, in both forms; either is made when it is asked for. */
export interface Results {
  readonly lines: () => Iterable<Line>
  /** @param forPeople  the records have the fields by which people know them, where nobody asked for others */
  readonly table: (forPeople?: boolean) => ResultTable
}

const TABLES: Readonly<Record<string, (results: Results, language: HeadingLanguage) => Content>> = {
  csv: ({ table }) => csvBytes(table()),
  tsv: ({ table }) => csvBytes(table(), '\t'),
  xlsx:
    ({ table }, language) =>
    (path) =>
      writeWorkbook(path, [resultSheet(table(true), language)]),
  parquet:
    ({ table }) =>
    (path) =>
      writeParquetTable(table(), path),
  pq:
    ({ table }) =>
    (path) =>
      writeParquetTable(table(), path),
}

const endingOf = (path: string) => /\.([^./\\]+)$/.exec(compressionOf(path).bare)?.[1]?.toLowerCase() ?? ''

/**
 * The bytes of results, for the file at this path.
 *
 * @param language  of the headings in Excel files
 */
export function resultContent(path: string, results: Results, language: HeadingLanguage = 'en'): Content {
  const table = TABLES[endingOf(path)]
  return table ? table(results, language) : lines(results.lines())
}

/**
 * Sees before the work that an output can be written.
 *
 * @throws {LeitongError} `OUTPUT_FORMAT`, `PACKAGE_MISSING`
 */
export function checkResultPath(path: string): void {
  const ending = endingOf(path)
  if (['xlsx', 'parquet', 'pq'].includes(ending) && compressionOf(path).compression)
    throw new LeitongError('OUTPUT_FORMAT', `${path}: .${ending} is compressed in itself: leave out the second ending`)
  if (ending === 'xlsx') requireExcelWriter()
  if (ending === 'parquet' || ending === 'pq') packageFile('@duckdb/node-api', 'read and write Parquet')
}

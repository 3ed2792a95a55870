/** Which way an input is read, by the forms of its files. */
import { LeitongError } from '../../errors.js'
import type { ClusterInput, Given } from './input.js'
import { linesInput } from './lines.js'
import type { ListedFile } from './listing.js'
import { parquetInput } from './parquet.js'
import { recordsInput } from './records.js'

/** @throws {LeitongError} `OPTION_CONFLICT`, `FIELD_MISSING` */
export async function openInput(given: Given): Promise<ClusterInput> {
  const { files, old } = given
  const [before, after] = [files.slice(0, old), files.slice(old)].map(wayOf)
  if (old && before !== after)
    throw new LeitongError('OPTION_CONFLICT', `--append-to: the files are not read as those of that run are (${after} and ${before})`)
  switch (wayOf(files)) {
    case 'Parquet':
      return parquetInput(given)
    case 'lines':
      return linesInput(given)
    case 'whole files':
      return recordsInput(given)
  }
}

/** @throws {LeitongError} `OPTION_CONFLICT` */
function wayOf(files: readonly ListedFile[]): 'Parquet' | 'lines' | 'whole files' {
  const tables = files.filter(({ format }) => format === 'parquet')
  const [table] = tables
  if (table && tables.length < files.length)
    throw new LeitongError('OPTION_CONFLICT', `${table.path}: on a cluster Parquet and other files are runs of their own`)
  return table ? 'Parquet' : files.every(isOfLines) ? 'lines' : 'whole files'
}

/** Whether Spark itself can cut a file into its records. */
const isOfLines = ({ format, compression }: ListedFile) => format === 'jsonl' && compression !== 'zstd'

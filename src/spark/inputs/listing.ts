/** The files of the input, as Spark sees them, in the order in which one machine would read them. */
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { type Compression, compressionOf } from '../../sources/formats/compression.js'
import type { FormatName } from '../../sources/formats/format-names.js'
import { formatOf } from '../../sources/formats/formats.js'
import type { Session } from '../connect/session.js'
import { uriOf } from '../places.js'
import { literal } from '../sql.js'

export interface ListedFile {
  readonly path: string
  /** As `_metadata.file_path` of its records spells it. */
  readonly url: string
  readonly bytes: number
  /** When it was changed last, in milliseconds. */
  readonly changed: string
  readonly format: FormatName
  readonly compression: Compression
}

/** Formats that a cluster reads. */
export const FORMATS_READ: readonly FormatName[] = ['jsonl', 'csv', 'tsv', 'parquet']

/**
 * @param atOnce  the inputs are files that were listed before
 * @throws {LeitongError} `SOURCE_MISSING`, `OPTION_CONFLICT` for formats that a cluster does not read
 */
export async function listFiles(
  session: Session,
  inputs: readonly string[],
  { format }: Pick<Options, 'format'>,
  atOnce = false,
): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  const seen = new Set<string>()
  for (const input of atOnce ? [inputs] : inputs) {
    for (const file of await filesOf(session, input, format)) {
      if (seen.has(file.url)) throw new LeitongError('OPTION_CONFLICT', `${file.path} is named twice: on a cluster a file is read once`)
      seen.add(file.url)
      files.push(file)
    }
  }
  return files
}

async function filesOf(session: Session, input: string | readonly string[], asked: FormatName | 'auto'): Promise<ListedFile[]> {
  let rows: Awaited<ReturnType<Session['rows']>>
  try {
    rows = await session.rowsOf('binaryFile', [input].flat().map(uriOf), { recursiveFileLookup: 'true' }, [
      'path',
      '_metadata.file_path AS url',
      'length',
      'cast(unix_millis(modificationTime) AS string) AS changed',
    ])
  } catch (error) {
    if (error instanceof LeitongError && /PATH_NOT_FOUND/.test(error.message))
      throw new LeitongError('SOURCE_MISSING', [input].flat().join(', '))
    throw error
  }
  const taken = rows
    .map(({ path, url, length, changed }) => ({ path: String(path), url: String(url), bytes: Number(length), changed: String(changed) }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .flatMap((file) => {
      const { bare, compression } = compressionOf(file.path)
      const format = asked === 'auto' ? formatOf(bare)?.name : asked
      return format ? [{ ...file, format, compression }] : []
    })
  for (const { path, format, compression } of taken)
    if (!FORMATS_READ.includes(format) || (format === 'parquet' && compression))
      throw new LeitongError('OPTION_CONFLICT', `${path}: a cluster reads JSON lines, CSV, TSV and Parquet, and not ${format} yet`)
  if (!taken.length)
    throw new LeitongError('SOURCE_MISSING', [input].flat().join(', '), 'no file in it has a format that is known by its name')
  return taken
}

/**
 * What is known of files as the temporary view `leitong_files`, to join records with: their paths as names in base64, which no form of rows breaks,
 * and how many splits lie before each.
 *
 * @param split  bytes of one
 */
export async function numberFiles(session: Session, files: readonly ListedFile[], split: number): Promise<void> {
  let before = 0
  const values = files.map(({ url, path, bytes, format, compression }, number) => {
    const name = Buffer.from(path).toString('base64')
    const row = [literal(url), `${number}L`, literal(name), `${bytes}L`, `${before}L`, literal(format), literal(compression ?? 'none')]
    before += Math.ceil(bytes / split)
    return `(${row.join(', ')})`
  })
  await session.command(
    `CREATE OR REPLACE TEMPORARY VIEW leitong_files AS
     SELECT * FROM VALUES ${values.join(', ')} AS files(url, number, name, bytes, before, format, compression)`,
  )
}

/** The files of the input, as Spark sees them, in the order in which one machine would read them. */
import { LeitongError } from '../errors.js'
import { compressionOf } from '../sources/formats/compression.js'
import { formatOf } from '../sources/formats/formats.js'
import type { Session } from './connect/session.js'
import { uriOf } from './places.js'
import { literal } from './sql.js'

export interface ListedFile {
  readonly path: string
  /** As `_metadata.file_path` of its records spells it. */
  readonly url: string
  readonly bytes: number
  readonly changed: string
}

/** @throws {LeitongError} `SOURCE_MISSING`, `OPTION_CONFLICT` for formats that a cluster does not read */
export async function listFiles(session: Session, inputs: readonly string[]): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  const seen = new Set<string>()
  for (const input of inputs) {
    for (const file of await filesOf(session, input)) {
      if (seen.has(file.url)) throw new LeitongError('OPTION_CONFLICT', `${file.path} is named twice: on a cluster a file is read once`)
      seen.add(file.url)
      files.push(file)
    }
  }
  return files
}

async function filesOf(session: Session, input: string): Promise<ListedFile[]> {
  let rows: Awaited<ReturnType<Session['rows']>>
  try {
    rows = await session.rowsOf('binaryFile', [uriOf(input)], { recursiveFileLookup: 'true' }, [
      'path',
      '_metadata.file_path AS url',
      'length',
      'cast(modificationTime AS string) AS changed',
    ])
  } catch (error) {
    if (error instanceof LeitongError && /PATH_NOT_FOUND/.test(error.message)) throw new LeitongError('SOURCE_MISSING', input)
    throw error
  }
  const listed = rows
    .map(({ path, url, length, changed }) => ({ path: String(path), url: String(url), bytes: Number(length), changed: String(changed) }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const taken = listed.filter(({ path }) => {
    const { bare, compression } = compressionOf(path)
    const format = formatOf(bare)
    if (!format) return false
    if (format.name !== 'jsonl' || compression === 'zstd')
      throw new LeitongError(
        'OPTION_CONFLICT',
        `${path}: a cluster reads JSON lines, plain or gzip, and not ${compression ?? format.name} yet`,
      )
    return true
  })
  if (!taken.length) throw new LeitongError('SOURCE_MISSING', input, 'no file in it has a format that is known by its name')
  return taken
}

/** The numbers of files as a temporary view, to join records with. */
export async function numberFiles(session: Session, files: readonly ListedFile[]): Promise<void> {
  const values = files.map(({ url }, number) => `(${literal(url)}, ${number}L)`).join(', ')
  await session.command(`CREATE OR REPLACE TEMPORARY VIEW leitong_files AS SELECT * FROM VALUES ${values} AS files(url, number)`)
}

/**
 * Records with their numbers, as the view `leitong_docs` (doc, file, value). A number is a place: the file, and in it the start of the
 * split and the count of lines in it, so that numbers ascend as on one machine. It needs one split in a partition, see settings.
 */
export async function viewDocuments(session: Session, files: readonly ListedFile[]): Promise<void> {
  await session.view(
    'leitong_lines',
    'text',
    files.map(({ path }) => path),
    // Without it Spark cuts lines at carriage returns too.
    { lineSep: '\n' },
    ['value', '_metadata.file_path AS url', '_metadata.file_block_start AS start', 'monotonically_increasing_id() AS counter'],
  )
  await session.command(
    `CREATE OR REPLACE TEMPORARY VIEW leitong_docs AS SELECT /*+ BROADCAST(f) */
       shiftleft(f.number, 40) + l.start + (l.counter & 8589934591) AS doc, f.number AS file, l.value
     FROM leitong_lines l LEFT JOIN leitong_files f ON l.url = f.url`,
  )
}

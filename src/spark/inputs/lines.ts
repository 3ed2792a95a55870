/** JSON lines, plain or gzip: Spark cuts them, and keeps them as they came. */
import { constants, gunzipSync } from 'node:zlib'
import { markLength } from '../../sources/formats/encoding.js'
import type { Session } from '../connect/session.js'
import type { Given } from './input.js'
import type { ListedFile } from './listing.js'

/** A larger first file is not looked at for a byte order mark: Spark reads whole files only, and holds each several times. */
const LOOKED_AT = 64 << 20

/** Whether Spark itself can cut a file into its records. */
export const isOfLines = ({ format, compression }: ListedFile): boolean => format === 'jsonl' && compression !== 'zstd'

/**
 * The lines of files that Spark cuts, as queries of (doc, file, value): of all of the run, and of the new ones; none where there are no such files.
 *
 * A number of a document is a place: the file, and in it the start of the split and the count of lines in it, so that numbers ascend as
 * on one machine. It needs one split in a partition, see settings.
 */
export async function linesOf({
  session,
  files,
  old,
}: Given): Promise<{ readonly docs: readonly string[]; readonly new: readonly string[] }> {
  return { docs: await queryOf('docs', files.filter(isOfLines)), new: await queryOf('new', files.slice(old).filter(isOfLines)) }

  async function queryOf(name: string, read: readonly ListedFile[]): Promise<readonly string[]> {
    if (!read.length) return []
    await session.view(
      `leitong_lines_${name}`,
      'text',
      read.map(({ path }) => path),
      // Without it Spark cuts lines at carriage returns too.
      { lineSep: '\n' },
      ['value', '_metadata.file_path AS url', '_metadata.file_block_start AS start', 'monotonically_increasing_id() AS counter'],
    )
    return [
      `SELECT /*+ BROADCAST(f) */ shiftleft(f.number, 40) + l.start + (l.counter & 8589934591) AS doc, f.number AS file, l.value
       FROM leitong_lines_${name} l LEFT JOIN leitong_files f ON l.url = f.url`,
    ]
  }
}

/** Whether a file of lines begins with a byte order mark, which Spark leaves out. */
export async function isMarked(session: Session, { path, bytes, compression }: ListedFile): Promise<boolean> {
  if (!bytes || bytes > LOOKED_AT) return false
  const [row] = await session.rowsOf('binaryFile', [path], {}, ['substring(content, 1, 4096) AS head'])
  const head = row?.['head'] as Uint8Array
  return markLength(compression ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }) : head) === 3
}

/** The same with a byte order mark before the first line, whichever it is. */
export async function marked(session: Session, kept: string): Promise<string> {
  const [row] = await session.rows(`SELECT cast(min(doc) AS string) AS doc FROM (${kept}) WHERE file = 0`)
  const first = row?.['doc'] ?? -1
  return `SELECT file, IF(doc = ${first}, concat('\\uFEFF', value), value) AS value FROM (${kept})`
}

/** What is written: the file as a folder, and the lines. */
export const withoutNumbers = (kept: string): string => `SELECT lpad(file, 6, '0') AS file, value FROM (${kept})`

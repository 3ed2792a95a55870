/**
 * CSV, TSV, and what Spark cannot unpack: a worker reads a file as one machine does, and hands on its records with their places. No heap of Java
 * ever holds a file: on a `file:` path the worker reads it where it lies; elsewhere Spark hands the bytes on as they come, in the pieces between line feeds.
 */
import { LeitongError } from '../../errors.js'
import { fieldsOf } from '../../methods/fields.js'
import { checkColumns } from '../../sources/formats/columns.js'
import type { Session } from '../connect/session.js'
import { settleSplits } from '../settings.js'
import { encoded, table, transformed } from '../sql.js'
import type { Given } from './input.js'
import { isOfLines } from './lines.js'
import type { ListedFile } from './listing.js'

/** More than a file has: it is one split. */
const WHOLE = 2 ** 60

/** The records of files that workers read, as queries of (doc, file, value). */
interface Records {
  /** Of all of the run. */
  readonly docs: readonly string[]
  readonly new: readonly string[]
  /** Of the new ones as they came, with the header of the first file. */
  readonly kept: () => Promise<readonly string[]>
  /** Whether the first file of the run begins with a byte order mark; undefined where it is none of these files, or the mark stands in its header. */
  readonly isMarked: boolean | undefined
}

/**
 * @returns undefined where there are no such files
 * @throws {LeitongError} `FIELD_MISSING`
 */
export async function recordsOf(given: Given): Promise<Records | undefined> {
  const { session, files: all, old, earlier, options, spec, steps, split, worker } = given
  const files = all.map((file, number) => ({ ...file, number })).filter((file) => !isOfLines(file))
  if (!files.length) return undefined
  const fresh = files.filter(({ number }) => number >= old)
  const lines = (from: string) => `SELECT doc, file, coalesce(line, raw) AS value FROM ${from} WHERE kind = 'r'`
  const before = earlier.filter((run) => !run.files.every(isOfLines)).map(({ folder }) => lines(table(`${folder}/records`)))
  if (!fresh.length) return { docs: before, new: [], kept: async () => [], isMarked: undefined }
  const rows = given.placed && fresh.every(({ url }) => url.startsWith('file:')) ? placedRows(fresh) : await handedRows(session, fresh)
  await settleSplits(session, WHOLE)
  await steps.step('records', statement(worker('records'), rows))
  await settleSplits(session, split)
  const records = steps.from('records')
  const heads = async (where: string) =>
    (await session.rows(`SELECT file, line FROM ${records} WHERE kind = 'p' AND ${where} ORDER BY file LIMIT 1`)).map(({ file, line }) => ({
      file: Number(file),
      columns: line === null ? undefined : (JSON.parse(String(line)) as string[]),
    }))[0]
  const first = await heads('true')
  // As on one machine: of several files others may have what this one lacks.
  if (all.length - old === 1 && first?.columns && !spec)
    checkColumns((fresh[0] as ListedFile).path, { start: 0, columns: first.columns }, fieldsOf(options))
  const isTable = fresh.some(({ format }) => format !== 'jsonl')

  return {
    docs: [...before, lines(records)],
    new: [lines(records)],
    async kept() {
      if (isTable) await requireOneHead()
      return [`SELECT doc, file, raw AS value FROM ${records} WHERE kind = 'r'${isTable ? ` OR file = ${first?.file ?? -1}` : ''}`]
    },
    isMarked: files[0]?.number === 0 ? !isTable && first?.file === 0 : undefined,
  }

  /** Rows of several tables make one when their columns are the same. */
  async function requireOneHead(): Promise<void> {
    if (!first) return
    const columns = first.columns ? `line IS DISTINCT FROM (SELECT line FROM ${records} WHERE kind = 'p' AND file = ${first.file})` : 'true'
    const other =
      (await heads(`file <> ${first.file} AND ${columns}`))?.file ?? all.findIndex(({ format }, i) => i >= old && format === 'jsonl')
    if (other >= 0)
      throw new LeitongError(
        'OUTPUT_FORMAT',
        `${all[first.file]?.path} and ${all[other]?.path} have different columns: they cannot be one output`,
      )
  }
}

type NumberedFile = ListedFile & { readonly number: number }

/** What a worker has to know of a file, in one text. */
const ABOUT = "concat_ws(',', f.number, f.format, f.compression, f.name, f.bytes)"

/** A row for each file, in a partition of its own. */
const placedRows = (files: readonly NumberedFile[]): string =>
  `SELECT /*+ BROADCAST(w), BROADCAST(f) */ ${ABOUT} AS about, CAST(NULL AS STRING) AS piece FROM range(0, ${files.length}, 1, ${files.length}) r
   JOIN (SELECT posexplode(array(${files.map(({ number }) => `${number}L`).join(', ')})) AS (place, number)) w ON r.id = w.place
   JOIN leitong_files f ON w.number = f.number`

/** The ending by which Hadoop unpacks a file; an ending that no file has where there is none. */
const endingOf = ({ path }: ListedFile) => /\.(gz|gzip|zst|zstd)$/i.exec(path)?.[0] ?? '.none'

/** The bytes of files as rows, those of a file in their order in one partition; its first row says which file it is. */
async function handedRows(session: Session, files: readonly NumberedFile[]): Promise<string> {
  const rows: string[] = []
  // Hadoop can be told of one ending at a time that its files are passed on as they are.
  for (const [i, ending] of [...new Set(files.map(endingOf))].entries()) {
    const read = files.filter((file) => endingOf(file) === ending)
    await session.view(
      `leitong_bytes_${i}`,
      'text',
      read.map(({ path }) => path),
      {
        lineSep: '\n',
        'io.compression.codecs': 'org.apache.hadoop.io.compress.PassthroughCodec',
        'io.compress.passthrough.extension': ending,
        // The same as Spark's own Hadoop has it: it was renamed there like a package.
        'org.apache.hadoop.shaded.io.compress.passthrough.extension': ending,
      },
      ['value', '_metadata.file_path AS url', 'monotonically_increasing_id() & 8589934591 AS counter'],
    )
    rows.push(
      `SELECT /*+ BROADCAST(f) */ IF(l.counter = 0, ${ABOUT}, '') AS about, ${encoded('cast(l.value AS binary)')} AS piece
       FROM leitong_bytes_${i} l LEFT JOIN leitong_files f ON l.url = f.url`,
    )
  }
  return rows.join(' UNION ALL ')
}

/**
 * doc, file, kind (`p`: what stands before the records, with the columns as JSON; `r`: a record), raw, line of JSON; of JSON lines none, which
 * are lines themselves.
 */
const statement = (command: string, rows: string) =>
  `SELECT shiftleft(file, 40) + start AS doc, file, kind, cast(unbase64(raw) AS string) AS raw, line FROM (${transformed(
    'about, piece',
    command,
    'file bigint, start bigint, kind string, raw string, line string',
    `(${rows})`,
  )})`

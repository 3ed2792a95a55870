/** CSV, TSV, and what Spark cannot unpack: a worker reads whole files as one machine does, and hands on their records with their places. */
import { LeitongError } from '../../errors.js'
import { fieldsOf } from '../../methods/fields.js'
import { checkColumns } from '../../sources/formats/columns.js'
import { encoded, table, transformed } from '../sql.js'
import type { ClusterInput, Given } from './input.js'
import { marked, withoutNumbers } from './lines.js'
import type { ListedFile } from './listing.js'

/** A file is held whole by the task that reads it. */
const MOST = 1 << 30
/** Bytes that go to a worker as one row: a multiple of three, for base64. */
const PART = 3 << 20

/** @throws {LeitongError} `OPTION_CONFLICT`, `FIELD_MISSING` */
export async function recordsInput({ session, files: all, old, earlier, options, spec, steps, worker }: Given): Promise<ClusterInput> {
  const files = all.slice(old)
  const large = files.find(({ bytes }) => bytes > MOST)
  if (large)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `${large.path}: of files that a cluster reads whole (CSV, TSV, zstd) it takes up to 1 GB each: cut it into several`,
    )
  await session.view(
    'leitong_whole',
    'binaryFile',
    files.map(({ path }) => path),
    {},
    ['content', 'length', '_metadata.file_path AS url'],
  )
  await steps.step('records', statement(worker('records')))
  const records = steps.from('records')
  const lines = (from: string) => `SELECT doc, file, coalesce(line, raw) AS value FROM ${from} WHERE kind = 'r'`
  const tables = [...earlier.map(({ folder }) => table(`${folder}/records`)), records]
  await session.command(`CREATE OR REPLACE TEMPORARY VIEW leitong_new AS ${lines(records)}`)
  await session.command(`CREATE OR REPLACE TEMPORARY VIEW leitong_docs AS ${tables.map(lines).join(' UNION ALL ')}`)
  const heads = async (where: string) =>
    (await session.rows(`SELECT file, line FROM ${records} WHERE kind = 'p' AND ${where} ORDER BY file LIMIT 1`)).map(({ file, line }) => ({
      file: Number(file),
      columns: line === null ? undefined : (JSON.parse(String(line)) as string[]),
    }))[0]
  const first = await heads('true')
  // As on one machine: of several files others may have what this one lacks.
  if (files.length === 1 && first?.columns && !spec)
    checkColumns((files[0] as ListedFile).path, { start: 0, columns: first.columns }, fieldsOf(options))

  return {
    async writeKept(keptOf, uri) {
      const isTable = files.some(({ format }) => format !== 'jsonl')
      if (isTable) await requireOneHead()
      const rows = `SELECT doc, file, raw AS value FROM ${records} WHERE kind = 'r'${isTable ? ` OR file = ${first?.file ?? -1}` : ''}`
      const kept = keptOf(rows)
      await session.write(withoutNumbers(!isTable && first?.file === 0 ? await marked(session, kept) : kept), 'text', uri, ['file'])
    },
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

/**
 * doc, file, kind (`p`: what stands before the records, with the columns as JSON; `r`: a record), raw, line of JSON; of JSON lines none, which
 * are lines themselves.
 */
const statement = (command: string) =>
  `SELECT shiftleft(file, 40) + start AS doc, file, kind, cast(unbase64(raw) AS string) AS raw, line FROM (${transformed(
    'number, format, compression, name, part, bytes',
    command,
    'file bigint, start bigint, kind string, raw string, line string',
    `(SELECT number, format, compression, name, part, ${encoded(`substring(content, cast(part * ${PART} + 1 AS int), ${PART})`)} AS bytes FROM
       (SELECT /*+ BROADCAST(f) */ f.number, f.format, f.compression, f.name, w.content,
          explode(sequence(0L, (w.length - 1) div ${PART})) AS part
        FROM leitong_whole w LEFT JOIN leitong_files f ON w.url = f.url))`,
  )})`

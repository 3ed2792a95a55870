/** An input by the forms of its files: rows of Parquet, or lines that Spark cuts and files that workers read whole, side by side. */
import { LeitongError } from '../../errors.js'
import type { ClusterInput, Given } from './input.js'
import { isMarked, linesOf, marked, withoutNumbers } from './lines.js'
import type { ListedFile } from './listing.js'
import { parquetInput } from './parquet.js'
import { recordsOf } from './records.js'

/** @throws {LeitongError} `OPTION_CONFLICT`, `FIELD_MISSING` */
export async function openInput(given: Given): Promise<ClusterInput> {
  const { files, old } = given
  const [before, after] = [files.slice(0, old), files.slice(old)].map(isParquet)
  if (old && before !== after)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `--append-to: ${before ? 'that run read Parquet, and this one other files' : 'that run read other files, and this one Parquet'}`,
    )
  return isParquet(files) ? parquetInput(given) : textInput(given)
}

/** @throws {LeitongError} `OPTION_CONFLICT` where Parquet and other files are mixed */
function isParquet(files: readonly ListedFile[]): boolean {
  const tables = files.filter(({ format }) => format === 'parquet')
  const [table] = tables
  if (table && tables.length < files.length)
    throw new LeitongError('OPTION_CONFLICT', `${table.path}: on a cluster Parquet and other files are runs of their own`)
  return table !== undefined
}

async function textInput(given: Given): Promise<ClusterInput> {
  const { session, files, old } = given
  const lines = await linesOf(given)
  const records = await recordsOf(given)
  for (const name of ['docs', 'new'] as const)
    await session.command(
      `CREATE OR REPLACE TEMPORARY VIEW leitong_${name} AS ${[...lines[name], ...(records?.[name] ?? [])].join(' UNION ALL ')}`,
    )
  return {
    async writeKept(keptOf, uri) {
      const kept = keptOf([...lines.new, ...((await records?.kept()) ?? [])].join(' UNION ALL '))
      const [first] = files
      const hasMark = !old && first && (records?.isMarked ?? (await isMarked(session, first)))
      await session.write(withoutNumbers(hasMark ? await marked(session, kept) : kept), 'text', uri, ['file'])
    },
  }
}

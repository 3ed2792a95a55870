/** Parquet: Spark reads the rows, and hands those columns that are compared to workers as JSON, as they would be on one machine. */
import { LeitongError } from '../../errors.js'
import { fieldsOf } from '../../methods/fields.js'
import { recordPlan } from '../../reading/row-plans.js'
import { checkColumns } from '../../sources/formats/columns.js'
import { FORMATS } from '../../sources/formats/formats.js'
import { identifier, literal } from '../sql.js'
import type { ClusterInput, Given } from './input.js'

/** Types whose values JSON spells in one way only. */
const PLAIN = /^(string|boolean|tinyint|smallint|int|bigint|varchar\(\d+\)|char\(\d+\)|array<string>)$/
/** Types whose values can be compared, however they are spelled. */
const RANKED = /^(date|double|float)$/

/** @throws {LeitongError} `FIELD_MISSING`, `OPTION_CONFLICT` for types that JSON may spell in several ways */
export async function parquetInput({ session, files, old, options, spec }: Given): Promise<ClusterInput> {
  const viewRows = (name: string, read: Given['files']) =>
    session.view(
      `leitong_rows_${name}`,
      'parquet',
      read.map(({ path }) => path),
      { mergeSchema: 'true' },
      ['*', '_metadata.file_path AS leitong_url', '_metadata.row_index AS leitong_row'],
    )
  await viewRows('docs', files)
  await viewRows('new', files.slice(old))
  const columns = (await session.rows('DESCRIBE leitong_rows_new'))
    .map(({ col_name, data_type }) => ({ name: String(col_name), type: String(data_type) }))
    .filter(({ name }) => name !== 'leitong_url' && name !== 'leitong_row')
  const names = columns.map(({ name }) => name)
  const fields = fieldsOf(options)
  const row = recordPlan(options, FORMATS.parquet, spec)
  checkColumns(files[old]?.path ?? '', { start: 0, columns: names }, row ? { ...fields, row } : fields)
  const { id, text, title, rank, info = [] } = fields
  const compared = new Set([id, ...(row ? [...row.key, ...row.fields.map(({ name }) => name)] : text), title, ...info])
  const wanted = columns.filter(({ name }) => compared.has(name) || name === rank)
  for (const { name, type } of wanted)
    if (!PLAIN.test(type) && (compared.has(name) || !RANKED.test(type)))
      throw new LeitongError(
        'OPTION_CONFLICT',
        `the column "${name}" has the type ${type}, which is not carried on a cluster (--engine): make it a text`,
      )
  const pairs = wanted.map(({ name }) => `${literal(name)}, t.${identifier(name)}`)
  const value = `to_json(named_struct(${pairs.join(', ')}), map('ignoreNullFields', 'false'))`
  for (const name of ['docs', 'new'])
    await session.command(
      `CREATE OR REPLACE TEMPORARY VIEW leitong_${name} AS SELECT /*+ BROADCAST(f) */
         shiftleft(f.number, 40) + t.leitong_row AS doc, f.number AS file, ${value} AS value
       FROM leitong_rows_${name} t LEFT JOIN leitong_files f ON t.leitong_url = f.url`,
    )
  return {
    async writeKept(keptOf, uri) {
      const all = names.map((name) => `d.${identifier(name)}`).join(', ')
      const rows = `SELECT /*+ BROADCAST(f) */ shiftleft(f.number, 40) + d.leitong_row AS doc, lpad(f.number, 6, '0') AS leitong_file, ${all}
        FROM leitong_rows_new d JOIN leitong_files f ON d.leitong_url = f.url`
      await session.write(`SELECT leitong_file, ${all} FROM (${keptOf(rows)}) d`, 'parquet', uri, ['leitong_file'])
    },
  }
}

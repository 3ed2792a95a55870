/** Tables of databases as inputs. */
import { rankFieldOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import { DatabaseTable } from '../sources/databases/table.js'
import { parseDatabaseUrl } from '../sources/databases/url.js'
import { jsonl } from '../sources/formats/jsonl.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import type { TableInput } from './input.js'
import { tableFields } from './row-plans.js'

/**
 * Opens a table by the URL of its database. Its rows are spooled as JSON lines.
 *
 * @param spec  instead of the fields file of the options
 * @throws {LeitongError} `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`
 */
export async function openTable(url: string, options: Options, spec?: FieldsSpec): Promise<TableInput> {
  const target = parseDatabaseUrl(url, process.env)
  const rank = rankFieldOf(options.keep)
  const table = await DatabaseTable.open(target, {
    ...(options.table === undefined ? {} : { table: options.table }),
    ...(options.query === undefined ? {} : { query: options.query }),
    ...(rank === undefined ? {} : { rank }),
    fields: spec ?? tableFields(options),
  })
  return {
    kind: 'table',
    name: table.name,
    format: jsonl,
    row: table.plan,
    table,
  }
}

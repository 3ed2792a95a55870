/** A table of a database as an input of the batch. */

import { rankFieldOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import { DatabaseTable } from '../sources/databases/table.js'
import { parseDatabaseUrl } from '../sources/databases/url.js'
import { FORMATS } from '../sources/formats/formats.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import type { InputFile } from './input.js'
import { tableFields } from './row-plans.js'

/**
 * Opens a table by the URL of its database. Its rows are spooled as JSON lines.
 *
 * @param spec  instead of the fields file of the options
 * @throws {LeitongError} `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`
 */
export async function openTable(url: string, options: Options, spec?: FieldsSpec): Promise<InputFile> {
  const target = parseDatabaseUrl(url, process.env)
  const rank = rankFieldOf(options.keep)
  const table = await DatabaseTable.open(target, {
    ...(options.table === undefined ? {} : { table: options.table }),
    ...(options.query === undefined ? {} : { query: options.query }),
    ...(rank === undefined ? {} : { rank }),
    fields: spec ?? tableFields(options),
  })
  return {
    name: table.name,
    path: '',
    format: FORMATS.jsonl,
    compression: undefined,
    size: undefined,
    listed: false,
    row: table.plan,
    table,
    stream: table.lines(),
  }
}

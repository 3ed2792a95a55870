/** A table as the source of a sync: its rows from a position on. */
import { LeitongError } from '../../errors.js'
import { readFields } from '../../methods/fields.js'
import type { Options } from '../../options/options.js'
import { tableFields } from '../../reading/row-plans.js'
import { DatabaseTable } from '../../sources/databases/table.js'
import { parseDatabaseUrl } from '../../sources/databases/url.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { decodeItem, type SyncSource } from './items.js'
import { refuseRules } from './rules.js'

/**
 * @param columns  that make the position of a row
 * @throws {LeitongError} `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`
 */
export async function openTable(
  url: string,
  columns: readonly string[],
  options: Options,
  spec: FieldsSpec | undefined,
): Promise<SyncSource> {
  const { table: name, query } = options
  const table = await DatabaseTable.open(parseDatabaseUrl(url, process.env), {
    ...(name === undefined ? {} : { table: name }),
    ...(query === undefined ? {} : { query }),
    fields: spec ?? tableFields(options),
    position: columns,
  })
  if (!table.plan.key.length)
    throw new LeitongError('FIELDS_FILE', table.name, 'rows need a key to be told apart when they come again: "key" in the fields file')
  refuseRules(table.plan, table.name, options)
  const fields = { ...readFields(options), row: table.plan }
  return {
    name: table.name,
    isStream: false,
    unplaced: () => table.unplaced(columns),
    async *items(from) {
      for await (const { line, position } of table.tail(columns, from)) {
        const item = decodeItem(line, fields, options, table.name)
        if (item) yield { ...item, position }
      }
    },
  }
}

/** A table of a database as an input of the batch. */
import { LeitongError } from '../errors.js'
import { DatabaseTable } from '../sources/database/table.js'
import { parseDatabaseUrl } from '../sources/database/url.js'
import { FORMATS } from '../sources/formats.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import type { InputFile } from './inputs.js'
import { preferenceOf } from './keep.js'
import type { Options } from './options.js'
import { tableFields } from './row-plans.js'
import type { Run } from './run.js'

/**
 * Opens a table by the URL of its database. Its rows are spooled as JSON lines.
 *
 * @param spec  instead of the fields file of the options
 * @throws {LeitongError} `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`
 */
export async function openDatabase(url: string, options: Options, spec?: FieldsSpec): Promise<InputFile> {
  const target = parseDatabaseUrl(url, process.env)
  const rank = rankOf(options)
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

const rankOf = ({ keep }: Options) => (preferenceOf(keep) === 'rank' ? keep.slice(keep.indexOf(':') + 1) : undefined)

/**
 * The one table that results can go to.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`, `RESULTS_TABLE`, `DATABASE_…`
 */
export async function checkResultsTable(inputs: readonly InputFile[], name: string): Promise<void> {
  const [input] = inputs
  if (inputs.length !== 1 || !input?.table) throw new LeitongError('OPTION_CONFLICT', '--results-table needs one database as input')
  await input.table.checkResults(name)
}

/** Stores the groups of a run in a new table of the database its rows came from. */
export async function storeResults({ inputs, documents, outcome }: Run, name: string): Promise<void> {
  await inputs[0]?.table?.storeResults(
    name,
    (function* () {
      for (const { number, kept, members } of outcome.groups) {
        for (const document of members) {
          const { similarity, distance } = outcome.decide(document)
          yield {
            group: number,
            key: documents.idOf(document),
            kept: document === kept,
            similarity: similarity ?? null,
            distance: distance ?? null,
          }
        }
      }
    })(),
  )
}

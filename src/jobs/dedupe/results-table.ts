/** Groups of a run as a new table of the database that its rows came from. */
import { LeitongError } from '../../errors.js'
import type { Input } from '../../reading/input.js'
import type { ResultRow } from '../../sources/databases/results.js'
import { changed } from '../../writing/changed.js'
import type { Run } from './dedupe.js'

/**
 * The one table that results can go to.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`, `RESULTS_TABLE`, `DATABASE_…`
 */
export async function checkResultsTable(inputs: readonly Input[], name: string, replace: boolean): Promise<void> {
  const [input] = inputs
  if (inputs.length !== 1 || input?.kind !== 'table')
    throw new LeitongError('OPTION_CONFLICT', '--results-table needs one database as input')
  await input.table.checkResults(name, replace)
}

/**
 * Stores the groups of a run in a table of the database its rows came from.
 *
 * @param replace  a table of results of that name is replaced in one step
 */
export const storeResults = ({ context: { inputs, documents }, decisions }: Run, name: string, replace: boolean): Promise<void> =>
  storeRows(
    inputs,
    (function* () {
      for (const { number, kept, members } of decisions.groups) {
        for (const document of members) {
          const { similarity, distance } = decisions.decide(document)
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
    name,
    replace,
  )

/** Stores rows in a table of the database that the one input is a table of. */
export async function storeRows([input]: readonly Input[], rows: Iterable<ResultRow>, name: string, replace: boolean): Promise<void> {
  if (input?.kind !== 'table') return
  await input.table.storeResults(name, rows, replace)
  changed(name)
}

/** Groups of a run as a new table of the database that its rows came from. */
import { LeitongError } from '../../errors.js'
import type { InputFile } from '../../reading/input.js'
import type { Run } from './dedupe.js'

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
export async function storeResults({ inputs, documents, decisions: outcome }: Run, name: string): Promise<void> {
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

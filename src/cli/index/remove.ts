/** `leitong index remove`: documents out of an index, by id. */
import { Command } from 'commander'
import { parseJson } from '../../reading/whole-numbers-json.js'
import { printLine } from '../answers.js'
import { EXISTING, URL_HELP, withIndex } from './opening.js'

export function removeCommand(): Command {
  return new Command('remove')
    .description('remove documents by id: JSON lines')
    .argument('<url>', URL_HELP)
    .argument('<id...>', 'ids: as JSON (7, "7"), anything else as text')
    .action((url: string, ids: string[]) =>
      withIndex(url, EXISTING, async (index) => {
        for await (const answer of index.removeAll(ids.map(parseId))) await printLine(answer)
      }),
    )
}

function parseId(id: string): unknown {
  try {
    return parseJson(id)
  } catch {
    return id
  }
}

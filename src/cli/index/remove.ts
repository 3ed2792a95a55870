/** `leitong index remove`: documents out of an index, by id. */
import { Command } from 'commander'
import { parseJson } from '../../reading/whole-numbers-json.js'
import { printLine } from '../answers.js'
import { EXISTING, URL_HELP, withIndex } from './opening.js'

export function removeCommand(): Command {
  return new Command('remove')
    .description('remove documents by id: JSON lines')
    .argument('<url>', URL_HELP)
    .argument('<id...>', 'ids: as JSON (7, "7"), anything else as text; a 7 that is not there is looked for as "7"')
    .action((url: string, ids: string[]) =>
      withIndex(url, EXISTING, async (index) => {
        const given = ids.map(parseId)
        let place = 0
        for await (const answer of index.removeAll(given)) {
          const [id, text] = [given[place], ids[place] as string]
          place++
          // Ids of CSV and of most tables are texts, also where they look like numbers.
          const isText = !answer.removed && typeof id !== 'string' && (await index.remove(text))
          await printLine(isText ? { id: text, removed: true } : answer)
        }
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

/** Documents of the inputs that a command names; what cannot be judged goes to standard error. */
import { LeitongError } from '../../errors.js'
import type { LiveDocument } from '../../jobs/live/document.js'
import type { Options } from '../../options/options.js'
import { readDocuments } from '../../reading/documents.js'
import { expandInputs } from '../../reading/inputs.js'
import { count } from '../terminal.js'

export const INPUT_HELP = 'files, folders, patterns, or - for standard input'

/** Rejects that are shown; the others are counted, so that a broken file does not fill the screen. */
const SHOWN = 10

/**
 * @param lasting  ids outlive the command, because documents are stored
 * @throws {LeitongError} `STRICT` for the first that cannot be judged, where that is asked for
 */
export async function* documentsOf(inputs: readonly string[], options: Options, lasting: boolean): AsyncGenerator<LiveDocument> {
  let rejects = 0
  for await (const item of readDocuments(await expandInputs(inputs, options), options, lasting)) {
    if ('text' in item) {
      yield { [options.idField]: item.id, [options.textField[0] as string]: item.text }
      continue
    }
    const what = `${item.source}${item.line ? `:${item.line}` : ''}: ${item.reason}`
    if (options.strict) throw new LeitongError('STRICT', 1, what)
    rejects++
    if (rejects <= SHOWN) process.stderr.write(`not judged: ${what}\n`)
  }
  if (rejects > SHOWN) process.stderr.write(`${count(rejects)} records could not be judged\n`)
}

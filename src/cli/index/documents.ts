/** Documents of the inputs that a command names; what cannot be judged goes to standard error. */
import { INFO, type LiveDocument, VALUES } from '../../jobs/live/document.js'
import type { Options } from '../../options/options.js'
import { readDocuments, whereOf } from '../../reading/documents.js'
import { expandInputs } from '../../reading/inputs.js'
import type { PassedOver } from '../../reading/listing.js'
import { summaryLine } from '../notes.js'
import { passedOverLines } from '../passed-over.js'
import { texts } from '../texts/texts.js'

export const INPUT_HELP = 'files, folders, patterns, or - for standard input'

/** Rejects that are shown; the others are counted, so that a broken file does not fill the screen. */
const SHOWN = 10

/**
 * @param lasting  ids outlive the command, because documents are stored
 * @throws {LeitongError} as {@link readDocuments}
 */
export async function* documentsOf(inputs: readonly string[], options: Options, lasting: boolean): AsyncGenerator<LiveDocument> {
  let rejects = 0
  const passedOver: PassedOver = new Map()
  const found = await expandInputs(inputs, options, undefined, passedOver)
  for (const line of passedOverLines(passedOver)) summaryLine(line)
  for await (const item of readDocuments(found, options, lasting)) {
    if ('text' in item) {
      const { id, text, values, info, given } = item
      yield {
        [options.idField]: id,
        [options.textField[0] as string]: given ?? text,
        ...(values ? { [VALUES]: values } : {}),
        ...(info ? { [INFO]: info } : {}),
      }
      continue
    }
    rejects++
    if (rejects <= SHOWN) process.stderr.write(`${texts().notes.notJudged(whereOf(item))}\n`)
  }
  if (rejects > SHOWN) process.stderr.write(`${texts().notes.rejects(rejects)}\n`)
}

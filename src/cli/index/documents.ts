/** Documents of the inputs that a command names; what cannot be judged goes to standard error. */
import { documentOf, type LiveDocument } from '../../jobs/live/document.js'
import { refusals } from '../../jobs/live/emptiness.js'
import type { Options } from '../../options/options.js'
import { readDocuments, whereOf } from '../../reading/documents.js'
import { expandInputs } from '../../reading/inputs.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { summaryLine } from '../notes.js'
import { passedOverLines, takePassedOver } from '../passed-over.js'
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
  const passedOver = takePassedOver()
  const found = await expandInputs(inputs, options, undefined, passedOver)
  for await (const item of readDocuments(found, options, lasting)) {
    if ('text' in item) {
      yield documentOf(item, options)
      continue
    }
    rejects++
    if (rejects <= SHOWN) process.stderr.write(`${texts().notes.notJudged(whereOf(item))}\n`)
  }
  if (rejects > SHOWN) process.stderr.write(`${texts().notes.rejects(rejects)}\n`)
  for (const line of passedOverLines(passedOver)) summaryLine(line)
}

/**
 * Documents without those whose signature is none: one bad value does not end the command.
 *
 * @param options  of the index
 */
export async function* signable(documents: AsyncIterable<LiveDocument>, options: Options): AsyncGenerator<LiveDocument> {
  const refusal = refusals(options)
  let rejects = 0
  for await (const document of documents) {
    const reason = refusal?.(document[options.textField[0] as string])
    if (reason === undefined) {
      yield document
      continue
    }
    rejects++
    if (rejects <= SHOWN) process.stderr.write(`${texts().notes.notJudged(`id ${toJson(document[options.idField])}: ${reason}`)}\n`)
  }
  if (rejects > SHOWN) process.stderr.write(`${texts().notes.rejects(rejects)}\n`)
}

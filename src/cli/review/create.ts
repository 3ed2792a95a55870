/** `leitong review create`: a review of files, run once. */
import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { LeitongError } from '../../errors.js'
import { isObject } from '../../sources/rows/objects.js'
import { summaryLine } from '../notes.js'
import { texts } from '../texts/texts.js'
import { dataFlag, lasting, runOf, withReviews } from './opening.js'

export function createReviewCommand(): Command {
  const command = new Command('create')
    .description('make a review of files and run it; decisions are made on the page of leitong serve')
    .argument('<name>', 'letters, digits, - and _')
    .argument('<input...>', 'files, folders, patterns or database URLs; or index:URL, a live index that keeps texts')
    .addOption(dataFlag())
    .addOption(new Option('--options <file>', 'options of dedupe as a JSON object, as in leitong.config.json'))
    .addOption(new Option('--decisions <file>', 'decisions that the review begins with, JSON lines; the file is copied'))
  return command.action((name: string, inputs: string[]) =>
    withReviews(command.opts()['data'], async (reviews) => {
      const { options, decisions } = command.opts() as Readonly<Record<string, string | undefined>>
      const project = reviews.create(name, lasting(inputs), optionsIn(options), decisions)
      const { documents = 0, groups = 0 } = await runOf(project)
      summaryLine(texts().review.ran(name, documents, groups, 0))
    }),
  )
}

export function optionsIn(path: string | undefined): Readonly<Record<string, unknown>> {
  if (path === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  if (!isObject(value)) throw new LeitongError('OPTION_VALUE', '--options', path, 'a file with a JSON object')
  return value
}

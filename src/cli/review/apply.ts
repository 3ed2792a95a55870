/** `leitong review apply`: what people called duplicates goes, into other files than the source. */
import { Command, Option } from 'commander'
import { LeitongError } from '../../errors.js'
import { planOf } from '../../reviewing/answers.js'
import { applyReview } from '../../reviewing/outputs/apply.js'
import { summaryLine } from '../notes.js'
import { texts } from '../texts/texts.js'
import { dataFlag, MACHINE, withReviews } from './opening.js'

export function applyReviewCommand(): Command {
  const command = new Command('apply')
    .description('say what the decisions of a review would remove; with outputs, write the records that stay')
    .argument('<name>', 'a review')
    .addOption(dataFlag())
    .addOption(new Option('-o, --output <file>', 'the records that stay, byte for byte; never the source'))
    .addOption(new Option('--removed <file>', 'id, duplicate_of, group, by, at: JSON lines, or a table by .csv, .xlsx, .parquet'))
    .addOption(
      new Option(
        '--results-table <name>',
        'where the source is one table of a database: the groups that were decided on, as a new table beside it',
      ),
    )
    .addOption(new Option('--replace', 'with --results-table: a table that holds results is replaced, in one step'))
  return command.action((name: string) =>
    withReviews(command.opts()['data'], async (reviews) => {
      const { output, removed, resultsTable } = command.opts() as Readonly<Record<string, string | undefined>>
      const replace = command.opts()['replace'] === true
      if (replace && resultsTable === undefined) throw new LeitongError('OPTION_CONFLICT', '--replace is for --results-table')
      const project = reviews.get(name)
      const { key, states, ...plan } = planOf(project)
      const open = states.open + states.partly + states.deferred
      summaryLine(texts().review.plan(plan.documents, plan.removed, open))
      const wrote = [output, removed, resultsTable]
      if (wrote.every((one) => one === undefined)) return
      const table = resultsTable === undefined ? undefined : { name: resultsTable, replace }
      await applyReview(project, MACHINE, key, () => ({ output, removed }), table)
      summaryLine(texts().notes.wrote(wrote.filter((path) => path !== undefined).join(', ')))
    }),
  )
}

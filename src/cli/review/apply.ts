/** `leitong review apply`: what people called duplicates goes, into other files than the source. */
import { Command, Option } from 'commander'
import { planOf } from '../../reviewing/answers.js'
import { applyReview } from '../../reviewing/apply.js'
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
  return command.action((name: string) =>
    withReviews(command.opts()['data'], async (reviews) => {
      const { output, removed } = command.opts() as Readonly<Record<string, string | undefined>>
      const project = reviews.get(name)
      const { key, states, ...plan } = planOf(project)
      const open = states.open + states.partly + states.deferred
      summaryLine(texts().review.plan(plan.documents, plan.removed, open))
      if (output === undefined && removed === undefined) return
      await applyReview(project, MACHINE, key, () => ({ output, removed }))
      summaryLine(texts().dedupe.wrote([output, removed].filter((path) => path !== undefined).join(', ')))
    }),
  )
}

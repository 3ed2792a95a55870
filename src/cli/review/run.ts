/** `leitong review run`: the source read again, with the decisions so far. */
import { Command, Option } from 'commander'
import { numberOf } from '../flags.js'
import { summaryLine } from '../notes.js'
import { texts } from '../texts/texts.js'
import { dataFlag, runOf, withReviews } from './opening.js'

export function runReviewCommand(): Command {
  const command = new Command('run')
    .description('run a review again: the source is read anew, decisions stay')
    .argument('<name>', 'a review')
    .addOption(dataFlag())
    .addOption(new Option('--threshold <n>', 'another threshold from now on'))
  return command.action((name: string) =>
    withReviews(command.opts()['data'], async (reviews) => {
      const threshold = numberOf(command.opts(), 'threshold', { kind: 'number', min: 0, max: 1 })
      const { documents = 0, groups = 0, states } = await runOf(reviews.get(name), threshold)
      summaryLine(texts().review.ran(name, documents, groups, states?.decided ?? 0))
    }),
  )
}

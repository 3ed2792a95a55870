/** `leitong review list`: the reviews there are. */
import { Command, Option } from 'commander'
import { printLine } from '../answers.js'
import { summaryLine } from '../notes.js'
import { texts } from '../texts/texts.js'
import { dataFlag, withReviews } from './opening.js'

export function listReviewsCommand(): Command {
  const command = new Command('list')
    .description('the reviews there are, and how far they are')
    .addOption(dataFlag())
    .addOption(new Option('--json', 'each as a JSON object on a line'))
  return command.action(() =>
    withReviews(command.opts()['data'], async (reviews) => {
      for (const review of reviews.list()) {
        const described = review.describe()
        if (command.opts()['json']) await printLine(described)
        else if ('error' in described) summaryLine(`${review.name}: ${described.error}`)
        else process.stdout.write(`${texts().review.listed(review.name, described.groups ?? 0, described.states?.decided ?? 0)}\n`)
      }
    }),
  )
}

/** `leitong review`: groups that people decide on, from the command line; each of its commands has a file here. */
import { Command, Option } from 'commander'
import { printLine } from '../answers.js'
import { numberOf } from '../flags.js'
import { summaryLine } from '../notes.js'
import { texts } from '../texts/texts.js'
import { applyReviewCommand } from './apply.js'
import { createReviewCommand } from './create.js'
import { exportReviewCommand } from './export.js'
import { openReviewCommand } from './open.js'
import { dataFlag, runOf, withReviews } from './opening.js'
import { reviewPassagesCommand } from './passages.js'

const COMMANDS = [createReviewCommand, runReviewCommand, listReviewsCommand, reviewPassagesCommand, exportReviewCommand, applyReviewCommand]

export function reviewCommand(): Command {
  const command = new Command('review').description(
    'groups that people decide on: name files, and their review opens in the browser (docs/review.md)',
  )
  command.addCommand(openReviewCommand(), { isDefault: true })
  for (const make of COMMANDS) command.addCommand(make())
  return command
}

function listReviewsCommand(): Command {
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

function runReviewCommand(): Command {
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

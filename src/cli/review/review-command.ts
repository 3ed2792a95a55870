/** `leitong review`: groups that people decide on, from the command line; each of its commands has a file here. */
import { Command } from 'commander'
import { applyReviewCommand } from './apply.js'
import { createReviewCommand } from './create.js'
import { exportReviewCommand } from './export.js'
import { listReviewsCommand } from './list.js'
import { openReviewCommand } from './open.js'
import { reviewPassagesCommand } from './passages.js'
import { runReviewCommand } from './run.js'

const COMMANDS = [createReviewCommand, runReviewCommand, listReviewsCommand, reviewPassagesCommand, exportReviewCommand, applyReviewCommand]

export function reviewCommand(): Command {
  const command = new Command('review').description(
    'groups that people decide on: name files, and their review opens in the browser (docs/review.md)',
  )
  command.addCommand(openReviewCommand(), { isDefault: true })
  for (const make of COMMANDS) command.addCommand(make())
  return command
}

/** `leitong index verify`: everything that is stored, held against each other. */
import { Command } from 'commander'
import { ExitCode } from '../../errors.js'
import { verifyIndex } from '../../jobs/live/open.js'
import { texts } from '../texts/texts.js'
import { URL_HELP } from './opening.js'

export function verifyCommand(): Command {
  return new Command('verify')
    .description('read everything and hold it against each other; exits with 3 when something is wrong')
    .argument('<url>', URL_HELP)
    .action(async (url: string) => {
      const { records, problems } = await verifyIndex(url)
      for (const problem of problems) process.stdout.write(`${problem}\n`)
      process.stdout.write(`${texts().index.verified(records, problems.length)}\n`)
      if (problems.length) process.exitCode = ExitCode.io
    })
}

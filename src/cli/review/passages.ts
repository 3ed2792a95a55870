/** `leitong review passages`: passages that many documents have, and leaving them out of the runs to come. */
import { Command, Option } from 'commander'
import { LeitongError } from '../../errors.js'
import { LEAST, OVER } from '../../reviewing/boilerplate.js'
import { passagesOf } from '../../reviewing/frequent.js'
import { work } from '../../reviewing/work/work.js'
import { printLine } from '../answers.js'
import { numberOf } from '../flags.js'
import { summaryLine } from '../notes.js'
import { excerpt, printable } from '../terminal.js'
import { texts } from '../texts/texts.js'
import { dataFlag, MACHINE, withReviews } from './opening.js'

export function reviewPassagesCommand(): Command {
  const command = new Command('passages')
    .description('list passages that many documents have; leave some of them out of the next runs')
    .argument('<name>', 'a review')
    .addOption(dataFlag())
    .addOption(new Option('--over <n>', `documents that have it, more than this (default: ${OVER})`))
    .addOption(new Option('--min-length <n>', `characters of a passage, at least (default: ${LEAST})`))
    .addOption(new Option('--leave-out <key...>', 'passages of the list that the next runs leave out'))
    .addOption(new Option('--take-in <key...>', 'passages that the next runs take in again'))
    .addOption(new Option('--by <name>', 'who says so'))
    .addOption(new Option('--json', 'each as a JSON object on a line'))
  return command.action((name: string) =>
    withReviews(command.opts()['data'], async (reviews) => {
      const project = reviews.get(name)
      const { leaveOut = [], takeIn = [], by } = command.opts() as Readonly<Record<string, string[] | undefined>> & { by?: string }
      if (leaveOut.length || takeIn.length) {
        if (by === undefined) throw new LeitongError('OPTION_CONFLICT', '--leave-out and --take-in need --by, the name of who says so')
        for (const key of leaveOut) project.leaveOut(key, true, by)
        for (const key of takeIn) project.leaveOut(key, false, by)
      } else {
        const over = numberOf(command.opts(), 'over', { kind: 'integer', min: 1 }) ?? OVER
        const least = numberOf(command.opts(), 'minLength', { kind: 'integer', min: 2, max: 1_000_000 }) ?? LEAST
        await work(project, MACHINE, { work: 'passages', least, over })
      }
      const { passages, total, leftOut } = passagesOf(project, project.seenBy(MACHINE))
      for (const passage of passages)
        if (command.opts()['json']) await printLine(passage)
        else
          process.stdout.write(
            `${passage.leftOut ? '-' : ' '} ${passage.key} ${passage.documents}× ${printable(excerpt(passage.text, 60))}\n`,
          )
      summaryLine(texts().review.passages(passages.length, Math.max(total, passages.length), leftOut))
    }),
  )
}

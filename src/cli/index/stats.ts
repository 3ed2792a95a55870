/** `leitong index stats`: the size and the options of an index. */
import { Command, Option } from 'commander'
import type { LiveStats } from '../../jobs/live/live-index.js'
import { printLine } from '../answers.js'
import { bytes, count } from '../terminal.js'
import { texts } from '../texts/texts.js'
import { EXISTING, URL_HELP, withIndex } from './opening.js'

export function statsCommand(): Command {
  const command = new Command('stats')
    .description('how many documents, how much room, which options')
    .argument('<url>', URL_HELP)
    .addOption(new Option('--json', 'everything as one JSON object'))
  return command.action((url: string) =>
    withIndex(url, EXISTING, async (index) => {
      const stats = await index.stats()
      if (command.opts()['json']) await printLine(stats)
      else process.stdout.write(describe(stats))
    }),
  )
}

function describe({ documents, bytes: size, details, signature, keep, created }: LiveStats): string {
  const lines = [
    texts().index.stats(documents, size === undefined ? undefined : bytes(size), keep, created),
    signature,
    ...Object.entries(details).map(([name, value]) => `${name}: ${typeof value === 'number' ? count(value) : value}`),
  ]
  return `${lines.join('\n')}\n`
}

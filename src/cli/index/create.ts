/** `leitong index create`: an empty index with its options. */
import { Command, Option } from 'commander'
import { printLine } from '../answers.js'
import { addOptions } from '../flags.js'
import { DIGESTS, KEEP, parseIndexOptions, URL_HELP, withIndex } from './opening.js'

export function createCommand(): Command {
  const command = new Command('create')
    .description('make an empty index')
    .argument('<url>', URL_HELP)
    .addOption(KEEP)
    .addOption(DIGESTS)
    .addOption(new Option('--block-limit <n>', 'servers: postings of one key before it is split (default: 1000)'))
    .addOption(
      new Option('--overflow <n>', 'servers, simhash: split a key beyond (1 + n) times the mean of all buckets instead (wang2019: 2)'),
    )
  addOptions(command, 'index create')
  return command.action((url: string) =>
    withIndex(url, parseIndexOptions(command, []).given, async (index) => {
      const { documents, signature } = await index.stats()
      await printLine({ url: index.url, documents, signature })
    }),
  )
}

/** Flags of outputs that are folders. */
import { type Command, Option } from 'commander'
import { COMPRESSIONS } from '../../jobs/dedupe/kept/shards.js'

/** @param group  the heading in the help */
export function addShardFlags(command: Command, group = 'Output:'): void {
  const choice = new Option('--compress <name>', 'with FOLDER/: the compression of all its files; without it each has that of its input')
  command.addOption(choice.choices(COMPRESSIONS).helpGroup(group))
  const resume = new Option('--resume', 'with FOLDER/: go on where a run over the same files stopped; what is written is not written again')
  command.addOption(resume.helpGroup(group))
}

/** `leitong completion`: a script that completes commands, options and values in a shell. */
import { Argument, Command } from 'commander'
import { completionScript, type Shell } from './help/completion/completion.js'
import { describeCommand, SHELLS } from './help/model.js'

export function completionCommand(): Command {
  const command = new Command('completion')
    .description('print the script that completes commands, options and values in a shell')
    .addArgument(new Argument('<shell>', SHELLS.join(', ')).choices(SHELLS))
  return command.action((shell: Shell) => {
    process.stdout.write(completionScript(describeCommand(command.parent as Command), shell))
  })
}

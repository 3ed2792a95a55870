/** `leitong completion`: a script that completes commands, options and values in a shell. */
import { Argument, Command } from 'commander'
import { bashScript } from './help/completion/bash.js'
import { fishScript } from './help/completion/fish.js'
import { zshScript } from './help/completion/zsh.js'
import { type CommandModel, describeCommand, SHELLS } from './help/model.js'

export function completionCommand(): Command {
  const command = new Command('completion')
    .description('print the script that completes commands, options and values in a shell')
    .addArgument(new Argument('<shell>', SHELLS.join(', ')).choices(SHELLS))
  return command.action((shell: Shell) => {
    process.stdout.write(completionScript(describeCommand(command.parent as Command), shell))
  })
}

type Shell = (typeof SHELLS)[number]

/** Scripts that complete the command in a shell; all of them are made from the same description of the commands. */
const SCRIPTS: Readonly<Record<Shell, (program: CommandModel) => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** @param program  the root, with all commands */
const completionScript = (program: CommandModel, shell: Shell): string => SCRIPTS[shell](program)

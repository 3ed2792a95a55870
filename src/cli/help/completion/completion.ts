/** Scripts that complete the command in a shell; all of them are made from the same description of the commands. */
import type { CommandModel, SHELLS } from '../model.js'
import { bashScript } from './bash.js'
import { fishScript } from './fish.js'
import { zshScript } from './zsh.js'

export type Shell = (typeof SHELLS)[number]

const SCRIPTS: Readonly<Record<Shell, (program: CommandModel) => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** @param program  the root, with all commands */
export const completionScript = (program: CommandModel, shell: Shell): string => SCRIPTS[shell](program)

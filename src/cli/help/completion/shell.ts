/** What the scripts for all shells have in common. */
import type { CommandModel } from '../model.js'

/** A command and all below it. */
export const allCommands = (program: CommandModel): CommandModel[] => [program, ...program.commands.flatMap(allCommands)]

/** The commands that have a name, each with the path above it. */
export const namedCommands = (program: CommandModel): { readonly above: string; readonly name: string; readonly path: string }[] =>
  allCommands(program)
    .filter(({ path }) => path)
    .map(({ path, name }) => ({ path, name, above: path.slice(0, -name.length).trim() }))

/** A text in single quotes, where nothing but a quote means anything. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The beginning of a help text, for one line of a menu. */
export const brief = (help: string): string => (help.length <= 70 ? help : `${help.slice(0, 70).replace(/\s\S*$/, '')} …`)

/** Completion for fish. */
import type { CommandModel, OptionModel } from '../model.js'
import { allCommands, brief, namedCommands } from './shell.js'

/** In single quotes of fish, where a backslash and a quote want a backslash. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, (c) => `\\${c}`)}'`

/** What follows an option. */
function valuesOf({ argument, values: { kind, of } }: OptionModel): string {
  if (!argument) return ''
  if (kind === 'choice') return ` -x -a ${quoted(of.join(' '))}`
  if (kind === 'list') return ` -x -a ${quoted(`(__fish_append , ${of.join(' ')})`)}`
  if (kind === 'folder') return " -x -a '(__fish_complete_directories)'"
  return kind === 'file' ? ' -r -F' : ' -x'
}

function linesOf({ path, commands, options, arguments: [first] }: CommandModel): string[] {
  const here = `complete -c leitong -n ${quoted(`__leitong_at ${quoted(path)}`)}`
  const operands = commands.length
    ? commands.map(({ name, summary }) => `${here} -a ${name} -d ${quoted(brief(summary))}`)
    : first?.values.kind === 'choice'
      ? [`${here} -a ${quoted(first.values.of.join(' '))}`]
      : first?.values.kind === 'file'
        ? [`${here} -F`]
        : []
  return [
    ...operands,
    ...options.map(
      (option) =>
        `${here}${option.short ? ` -s ${option.short.slice(1)}` : ''} -l ${option.long.slice(2)}${valuesOf(option)} -d ${quoted(brief(option.help))}`,
    ),
  ]
}

export function fishScript(program: CommandModel): string {
  return `# Completion of leitong for fish: leitong completion fish > ~/.config/fish/completions/leitong.fish
function __leitong_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        switch "$path:$word"
${namedCommands(program)
  .map(({ above, name, path }) => `            case ${quoted(`${above}:${name}`)}\n                set path ${quoted(path)}`)
  .join('\n')}
        end
    end
    test "$path" = "$argv[1]"
end

complete -c leitong -f
${allCommands(program).flatMap(linesOf).join('\n')}
`
}

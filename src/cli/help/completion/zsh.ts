/** Completion for zsh, by its own `_arguments`. */
import type { ArgumentModel, CommandModel, OptionModel } from '../model.js'
import { allCommands, brief, quoted } from './shell.js'

const functionOf = ({ path }: CommandModel) => ['_leitong', ...path.split(' ').filter(Boolean)].join('_')

/** Characters that mean something in a specification. */
const plain = (text: string) => text.replace(/[\\[\]:]/g, (c) => `\\${c}`)

/** The action for a value. */
function actionOf({ kind, of }: OptionModel['values']): string {
  if (kind === 'choice') return `(${of.map((value) => value.replaceAll(':', '\\:')).join(' ')})`
  if (kind === 'list') return `_values -s , value ${of.join(' ')}`
  if (kind === 'folder') return '_files -/'
  return kind === 'file' ? '_files' : ' '
}

function optionSpec({ short, long, argument, help, values }: OptionModel): string {
  const said = `[${plain(brief(help))}]${argument ? `:${plain(argument.replace(/[<>]/g, ''))}:${actionOf(values)}` : ''}`
  return short ? `${quoted(`(${short} ${long})`)}{${short},${long}}${quoted(said)}` : quoted(long + said)
}

const operandSpec = ({ name, variadic, required, values }: ArgumentModel, at: number): string =>
  quoted(`${variadic ? '*' : at + 1}${required ? ':' : '::'}${plain(name)}:${actionOf(values)}`.replace(/^\*::/, '*:'))

function body({ commands, options, arguments: operands, ...command }: CommandModel): string {
  const specs = options.map(optionSpec)
  if (!commands.length) return `  _arguments -s -S \\\n    ${[...specs, ...operands.map(operandSpec)].join(' \\\n    ')}`
  return `  local curcontext="$curcontext" state line
  _arguments -s -S -C \\
    ${[...specs, "'1:command:->command'", "'*::argument:->argument'"].join(' \\\n    ')}
  case $state in
  command)
    local -a commands=(
      ${commands.map(({ name, summary }) => quoted(`${name}:${plain(brief(summary))}`)).join('\n      ')}
    )
    _describe command commands
    ;;
  argument)
    case $words[1] in
    ${commands.map(({ name }) => `${name}) ${functionOf({ ...command, path: `${command.path} ${name}` } as CommandModel)} ;;`).join('\n    ')}
    esac
    ;;
  esac`
}

export function zshScript(program: CommandModel): string {
  const functions = allCommands(program).map((command) => `${functionOf(command)}() {\n${body(command)}\n}\n`)
  return `#compdef leitong
# Completion of leitong for zsh: source <(leitong completion zsh), or as _leitong in a folder of $fpath

${functions.join('\n')}
if [ "$funcstack[1]" = _leitong ]; then
  _leitong "$@"
else
  compdef _leitong leitong
fi
`
}

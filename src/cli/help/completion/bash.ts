/** Completion for bash; also for versions without `mapfile`. */
import type { CommandModel, OptionModel } from '../model.js'
import { allCommands, namedCommands, quoted } from './shell.js'

const words = (list: readonly string[]) => `COMPREPLY=($(compgen -W ${quoted(list.join(' '))} -- "$cur"))`
const FILES = '_leitong_files'

/** The statement that fills COMPREPLY with the values of an option. */
function valuesOf({ values: { kind, of } }: OptionModel): string {
  if (kind === 'choice') return words(of) + (of.some((value) => value.endsWith(':')) ? '; compopt -o nospace 2>/dev/null' : '')
  if (kind === 'list') return `_leitong_list ${quoted(of.join(' '))}`
  if (kind === 'folder') return `${FILES} -d`
  return kind === 'file' ? FILES : ':'
}

function operandsOf({ commands, arguments: [first] }: CommandModel): string {
  if (commands.length) return words(commands.map(({ name }) => name))
  if (!first) return ':'
  return first.values.kind === 'choice' ? words(first.values.of) : first.values.kind === 'file' ? FILES : ':'
}

/** `case` arms, those with the same statement together. */
function arms(entries: readonly (readonly [pattern: string, statement: string])[]): string[] {
  const patterns = new Map<string, string[]>()
  for (const [pattern, statement] of entries) patterns.set(statement, [...(patterns.get(statement) ?? []), quoted(pattern)])
  return [...patterns].map(([statement, of]) => `    ${of.join(' | ')}) ${statement} ;;`)
}

export function bashScript(program: CommandModel): string {
  const commands = allCommands(program)
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ argument }) => argument)
      .flatMap((option) =>
        [option.long, ...(option.short ? [option.short] : [])].map((flag) => [`${path}:${flag}`, valuesOf(option)] as const),
      ),
  )
  const flags = commands.map(
    ({ path, options }) => [path, words(options.flatMap(({ short, long }) => (short ? [short, long] : [long])))] as const,
  )
  return `# Completion of leitong for bash: source <(leitong completion bash)
_leitong_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "\${1:--f}" -- "$cur"))
}

_leitong_list() {
  local before=''
  case "$cur" in *,*) before="\${cur%,*}," ;; esac
  compopt -o nospace 2>/dev/null
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "\${cur##*,}"))
}

_leitong() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" path='' i
  # --option=value comes as three words.
  if [ "$cur" = '=' ]; then cur=''; elif [ "$prev" = '=' ]; then prev="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path:\${COMP_WORDS[i]}" in
${namedCommands(program)
  .map(({ above, name, path }) => `      ${quoted(`${above}:${name}`)}) path=${quoted(path)} ;;`)
  .join('\n')}
    esac
  done
  COMPREPLY=()
  case "$path:$prev" in
${arms(values).join('\n').replaceAll(' ;;', '; return ;;')}
  esac
  case "$cur" in
  -*)
    case "$path" in
${arms(flags).join('\n')}
    esac
    return
    ;;
  esac
  case "$path" in
${arms(commands.map((command) => [command.path, operandsOf(command)] as const)).join('\n')}
  esac
}

complete -F _leitong leitong
`
}

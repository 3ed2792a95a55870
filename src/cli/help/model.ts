/** The commands as data, in the language that is set: help, completions and the man page are made from it. */
import type { Argument, Command, Option } from 'commander'
import { optionDefault, optionHelp } from '../../options/option.js'
import { CORPUS_KINDS } from '../../research/generating/options.js'
import { OPTIONS } from '../../resolving/table.js'
import { optionBehind } from '../flags.js'
import { COMMANDS_ZH, EVERY_ZH } from '../texts/commands.zh.js'
import { HEADINGS_ZH, OPTIONS_ZH } from '../texts/options.zh.js'
import { languageNow, texts } from '../texts/texts.js'
import { GUIDES } from './guides.js'

/** The values that a completion offers. */
interface Values {
  /** A list takes several of them, separated by commas. */
  readonly kind: 'choice' | 'list' | 'file' | 'folder' | 'any'
  readonly of: readonly string[]
}

export interface OptionModel {
  readonly long: string
  readonly short?: string
  /** As help shows it, `<n>`; undefined for a flag. */
  readonly argument?: string
  readonly help: string
  readonly group: string
  /** The owner: this command, the table of options, or every command. */
  readonly of: 'command' | 'table' | 'every'
  readonly values: Values
}

export interface ArgumentModel {
  readonly name: string
  readonly help: string
  readonly required: boolean
  readonly variadic: boolean
  readonly values: Values
}

export interface CommandModel {
  /** Its name with those above it, without the program: `index add`; empty for the program itself. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly usage: string
  readonly arguments: readonly ArgumentModel[]
  readonly options: readonly OptionModel[]
  readonly commands: readonly CommandModel[]
  /** Long flags of the short help. */
  readonly common: readonly string[]
  readonly examples: readonly { readonly command: string; readonly text: string }[]
}

/** The flags that main.ts gives to every command. */
export const GLOBAL_FLAGS = ['--quiet', '--verbose', '--lang', '--help', '--version'] as const
export const SHELLS = ['bash', 'zsh', 'fish'] as const

const NOTHING: Values = { kind: 'any', of: [] }
/** Rules of `--keep` that are complete as they stand, and those that want a field. */
const KEEP_VALUES = ['first', 'last', 'longest', 'shortest', 'newest:', 'oldest:', 'highest:', 'lowest:']

/** A command and those below it. */
export function describeCommand(command: Command): CommandModel {
  const names = namesOf(command)
  const path = names.join(' ')
  const key = path || command.name()
  const zh = languageNow() === 'zh' ? COMMANDS_ZH[key] : undefined
  const guide = GUIDES[key] ?? { common: [], examples: [] }
  const operands = command.registeredArguments.map((argument) => describeArgument(argument, zh?.arguments?.[argument.name()]))
  return {
    path,
    name: command.name(),
    summary: zh?.summary ?? command.description(),
    usage: ['leitong', ...names, usageOf(command, operands)].join(' '),
    arguments: operands,
    options: [...command.options.map((option) => describeOption(option, zh?.options)), helpFlag()],
    commands: command.commands.map(describeCommand),
    common: guide.common,
    examples: guide.examples.map(({ command: line, ...said }) => ({ command: line, text: said[languageNow()] })),
  }
}

/** Its name and those above it, without the program. */
const namesOf = (command: Command): string[] => (command.parent ? [...namesOf(command.parent), command.name()] : [])

/** The parser keeps it apart from the options. */
function helpFlag(): OptionModel {
  const { global, shortHelp, longHelp } = texts().help
  return { short: '-h', long: '--help', help: `-h: ${shortHelp}; --help: ${longHelp}`, group: global, of: 'every', values: NOTHING }
}

function usageOf(command: Command, operands: readonly ArgumentModel[]): string {
  const { help } = texts()
  if (command.commands.length) return `${help.command} [${help.options}]`
  const shown = operands.map(({ name, required, variadic }) => {
    const word = name.toUpperCase() + (variadic ? '...' : '')
    return required ? word : `[${word}]`
  })
  const mandatory = command.options.filter((option) => option.mandatory).map((option) => `${option.long} FILE`)
  return [`[${help.options}]`, ...shown, ...mandatory].join(' ')
}

function describeArgument(argument: Argument, zh: string | undefined): ArgumentModel {
  const name = argument.name()
  const of = name === 'kind' ? CORPUS_KINDS : name === 'shell' ? SHELLS : []
  const values: Values = of.length ? { kind: 'choice', of } : name === 'id' ? NOTHING : { kind: 'file', of: [] }
  return { name, help: zh ?? argument.description, required: argument.required, variadic: argument.variadic, values }
}

function describeOption(option: Option, zh: Readonly<Record<string, string>> | undefined): OptionModel {
  const long = option.long ?? option.flags
  const argument = /[<[].*/.exec(option.flags)?.[0]
  const group = (option.helpGroupHeading ?? '').replace(/:$/, '')
  const isGlobal = (GLOBAL_FLAGS as readonly string[]).includes(long)
  return {
    long,
    ...(option.short ? { short: option.short } : {}),
    ...(argument ? { argument } : {}),
    help: helpOf(option, zh?.[long]),
    group: isGlobal ? texts().help.global : ((languageNow() === 'zh' ? HEADINGS_ZH[group] : undefined) ?? group),
    of: isGlobal ? 'every' : optionBehind(option) || long === '--config' ? 'table' : 'command',
    values: argument ? valuesOf(option, argument) : NOTHING,
  }
}

function helpOf(option: Option, own: string | undefined): string {
  const { help } = texts()
  const isChinese = languageNow() === 'zh'
  const behind = optionBehind(option)
  if (behind) {
    const { name, spec } = behind
    const [text, derived] = (isChinese ? OPTIONS_ZH[name] : undefined) ?? []
    const said =
      text === undefined ? optionHelp(spec) : optionHelp({ ...spec, help: text, ...(spec.without ? { without: text } : {}) }, help.oneOf)
    // A flag is off unless it is given.
    if (spec.kind === 'flag') return said
    return said + help.default(optionDefault({ ...spec, ...(derived && spec.derived ? { derived } : {}) }) || help.none)
  }
  const said = own ?? (isChinese ? EVERY_ZH[option.long ?? ''] : undefined) ?? option.description
  const choices = option.argChoices?.filter((choice) => !option.flags.includes(choice) && !said.includes(choice))
  return choices?.length ? said + help.choices((option.argChoices as string[]).join(', ')) : said
}

function valuesOf(option: Option, argument: string): Values {
  if (option.argChoices) return { kind: 'choice', of: option.argChoices }
  const spec = optionBehind(option)?.spec
  if (spec?.kind === 'choice') return { kind: 'choice', of: spec.of.map(String) }
  if (spec?.kind === 'list' && spec.of) return { kind: 'list', of: spec.of }
  if (spec === OPTIONS.keep) return { kind: 'choice', of: KEEP_VALUES }
  if (argument === '<folder>') return { kind: 'folder', of: [] }
  return /^<files?>$/.test(argument) ? { kind: 'file', of: [] } : NOTHING
}

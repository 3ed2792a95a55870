/** Help as text: short (`-h`) with what is used most, long (`--help`) with everything. */
import type { Command } from 'commander'
import { columns } from '../terminal.js'
import { texts } from '../texts/texts.js'
import { type CommandModel, describeCommand, type OptionModel } from './model.js'
import { twoColumns, wrap } from './wrap.js'

/** Columns of the names of options, with the space around them. */
const COLUMN = 28

/**
 * The help of a command.
 *
 * @param isLong  every option, otherwise those used most
 * @param width   in columns
 */
export function formatHelp(command: Command, isLong: boolean, width: number): string {
  const model = describeCommand(command)
  const lines = isLong ? longHelp(model, width) : shortHelp(model, width)
  return `${lines.join('\n')}\n`
}

/** `-o, --output <file>` */
export const flagsOf = ({ short, long, argument }: OptionModel): string =>
  `${short ? `${short}, ` : '    '}${long}${argument ? ` ${argument}` : ''}`

/** A heading with a colon of its script. */
const heading = (text: string) => (columns(text) > text.length ? `${text}：` : `${text}:`)

function intro({ path, usage, summary }: CommandModel, width: number): string[] {
  const { help } = texts()
  return [`${help.usage}: ${usage}`, '', ...wrap(path ? capitalize(summary) : help.purpose, width), '']
}

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

function commandsOf({ commands }: CommandModel, width: number): string[] {
  if (!commands.length) return []
  const column = Math.max(...commands.map(({ name }) => name.length)) + 4
  return [
    heading(texts().help.commands),
    ...twoColumns(
      commands.map(({ name, summary }) => [name, summary]),
      width,
      column,
    ),
    '',
  ]
}

const optionRows = (options: readonly OptionModel[], width: number) =>
  twoColumns(
    options.map((option) => [flagsOf(option), option.help]),
    width,
    Math.min(COLUMN, Math.floor(width / 2)),
  )

function examplesOf({ examples }: CommandModel, width: number): string[] {
  const { help } = texts()
  return [
    heading(help.examples),
    ...examples.flatMap(({ command, text }) => [`  ${command}`, ...wrap(text, width - 6).map((line) => `      ${line}`)]),
    '',
  ]
}

function shortHelp(model: CommandModel, width: number): string[] {
  const { help } = texts()
  const common = model.common.flatMap((flag) => model.options.filter(({ long }) => long === flag))
  const name = ['leitong', model.path].filter(Boolean).join(' ')
  return [
    ...intro(model, width),
    ...commandsOf(model, width),
    ...(common.length ? [heading(help.common), ...optionRows(common, width), ''] : []),
    ...examplesOf(model, width),
    ...wrap(model.commands.length ? help.each(name) : help.more(name), width),
  ]
}

function longHelp(model: CommandModel, width: number): string[] {
  const { help, exits } = texts()
  const operands = model.arguments.map(({ name, help: said }) => [name.toUpperCase(), said] as const)
  const groups = new Map<string, OptionModel[]>()
  for (const option of model.options.filter(({ of }) => of !== 'every')) {
    const group = option.group || help.others
    groups.set(group, [...(groups.get(group) ?? []), option])
  }
  const everywhere = model.options.filter(({ of }) => of === 'every')
  return [
    ...intro(model, width),
    ...commandsOf(model, width),
    ...(operands.length ? [heading(help.arguments), ...twoColumns(operands, width, COLUMN), ''] : []),
    ...[...groups, [help.global, everywhere] as const].flatMap(([name, options]) => [
      ...wrap(heading(name), width),
      ...optionRows(options, width),
      '',
    ]),
    ...examplesOf(model, width),
    heading(help.exits),
    ...twoColumns(Object.entries(exits), width, 5),
  ]
}

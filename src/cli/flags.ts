/** The command's flags, made from the options: one definition each, in src/options/. */
import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { machineDefaults } from '../options/machine.js'
import '../signing/dictionaries.js'
import { LeitongError } from '../errors.js'
import type { CommandName } from '../options/commands.js'
import { flagOf, kebab, nameOf } from '../options/names.js'
import { checkNumber, type NumberRange, type OptionSpec, optionDefault, optionHelp } from '../options/option.js'
import { OPTIONS, type OptionName, type Options, optionsOf } from '../options/options.js'
import { resolveOptions } from '../options/resolve.js'
import { isObject } from '../sources/rows/objects.js'

export const CONFIG_FILE = 'leitong.config.json'

/** The argument of an option, as help shows it. */
function argumentOf(spec: OptionSpec): string {
  switch (spec.kind) {
    case 'integer':
    case 'number':
      return '<n>'
    case 'bytes':
      return '<bytes>'
    case 'list':
      return '<list>'
    case 'choice':
      return `<${spec.of.length <= 4 ? spec.of.join('|') : 'name'}>`
    default:
      return '<text>'
  }
}

/** Adds flags for the options that a command takes. */
export function addOptions(command: Command, name: CommandName, overrides: Partial<Options> = {}): Command {
  for (const option of optionsOf(name)) {
    const spec = OPTIONS[option]
    const shown = option in overrides ? { ...spec, default: overrides[option], derived: '' } : spec
    const help = `${optionHelp(spec)} (default: ${optionDefault(shown) || 'none'})`
    const flag =
      spec.kind === 'flag' ? `--${spec.default === true ? 'no-' : ''}${flagOf(option)}` : `--${flagOf(option)} ${argumentOf(spec)}`
    command.addOption(new Option(flag, help).helpGroup(`${spec.group}:`))
  }
  return command.addOption(
    new Option('--config <file>', `options by their long names, as JSON (default: ${CONFIG_FILE}, if present)`).helpGroup('Running:'),
  )
}

interface Parsed {
  readonly options: Options
  /** Flags and configuration that are no options: outputs and the like. */
  readonly other: Readonly<Record<string, unknown>>
  /** Options that were given, in the file or as flags. */
  readonly named: readonly OptionName[]
}

/**
 * Flags over configuration file over defaults.
 *
 * @param others  names that are allowed besides options
 */
export function parseOptions(command: Command, others: readonly string[], overrides: Partial<Options> = {}): Parsed {
  const flags: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(command.opts())) if (command.getOptionValueSource(name) === 'cli') flags[name] = value
  const config = readConfig(flags['config'] as string | undefined)
  delete flags['config']
  const isOther = ([name]: [string, unknown]) => others.includes(name)
  const split = (values: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(values).filter((entry) => !isOther(entry)))
  const layers = [
    { values: overrides, where: '' },
    { values: split(config.values), where: `in ${config.path}` },
    { values: split(flags), where: 'on the command line' },
  ]
  const options = resolveOptions(layers, machineDefaults())
  const named = layers.flatMap(({ values }) => Object.keys(values).map(nameOf)) as OptionName[]
  return {
    options,
    named,
    other: Object.fromEntries([...Object.entries(config.values), ...Object.entries(flags)].filter(isOther)),
  }
}

/**
 * A number among the flags and settings that are no options; undefined when it was not given.
 *
 * @throws {LeitongError} `OPTION_VALUE`
 */
export const numberOf = (values: Readonly<Record<string, unknown>>, name: string, range: NumberRange): number | undefined =>
  values[name] === undefined ? undefined : checkNumber(values[name], range, kebab(name))

/** The parser of a flag that takes a number, for commands without options of their own. */
export const numberFlag = (flag: string, range: NumberRange) => (text: string) => checkNumber(text, range, flag)

/**
 * Sees that not two things go to standard output.
 *
 * @param paths  of the outputs, by the names of their flags
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function refuseMixing(paths: Readonly<Record<string, unknown>>, json: boolean): void {
  const kind = Object.keys(paths).find((name) => paths[name] === '-')
  if (json && kind)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `--${kebab(kind)} - and --json would both write to standard output: name a file for --${kebab(kind)}`,
    )
}

function readConfig(named: string | undefined): { path: string; values: Readonly<Record<string, unknown>> } {
  const path = named ?? CONFIG_FILE
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (named === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return { path, values: {} }
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  try {
    const values: unknown = JSON.parse(text)
    if (isObject(values)) return { path, values }
    throw new Error('not a JSON object')
  } catch (error) {
    throw new LeitongError('CONFIG', path, (error as Error).message)
  }
}

/** The command's flags, made from the options: one definition each, in src/options/. */
import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { machineDefaults } from '../options/machine.js'
import '../signing/dictionaries.js'
import { LeitongError } from '../errors.js'
import { idleOptions, lowShare } from '../methods/idle.js'
import { weakHash } from '../methods/weak-hash.js'
import { rememberFile } from '../named-file.js'
import type { CommandName } from '../options/commands.js'
import { checkNumber, type NumberRange, type OptionSpec, optionHelp } from '../options/option.js'
import { type OptionName, type Options, optionsOf } from '../options/options.js'
import type { Range } from '../research/generating/options.js'
import { flagOf, kebab, nameOf } from '../resolving/names.js'
import { requireOwnOptions } from '../resolving/own-options.js'
import { resolveOptions } from '../resolving/resolve.js'
import { OPTIONS } from '../resolving/table.js'
import { isObject } from '../sources/rows/objects.js'
import { note, warn } from './notes.js'
import { texts } from './texts/texts.js'

export const CONFIG_FILE = 'leitong.config.json'
/** Flags of every command, which main.ts reads. */
const EVERYWHERE = ['quiet', 'lang']

/** The argument of an option, as help shows it. */
function argumentOf(spec: OptionSpec): string {
  if (spec.isFolder) return '<folder>'
  if (spec.readsFiles) return spec.kind === 'list' ? '<files>' : '<file>'
  switch (spec.kind) {
    case 'integer':
    case 'number':
      return '<n>'
    case 'bytes':
      return '<bytes>'
    case 'list':
      return '<list>'
    case 'choice':
      return `<${spec.of.length <= 4 ? spec.of.join('|') : typeof spec.of[0] === 'number' ? 'n' : 'name'}>`
    default:
      return '<text>'
  }
}

interface Behind {
  readonly name: OptionName
  /** With the default that it has in this command. */
  readonly spec: OptionSpec
}
const BEHIND = new WeakMap<Option, Behind>()

/** The entry of the option table that a flag was made from; undefined for a flag of the command's own. */
export const optionBehind = (flag: Option): Behind | undefined => BEHIND.get(flag)

/** A value of a choice that one command has beside those of the table: completion and help offer it. */
export function alsoTakes(command: Command, name: OptionName, value: string): void {
  for (const flag of command.options) {
    const behind = BEHIND.get(flag)
    if (behind?.name === name && behind.spec.kind === 'choice')
      BEHIND.set(flag, { name, spec: { ...behind.spec, of: [...behind.spec.of, value] } })
  }
}

/** Adds flags for the options that a command takes. */
export function addOptions(command: Command, name: CommandName, overrides: Partial<Options> = {}): Command {
  for (const option of optionsOf(name)) {
    const spec = OPTIONS[option]
    const shown = option in overrides ? { ...spec, default: overrides[option], derived: '' } : spec
    const name =
      spec.kind === 'flag' ? `--${spec.default === true ? 'no-' : ''}${flagOf(option)}` : `--${flagOf(option)} ${argumentOf(spec)}`
    const flag = new Option(name, optionHelp(spec)).helpGroup(`${spec.group}:`)
    BEHIND.set(flag, { name: option, spec: shown })
    command.addOption(flag)
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
  // A file that lies in a folder says how to compare, not what to write over.
  const unnamed =
    flags['config'] === undefined &&
    Object.keys(config.values).find((name) => others.includes(name) && name !== 'json' && !(name in OPTIONS))
  if (unnamed)
    throw new LeitongError('CONFIG', config.path, `"${unnamed}" is taken from the command line, or from a file that --config names`)
  for (const name of ['config', ...EVERYWHERE]) delete flags[name]
  const isOther = ([name]: [string, unknown]) => others.includes(name)
  const split = (values: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(values).filter((entry) => !isOther(entry)))
  const layers = [
    { values: overrides, where: '' },
    { values: split(config.values), where: `in ${config.path}` },
    { values: split(flags), where: 'on the command line' },
  ]
  if (JUDGED.has(command.name())) requireOwnOptions(split(flags))
  const options = resolveOptions(layers, machineDefaults())
  const named = layers.slice(1).flatMap(({ values }) => Object.keys(values).map(nameOf)) as OptionName[]
  if (JUDGED.has(command.name())) warnOfIdle(options, named, command.name())
  if (SEARCHING.has(command.name())) warnOfMisses(options)
  if (JUDGED.has(command.name()) || command.name() === 'compare') warnOfHash(options)
  return {
    options,
    named,
    other: Object.fromEntries([...Object.entries(config.values), ...Object.entries(flags)].filter(isOther)),
  }
}

/** Commands whose options are of one method; `compare` shows every signature. */
const JUDGED = new Set(['dedupe', 'link', 'fingerprint', 'create', 'add', 'sync'])
/** Those of them that look for pairs. */
const SEARCHING = new Set(['dedupe', 'link', 'create', 'add', 'sync'])

/** Fewer positions than the threshold asks for: the promise of at most one missed pair in 500 does not hold then. */
function warnOfMisses(options: Options): void {
  const share = lowShare(options)
  if (share !== undefined) warn(texts().notes.misses(options.numPerm, options.threshold, (100 * share).toFixed(1)))
}

function warnOfHash(options: Options): void {
  const { weakHash: hash } = weakHash(options)
  if (hash) warn(texts().notes.weakHash(hash))
}

function warnOfIdle(options: Options, named: readonly OptionName[], command: string): void {
  const { idle } = texts().notes
  for (const [name, [needed, ...values]] of idleOptions(options, named, command)) {
    // A flag has no value of its own.
    const isFlag = OPTIONS[needed].kind === 'flag'
    const is = isFlag ? `--${OPTIONS[needed].default ? 'no-' : ''}${flagOf(needed)}` : `--${flagOf(needed)} ${options[needed]}`
    warn(idle(`--${flagOf(name)}`, isFlag ? undefined : `--${flagOf(needed)} ${values.join('|')}`, is))
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

/** The parser of a flag that takes a number, or two of them with a hyphen between. */
export const rangeFlag = (flag: string) => {
  const number = numberFlag(flag, { kind: 'number' })
  return (text: string): Range => {
    const [, least = '', most] = /^([^-]*)(?:-([^-]*))?$/.exec(text) ?? []
    if (!least) throw new LeitongError('OPTION_VALUE', flag, JSON.stringify(text), 'a number or a range like 2-5')
    return most === undefined ? number(least) : [number(least), number(most)]
  }
}

/**
 * A number or a range among the flags and settings that are no options; a file may have a number, a text or a list of two.
 *
 * @throws {LeitongError} `OPTION_VALUE`
 */
export function rangeOf(values: Readonly<Record<string, unknown>>, name: string): Range | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  return rangeFlag(kebab(name))(Array.isArray(value) ? value.join('-') : String(value))
}

/** Names between commas. */
export const namesOf = (text: string): string[] => text.split(',').map((name) => name.trim())

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
  rememberFile(path)
  try {
    const values: unknown = JSON.parse(text)
    if (isObject(values)) {
      // It changes results, and nobody has named it.
      if (named === undefined) note(texts().notes.config(path, Object.keys(values).join(', ')))
      return { path, values }
    }
    throw new Error('not a JSON object')
  } catch (error) {
    throw new LeitongError('CONFIG', path, (error as Error).message)
  }
}

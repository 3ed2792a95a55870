/**
 * The table of options, put together from its groups; the type of the options is derived from it. The flags of the command, the
 * configuration file and the library all come through `resolveOptions` (resolving/), which checks them against this table; the names of methods
 * are filled in there.
 *
 * The order is that of the help, of printed options and of the options that an index stores.
 */
import type { CommandName } from './commands.js'
import { GROUPING, MEASURING } from './deciding.js'
import { FEATURES } from './features.js'
import type { OptionSpec, OptionsOf } from './option.js'
import { PROFILE } from './profiles.js'
import { LEFT_OUT, READING } from './reading.js'
import { RUNNING } from './running.js'
import { SIGNATURES } from './signatures.js'

/** Options that say what counts as alike and how texts are signed: an index remembers them. */
const COMPARED = { ...PROFILE, ...MEASURING, ...FEATURES, ...SIGNATURES }
export const TABLE = { ...COMPARED, ...LEFT_OUT, ...READING, ...GROUPING, ...RUNNING }

/** All options, resolved. */
export type Options = OptionsOf<typeof TABLE>
export type OptionName = keyof Options

const OPTION_NAMES = Object.keys(TABLE) as readonly OptionName[]
export const COMPARED_NAMES = Object.keys(COMPARED) as readonly (keyof typeof COMPARED)[]

/** The options that a command takes, in the order of the table. */
export const optionsOf = (command: CommandName): readonly OptionName[] =>
  OPTION_NAMES.filter((name) => (TABLE[name] as OptionSpec).commands.includes(command))

/** Values as a caller may give them: any subset; names in camel, kebab or snake case; numbers and lists also as text. */
export type OptionsInput = Partial<{
  [Name in OptionName]: Options[Name] | (Options[Name] extends number | readonly string[] | undefined ? string : never)
}>

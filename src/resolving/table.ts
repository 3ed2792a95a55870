/** The table of options with the methods that there are. */
import type { Method } from '../methods/method.js'
import { METHODS } from '../methods/methods.js'
import type { OptionSpec } from '../options/option.js'
import { type OptionName, TABLE } from '../options/options.js'

const described = Object.values<Method>(METHODS).flatMap(({ name, help }) => (help ? [`; ${name}: ${help}`] : []))

export const OPTIONS: Readonly<Record<OptionName, OptionSpec>> = {
  ...TABLE,
  method: { ...TABLE.method, of: Object.keys(METHODS), help: TABLE.method.help + described.join('') },
}

/**
 * Puts the help of each option where the library declares its type (dist/options/options.d.ts), so that an editor shows it.
 * The text is that of the table of options; flags in it become the names that the library has for them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { optionDefault, optionHelp } from '../dist/options/option.js'
import { nameOf } from '../dist/resolving/names.js'
import { OPTIONS } from '../dist/resolving/table.js'

/** What the compiler makes of the type `OptionsInput`. */
const DERIVED = /export type OptionsInput = Partial<\{\s*\[Name in OptionName\]: ([^;]+);\s*\}>;/

const flagsAsNames = (text) => text.replace(/--([a-z][a-z-]*)/g, (_, flag) => `\`${nameOf(flag)}\``)

/** An option of the library, which has no `--no-` form. */
function documented([name, { without, ...spec }]) {
  const help = flagsAsNames(optionHelp(spec))
  const byDefault = flagsAsNames(optionDefault(spec))
  // What it begins with is a method where a colon follows.
  const lines = [`${/^[\w ]+:/.test(help) ? help[0] : help[0].toUpperCase()}${help.slice(1)}.`]
  if (byDefault && byDefault !== 'undefined') lines.push(`@default ${byDefault}`)
  if (lines.some((line) => line.includes('*/'))) throw new Error(`the help of ${name} would end its comment`)
  return `    /**\n${lines.map((line) => `     * ${line}\n`).join('')}     */\n    ${name}?: ValueOf<'${name}'>;\n`
}

const file = new URL('../dist/options/options.d.ts', import.meta.url)
const declared = readFileSync(file, 'utf8')
const [all, value] = DERIVED.exec(declared) ?? []
if (!all) throw new Error('dist/options/options.d.ts: the type OptionsInput is no longer what this script knows')
const members = Object.entries(OPTIONS).map(documented)
// A type, no interface: it stands for a record of its fields.
const typed = `type ValueOf<Name extends OptionName> = ${value};\nexport type OptionsInput = {\n${members.join('')}};`
writeFileSync(
  file,
  declared.replace(all, () => typed),
)
console.log(`documentation of ${members.length} options`)

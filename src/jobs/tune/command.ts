/** Commands that are printed to be run as they stand. */
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { Options, OptionsInput } from '../../options/options.js'
import { isStated } from '../../options/stated.js'
import { flagOf } from '../../resolving/names.js'
import { resolveOptions } from '../../resolving/resolve.js'
import { isUrl } from '../../sources/databases/url.js'

/** What texts are compared by. */
export const featuresOf = ({ tokenizer, ngram, charNgram, normalize, seed }: Options): OptionsInput => ({
  tokenizer,
  ngram,
  charNgram,
  normalize,
  seed,
})

/**
 * The command that does what is recommended, with the options that differ from the defaults.
 *
 * @param more  arguments behind them
 */
export function commandOf(
  inputs: readonly string[],
  given: Options,
  options: OptionsInput,
  more: readonly string[] = [],
  command = 'dedupe',
): string {
  const { format, encoding, idField, textField, fields, table, query, sheet, headerRow } = given
  const rows = Object.fromEntries(Object.entries({ fields, table, query, sheet, headerRow }).filter(([, value]) => value !== undefined))
  const { find = 'copies' } = options
  // The features of the defaults are not those of every question.
  const features = Object.fromEntries(Object.entries(featuresOf(given)).filter(([name]) => isStated(given, name as keyof Options)))
  const wanted: OptionsInput = { find, ...features, format, encoding, idField, textField, ...rows, ...options }
  // What `find` says as well need not be said again.
  const plain = resolveOptions([{ values: { find }, where: '' }], { workers: 1, memory: 0, temp: '' })
  const { tokenizer = plain.tokenizer, method = plain.method } = wanted
  const standard = resolveOptions([{ values: { find, tokenizer, method }, where: '' }], { workers: 1, memory: 0, temp: '' })
  const isNeeded = (name: string, value: unknown) => {
    if (name === 'find') return value !== 'copies'
    if (name === 'tokenizer' || name === 'method') return value !== plain[name]
    return name === 'threshold' || String(standard[name as keyof Options]) !== String(value)
  }
  const flags = Object.entries(wanted).flatMap(([name, value]) =>
    isNeeded(name, value) ? [`--${flagOf(name)}`, quoted(String(value) || 'none')] : [],
  )
  return ['leitong', command, ...inputs.map(withoutPassword).map(quoted), ...flags, ...more.map(quoted)].join(' ')
}

/** The command is printed and kept in pages: the password of a database comes from LEITONG_PASSWORD then. */
const withoutPassword = (input: string) => (isUrl(input) ? input.replace(/^([^/]*\/\/[^/@:]*):[^/@]*@/, '$1@') : input)

/**
 * A word as a POSIX shell takes it. By hand, in one line: the package shell-quote also puts a backslash before `=`, `,` and `:`, which
 * need none, and people read this command.
 */
const quoted = (text: string) => (/^[\w./:,=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** A name for what is kept of inputs, in their form where they have one: a folder of several. */
export function keptName(inputs: readonly string[]): string {
  const [first = '', ...others] = inputs
  if (others.length) return 'kept/'
  return `kept${(isUrl(first) ? '' : extname(first)) || '.jsonl'}`
}

/** A name as it is, or with a number where something of that name is there: a command that is pasted writes over nothing. */
export function freeName(name: string): string {
  const isFolder = name.endsWith('/')
  const bare = isFolder ? name.slice(0, -1) : name
  const dot = isFolder ? -1 : bare.indexOf('.', 1)
  const [stem, ending] = dot < 0 ? [bare, isFolder ? '/' : ''] : [bare.slice(0, dot), bare.slice(dot)]
  for (let number = 1; ; number++) {
    const one = `${number === 1 ? stem : `${stem}-${number}`}${ending}`
    if (!existsSync(one)) return one
  }
}

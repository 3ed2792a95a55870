/** The command that gives the outputs of the page, and the files that it reads beside the input. */
import type { MergeInput } from '../jobs/dedupe/merged/rules.js'
import { flagOf } from '../resolving/names.js'
import type { HeadingLanguage } from '../writing/tables/headings.js'
import type { OutputNames } from './outputs.js'
import type { Asked } from './run.js'

export interface Command {
  readonly line: string
  /** What no flag can say. */
  readonly files: readonly { readonly name: string; readonly content: string }[]
}

/** A word as a shell takes it. */
const quoted = (word: string) => (/^[\w.,\-/\p{L}]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** Lists are written with commas, which the names of columns may have too. */
const isSaid = (value: unknown) =>
  Array.isArray(value) ? value.every((one) => one === String(one).trim() && !one.includes(',')) : typeof value !== 'object'

function flagsOf(options: Asked): readonly string[] {
  return Object.entries(options).flatMap(([option, value]) => {
    if (typeof value === 'boolean') return [`--${value ? '' : 'no-'}${flagOf(option)}`]
    return [`--${flagOf(option)}`, quoted(Array.isArray(value) ? value.join(',') : String(value))]
  })
}

/** Rules in one text; undefined where a name in them has what separates rules. */
function textOfRules(rules: MergeInput): string | undefined {
  if (typeof rules === 'string') return rules
  const parts = Object.entries(rules).map(([field, rule]) => {
    const said =
      typeof rule === 'string' ? rule : rule.rule === 'newest' || rule.rule === 'oldest' ? `${rule.rule}:${rule.column}` : undefined
    const isPlain = said !== undefined && !/[,，=]/.test(field) && !/[,，]/.test(said) && field === field.trim() && said === said.trim()
    return isPlain ? `${field}=${said}` : undefined
  })
  return parts.includes(undefined) ? undefined : parts.join(',')
}

/**
 * @param name      the file
 * @param outputs   names of the files that are written
 * @param language  of the headings in them
 * @param merge     the command writes one row a group by these rules, and nothing else
 */
export function commandOf(name: string, asked: Asked, outputs: OutputNames, language: HeadingLanguage, merge?: MergeInput): Command {
  const { fields, ...options } = asked
  const files: { readonly name: string; readonly content: string }[] = []
  const beside = (kind: string, content: unknown) => {
    const file = { name: `${name.replace(/\.[^.]*$/, '')}-${kind}.json`, content: `${JSON.stringify(content, undefined, 2)}\n` }
    files.push(file)
    return quoted(file.name)
  }
  const flags = Object.values(options).every(isSaid) ? flagsOf(options) : ['--config', beside('options', options)]
  const ofFields = fields === undefined ? [] : ['--fields', beside('fields', { fields })]
  const rules = merge && textOfRules(merge)
  const paths =
    merge === undefined
      ? ['-o', quoted(outputs.kept), '--removed', quoted(outputs.removed), '--groups', quoted(outputs.groups)]
      : ['--merge', rules === undefined ? beside('merge', merge) : quoted(rules), '-o', quoted(outputs.merged)]
  const said = language === 'en' ? [] : ['--lang', language]
  return { line: ['leitong dedupe', quoted(name), ...flags, ...ofFields, ...paths, ...said].join(' '), files }
}

/** Rules by which the rows of a group become one: for each field, which of its values stays. */
import { LeitongError } from '../../../errors.js'
import { isObject } from '../../../sources/rows/objects.js'

/** Rules without a column. */
const PLAIN = ['kept', 'first', 'last', 'longest', 'shortest', 'most', 'min', 'max', 'all'] as const
const BY_COLUMN = ['newest', 'oldest'] as const

export type MergeRule =
  | { readonly rule: (typeof PLAIN)[number]; readonly separator?: string }
  | { readonly rule: (typeof BY_COLUMN)[number]; readonly column: string }
  | { readonly rule: 'order'; readonly column: string; readonly values: readonly string[] }

/** Rules by the names of fields; `*` is for the fields that are not named. */
export type MergeRules = Readonly<Record<string, MergeRule>>

/** As callers give them: the rules in one text, the path of a JSON file, or an object. */
export type MergeInput = string | Readonly<Record<string, string | MergeRule>>

/** Behind every field that has no rule. */
export const KEPT: MergeRule = { rule: 'kept' }

const RULES = 'kept, first, last, longest, shortest, most, min, max, all, newest:COLUMN, oldest:COLUMN or order:COLUMN:A>B'

/** Whether rules are the path of a JSON file. */
export const isRulesFile = (given: unknown): given is string => typeof given === 'string' && !given.includes('=')

/**
 * @param given  `field=rule,field=rule`, or an object
 * @throws {LeitongError} `OPTION_VALUE`
 * @example rulesOf('name=longest,phone=newest:date') // { name: { rule: 'longest' }, phone: { rule: 'newest', column: 'date' } }
 */
export function rulesOf(given: unknown): MergeRules {
  const value = typeof given === 'string' ? pairsIn(given) : given
  if (!isObject(value)) throw new LeitongError('OPTION_VALUE', 'merge', JSON.stringify(given), 'rules by the names of fields')
  const entries = Object.entries(value)
  if (!entries.length) throw new LeitongError('OPTION_VALUE', 'merge', JSON.stringify(given), 'rules by the names of fields')
  return Object.fromEntries(entries.map(([field, rule]) => [field, ruleOf(rule)]))
}

function pairsIn(text: string): Record<string, string> {
  const rules: Record<string, string> = {}
  for (const part of text.split(/[,，]/)) {
    const at = part.indexOf('=')
    const field = part.slice(0, at).trim()
    if (at < 0 || !field) throw new LeitongError('OPTION_VALUE', 'merge', JSON.stringify(part), 'FIELD=RULE')
    if (Object.hasOwn(rules, field)) throw new LeitongError('OPTION_VALUE', 'merge', JSON.stringify(part), 'one rule for each field')
    rules[field] = part.slice(at + 1).trim()
  }
  return rules
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function ruleOf(given: unknown): MergeRule {
  const refuse = (): never => {
    throw new LeitongError('OPTION_VALUE', 'merge', JSON.stringify(given), RULES)
  }
  const { rule, column, values, separator, ...other } = isObject(given) ? given : partsOf(String(given))
  if (Object.keys(other).length) return refuse()
  if (PLAIN.some((name) => name === rule) && column === undefined && values === undefined) {
    if (separator !== undefined && (rule !== 'all' || typeof separator !== 'string')) return refuse()
    return { rule: rule as 'all', ...(separator === undefined ? {} : { separator }) }
  }
  if (!isText(column) || separator !== undefined) return refuse()
  if (BY_COLUMN.some((name) => name === rule) && values === undefined) return { rule: rule as 'newest', column }
  if (rule !== 'order' || !Array.isArray(values) || !values.length || !values.every(isText)) return refuse()
  return { rule: 'order', column, values }
}

/** A rule in one text in its parts. The values of an order stand behind the last colon. */
function partsOf(text: string): Readonly<Record<string, unknown>> {
  const [rule = ''] = text.split(':', 1)
  if (!text.includes(':')) return { rule }
  const rest = text.slice(rule.length + 1)
  if (rule !== 'order') return { rule, column: rest }
  const at = rest.lastIndexOf(':')
  if (at < 0) return { rule, column: rest }
  return {
    rule,
    column: rest.slice(0, at),
    values: rest
      .slice(at + 1)
      .split('>')
      .map((value) => value.trim()),
  }
}

/** The column that a rule looks at beside its own field; undefined where it looks at none. */
export const columnOf = (rule: MergeRule): string | undefined => ('column' in rule ? rule.column : undefined)

/** The column of whose dates the order of day and month must be known: that of the rule, or the field itself. */
export function datesOf(field: string, rule: MergeRule): string | undefined {
  if (rule.rule === 'newest' || rule.rule === 'oldest') return rule.column
  return rule.rule === 'min' || rule.rule === 'max' ? field : undefined
}

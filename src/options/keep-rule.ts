/** Keep rules: which document of a group stays. */
import { readDate } from '../sources/rows/dates.js'

export type KeepRule =
  | 'first'
  | 'last'
  | 'longest'
  | 'shortest'
  | 'containing'
  | `newest:${string}`
  | `oldest:${string}`
  | `highest:${string}`
  | `lowest:${string}`

/** The rules there are, as help names them. */
export const KEEP_RULES = 'first, last, longest, shortest, containing, newest:FIELD, oldest:FIELD, highest:FIELD or lowest:FIELD'

export const isKeepRule = (text: string): text is KeepRule =>
  /^(first|last|longest|shortest|containing|(newest|oldest|highest|lowest):.+)$/.test(text)

/**
 * How much a keep rule prefers a document with this value in its field: the higher the better, -Infinity when the value
 * is missing or means nothing.
 *
 * @example rankOf('2024-05-01', 'newest:date') > rankOf('2023-12-31', 'newest:date') // true
 */
export function rankOf(value: unknown, rule: KeepRule): number {
  const [kind] = rule.split(':')
  const number = kind === 'newest' || kind === 'oldest' ? timeOf(value) : Number(value === null || value === '' ? Number.NaN : value)
  if (!Number.isFinite(number)) return Number.NEGATIVE_INFINITY
  return kind === 'newest' || kind === 'highest' ? number : -number
}

/**
 * A point in time, in milliseconds since 1970: a text as the date it spells (dates.ts), else as the host reads it; a number, also as
 * text, as it is, since only numbers of one field are compared.
 */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !value.trim()) return Number.NaN
  const read = readDate(value.trim())
  if (read) return read.time.getTime() + Math.floor(Number(`0.${read.fraction || 0}`) * 1000)
  const plain = Number(value)
  return Number.isFinite(plain) ? plain : Date.parse(value)
}

/** The order of documents under a rule: by rank, length or features, where more is preferred, or by the order of the input. */
export function preferenceOf(rule: KeepRule): 'rank' | 'length' | 'size' | 'order' {
  if (rule.includes(':')) return 'rank'
  if (rule === 'containing') return 'size'
  return rule === 'longest' || rule === 'shortest' ? 'length' : 'order'
}

/** The field that a keep rule looks at; undefined where it looks at none. */
export function rankFieldOf(rule: KeepRule): string | undefined {
  return preferenceOf(rule) === 'rank' ? rule.slice(rule.indexOf(':') + 1) : undefined
}

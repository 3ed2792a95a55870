/** Keep rules: which document of a group stays. */
import { type DateOrder, readWrittenDate, type WrittenDate } from '../sources/rows/dates.js'

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
 * @param order  which of day and month is first where both orders give a day
 * @example rankOf('2024-05-01', 'newest:date') > rankOf('2023-12-31', 'newest:date') // true
 */
export const rankOf = (value: unknown, rule: KeepRule, order?: DateOrder): number => readRank(value, rule, order).rank

/** A rank, and what the value shows of the order of day and month; `unread` where it says nothing although it is there. */
export interface Rank {
  readonly rank: number
  readonly shows?: WrittenDate['shows'] | 'unread'
}

/** As {@link rankOf}, with what the value shows. */
export function readRank(value: unknown, rule: KeepRule, order?: DateOrder): Rank {
  const isTime = rule.startsWith('newest:') || rule.startsWith('oldest:')
  const isThere = value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
  if (!isThere) return { rank: Number.NEGATIVE_INFINITY }
  const { rank, shows } = isTime ? timeOf(value, order) : { rank: Number(value), shows: undefined }
  if (!Number.isFinite(rank)) return { rank: Number.NEGATIVE_INFINITY, shows: 'unread' }
  return { rank: rule.startsWith('newest:') || rule.startsWith('highest:') ? rank : -rank, ...(shows ? { shows } : {}) }
}

/**
 * A point in time, in milliseconds since 1970: a text as the date it spells (dates.ts), else as the host reads it; a number, also as
 * text, as it is, since only numbers of one field are compared.
 */
function timeOf(value: unknown, order: DateOrder | undefined): Rank {
  if (typeof value === 'number') return { rank: value }
  if (typeof value !== 'string') return { rank: Number.NaN }
  const read = readWrittenDate(value.trim(), order)
  if (read) return { rank: read.time.getTime() + Math.floor(Number(`0.${read.fraction || 0}`) * 1000), shows: read.shows }
  const plain = Number(value)
  return { rank: Number.isFinite(plain) ? plain : Date.parse(value) }
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

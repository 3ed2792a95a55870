/** Keep rules: which document of a group stays. */

import { readWrittenDate } from '../sources/rows/dates.js'
import { numberWithUnit } from '../sources/rows/numbers.js'

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

/** Whether a rule compares dates, not numbers. */
export const isByTime = (rule: KeepRule): boolean => rule.startsWith('newest:') || rule.startsWith('oldest:')

/**
 * How much a keep rule prefers a document with this value in its field: the higher the better, -Infinity when the value
 * is missing or means nothing.
 *
 * @example rankOf('2024-05-01', 'newest:date') > rankOf('2023-12-31', 'newest:date') // true
 */
export const rankOf = (value: unknown, rule: KeepRule): number => readRank(value, rule).rank

/**
 * A rank, and in which way the value is written; `unread` where it says nothing although it is there, undefined where there is one way
 * alone.
 */
export interface Rank {
  readonly rank: number
  readonly shows?: 'usual' | 'other' | 'either' | 'unread'
}

/**
 * As {@link rankOf}, with what the value shows.
 *
 * @param isTurned  dates that may be read in two ways have the month first, numbers a decimal comma
 */
export function readRank(value: unknown, rule: KeepRule, isTurned = false): Rank {
  const isThere = value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
  if (!isThere) return { rank: Number.NEGATIVE_INFINITY }
  const { rank, shows } = isByTime(rule) ? timeOf(value, isTurned) : amountOf(value, isTurned)
  if (!Number.isFinite(rank)) return { rank: Number.NEGATIVE_INFINITY, shows: 'unread' }
  return { rank: rule.startsWith('newest:') || rule.startsWith('highest:') ? rank : -rank, ...(shows ? { shows } : {}) }
}

const DATES = { day: 'usual', month: 'other', year: undefined, either: 'either' } as const
const NUMBERS = { point: 'usual', comma: 'other', plain: undefined, either: 'either' } as const

/** @returns  undefined for what shows nothing, so that the member may stay away */
const shown = (rank: number, shows: Rank['shows']): Rank => (shows ? { rank, shows } : { rank })

/**
 * A point in time, in milliseconds since 1970: a text as the date it spells; a number, also as text, as it is, since only numbers of one
 * field are compared.
 */
function timeOf(value: unknown, isTurned: boolean): Rank {
  if (typeof value === 'number') return { rank: value }
  if (typeof value !== 'string') return { rank: Number.NaN }
  const read = readWrittenDate(value.trim(), isTurned ? 'month' : 'day')
  if (!read) return { rank: Number(value) }
  return shown(read.time.getTime() + Math.floor(Number(`0.${read.fraction || 0}`) * 1000), DATES[read.shows])
}

/** An amount, with its thousands apart or not, with its unit or not. */
function amountOf(value: unknown, isTurned: boolean): Rank {
  const plain = typeof value === 'string' ? numberWithUnit(value.trim(), isTurned ? 'comma' : 'point') : undefined
  return plain ? shown(Number(plain.digits), NUMBERS[plain.shows]) : { rank: Number(value) }
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

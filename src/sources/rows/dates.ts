/** Dates as people and databases write them, read in one way wherever a text is one. */

import { type DateOrder, type DateParts, dateParts } from '../../matching/written/dates.js'

export type { DateOrder } from '../../matching/written/dates.js'

/** Hours and minutes, seconds, a fraction, before or after noon, and a zone. */
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:([ap])\.?m\.?|uhr|h)?\s*(Z|UTC|(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?|GMT)?(?:\s*\(.*\))?$/i

export interface ReadDate {
  /** The point in time, to the second. */
  readonly time: Date
  /** Digits of the second behind the point. */
  readonly fraction: string
}

/** A date that somebody wrote, and which order of day and month it shows. */
export interface WrittenDate extends ReadDate {
  readonly shows: DateParts['shows']
  /** Not of a month alone. */
  readonly hasDay: boolean
}

/**
 * The point in time that a text spells; the first day of a month that has no day. A time without a zone is in UTC.
 *
 * @param text   without white space at its ends
 * @param order  which of day and month is first where both orders give a day
 * @returns      undefined for what is no date, and for days that no calendar has
 * @example readWrittenDate('13/11/2023')?.shows // 'day'
 * @example readWrittenDate('3. April 2025')?.time.toISOString() // '2025-04-03T00:00:00.000Z'
 */
export function readWrittenDate(text: string, order: DateOrder = 'day'): WrittenDate | undefined {
  const parts = dateParts(text, order)
  const read = parts && pointOf(parts)
  return read && { ...read, shows: parts.shows, hasDay: parts.day !== undefined }
}

function pointOf({ year, month, day = 1, rest }: DateParts): ReadDate | undefined {
  const written = rest ? TIME.exec(rest) : []
  if (!written) return undefined
  const [, hour = '0', minute = '0', second = '0', fraction = '', half, zone] = written
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  if (time.getUTCFullYear() !== year || time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return undefined
  const [min, s] = [Number(minute), Number(second)]
  const h = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  if (h > 24 || min > 59 || s > 60) return undefined
  time.setUTCHours(h, min, s)
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? []
  if (sign) time.setTime(time.getTime() - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000)
  return { time, fraction }
}

/** Dates as people and databases write them, read in one way wherever a text is one. */

/** Which of two numbers before a year is first. */
export type DateOrder = 'day' | 'month'

/** Hours and minutes, seconds, a fraction and a zone. */
const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?`

/**
 * Year, month and day, with separators or as eight digits, then a time. Longer runs of digits are no date: they are timestamps, in
 * seconds or milliseconds.
 */
const DATE = new RegExp(
  String.raw`^(?:(\d{4,6})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})|(\d{4})(\d{2})(\d{2}))(?:\s*日)?(?:(?:(?<=日)\s*|[T ]+)${TIME})?$`,
  'i',
)
/** Day and month before the year, in figures or with the month by its English name. */
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4})(?:,?[T ]+${TIME})?$`, 'i')
const NAMED = new RegExp(
  String.raw`^(?:[a-z]{3,9}\.?,\s*)?(?:(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?|([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?),?[ -]\s*(\d{4})(?:,?[T ]+${TIME})?$`,
  'i',
)
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export interface ReadDate {
  /** The point in time, to the second. */
  readonly time: Date
  /** Digits of the second behind the point. */
  readonly fraction: string
}

/**
 * The point in time that a text spells; a time without a zone is in UTC.
 *
 * @param text  without white space at its ends
 * @returns     undefined for what is no date, and for days that no calendar has
 * @example readDate('20240102')?.time.toISOString() // '2024-01-02T00:00:00.000Z'
 */
export function readDate(text: string): ReadDate | undefined {
  const match = DATE.exec(text)
  if (!match) return undefined
  const [, y1, m1, d1, y2, m2, d2, ...time] = match
  return pointOf(Number(y1 ?? y2), Number(m1 ?? m2), Number(d1 ?? d2), time)
}

/** A date that somebody wrote, and which order of day and month it shows. */
export interface WrittenDate extends ReadDate {
  /** `year`: the year is first, or the month is named; `either`: both orders give a day. */
  readonly shows: DateOrder | 'year' | 'either'
}

/**
 * The point in time that a text spells, also with day and month before the year.
 *
 * @param order  which of the two is first where both orders give a day
 * @example readWrittenDate('13/11/2023')?.shows // 'day'
 * @example readWrittenDate('01.12.2017', 'day')?.time.toISOString() // '2017-12-01T00:00:00.000Z'
 */
export function readWrittenDate(text: string, order: DateOrder = 'day'): WrittenDate | undefined {
  const plain = readDate(text)
  if (plain) return { ...plain, shows: 'year' }
  const named = NAMED.exec(text)
  if (named) {
    const [, day1, name1 = '', name2 = '', day2, year, ...time] = named
    const read = pointOf(Number(year), MONTHS.indexOf((name1 || name2).slice(0, 3).toLowerCase()) + 1, Number(day1 ?? day2), time)
    return read && { ...read, shows: 'year' }
  }
  const match = YEAR_LAST.exec(text)
  if (!match) return undefined
  const [, first, second, year, ...time] = match
  const byDay = pointOf(Number(year), Number(second), Number(first), time)
  const byMonth = pointOf(Number(year), Number(first), Number(second), time)
  if (byDay && byMonth) return { ...(order === 'day' ? byDay : byMonth), shows: first === second ? 'year' : 'either' }
  return byDay ? { ...byDay, shows: 'day' } : byMonth && { ...byMonth, shows: 'month' }
}

/** @param time  hour, minute, second, fraction and zone, as they stand */
function pointOf(year: number, month: number, day: number, written: readonly (string | undefined)[]): ReadDate | undefined {
  const [hour = '0', minute = '0', second = '0', fraction = '', zone] = written
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  if (time.getUTCFullYear() !== year || time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return undefined
  const [h, min, s] = [Number(hour), Number(minute), Number(second)]
  if (h > 24 || min > 59 || s > 60) return undefined
  time.setUTCHours(h, min, s)
  if (zone && !/^z$/i.test(zone)) {
    const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) as RegExpExecArray
    time.setTime(time.getTime() - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000)
  }
  return { time, fraction }
}

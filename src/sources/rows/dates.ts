/** Dates as people and databases write them, read in one way wherever a text is one. */

/**
 * Year, month and day, with separators or as eight digits, then a time. Longer runs of digits are no date: they are timestamps, in
 * seconds or milliseconds.
 */
const DATE =
  /^(?:(\d{4,6})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})|(\d{4})(\d{2})(\d{2}))(?:\s*日)?(?:(?:(?<=日)\s*|[T ]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

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
  const [, y1, m1, d1, y2, m2, d2, hour = '0', minute = '0', second = '0', fraction = '', zone] = match
  const [year, month, day] = [Number(y1 ?? y2), Number(m1 ?? m2), Number(d1 ?? d2)]
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

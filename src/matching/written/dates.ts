/** Dates as people and databases write them: year, month and day, read in one way wherever a text is one. */
import { monthNamed } from './months.js'

/** Which of two numbers before a year is first. */
export type DateOrder = 'day' | 'month'

export interface DateParts {
  readonly year: number
  /** Parts beyond the calendar stay as they are written: they are mistakes to compare. */
  readonly month: number
  /** Undefined where a month alone is stated. */
  readonly day: number | undefined
  /** What stands behind the day, as a time. */
  readonly rest: string
  /** `year`: the year is first, or the month is named, or both orders give the same day; `either`: both give a day. */
  readonly shows: DateOrder | 'year' | 'either'
}

/** What stands behind the day. */
const REST = String.raw`(?:(?:,?[T ]+|,\s*)(.*))?`
/** The year first, with separators or as eight digits; longer runs of digits are timestamps. */
const YEAR_FIRST = new RegExp(
  String.raw`^(?:(\d{4,6})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})|(\d{4})(\d{2})(\d{2})(?:\.0)?)(?:\s*日\s*(.*)|${REST})$`,
  'i',
)
/** A month of a year: 2024年5月, 2024-05. */
const YEAR_MONTH = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*月?$/
/** 05/2024 and 05.2024. */
const MONTH_YEAR = /^(\d{1,2})\s?[-/.]\s?(\d{4})$/
/** Day and month before the year, of which two digits may stand for four. */
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})(?!\d)\.?${REST}$`, 'i')
const WEEKDAY = String.raw`(?:\p{L}{2,13}(?:-feira)?\.?,?\s+)?`
const NAME = String.raw`(\p{L}{3,10})\.?`
/** 3. April 2025, 3 de abril de 2025, 1er avril 2025, 3-Apr-25, with the day of the week in front or not. */
const DAY_NAME = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})(?:st|nd|rd|th|er|[ºª°oa])?(?:\s*[-/.]\s*|\s+|(?=\p{L}))(?:de\s+)?${NAME}(?:,?\s*[-/]?\s*)(?:del?\s+)?(\d{4}|(?<=[-/. ])\d{2})(?!\d)${REST}$`,
  'iu',
)
/** April 3, 2025. */
const NAME_DAY = new RegExp(String.raw`^${WEEKDAY}${NAME}\s*(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+|-)(\d{4})(?!\d)${REST}$`, 'iu')
/** March 2025, März 2025, mars de 2025. */
const NAME_YEAR = new RegExp(String.raw`^${NAME},?[ -](?:del?\s+)?(\d{4})$`, 'iu')
/** Thu Apr 03 2025 10:00:00, as programs print it, the year behind the time or before. */
const PRINTED = /^[a-z]{3}\s+([a-z]{3})\s+(\d{1,2})\s+(\d\d:\d\d:\d\d)\s+(?:[a-z]{3,4}\s+)?(\d{4})$/i

/** Years of two digits are 1950 to 2049, as current versions of Windows and .NET, and so of Excel, read them. */
const PIVOT = 50
const fullYear = (text: string): number => {
  const year = Number(text)
  return text.length > 2 ? year : year + (year < PIVOT ? 2000 : 1900)
}

const named = (year: string, name: string, day: string, rest = ''): DateParts | undefined => {
  const month = monthNamed(name)
  return month ? { year: fullYear(year), month, day: Number(day), rest, shows: 'year' } : undefined
}

/**
 * The parts of the date that a text spells; undefined for what is no date.
 *
 * @param text   without white space at its ends
 * @param order  which of day and month is first where both orders give a day
 * @example dateParts('3. April 2025')       // { year: 2025, month: 4, day: 3, … }
 * @example dateParts('13/11/2023')?.shows   // 'day'
 */
export function dateParts(text: string, order: DateOrder = 'day'): DateParts | undefined {
  let match = YEAR_FIRST.exec(text)
  if (match) {
    const [, y1, m1, d1, y2, m2, d2, behindDay, behind] = match
    return { year: Number(y1 ?? y2), month: Number(m1 ?? m2), day: Number(d1 ?? d2), rest: behindDay ?? behind ?? '', shows: 'year' }
  }
  match = YEAR_LAST.exec(text)
  if (match) {
    const [, one, , two, year = '', rest = ''] = match
    const [first, second] = [Number(one), Number(two)]
    const shows = first === second || (first > 12 && second > 12) ? 'year' : second > 12 ? 'month' : first > 12 ? 'day' : 'either'
    const isMonthFirst = shows === 'month' || (shows === 'either' && order === 'month')
    const [month, day] = isMonthFirst ? [first, second] : [second, first]
    return { year: fullYear(year), month, day, rest, shows }
  }
  match = YEAR_MONTH.exec(text)
  if (match) return ofMonth(match[1], Number(match[2]))
  match = MONTH_YEAR.exec(text)
  if (match) return ofMonth(match[2], Number(match[1]))
  match = DAY_NAME.exec(text)
  if (match) return named(match[3] as string, match[2] as string, match[1] as string, match[4])
  match = NAME_DAY.exec(text)
  if (match) return named(match[3] as string, match[1] as string, match[2] as string, match[4])
  match = NAME_YEAR.exec(text)
  if (match) return ofMonth(match[2], monthNamed(match[1] as string))
  match = PRINTED.exec(text)
  return match ? named(match[4] as string, match[1] as string, match[2] as string, match[3]) : undefined
}

const ofMonth = (year: string | undefined, month: number): DateParts | undefined =>
  month >= 1 && month <= 12 ? { year: Number(year), month, day: undefined, rest: '', shows: 'year' } : undefined
